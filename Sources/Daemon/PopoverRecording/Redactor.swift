// SPDX-License-Identifier: MIT

public import PopoverModel

/// Puts something in the place of people's work that tells its length and a digest of it.
///
/// A stand-in has two forms. The short one, `~DIGEST:LENGTH`, is what is kept and written; the full
/// one is valid JSON of exactly the length of what it stands for, which is what the rules are given
/// when they decide again. The digest is keyed with chance that is never written, so that nobody
/// can guess at short work; equal work has equal stand-ins. Work of fewer than 20 bytes has a
/// shorter digest, since the full form has no room for more, and of fewer than 4 none.
///
/// `null` stands for itself: it is how clients say that there is nothing.
public struct Redactor: Sendable {
    private let key: (UInt64, UInt64)

    private static let mark = UInt8(ascii: "~")
    private static let separator = UInt8(ascii: ":")
    private static let quote = UInt8(ascii: "\"")
    private static let filler = UInt8(ascii: ".")
    private static let longestDigest = 16
    /// Quotes and the mark.
    private static let frame = 3
    /// Longer than any content can be; a recording that claims more was not written by a daemon.
    private static let longestContent = 1 << 30

    /// - Parameter key: 128 bits of chance.
    public init(key: (UInt64, UInt64)) {
        self.key = key
    }

    /// What is kept instead of a piece of work.
    public func short(_ content: JSONText) -> JSONText {
        guard content != .null else { return .null }
        let digits = Self.digest(SipHash.digest(of: content.bytes, key: key))
        return Self.short(digits.prefix(Self.room(in: content.count)), content.count)
    }

    /// The full form of a short one; of anything else, of which no recording is made, nothing is
    /// told but how long it was.
    public static func full(_ short: JSONText) -> JSONText {
        guard short != .null else { return .null }
        let bytes = short.bytes
        guard bytes.first == mark, let colon = bytes.firstIndex(of: separator),
            let count = Int(String(decoding: bytes[(colon + 1)...], as: UTF8.self)),
            (0...longestContent).contains(count), colon - 1 == room(in: count)
        else { return full(JSONText(validated: unknown(short.count).bytes)) }
        return JSONText(validated: full(bytes[1..<colon], count))
    }

    /// The short form of a full one. Of what is none nothing is told but its length: work itself is
    /// never written, whatever went wrong before.
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

    /// How many digits fit into content of so many bytes.
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
