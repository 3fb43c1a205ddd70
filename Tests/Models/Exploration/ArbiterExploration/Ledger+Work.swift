// SPDX-License-Identifier: MIT

import PopoverCore
package import PopoverModel

/// People's work: what was handed over is kept until it is consumed, discarded or erased, and what
/// is said to be saved is on the disk.
extension Ledger {
    package struct Work: Sendable {
        package let key: DraftKey
        /// What was handed over last and not consumed, discarded or erased since.
        package var expected: JSONText?
        /// What the disk was ordered to hold last.
        package var ordered: JSONText?
        /// What the disk holds.
        package var stored: JSONText?
        /// Where its key was last open in a session that has not ended.
        var display: String
        /// What the disk may have under its key, also after its end: a session's end forgets it.
        var revision: Int64 = 0
        /// Its session has ended, and it was not open since: a save that names no session is late.
        package var isRetired = false
    }

    package struct Order: Sendable {
        package let ticket: TicketID
        let changes: [DraftChange]
    }

    package struct Late: Sendable {
        let client: ClientID
        package let call: CallID
        let key: DraftKey
    }

    /// The key that the daemon gives an open without one. A policy may have given it another behavior.
    func derivedKey(of life: Life, _ fact: Fact) -> DraftKey? {
        guard let display = fact.display, let behavior = fact.behavior else { return nil }
        let origin = fact.source.map { "source/\($0)" } ?? life.surface.map { "surface/\($0)" }
        return origin.flatMap { key("popoverd:\(display)/\(behavior)/\($0)", of: life.owner) }
    }

    private func key(_ name: String, of client: ClientID) -> DraftKey? {
        clients.first { $0.client == client }.map {
            DraftKey(uid: $0.uid, app: $0.app, key: name)
        }
    }

    private mutating func index(of key: DraftKey) -> Int {
        if let index = works.firstIndex(where: { $0.key == key }) { return index }
        works.append(Work(key: key, display: ""))
        works.sort { ($0.key.app, $0.key.key) < ($1.key.app, $1.key.key) }
        return works.firstIndex { $0.key == key } ?? 0
    }

    /// From now on this is the work; what comes late does not count any more.
    private mutating func expect(_ content: JSONText?, _ key: DraftKey) {
        let index = index(of: key)
        works[index].expected = content
        lates.removeAll { $0.key == key }
    }

    mutating func load(_ drafts: [StoredDraft]) {
        for draft in drafts where !draft.key.isOwn {
            let index = index(of: draft.key)
            works[index].expected = draft.content
            works[index].ordered = draft.content
            works[index].stored = draft.content
            works[index].display = draft.display
        }
    }

    mutating func noteDisplay(_ display: String, of key: DraftKey?) {
        guard let key else { return }
        let index = index(of: key)
        works[index].display = display
        works[index].isRetired = false
    }

    // MARK: Requests

    /// What is carried out at once, unless it is refused in the same breath.
    mutating func noteWork(_ request: Request, of client: ClientID) {
        switch request {
        case .saveDraft(let name, let content, _, _, _):
            guard let key = key(name, of: client) else { return }
            beforeSave = (works, lates)
            expect(content, key)
        // What names another session than the present one is refused.
        case .discardDraft(let name, let named) where named == nil || named == session:
            if let key = key(name, of: client) { expect(nil, key) }
        case .endSession(let display): endings.append(display)
        default: break
        }
    }

    mutating func refused(_ request: Request) {
        switch request {
        case .endSession(let display):
            if let index = ended.firstIndex(of: display) {
                ended.remove(at: index)
            } else if let index = endings.firstIndex(of: display) {
                endings.remove(at: index)
            }
        case .saveDraft:
            if let (works, lates) = beforeSave { (self.works, self.lates) = (works, lates) }
        default: break
        }
    }

    mutating func answered(_ request: Request, with answer: Answer, _ client: ClientID) {
        guard followsWork else { return }
        switch (request, answer) {
        case (.saveDraft(let name, let content, _, _, let session), .draftSaved(_, let isDurable)):
            if case .clientRequested = event, let key = key(name, of: client) {
                let isLate = session.map { $0 != self.session } ?? works[index(of: key)].isRetired
                if isLate { broken("\(name) is of an earlier session") }
            }
            guard isDurable, let key = key(name, of: client) else { return }
            if works[index(of: key)].stored != content { broken("\(name) is not durable") }
        case (.loadDraft(let name, _), .draft(let draft)):
            guard let key = key(name, of: client) else { return }
            if works[index(of: key)].expected != draft?.content { broken("\(name) is another") }
        case (.endSession(let display), .done):
            // Who asked for others may be gone.
            guard let index = ended.firstIndex(of: display) else {
                return broken("the end of \(display ?? "all") is not told")
            }
            ended.remove(at: index)
            guard case .draftsStored = event else {
                return broken("the session ends before the disk has erased it")
            }
        default: break
        }
    }

