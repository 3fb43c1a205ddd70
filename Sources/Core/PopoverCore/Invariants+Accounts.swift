// SPDX-License-Identifier: MIT

import PopoverModel

/// The invariants of what is derived from the clients' objects: accounts and audiences.
extension Arbiter {
    /// Each user is charged for what her clients and drafts are, nothing more.
    var accountsAgree: [String] {
        var objects = Shares()
        var contents = Shares()
        func charge(_ client: ClientID, _ cost: Int) {
            guard let uid = clients.value(of: client, { $0.credentials.uid }) else { return }
            objects.charge(cost, to: uid)
        }
        for region in allRegions { charge(region.key.client, region.cost) }
        for panel in panels { charge(panel.owner, panel.cost) }
        for draft in drafts.list(on: nil) {
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
            for region in allRegions where region.display == display.name {
                audience.enter(region.key.client)
            }
            for popover in popovers where popover.display == display.name {
                audience.enter(popover.owner)
            }
            for panel in panels where panel.display == display.name { audience.enter(panel.owner) }
            for (id, client) in zip(clients.ids, clients) where client.followsShields {
                audience.enter(id)
            }
            return audience.isSame(as: display.audience)
                ? nil : "the audience of \(display.name) is wrong"
        }
    }

    private var allRegions: [Region] {
        displays.names.flatMap { name in
            [regions.surfaces, regions.sources, regions.occluders].flatMap { $0.onDisplay(name) }
        }
    }
}
