// SPDX-License-Identifier: MIT

/// Every limit of the inspector: what its page may send, and what it keeps.
enum InspectLimits {
    /// Bytes of a request's line and headers.
    static let headBytes = 8 * 1024
    /// Bytes of a request's body.
    static let bodyBytes = 16 * 1024
    /// Connections at a time. Of more, the oldest is closed that is no page that listens.
    static let connections = 32
    /// From a connection to its complete request, and from a response to its last byte.
    static let requestMilliseconds: UInt64 = 5000
    /// Bytes that a page may leave unread.
    static let outputBytes = 32 * 1024 * 1024
    /// Failed exchanges of a token; after these, only a new link helps.
    static let wrongTokens = 8
    /// Entries of the timeline in one response.
    static let entriesPerResponse = 2000

    /// What is kept of a running daemon: the latest entries, scenes and samples.
    static let entries = 8192
    static let scenes = 2048
    static let samples = 300
    /// The bytes of those entries, and of those scenes as JSON: clients decide how long they are.
    static let entryBytes = 32 * 1024 * 1024
    static let sceneBytes = 64 * 1024 * 1024

    /// Between two scenes in a burst of events.
    static let burstMilliseconds: UInt64 = 40
    /// Between two looks at the metrics, and at changes that no event tells of.
    static let tickMilliseconds: UInt64 = 1000
    /// Events between two states that are kept of a recording.
    static let checkpoint = 64
}
