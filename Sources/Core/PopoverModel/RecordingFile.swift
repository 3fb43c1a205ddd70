// SPDX-License-Identifier: MIT

/// A recording of the events of the rules, as in the methods `record.…`.
public struct RecordingFile: Codable, Hashable, Sendable {
    /// Absolute.
    public var path: String
    /// So far.
    public var bytes: Int
    /// nil if they were not counted.
    public var events: Int?
    /// It is still being written.
    public var isRunning: Bool
    /// Why it ended by itself: `size`, `time` or `slow`.
    public var limit: String?

    public init(
        path: String, bytes: Int, events: Int? = nil, isRunning: Bool = false, limit: String? = nil
    ) {
        self.path = path
        self.bytes = bytes
        self.events = events
        self.isRunning = isRunning
        self.limit = limit
    }
}
