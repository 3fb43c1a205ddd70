// SPDX-License-Identifier: MIT

public import PopoverModel

/// The first line of a recording.
public struct RecordingHeader: Codable, Hashable, Sendable {
    /// Rises when an older `popoverctl replay` could not read what is written.
    public static let currentFormat = 1
    /// What the member `recording` says, in every recording of any format.
    static let mark = "popoverd"

    public var recording: String
    public var format: Int
    /// Which popoverd has written it.
    public var server: String
    public var reason: Reason
    /// More about the reason: which signal, which rule; nil where there is no more to say.
    public var detail: String?
    /// When it was begun, or the ring was dumped.
    public var at: Instant
    /// CLOCK_REALTIME of the same moment, in microseconds.
    public var wallClock: Int64

    /// Why a recording was made.
    public enum Reason: String, CaseIterable, Codable, Hashable, Sendable {
        /// An administrator has started it.
        case started
        /// An administrator has asked for what was before.
        case dumped
        /// SIGUSR1 asked for it.
        case signal
        /// The rules broke an invariant.
        case invariant
        /// The daemon died.
        case crash

        /// Nobody has asked for it: it gives way to newer ones.
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

/// The last line of a recording that is complete.
public struct RecordingEnd: Codable, Hashable, Sendable {
    /// How many there are.
    public var events: Int
    /// Whether what was recorded leads to the state that the daemon had at its end; nil where nobody
    /// could look.
    public var isFaithful: Bool?
    /// Why it ends before anybody has ended it: `size`, `time` or `slow`.
    public var limit: String?

    public init(events: Int, isFaithful: Bool?, limit: String?) {
        self.events = events
        self.isFaithful = isFaithful
        self.limit = limit
    }
}
