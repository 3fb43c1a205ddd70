// SPDX-License-Identifier: MIT

/// What each user holds of something that all users share within a limit, such as memory.
///
/// A user may hold at most half of what other users leave free. So no user can use everything, and a user
/// who comes late still finds room: after n greedy users, the 2ⁿ-th part of the limit. Switches share
/// their buffer memory by this rule (Choudhury and Hahne, "Dynamic queue length thresholds", 1998);
/// dbus-broker accounts for its users in a similar way.
public struct Shares: Codable, Hashable, Sendable {
    /// Used for lookups only: it has no order.
    private var amounts: [UInt32: Int] = [:]
    /// What all users hold.
    public private(set) var total = 0

    public init() {}

    /// What a user holds.
    public func amount(of uid: UInt32) -> Int { amounts[uid] ?? 0 }

    /// Whether a user may hold this much more.
    public func hasRoom(for amount: Int, of uid: UInt32, within limit: Int) -> Bool {
        let own = self.amount(of: uid)
        return amount <= 0 || own + amount <= Self.share(of: limit, others: total - own)
    }

    /// What a user may hold.
    /// - Parameter others: what the other users hold.
    public static func share(of limit: Int, others: Int) -> Int { (limit - others) / 2 }

    /// - Parameter amount: negative where the user holds less than before.
    public mutating func charge(_ amount: Int, to uid: UInt32) {
        total += amount
        let sum = self.amount(of: uid) + amount
        amounts[uid] = sum == 0 ? nil : sum
    }

    /// The user with the largest amount; of several, the lowest number.
    public var largest: (uid: UInt32, amount: Int)? {
        amounts.max { ($0.value, $1.key) < ($1.value, $0.key) }
            .map { (uid: $0.key, amount: $0.value) }
    }
}
