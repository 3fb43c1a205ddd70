// SPDX-License-Identifier: MIT

/// What is equal in two states that cannot be told apart, and different, but for a chance of one in
/// 2^128, in all others.
package struct Fingerprint: Hashable, Sendable {
    package let high: UInt64
    package let low: UInt64

    package func hash(into hasher: inout Hasher) { hasher.combine(low) }
}

/// One step of a walk through a state: a plain number, or one whose order alone counts.
struct Token: Comparable {
    enum Kind: UInt8 {
        case plain
        case client
        case popover
        case alert
        case panel
        case view
        case call
        case question
        case ticket
        case open
        case tap
        case gesture
        case session
    }

    var kind: Kind
    var value: UInt64

    static func < (left: Token, right: Token) -> Bool {
        (left.kind.rawValue, left.value) < (right.kind.rawValue, right.value)
    }
}

extension Fingerprint {
    /// Numbers whose order alone counts are replaced by their rank among their kind: the rules
    /// compare them and look them up, and do nothing else with them.
    init(_ tokens: [Token]) {
        var ranks = Ranks()
        for token in tokens where token.kind != .plain { ranks.note(token) }
        var high: UInt64 = 0x9E37_79B9_7F4A_7C15
        var low: UInt64 = 0xC2B2_AE3D_27D4_EB4F
        for token in tokens {
            var word = token.value
            if token.kind != .plain {
                word = ranks.rank(of: token) &+ UInt64(token.kind.rawValue) << 56
            }
            high = (high ^ word) &* 0xFF51_AFD7_ED55_8CCD
            high ^= high >> 32
            low = (low &+ word &* 0x9FB2_1C65_1E98_DF25) &* 0xD6E8_FEB8_6659_FD93
            low ^= low >> 29
        }
        self.init(high: high, low: low)
    }
}

/// The different numbers of each kind, in order; there are a few of each.
private struct Ranks {
    private var values: [[UInt64]] = Array(repeating: [], count: 16)

    mutating func note(_ token: Token) {
        let kind = Int(token.kind.rawValue)
        var index = values[kind].count
        while index > 0, values[kind][index - 1] >= token.value {
            if values[kind][index - 1] == token.value { return }
            index -= 1
        }
        values[kind].insert(token.value, at: index)
    }

    func rank(of token: Token) -> UInt64 {
        let list = values[Int(token.kind.rawValue)]
        var rank = 0
        while rank < list.count, list[rank] < token.value { rank += 1 }
        return UInt64(rank)
    }
}
