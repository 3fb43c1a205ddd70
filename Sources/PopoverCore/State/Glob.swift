// SPDX-License-Identifier: MIT

/// A pattern of topics, in which `*` stands for anything, dots too.
struct Glob: Codable, Hashable, Sendable {
    private static let star = UInt8(ascii: "*")

    /// As UTF-8, since every event is held against every subscriber's globs.
    private let pattern: [UInt8]

    init(_ text: String) {
        pattern = Array(text.utf8)
    }

    /// - Parameter topic: a topic's name, as UTF-8.
    func matches(_ topic: [UInt8]) -> Bool {
        var topicIndex = 0
        var patternIndex = 0
        // Where to go on when what follows the last star did not match.
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
