// SPDX-License-Identifier: MIT

import PopoverModel

/// The invariants of what is derived from the clients' objects: accounts and audiences.
extension Arbiter {
    /// Each user is charged for what her clients and drafts are, nothing more.
    var accountsAgree: [String] {
        // Counting 100,000 drafts would keep all clients waiting for 20 ms.
        guard !isLarge else { return [] }
        var objects = Shares()
        var contents = Shares()
        func charge(_ client: ClientID, _ cost: Int) {
            guard let uid = clients.value(of: client, { $0.credentials.uid }) else { return }
            objects.charge(cost, to: uid)
        }
        for name in displays.names {
            forEachRegion(on: name) { charge($0.key.client, $0.cost) }
        }
        for panel in panels { charge(panel.owner, panel.cost) }
        drafts.forEach { draft in
            objects.charge(StoredDraft.cost(of: draft.key), to: draft.key.uid)
            contents.charge(draft.content.count, to: draft.key.uid)
        }
        var violations: [String] = []
        if objects != self.objects { violations.append("the accounts of objects are wrong") }
        if contents != drafts.contents { violations.append("the accounts of drafts are wrong") }
        return violations
    }

    /// A display's audience are the clients with something there, and those that want every shield.
    func audiencesHear(_ all: [Display]) -> [String] {
        all.compactMap { display in
            var audience = Audience()
            forEachRegion(on: display.name) { audience.enter($0.key.client) }
            for popover in popovers where popover.display === display.name {
                audience.enter(popover.owner)
            }
            for panel in panels where panel.display === display.name { audience.enter(panel.owner) }
            for (id, client) in zip(clients.ids, clients) where client.followsShields {
                audience.enter(id)
            }
            return audience.isSame(as: display.audience)
                ? nil : "the audience of \(display.name) is wrong"
        }
    }

    private func forEachRegion(on display: String, _ body: (borrowing Region) -> Void) {
        regions.surfaces.forEach(on: display, body)
        regions.sources.forEach(on: display, body)
        regions.occluders.forEach(on: display, body)
    }
}
