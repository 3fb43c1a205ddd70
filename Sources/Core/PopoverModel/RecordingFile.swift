// SPDX-License-Identifier: MIT

/// A recording of what the rules were told: what the methods `record.…` tell of it.
public struct RecordingFile: Codable, Hashable, Sendable {
    /// Absolute.
    public var path: String
    /// So far.
    public var bytes: Int
    /// nil where nobody has counted them.
    public var events: Int?
    /// It is still being written.
    public var isRunning: Bool
    /// Why it ended before anybody has ended it: `size`, `time` or `slow`.
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
