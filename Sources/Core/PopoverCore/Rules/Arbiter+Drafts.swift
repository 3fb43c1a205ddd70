// SPDX-License-Identifier: MIT

import PopoverModel

/// Drafts: kept until they are consumed, discarded or erased (G10), and announced as saved only
/// when the disk has them (K2).
extension Arbiter {
    /// Loads the drafts that were on the disk at the start.
    mutating func load(_ stored: [StoredDraft]) {
        guard !hasLoaded else { return restore(stored) }
        hasLoaded = true
        for draft in stored where !draft.key.isOwn { add(draft) }
        adopt(stored.filter(\.key.isOwn))
        trustWallClockLater()
        for name in displays.names { touch(name) }
    }

    /// Compares the drafts with those in a fresh file that replaced a damaged one, and stores what
    /// is missing there: it may have been announced as saved.
    private mutating func restore(_ stored: [StoredDraft]) {
        var changes: [DraftChange] = []
        // Used for lookups only: it has no order.
        var found: [DraftKey: StoredDraft] = [:]
        for draft in stored { found[draft.key] = draft }
        for draft in drafts.list(on: nil) + ownRows where found[draft.key] != draft {
            changes.append(.store(draft))
        }
        let erased = stored.filter { self.stored(under: $0.key) == nil }
        changes += erased.map { .erase($0.key) }
        if !erased.isEmpty { changes.append(.scrub) }
        if !changes.isEmpty { order(changes, announcing: []) }
    }

    // MARK: Requests

    mutating func saveDraft(
        _ name: String, _ content: JSONText, _ revision: Int64?, _ sync: Bool,
        _ named: SessionID?, _ client: ClientID, _ id: RequestID?
    ) {
        if let failure = reserved(name) { return fail(client, id, failure) }
        guard let key = draftKey(name, of: client) else { return }
        if isOver(named) || named == nil && isRetired(key) {
            return fail(client, id, .refused(.sessionEnded))
        }
        if let revision, revision > StoredDraft.highestRevision {
            let message = "\(StoredDraft.highestRevision) or less"
            return fail(client, id, .badParameter(member: "revision", message: message))
        }
        let stored = drafts[key]
        if let revision {
            if isConsumed(revision, key) || revision < stored?.revision ?? 0 {
                return fail(client, id, .refused(.stale))
            }
        }
        if let limit = limitFor(content, key) { return fail(client, id, overLimit(limit)) }
        // Without a name, the draft belongs to the session of the display where its key was last open.
        let display =
            openDisplay(of: key) ?? named.flatMap { session.names.display(of: $0) }
            ?? drafts.recentKeys.display(of: key) ?? stored?.display ?? displays.standard
        // The key is open elsewhere, and this draft is to be erased: it is nobody's there.
        if let place = named.flatMap({ session.names.display(of: $0) }), place !== display,
            isSessionEnding(on: place)
        {
            return fail(client, id, .refused(.sessionEnded))
        }
        let (draft, ticket) = keep(
            content, key, revision: revision, reason: "save", display: display ?? "",
            from: client)
        noteActivity(on: draft.display)
        if sync, id != nil {
            addWaiter(.save(client, id, revision: draft.revision), to: ticket)
        } else {
            answer(client, id, .draftSaved(revision: draft.revision, isDurable: false))
        }
    }

    mutating func loadDraft(
        _ name: String, _ named: SessionID?, _ client: ClientID, _ id: RequestID?
    ) {
        if isOver(named) { return fail(client, id, .refused(.sessionEnded)) }
        guard let key = draftKey(name, of: client) else { return }
        answer(client, id, .draft(drafts[key]))
    }

    mutating func listDrafts(_ client: ClientID, _ id: RequestID?) {
        guard let owner = clients[client]?.owner else { return }
        answer(client, id, .drafts(drafts.list(of: owner).map(DraftSummary.init)))
    }

    mutating func discardDraft(
        _ name: String, _ named: SessionID?, _ client: ClientID, _ id: RequestID?
    ) {
        if isOver(named) { return fail(client, id, .refused(.sessionEnded)) }
        guard let key = draftKey(name, of: client) else { return }
        if let draft = drafts[key] { discard(draft, reason: "discard", client: client) }
        forgetLateWork(on: key)
        answer(client, id, .done)
    }

