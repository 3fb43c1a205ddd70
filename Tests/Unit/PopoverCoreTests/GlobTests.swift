// SPDX-License-Identifier: MIT

import PopoverTestSupport
import Testing

@testable import PopoverCore

@Suite("Globs")
struct GlobTests {
    /// The definition, letter by letter; slow.
    private static func matches(_ pattern: ArraySlice<UInt8>, _ topic: ArraySlice<UInt8>) -> Bool {
        guard let first = pattern.first else { return topic.isEmpty }
        if first == UInt8(ascii: "*") {
            return (topic.startIndex...topic.endIndex).contains {
                matches(pattern.dropFirst(), topic[$0...])
            }
        }
        return topic.first == first && matches(pattern.dropFirst(), topic.dropFirst())
    }

    @Test("match as defined, whatever the pattern and the topic")
    func definition() {
        var dice = SeededGenerator(seed: 6)
        func text(of letters: String, upTo length: Int) -> String {
            let count = Int.random(in: 0...length, using: &dice)
            return String((0..<count).map { _ in letters.randomElement(using: &dice) ?? "a" })
        }
        var matching = 0
        for _ in 0..<20_000 {
            let pattern = text(of: "aab*", upTo: 8)
            let topic = Array(text(of: "aaab", upTo: 12).utf8)
            let expected = Self.matches(Array(pattern.utf8)[...], topic[...])
            matching += expected ? 1 : 0
            #expect(Glob(pattern).matches(topic) == expected, "\(pattern) on \(topic)")
        }
        #expect(matching > 1000)
    }

    @Test("take time proportional to the topic, whatever the pattern")
    func linear() {
        func time(_ length: Int) -> Duration {
            let glob = Glob("*" + String(repeating: "a", count: length / 2) + "b*")
            let topic = [UInt8](repeating: UInt8(ascii: "a"), count: length)
            return (0..<5).map { _ in processorTime { _ = glob.matches(topic) } }.min() ?? .zero
        }
        _ = time(1000)
        // Sixteen times as long; quadratic matching takes 256 times as long.
        #expect(time(32_000) < time(2000) * 64)
    }
}
