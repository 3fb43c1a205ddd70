// SPDX-License-Identifier: MIT

import PopoverCore
package import PopoverModel

/// Popovers from their grant to their end.
extension Ledger {
    /// A popover from its grant until everybody has been told of its end.
    package struct Life: Sendable {
        package let popover: PopoverID
        package let owner: ClientID
        package let display: String
        /// That of the client, or of the daemon; nil where no later open can match.
        var key: DraftKey?
        /// What it got back.
        var draft: StoredDraft?
        /// The surface that it was opened with.
        var surface: String?
        var isClosing = false
        /// `willClose`, since when, and what becomes of its work.
        package var call: CallID?
        var askedAt: Instant?
        var disposition = Disposition.save
        package var hasEnded = false
        var isTold = false
        /// What its end may say of its work.
        var outcomes: [DraftOutcome] = []
        var content: JSONText?
    }

    mutating func granted(_ grant: Grant, _ open: OpenRequest, _ client: ClientID) {
        if let life = lives.first(where: { $0.popover == grant.popover }) {
            if life.owner != client || life.hasEnded { broken("\(grant.popover) is another's") }
            return
        }
        if grant.popover.number <= lastPopover { broken("\(grant.popover) had ended") }
        lastPopover = grant.popover.number
        if hintBehaviors.contains(open.behavior) { return showed(grant.popover, client) }
        let peer = clients.first { $0.client == client }
        let key = open.key.flatMap { name in
            peer.map { DraftKey(uid: $0.uid, app: $0.app, key: name) }
        }
        if let key, panels.contains(where: { $0.key == key && !isOver($0) }) {
            broken("\(key.key) is opened while a panel holds it")
        }
        checkRevision(grant.revision, key)
        lives.append(
            Life(
                popover: grant.popover, owner: client, display: "", key: key, draft: grant.draft,
                surface: open.place.surface))
    }

    /// A panel ends when its owner has answered, or has had its time; that is told once the disk has its
    /// work.
    func isOver(_ panel: Placed) -> Bool {
        panel.askedAt.map { panel.call == nil || now - $0 >= patience } ?? false
    }

    mutating func tell(_ closed: ClosedPopover, _ client: ClientID) {
        if hint(closed.popover) != nil { return tellHint(closed, client) }
        guard
            let index = lives.firstIndex(where: {
                $0.popover == closed.popover && $0.owner == client && !$0.isTold
            })
        else { return broken("\(closed.popover) is closed for \(client), who does not have it") }
        checkOutcome(closed, lives[index])
        lives[index].isTold = true
        forget(index)
    }

    mutating func forget(_ index: Int) {
        if lives[index].hasEnded && (lives[index].isTold || !has(lives[index].owner)) {
            lives.remove(at: index)
        }
    }

    /// Popovers that were granted and have ended, but whose living owner was never told.
    package var untold: [PopoverID] {
        lives.filter { $0.hasEnded && !$0.isTold && has($0.owner) }.map(\.popover)
    }
}