    // MARK: Closing

    /// A `willClose` that is answered after its time.
    mutating func noteLate(_ answer: CallAnswer, to call: CallID, of client: ClientID) {
        guard let late = lates.first(where: { $0.call == call && $0.client == client }) else {
            return
        }
        lates.removeAll { $0.call == call }
        switch answer {
        case .draft(let content): expect(content, late.key)
        case .saved: expect(nil, late.key)
        case .draftTooDeep, .empty, .error: break
        }
    }

    /// A panel's owner hands its work over.
    mutating func settlePanel(_ answer: CallAnswer, to call: CallID, of client: ClientID) {
        guard let index = panels.firstIndex(where: { $0.call == call && $0.client == client })
        else { return }
        panels[index].call = nil
        let panel = panels[index]
        // What is discarded is told.
        let isDiscarded =
            panel.disposition == .discard || endings.contains { $0 == nil || $0 == panel.display }
        guard !isDiscarded, let key = panel.key else { return }
        switch answer {
        case .draft(let content): expect(content, key)
        case .saved: expect(nil, key)
        case .draftTooDeep, .empty, .error: break
        }
    }

    /// A panel's owner has applied its work, or given it up.
    mutating func consumePanel(_ id: PanelID) {
        if let key = panels.first(where: { $0.panel == id })?.key { expect(nil, key) }
    }

    mutating func closed(_ id: PanelID, _ outcome: CloseOutcome?, _ client: ClientID) {
        guard panels.contains(where: { $0.panel == id && $0.client == client }) else { return }
        if let outcome, outcome != .keep { consumePanel(id) }
        panels.removeAll { $0.panel == id }
    }

    /// The daemon has ended a panel.
    mutating func tell(_ closed: ClosedPanel) {
        guard let index = panels.firstIndex(where: { $0.panel == closed.panel }) else {
            return broken("\(closed.panel) is closed twice")
        }
        let panel = panels.remove(at: index)
        guard closed.isUnresponsive else { return }
        guard let key = panel.key, let call = panel.call, panel.disposition == .save,
            !endings.contains(where: { $0 == nil || $0 == panel.display })
        else { return }
        lates.append(Late(client: panel.client, call: call, key: key))
    }

    /// A popover is off the screen: what becomes of its work.
    mutating func settleWork(of life: Int, reason: String) {
        let ended = lives[life]
        guard let key = ended.key else {
            // Its work has a key of its own.
            lives[life].outcomes = [.none, .saved, .kept]
            return
        }
        let before = works[index(of: key)].expected
        let isErased =
            reason == "session-ended" || reason == "idle" && ended.disposition == .discard
        switch reason {
        case "done", "choice", "cancel": expect(nil, key)
        default:
            if isErased || (ended.disposition == .discard && ended.call != nil) {
                if reason != "detached" { expect(nil, key) }
            } else if case .clientAnswered(ended.owner, let call, let answer) = event,
                call == ended.call
            {
                deliver(answer, of: key, life)
            } else if case .clientRequested(ended.owner, _, .close(ended.popover, .keep)) = event {
                // The owner has answered by this.
            } else if ended.call != nil, has(ended.owner) {
                if let call = ended.call, reason != "detached" {
                    lates.append(Late(client: ended.owner, call: call, key: key))
                }
            }
        }
        if lives[life].outcomes.isEmpty {
            let after = works[index(of: key)].expected
            lives[life].outcomes =
                after != nil ? [.kept] : before != nil ? [.discarded] : [.none]
        }
    }

    private mutating func deliver(_ answer: CallAnswer, of key: DraftKey, _ life: Int) {
        switch answer {
        case .draft(let content):
            expect(content, key)
            lives[life].content = content
            lives[life].outcomes = [.saved, .kept]
        case .saved: expect(nil, key)
        case .draftTooDeep, .empty, .error: break
        }
    }

    mutating func checkOutcome(_ closed: ClosedPopover, _ life: Life) {
        guard followsWork else { return }
        if !life.outcomes.contains(closed.draft) {
            broken("\(closed.popover) is said to be \(closed.draft), not \(life.outcomes)")
        }
        guard closed.draft == .saved, let key = life.key else { return }
        if works[index(of: key)].stored != life.content {
            broken("\(closed.popover) is said to be saved and is not on the disk")
        }
    }

