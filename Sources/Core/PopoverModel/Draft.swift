// SPDX-License-Identifier: MIT

/// The owner and name of a draft. Clients with the same user and app share keys; others never see them.
public struct DraftKey: Codable, Hashable, Sendable {
    /// The user, from the kernel.
    public var uid: UInt32
    public var app: String
    /// The name that the client gave the draft, or that the daemon derived; at most `Limits.key` bytes.
    public var key: String

    /// Keys with this prefix are the daemon's own; clients can load and discard their drafts.
    public static let reservedPrefix = "popoverd:"

    /// The app of rows that are the daemon's own and no drafts; no client can have this name.
    public static let ownApp = ""

    public var isOwn: Bool { app.isEmpty }

    public init(uid: UInt32, app: String, key: String) {
        self.uid = uid
        self.app = app
        self.key = key
    }

    public static func == (left: DraftKey, right: DraftKey) -> Bool {
        left.uid == right.uid && left.app == right.app && left.key === right.key
    }
}

/// A draft that a client handed over.
public struct StoredDraft: Codable, Hashable, Sendable {
    public var key: DraftKey
    public var content: JSONText
    /// At least 1; rises with every save of this key.
    public var revision: Int64
    /// Microseconds of CLOCK_REALTIME.
    public var savedAt: Int64
    /// Why it was saved: a close reason, or `save` when the client asked for it.
    public var reason: String
    /// Where its key was last open.
    public var display: String

    /// The highest revision that a client may name: exact in JSON, with room for later saves.
    public static let highestRevision: Int64 = 1 << 53

    public init(
        key: DraftKey, content: JSONText, revision: Int64, savedAt: Int64, reason: String,
        display: String
    ) {
        self.key = key
        self.content = content
        self.revision = revision
        self.savedAt = savedAt
        self.reason = reason
        self.display = display
    }
}

/// A draft as lists show it, without its content.
public struct DraftSummary: Codable, Hashable, Sendable {
    public var key: String
    /// Of its content.
    public var bytes: Int
    public var revision: Int64
    /// Microseconds of CLOCK_REALTIME.
    public var savedAt: Int64
    public var reason: String

    public init(_ draft: StoredDraft) {
        key = draft.key.key
        bytes = draft.content.count
        revision = draft.revision
        savedAt = draft.savedAt
        reason = draft.reason
    }
}

/// An order to the disk. Orders are carried out as they come, several in one transaction.
public enum DraftChange: Codable, Hashable, Sendable {
    /// Stores this draft and replaces the one under its key.
    case store(StoredDraft)
    /// Removes the draft under the key, if there is one.
    case erase(DraftKey)
    /// Overwrites erased drafts in the database, its log and free pages.
    case scrub
    /// Removes what else may hold parts of ended sessions: recordings, and files set aside.
    case eraseTraces

    /// Whether it is about a row of the daemon's own.
    public var isOwn: Bool {
        switch self {
        case .store(let draft): draft.key.isOwn
        case .erase(let key): key.isOwn
        case .scrub, .eraseTraces: false
        }
    }
}
