// SPDX-License-Identifier: MIT

package import PopoverModel

/// The names of sessions, and the keys of drafts that are over: a request that names an ended session is
/// refused, and so is a save that names none under a key of an ended one, or a revision that was consumed.
/// The disk keeps all in rows of the daemon's own.
extension Arbiter {
    /// CLOCK_REALTIME, in milliseconds: as a name, short enough for the direct reader of the wire.
    private var wallTime: Int64 { (now.microseconds &+ wallClockAhead) / 1000 }

    /// Whether a request names a session that has ended.
    func isOver(_ named: SessionID?) -> Bool {
        guard let named else { return false }
        return session.names.display(of: named) == nil
    }

    func description(of display: borrowing Display) -> DisplayDescription {
        DisplayDescription(
            specification: display.specification,
            session: session.names.session(of: display.name), personal: display.personal)
    }

    mutating func nameSession(of display: String) {
        session.names.add(display, at: wallTime)
        storeName(of: display)
    }

    /// Stores the name, once it is known which ones the disk has.
    private mutating func storeName(of display: String) {
        guard hasLoaded, let row = session.names.row(of: display) else { return }
        order([.store(row)], announcing: [])
    }

    /// Keeps the name of a removed display's session, since its drafts stay.
    mutating func keepName(of display: String) {
        let forgotten = session.names.remove(display)
        if hasLoaded, !forgotten.isEmpty {
            order(forgotten.map { .erase(SessionNames.key(of: $0)) }, announcing: [])
        }
    }

    /// Takes over what the disk has, and names the sessions of the displays that it does not know.
    mutating func adopt(_ rows: [StoredDraft]) {
        for row in rows {
            if let entry = DigestedKeys.Entry(row, .retired, at: now) {
                session.retiredKeys.adopt(entry)
            } else if let entry = DigestedKeys.Entry(row, .consumed, at: now) {
                session.consumedKeys.adopt(entry)
            } else if let named = SessionNames.session(in: row) {
                session.names.adopt(
                    named, of: row.display, isThere: displays.contains(row.display))
            }
        }
        for name in displays.names
        where !rows.contains(where: { $0.key == SessionNames.key(of: name) }) {
            storeName(of: name)
        }
    }

    /// Names the next sessions of a display, or of all, and retires the keys of the ended ones.
    /// - Returns: the ended sessions, and what the disk has to store for this.
    mutating func renewSessions(
        of display: String?, retiring keys: [DraftKey]
    ) -> (ended: [SessionID], changes: [DraftChange]) {
        let displays = session.names.displays(of: display)
        let ended = displays.compactMap { session.names.renew($0, at: wallTime) }
        var changes = displays.compactMap { session.names.row(of: $0) }.map {
            DraftChange.store($0)
        }
        let over = session.consumedKeys.removeAll { display == nil || $0.display === display }
        changes += over.map { .erase($0.key(.consumed)) }
        let old = session.retiredKeys.removeAll { $0.at + SessionState.retiredAge <= now }
        changes += old.map { .erase($0.key(.retired)) }
        if let salt = ended.first {
            let (added, evicted) = session.retiredKeys.add(keys, of: salt, at: now)
            changes += added.map { .store($0.row(.retired)) }
            changes += evicted.map { .erase($0.key(.retired)) }
        }
        return (ended, changes)
    }

    func isRetired(_ key: DraftKey) -> Bool {
        session.retiredKeys[key].map { now < $0.at + SessionState.retiredAge } ?? false
    }

    /// Whether a save is of a draft that was consumed or discarded, or that came before it.
    func isConsumed(_ revision: Int64, _ key: DraftKey) -> Bool {
        guard let entry = session.consumedKeys[key], !entry.isBegun else { return false }
        return revision <= entry.revision
    }

    /// The highest revision of a key that a later daemon may find on the disk, also where its draft was
    /// consumed or discarded: the disk may have refused to forget it. nil where there was none.
    func lastRevision(of key: DraftKey) -> Int64? {
        let stored = drafts[key]?.revision
        guard let consumed = session.consumedKeys[key]?.revision else { return stored }
        return max(consumed, stored ?? 0)
    }