    /// A popover gets the work of its key back, but nothing of a session that is about to be erased.
    mutating func checkHandedBack(_ draft: StoredDraft?, _ key: DraftKey?) {
        guard followsWork else { return }
        guard let key else {
            if draft != nil { broken("work of no key is handed back") }
            return
        }
        let expected = works[index(of: key)].expected
        if draft?.content == expected { return }
        if draft == nil && !endings.isEmpty { return }
        broken("\(key.key) is opened without its work, or with another's")
    }

    /// New work of a key is told which revision it has to exceed.
    mutating func checkRevision(_ told: Int64?, _ key: DraftKey?) {
        guard followsWork, let key else { return }
        let revision = works[index(of: key)].revision
        if told ?? 0 < revision { broken("\(key.key) is opened below revision \(revision)") }
    }

    // MARK: The disk

    mutating func ordered(_ ticket: TicketID, _ changes: [DraftChange]) {
        orders.append(Order(ticket: ticket, changes: changes))
        for change in changes where !change.isOwn {
            switch change {
            case .store(let draft):
                isSaveSilent = false
                let index = index(of: draft.key)
                works[index].ordered = draft.content
                works[index].revision = max(works[index].revision, draft.revision)
                if draft.key.hasNoMatch { works[index].expected = draft.content }
            case .erase(let key): works[index(of: key)].ordered = nil
            case .scrub: break
            // Unless it is what the disk refused, and is tried again.
            case .eraseTraces: isErased = event != .deadlineReached || hasSessionLeft
            }
        }
    }

    mutating func stored(_ ticket: TicketID) {
        guard let order = orders.firstIndex(where: { $0.ticket == ticket }) else { return }
        for change in orders.remove(at: order).changes where !change.isOwn {
            switch change {
            case .store(let draft): works[index(of: draft.key)].stored = draft.content
            case .erase(let key): works[index(of: key)].stored = nil
            case .scrub, .eraseTraces: break
            }
        }
    }

    mutating func checkSaved(_ fact: Fact) {
        guard followsWork else { return }
        guard case .draftsStored = event else { return broken("saved before the disk has it") }
        let isStored = works.contains { work in
            work.key.key == fact.key && work.key.app == fact.app && work.key.uid == fact.owner
                && work.stored != nil
        }
        if !isStored {
            broken("\(fact.key ?? "") is said to be saved and is not on the disk")
        }
    }

    mutating func discarded(_ fact: Fact) {
        for index in works.indices
        where works[index].key.key == fact.key && works[index].key.app == fact.app
            && works[index].key.uid == fact.owner
        {
            let isErased =
                fact.reason == "session-ended" && (!endings.isEmpty || fact.client == nil)
            if isErased { expect(nil, works[index].key) }
            if fact.reason == "limit" { refuseRoom(to: index) }
        }
    }

    /// Work of an open without a key may find no room.
    private mutating func refuseRoom(to index: Int) {
        let work = works[index]
        guard work.key.key.hasPrefix(DraftKey.reservedPrefix) else { return }
        works[index].expected = work.ordered
        for life in lives.indices where lives[life].key == work.key && lives[life].hasEnded {
            lives[life].outcomes = [work.ordered == nil ? .none : .kept]
        }
    }

    /// Called after every event, with all its effects noted.
    package mutating func checkWork() {
        guard followsWork else { return }
        if isSaveSilent, let (works, lates) = beforeSave {
            (self.works, self.lates) = (works, lates)
        }
        for work in works where work.expected != work.ordered {
            broken("\(work.key.key) of \(work.key.app) is lost, or comes again")
        }
        guard isErased else { return }
        isErased = false
        // What its popovers might still hand over belongs to it too.
        lates.removeAll { late in
            let display = works.first { $0.key == late.key }?.display
            return endings.contains { $0 == nil || $0 == display }
        }
        // Of several sessions that end together nobody here knows which it was.
        let isSure = endings.count == 1
        for index in works.indices {
            let work = works[index]
            if work.ordered == nil { works[index].revision = 0 }
            guard endings.contains(where: { $0 == nil || $0 == work.display }) else { continue }
            if isSure && work.expected != nil { broken("\(work.key.key) outlives its session") }
            works[index].isRetired = !work.display.isEmpty
            works[index].display = ""
        }
    }
}

extension DraftKey {
    /// Whether it is the daemon's, for work that no open gets back.
    fileprivate var hasNoMatch: Bool {
        key.hasPrefix(Self.reservedPrefix) && !key.utf8.contains(UInt8(ascii: "/"))
    }
}
