// SPDX-License-Identifier: MIT

/// A pattern of topics, in which `*` matches any text, dots included. It is compiled once, and a
/// match takes time proportional to the length of the topic, whatever the pattern.
struct Glob: Sendable {
    private static let star = UInt8(ascii: "*")

    /// As UTF-8, because every event is matched against the patterns of all subscribers.
    let text: [UInt8]
    /// The literal parts before the first star, between stars, and behind the last one. A pattern
    /// without stars has one part.
    private let parts: [Range<Int>]
    /// For each byte of a part the length of the longest proper prefix of the part that ends there
    /// (Knuth, Morris and Pratt), so that a search never goes back in the topic.
    private let borders: [Int]

    init(_ text: String) {
        self.init(Array(text.utf8))
    }

    private init(_ text: [UInt8]) {
        self.text = text
        parts = text.split(separator: Self.star, omittingEmptySubsequences: false).map(\.indices)
        var borders = [Int](repeating: 0, count: text.count)
        // The first and the last part are compared in place, not searched.
        for part in parts.dropFirst().dropLast() where part.count > 1 {
            var length = 0
            for index in part.dropFirst() {
                while length > 0, text[part.lowerBound + length] != text[index] {
                    length = borders[part.lowerBound + length - 1]
                }
                if text[part.lowerBound + length] == text[index] { length += 1 }
                borders[index] = length
            }
        }
        self.borders = borders
    }

    /// - Parameter topic: the name of the topic, as UTF-8.
    func matches(_ topic: [UInt8]) -> Bool {
        guard let first = parts.first, let last = parts.last, parts.count > 1 else {
            return topic == text
        }
        let end = topic.count - last.count
        guard first.count <= end, topic.starts(with: text[first]),
            topic[end...].elementsEqual(text[last])
        else { return false }
        var start = first.count
        for part in parts.dropFirst().dropLast() where !part.isEmpty {
            guard let next = endOfFirst(part, in: topic, from: start, to: end) else { return false }
            start = next
        }
        return true
    }

    /// The position behind the first occurrence of a part.
    private func endOfFirst(
        _ part: Range<Int>, in topic: [UInt8], from start: Int, to end: Int
    ) -> Int? {
        let (first, count) = (part.lowerBound, part.count)
        var length = 0
        var index = start
        while index < end {
            let byte = topic[index]
            while length > 0, text[first + length] != byte { length = borders[first + length - 1] }
            if text[first + length] == byte { length += 1 }
            index += 1
            if length == count { return index }
        }
        return nil
    }
}

extension Glob: Hashable, Comparable {
    static func == (one: Glob, other: Glob) -> Bool { one.text == other.text }

    static func < (one: Glob, other: Glob) -> Bool {
        one.text.lexicographicallyPrecedes(other.text)
    }

    func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension Glob: Codable {
    init(from decoder: any Decoder) throws {
        self.init(try [UInt8](from: decoder))
    }

    func encode(to encoder: any Encoder) throws { try text.encode(to: encoder) }
}
