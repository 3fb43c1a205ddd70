// SPDX-License-Identifier: MIT

/// Counts the commands of each key in the current second, so that no sender uses up another's rate.
public struct CommandRates: Sendable {
    /// Of one key; more are dropped.
    public static let mostPerSecond = 20

    public struct Dropped: Hashable, Sendable {
        /// Nil: commands without a valid signature.
        public let key: String?
        public let count: Int
    }

    private var second: Int64 = 0
    private var counts: [String?: Int] = [:]

    public init() {}

    /// Enters a second; returns the dropped commands of an earlier one, by key.
    public mutating func begin(_ second: Int64) -> [Dropped] {
        guard second != self.second else { return [] }
        self.second = second
        let dropped = counts.filter { $0.value > Self.mostPerSecond }
            .map { Dropped(key: $0.key, count: $0.value - Self.mostPerSecond) }
        counts = [:]
        return dropped.sorted { ($0.key ?? "") < ($1.key ?? "") }
    }

    /// Counts a command; whether it is within the rate.
    public mutating func admits(_ key: String?) -> Bool {
        counts[key, default: 0] += 1
        return counts[key, default: 0] <= Self.mostPerSecond
    }
}
