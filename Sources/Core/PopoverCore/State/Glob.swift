// SPDX-License-Identifier: MIT

/// A pattern of topics, in which `*` matches any text, dots included.
struct Glob: Codable, Hashable, Sendable {
    private static let star = UInt8(ascii: "*")

    /// As UTF-8, because every event is matched against the globs of every subscriber.
    private let pattern: [UInt8]

    init(_ text: String) {
        pattern = Array(text.utf8)
    }

    /// - Parameter topic: the name of the topic, as UTF-8.
    func matches(_ topic: [UInt8]) -> Bool {
        // The part before the first star must match literally; most globs are a prefix and a star.
        var prefix = 0
        while prefix < pattern.count, pattern[prefix] != Self.star {
            guard prefix < topic.count, pattern[prefix] == topic[prefix] else { return false }
            prefix += 1
        }
        if prefix == pattern.count { return prefix == topic.count }
        if prefix == pattern.count - 1 { return true }
        var topicIndex = prefix
        var patternIndex = prefix
        // The position to resume at when the text after the last star does not match.
        var retry: (pattern: Int, topic: Int)?
        while topicIndex < topic.count {
            if patternIndex < pattern.count, pattern[patternIndex] == Self.star {
                retry = (patternIndex + 1, topicIndex)
                patternIndex += 1
            } else if patternIndex < pattern.count, pattern[patternIndex] == topic[topicIndex] {
                patternIndex += 1
                topicIndex += 1
            } else if let last = retry {
                retry = (last.pattern, last.topic + 1)
                patternIndex = last.pattern
                topicIndex = last.topic + 1
            } else {
                return false
            }
        }
        return pattern[patternIndex...].allSatisfy { $0 == Self.star }
    }
}