    /// What the daemon's own rows tell about a key. For tests, to which the digests tell nothing.
    package func rows(about key: DraftKey) -> (isRetired: Bool, isConsumed: Bool, isKnown: Bool) {
        let consumed = session.consumedKeys[key]
        return (session.retiredKeys[key] != nil, consumed?.isBegun == false, consumed != nil)
    }

    /// A draft was consumed or discarded.
    /// - Returns: what the disk has to store for this.
    mutating func consume(_ draft: StoredDraft) -> [DraftChange] {
        // Nobody saves under a key that the daemon made.
        guard !draft.key.key.utf8.starts(with: DraftKey.reservedPrefix.utf8) else { return [] }
        let named = session.names.session(of: draft.display) ?? SessionID(number: 0)
        let revision = max(draft.revision, session.consumedKeys[draft.key]?.revision ?? 0)
        let (added, evicted) = session.consumedKeys.add([draft.key], of: named, at: now) {
            $0.revision = revision
            $0.display = draft.display
        }
        return added.map { .store($0.row(.consumed)) } + evicted.map { .erase($0.key(.consumed)) }
    }

    /// A new draft has begun under this key.
    /// - Returns: what the disk has to erase for this.
    mutating func begin(_ key: DraftKey) -> [DraftChange] {
        session.consumedKeys.begin(key).map { [.erase($0.key(.consumed))] } ?? []
    }

    /// A popover or panel of this key is open: what is saved under it belongs to this session.
    mutating func release(_ key: DraftKey) {
        var changes = begin(key)
        if let entry = session.retiredKeys.remove(key) {
            changes.append(.erase(entry.key(.retired)))
        }
        if !changes.isEmpty { order(changes, announcing: []) }
    }

    /// What the disk is to have under a key, a draft or a row of the daemon's own.
    func stored(under key: DraftKey) -> StoredDraft? {
        guard key.isOwn else { return drafts[key] }
        return ownRows.first { $0.key == key }
    }

    /// The rows of the daemon's own.
    var ownRows: [StoredDraft] {
        session.names.displays(of: nil).compactMap { session.names.row(of: $0) }
            + session.retiredKeys.entries.map { $0.row(.retired) }
            + session.consumedKeys.entries.filter { !$0.isBegun }.map { $0.row(.consumed) }
    }
}

extension SessionNames {
    fileprivate static let reason = "session"

    /// The number of the session is the revision of its row.
    fileprivate func row(of display: String) -> StoredDraft? {
        session(of: display).map {
            StoredDraft(
                key: Self.key(of: display), content: .null, revision: Int64(clamping: $0.number),
                savedAt: Int64(clamping: $0.number), reason: Self.reason, display: display)
        }
    }

    fileprivate static func key(of display: String) -> DraftKey {
        DraftKey(uid: 0, app: DraftKey.ownApp, key: "\(reason):\(display)")
    }

    fileprivate static func session(in row: StoredDraft) -> SessionID? {
        row.reason == reason ? SessionID(number: UInt64(clamping: row.revision)) : nil
    }
}

extension DigestedKeys.Entry {
    /// The reason of the row.
    fileprivate enum Kind: String { case retired, consumed }

    fileprivate func key(_ kind: Kind) -> DraftKey {
        DraftKey(uid: uid, app: DraftKey.ownApp, key: "\(kind):\(digest)")
    }

    /// The salt is the date of its row.
    fileprivate func row(_ kind: Kind) -> StoredDraft {
        StoredDraft(
            key: key(kind), content: .null, revision: revision, savedAt: Int64(clamping: salt),
            reason: kind.rawValue, display: display)
    }

    /// nil for another row.
    fileprivate init?(_ row: StoredDraft, _ kind: Kind, at now: Instant) {
        guard row.reason == kind.rawValue,
            let digest = UInt64(row.key.key.dropFirst(kind.rawValue.count + 1))
        else { return nil }
        self.init(
            uid: row.key.uid, digest: digest, salt: UInt64(clamping: row.savedAt), at: now,
            revision: row.revision, display: row.display)
    }
}