    // MARK: Drafts handed over

    /// Resolves the draft of a closed popover or panel. The ticket is that of the order to the disk.
    mutating func resolve(
        _ work: HandedOver, of holder: some WorkHolder, because reason: CloseReason
    ) -> (outcome: DraftOutcome, ticket: TicketID?) {
        let stored = drafts.isEmpty ? nil : holder.draftKey.flatMap { drafts[$0] }
        let unchanged: DraftOutcome = stored == nil ? .none : .kept
        switch work {
        case .draft(let content):
            let key = workKey(of: holder)
            guard hasRoom(for: content, of: holder, as: key) else {
                announceTooMuch(key, holder.display, holder.owner)
                return (unchanged, nil)
            }
            let (_, ticket) = keep(
                content, key, revision: nil, reason: reason.rawValue, display: holder.display,
                from: holder.owner)
            if holder.draftKey == nil { adviseOfOwnKey(key, holder.described) }
            return (.saved, ticket)
        case .tooMuch:
            announceTooMuch(workKey(of: holder), holder.display, holder.owner)
            return (unchanged, nil)
        case .consumed, .discarded:
            if !drafts.lateWork.isEmpty, let key = holder.draftKey { forgetLateWork(on: key) }
            guard let stored else { return (.none, nil) }
            let ticket = discard(stored, reason: reason.rawValue, client: holder.owner)
            return (.discarded, ticket)
        case .nothing:
            return (unchanged, nil)
        }
    }

    /// Whether a draft that was handed over is kept. With a key of its client, there was room at the open.
    private func hasRoom(
        for content: JSONText, of holder: some WorkHolder, as key: DraftKey
    ) -> Bool {
        if holder.key == nil { return limitFor(content, key) == nil }
        return content.count <= settings.limits.draft
    }

    /// Returns the draft of a popover that opens on this display, and moves the draft there.
    mutating func handBack(_ key: DraftKey, on display: String) -> StoredDraft? {
        guard var draft = storedDraft(key) else { return nil }
        if draft.display !== display {
            draft.display = display
            add(draft)
            order([.store(draft)], announcing: [])
        }
        return draft
    }

    /// The draft of a popover's key, unless its session is about to be erased.
    func storedDraft(_ key: DraftKey?) -> StoredDraft? {
        guard let key, let draft = drafts[key],
            !isSessionEnding(on: draft.display)
        else { return nil }
        return draft
    }

    func draftKey(_ name: String?, of client: ClientID) -> DraftKey? {
        guard let name, let owner = clients[client]?.owner else { return nil }
        return DraftKey(uid: owner.uid, app: owner.app, key: name)
    }

    /// The display of the popover or panel of a key; nil where it is not open.
    func openDisplay(of key: DraftKey) -> String? {
        popovers.last { $0.draftKey == key }?.display
            ?? panels.first { $0.draftKey == key }?.display
    }

    // MARK: Limits

    /// The limit that saving a draft would exceed.
    private func limitFor(_ content: JSONText, _ key: DraftKey) -> Limits.Name? {
        if content.count > settings.limits.draft { return .draft }
        let growth = content.count - (drafts[key]?.content.count ?? 0)
        return exceededLimit(of: key, growth: growth)
    }

    /// The limit that keeps a popover with this key from opening: where no draft could be saved now, no
    /// a draft is begun. So a draft that is handed over always has room, though it may exceed the limit.
    /// Opens without a key are not refused: most of them never hand over a draft.
    func limitForWork(on key: DraftKey?) -> Limits.Name? {
        key.flatMap { exceededLimit(of: $0, growth: 1) }
    }

    private func exceededLimit(of key: DraftKey, growth: Int) -> Limits.Name? {
        let limits = settings.limits
        guard drafts.contents.hasRoom(for: growth, of: key.uid, within: limits.draftsTotal)
        else { return .draftsTotal }
        guard drafts[key] == nil else { return nil }
        // Drafts that their app did not name leave half of the room to those that it names, whose opens
        // are refused where there is no room.
        let isNamed = !key.key.utf8.starts(with: DraftKey.reservedPrefix.utf8)
        let most = isNamed ? limits.draftsPerApp : limits.draftsPerApp / 2
        if drafts.count(of: DraftOwner(uid: key.uid, app: key.app)) >= most { return .draftsPerApp }
        let cost = StoredDraft.cost(of: key)
        guard objects.hasRoom(for: cost, of: key.uid, within: limits.objectsTotal)
        else { return .objectsTotal }
        return nil
    }

