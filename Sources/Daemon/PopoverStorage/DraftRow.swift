// SPDX-License-Identifier: MIT

internal import PopoverModel

/// A row of the table, plain or sealed by a `DraftSeal`.
struct DraftRow {
    var uid: Int64
    /// Sealed: a keyed hash, unless it is empty.
    var app: String
    /// Sealed: a keyed hash.
    var key: String
    /// Sealed: all fields of the draft, encrypted and authenticated.
    var content: [UInt8]
    var revision: Int64
    var savedAt: Int64
    /// Sealed: empty.
    var reason: String
    /// Sealed: empty.
    var display: String
    /// Sealed: 0, since the seal detects changes.
    var digest: Int64

    static let columns = "uid, app, key, content, revision, saved_at, reason, display, digest"
}

extension DraftRow {
    init(_ row: SQLiteStatement) {
        self.init(
            uid: row.integer(at: 0), app: row.text(at: 1), key: row.text(at: 2),
            content: row.bytes(at: 3), revision: row.integer(at: 4), savedAt: row.integer(at: 5),
            reason: row.text(at: 6), display: row.text(at: 7), digest: row.integer(at: 8))
    }

    /// Binds the columns to the first parameters of a statement.
    func bind(to statement: SQLiteStatement) throws(StorageError) {
        try statement.bind(uid, at: 1)
        try statement.bind(app, at: 2)
        try statement.bind(key, at: 3)
        try statement.bind(content, at: 4)
        try statement.bind(revision, at: 5)
        try statement.bind(savedAt, at: 6)
        try statement.bind(reason, at: 7)
        try statement.bind(display, at: 8)
        try statement.bind(digest, at: 9)
    }

    init(_ draft: StoredDraft) {
        self.init(
            uid: Int64(draft.key.uid), app: draft.key.app, key: draft.key.key,
            content: draft.content.bytes, revision: draft.revision, savedAt: draft.savedAt,
            reason: draft.reason, display: draft.display, digest: draft.digest)
    }

    /// The draft of a plain row; nil for a wrong digest.
    var draft: StoredDraft? {
        guard let user = UInt32(exactly: uid), revision >= 0 else { return nil }
        let draft = StoredDraft(
            key: DraftKey(uid: user, app: app, key: key),
            content: JSONText(validated: content), revision: revision, savedAt: savedAt,
            reason: reason, display: display)
        return draft.digest == digest ? draft : nil
    }
}
