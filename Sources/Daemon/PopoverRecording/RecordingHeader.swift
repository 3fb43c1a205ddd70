// SPDX-License-Identifier: MIT

public import PopoverModel

/// The first line of a recording.
public struct RecordingHeader: Codable, Hashable, Sendable {
    /// The only format that is read. Raise it with every incompatible change.
    public static let currentFormat = 1
    /// The value of the member `recording`, the same in every format.
    static let mark = "popoverd"

    public var recording: String
    public var format: Int
    /// Name and version of the popoverd that wrote it.
    public var server: String
    public var reason: Reason
    /// Details of the reason, such as the signal or the broken invariant.
    public var detail: String?
    /// The start of the recording, or the time of the dump.
    public var at: Instant
    /// The same time on CLOCK_REALTIME, in microseconds.
    public var wallClock: Int64

    public enum Reason: String, CaseIterable, Codable, Hashable, Sendable {
        /// An administrator started it.
        case started
        /// An administrator asked for a dump of the ring.
        case dumped
        /// SIGUSR1 arrived.
        case signal
        case invariant
        case crash

        /// Whether newer recordings may replace it, since no administrator asked for it.
        public var isAutomatic: Bool {
            switch self {
            case .started, .dumped: false
            case .signal, .invariant, .crash: true
            }
        }
    }

    public init(
        server: String, reason: Reason, detail: String? = nil, at: Instant, wallClock: Int64
    ) {
        recording = Self.mark
        format = Self.currentFormat
        self.server = server
        self.reason = reason
        self.detail = detail
        self.at = at
        self.wallClock = wallClock
    }
}

/// The last line of a complete recording.
public struct RecordingEnd: Codable, Hashable, Sendable {
    public var events: Int
    /// Whether a replay leads to the daemon's state at the end; nil where that state is unknown.
    public var isFaithful: Bool?
    /// The limit that ended it: `size`, `time` or `slow`.
    public var limit: String?

    public init(events: Int, isFaithful: Bool?, limit: String?) {
        self.events = events
        self.isFaithful = isFaithful
        self.limit = limit
    }
}