    // MARK: Keeping and discarding

    private mutating func keep(
        _ content: JSONText, _ key: DraftKey, revision: Int64?, reason: String,
        display: String, from client: ClientID?
    ) -> (StoredDraft, TicketID) {
        let draft = StoredDraft(
            key: key, content: content,
            revision: revision ?? (drafts[key]?.revision ?? 0) + 1,
            savedAt: now.microseconds + wallClockAhead, reason: reason, display: display)
        add(draft)
        dateSaved(draft)
        forgetLateWork(on: key)
        let announcement = PendingOrder.Announcement(draft: draft, client: client)
        return (draft, order([.store(draft)] + begin(key), announcing: [announcement]))
    }

    @discardableResult
    private mutating func discard(
        _ draft: StoredDraft, reason: String, client: ClientID?
    ) -> TicketID {
        remove(draft.key)
        drafts.recentKeys.noteEnd(of: draft)
        var discarded = fact(of: draft, client: client)
        discarded.reason = reason
        publish(.draftDiscarded, discarded)
        return order([.erase(draft.key)] + consume(draft), announcing: [])
    }

    private mutating func announceTooMuch(
        _ key: DraftKey, _ display: String, _ client: ClientID
    ) {
        var fact = fact(client: client, app: key.app)
        fact.owner = key.uid
        fact.key = key.key
        fact.display = display
        fact.reason = "limit"
        publish(.draftDiscarded, fact)
    }

    /// Removes drafts from memory and publishes it; the caller orders the disk to erase them.
    mutating func erase(_ erased: [StoredDraft], because reason: String) {
        for draft in erased {
            remove(draft.key)
            forgetLateWork(on: draft.key)
            var discarded = fact(of: draft, client: nil)
            discarded.reason = reason
            publish(.draftDiscarded, discarded)
        }
    }

    // MARK: Late answers

    /// Remembers a call whose answer may still return a draft that is to be saved.
    mutating func rememberLateWork(_ call: CallID, _ holder: some WorkHolder) {
        guard let closing = holder.closing, closing.disposition == .save else { return }
        let key = workKey(of: holder)
        if drafts.lateWork.count(where: { $0.key.uid == key.uid }) >= LateWork.limit,
            let oldest = drafts.lateWork.firstIndex(where: { $0.key.uid == key.uid })
        {
            drafts.lateWork.remove(at: oldest)
        }
        drafts.lateWork.append(
            LateWork(
                client: holder.owner, call: call, key: key, hasOwnKey: holder.draftKey == nil,
                reason: closing.reason, display: holder.display))
    }

    private mutating func forgetLateWork(on key: DraftKey) {
        drafts.lateWork.removeAll { $0.key == key }
    }

    mutating func handleLate(_ answer: CallAnswer, to call: CallID, of client: ClientID) {
        guard
            let index = drafts.lateWork.firstIndex(where: { $0.call == call && $0.client == client }
            )
        else { return }
        let late = drafts.lateWork.remove(at: index)
        switch handedOver(answer) {
        case .draft(let content):
            guard limitFor(content, late.key) == nil else {
                return announceTooMuch(late.key, late.display, client)
            }
            _ = keep(
                content, late.key, revision: nil, reason: late.reason.rawValue,
                display: late.display, from: client)
            if late.hasOwnKey {
                var description = fact(client: client, app: late.key.app)
                description.display = late.display
                adviseOfOwnKey(late.key, description)
            }
            touch(late.display)
        case .tooMuch: announceTooMuch(late.key, late.display, client)
        case .consumed:
            // Other late drafts of this key are obsolete.
            forgetLateWork(on: late.key)
            guard let draft = drafts[late.key] else { return }
            discard(draft, reason: late.reason.rawValue, client: client)
        case .discarded, .nothing: break
        }
    }
}
