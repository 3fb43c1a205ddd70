// SPDX-License-Identifier: MIT

public import PopoverModel

/// Replaces a value (a draft, a choice or published data) by a placeholder that holds only its length and a
/// keyed digest.
///
/// A placeholder has two forms. The short form, `~DIGEST:LENGTH`, is stored and written. The full
/// form is valid JSON of exactly the original length; the arbiter gets it on replay. The random key
/// of the digest is never written, so that short values cannot be guessed. Equal values have equal
/// placeholders. Values of fewer than 20 bytes have a shorter digest, since the full form has no room
/// for more, and values of fewer than 4 bytes have none.
///
/// `null` is its own placeholder: clients send it for "nothing".
public struct Redactor: Sendable {
    private let key: (UInt64, UInt64)

    private static let mark = UInt8(ascii: "~")
    private static let separator = UInt8(ascii: ":")
    private static let quote = UInt8(ascii: "\"")
    private static let filler = UInt8(ascii: ".")
    private static let longestDigest = 16
    /// Bytes for the quotes and the mark.
    private static let frame = 3
    /// Longer than any content; only a forged recording has more.
    private static let longestContent = 1 << 30

    /// - Parameter key: 128 random bits.
    public init(key: (UInt64, UInt64)) {
        self.key = key
    }

    /// The short placeholder of a value.
    public func short(_ content: JSONText) -> JSONText {
        guard content != .null else { return .null }
        let digits = Self.digest(SipHash.digest(of: content.bytes, key: key))
        return Self.short(digits.prefix(Self.room(in: content.count)), content.count)
    }

    /// The full form of a short placeholder; for anything else, a placeholder of its length only.
    public static func full(_ short: JSONText) -> JSONText {
        guard short != .null else { return .null }
        let bytes = short.bytes
        guard bytes.first == mark, let colon = bytes.firstIndex(of: separator),
            let count = Int(String(decoding: bytes[(colon + 1)...], as: UTF8.self)),
            (0...longestContent).contains(count), colon - 1 == room(in: count)
        else { return full(JSONText(validated: unknown(short.count).bytes)) }
        return JSONText(validated: full(bytes[1..<colon], count))
    }

    /// The short form of a full placeholder. Anything else becomes a placeholder that holds only its
    /// length, so that values are never written, whatever went wrong before.
    static func short(ofFull content: JSONText) -> JSONText {
        guard content != .null else { return .null }
        let digits = content.bytes.dropFirst(2).prefix(room(in: content.count))
        guard full(digits, content.count) == content.bytes, digits.allSatisfy(isDigit) else {
            return unknown(content.count)
        }
        return short(digits, content.count)
    }

    private static func unknown(_ count: Int) -> JSONText {
        short(ArraySlice(repeating: UInt8(ascii: "0"), count: room(in: count)), count)
    }

    private static func short(_ digits: ArraySlice<UInt8>, _ count: Int) -> JSONText {
        JSONText(validated: [mark] + digits + [separator] + Array("\(count)".utf8))
    }

    private static func full(_ digits: ArraySlice<UInt8>, _ count: Int) -> [UInt8] {
        switch count {
        case ..<1: return []
        case 1: return [UInt8(ascii: "0")]
        case 2: return [quote, quote]
        default:
            var bytes = [quote, mark] + digits
            bytes += repeatElement(filler, count: count - 1 - bytes.count)
            return bytes + [quote]
        }
    }

    /// The number of digits that fit into `count` bytes.
    private static func room(in count: Int) -> Int {
        max(0, min(longestDigest, count - frame))
    }

    private static func digest(_ number: UInt64) -> ArraySlice<UInt8> {
        let digits = Array("0123456789abcdef".utf8)
        return (0..<longestDigest).map { digits[Int(number >> (60 - 4 * UInt64($0)) & 15)] }[...]
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }
}
