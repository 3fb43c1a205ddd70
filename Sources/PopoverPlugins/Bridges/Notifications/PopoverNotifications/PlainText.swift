// SPDX-License-Identifier: MIT

/// A notification's body without markup: tags of the specification are removed, entities decoded,
/// and an image becomes its alternative text. Other text stays, since many callers send plain text:
/// "3 < 5".
public func plainText(_ markup: String) -> String {
    var reader = MarkupReader(bytes: Array(markup.utf8))
    return reader.read()
}

private struct MarkupReader {
    private static let tags: Set = ["b", "i", "u", "a", "img"]
    private static let entities: [String: Unicode.Scalar] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'",
    ]
    /// Bytes between `&` and `;`.
    private static let longestEntity = 10

    private let bytes: [UInt8]
    private var position = 0
    private var output: [UInt8] = []
    /// The last `>`: no tag ends after it.
    private let lastEnd: Int
    /// The latest closing quotes that were searched for, `.max` if there are no more.
    private var nextDouble = -1
    private var nextSingle = -1

    init(bytes: [UInt8]) {
        self.bytes = bytes
        lastEnd = bytes.lastIndex(of: UInt8(ascii: ">")) ?? -1
    }

    mutating func read() -> String {
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "<") where skipTag(): break
            case UInt8(ascii: "&"):
                if let (scalar, end) = entity(at: position, before: bytes.count) {
                    output += Array(String(scalar).utf8)
                    position = end
                } else {
                    fallthrough
                }
            default:
                output.append(bytes[position])
                position += 1
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// Skips a known tag; false: there is none here.
    private mutating func skipTag() -> Bool {
        var index = position + 1
        if index < bytes.count, bytes[index] == UInt8(ascii: "/") { index += 1 }
        let start = index
        while index < bytes.count, index - start < 4, Self.isLetter(bytes[index]) { index += 1 }
        let name = String(decoding: bytes[start..<index], as: UTF8.self).lowercased()
        guard Self.tags.contains(name), index <= lastEnd else { return false }
        let follows: [UInt8] = [0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: "/"), UInt8(ascii: ">")]
        guard follows.contains(bytes[index]),
            let end = endOfTag(from: index)
        else { return false }
        if name == "img" { appendAlternative(of: index..<end) }
        position = end + 1
        return true
    }

    /// The tag's `>`: one in a quoted value, as in `href='x>y'`, does not end it. A quote without an
    /// end is an ordinary character.
    private mutating func endOfTag(from start: Int) -> Int? {
        var index = start
        while index <= lastEnd {
            switch bytes[index] {
            case UInt8(ascii: ">"): return index
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                // A quote begins a value only behind `=`.
                if bytes[index - 1] == UInt8(ascii: "="),
                    let end = endOfValue(from: index + 1, quote: bytes[index])
                {
                    index = end
                }
            default: break
            }
            index += 1
        }
        return nil
    }

    /// The closing quote, where a `>` follows it.
    private mutating func endOfValue(from start: Int, quote: UInt8) -> Int? {
        let isDouble = quote == UInt8(ascii: "\"")
        // Each quote is found once: a text of many open ones takes linear time.
        var next = isDouble ? nextDouble : nextSingle
        if next < start { next = bytes[start...].firstIndex(of: quote) ?? .max }
        if isDouble { nextDouble = next } else { nextSingle = next }
        return next < lastEnd ? next : nil
    }

    /// Appends an image's alternative text, `alt="…"`.
    private mutating func appendAlternative(of attributes: Range<Int>) {
        let key = Array("alt=".utf8)
        var index = attributes.lowerBound
        while index + key.count < attributes.upperBound {
            defer { index += 1 }
            guard bytes[index..<index + key.count].elementsEqual(key) else { continue }
            let quote = bytes[index + key.count]
            let start = index + key.count + 1
            guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
                let end = bytes[start..<attributes.upperBound].firstIndex(of: quote)
            else { return }
            appendDecoded(start..<end)
            return
        }
    }

    private mutating func appendDecoded(_ range: Range<Int>) {
        var index = range.lowerBound
        while index < range.upperBound {
            if bytes[index] == UInt8(ascii: "&"),
                let (scalar, end) = entity(at: index, before: range.upperBound)
            {
                output += Array(String(scalar).utf8)
                index = end
            } else {
                output.append(bytes[index])
                index += 1
            }
        }
    }

    /// The character of an entity, and the entity's end.
    private func entity(at start: Int, before limit: Int) -> (Unicode.Scalar, Int)? {
        let search = start + 1..<min(limit, start + 2 + Self.longestEntity)
        guard let end = bytes[search].firstIndex(of: UInt8(ascii: ";")) else { return nil }
        let name = String(decoding: bytes[start + 1..<end], as: UTF8.self)
        if let scalar = Self.entities[name] { return (scalar, end + 1) }
        guard name.hasPrefix("#") else { return nil }
        let digits = name.dropFirst()
        let number =
            digits.hasPrefix("x") || digits.hasPrefix("X")
            ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        // Control characters are not text.
        guard let number, number >= 0x20 || number == 0x0A,
            let scalar = Unicode.Scalar(number)
        else { return nil }
        return (scalar, end + 1)
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
}
