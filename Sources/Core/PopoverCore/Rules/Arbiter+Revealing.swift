// SPDX-License-Identifier: MIT

import PopoverModel

/// The source or anchor of an open: where it is, and whether it is still there before the grant.
extension Arbiter {
    /// The behavior, display and anchor that an open resolves to.
    struct Target {
        let behavior: Shared<Behavior>
        let display: String
        /// The rectangle that reveals the popover, in the display's coordinates.
        let anchor: Rect
    }

    /// Resolves the names in an open, or says which one is unknown.
    func check(
        _ request: Shared<OpenRequest>, as name: String, _ client: ClientID
    ) -> Result<Target, RequestError> {
        guard has(.app, client) else {
            return .failure(.notPermitted(needs: Role.app.rawValue))
        }
        if let failure = reserved(request.key) { return .failure(failure) }
        let source = source(of: request, client)
        let sourceRect = source.map { regions.sources[at: $0].rect }
        guard let anchor = anchorRect(of: request, client) ?? sourceRect else {
            let message = "required unless the source is registered"
            return .failure(.badParameter(member: "anchor", message: message))
        }
        if let failure = contradiction(in: request, of: client, source: source) {
            return .failure(failure)
        }
        guard let behavior = plugins.behavior(named: name) else {
            let known = RequestError.list(plugins.behaviors.map(\.name))
            let message = "no loaded plugin provides the behavior \"\(name)\" (\(known))"
            return .failure(.refused(.unknownBehavior, message: message))
        }
        if behavior.needsTitle, request.title?.isEmpty ?? true {
            let message = "the behavior \(behavior.name) needs a title"
            return .failure(.badParameter(member: "title", message: message))
        }
        let sourceDisplay = source.map { regions.sources[at: $0].display }
        switch resolve(request.place, of: client, source: sourceDisplay) {
        case .failure(let failure): return .failure(failure)
        case .success(let display):
            return .success(Target(behavior: behavior, display: display, anchor: anchor))
        }
    }

    /// The position of the source of an open in `sources`; nil unless it is registered.
    func source(of request: Shared<OpenRequest>, _ client: ClientID) -> Int? {
        guard let name = request.source else { return nil }
        return regions.sources.index(of: RegionKey(client: client, name: name))
    }

    /// The display of an open; nil when it is unknown.
    func display(of request: Shared<OpenRequest>, _ client: ClientID) -> String? {
        let source = source(of: request, client).map { regions.sources[at: $0].display }
        return try? resolve(request.place, of: client, source: source).get()
    }

    /// The rectangle of an open's own anchor, in the display's coordinates; nil without one.
    func anchorRect(of request: Shared<OpenRequest>, _ client: ClientID) -> Rect? {
        request.anchor.map { regions.place($0, on: request.place.surface, client) }
    }

    /// The refusal of a request that names two displays. With an anchor the source does not count.
    func contradiction(
        in request: Shared<OpenRequest>, of client: ClientID, source: Int?
    ) -> RequestError? {
        // Most requests name neither.
        if request.place.display == nil && request.place.surface == nil { return nil }
        let surface = request.place.surface.flatMap {
            regions.surfaces[RegionKey(client: client, name: $0)]
        }
        let member = request.place.display == nil ? "surface" : "display"
        // An unknown display has a refusal of its own.
        guard let display = request.place.display ?? surface?.display, displays.contains(display)
        else { return nil }
        if request.anchor == nil, let source, regions.sources[at: source].display !== display {
            let source = regions.sources[at: source]
            let message = "the source \(source.key.name) is on \(source.display)"
            return .badParameter(member: member, message: message)
        }
        return contradiction(in: request.place, of: client)
    }

    /// The refusal of an open whose surface or source has left the display. With an anchor, the source
    /// counts only where it determines the display.
    func gone(_ open: WaitingOpen, from display: String) -> RequestError? {
        let request = open.request
        if let surface = request.place.surface,
            regions.surfaces[RegionKey(client: open.client, name: surface)]?.display !== display
        {
            return .unregistered("surface", surface)
        }
        guard let name = request.source else { return nil }
        guard let source = regions.sources[RegionKey(client: open.client, name: name)] else {
            return request.anchor == nil ? .unregistered("source", name) : nil
        }
        let isChosen = request.place.display == nil && request.place.surface == nil
        guard request.anchor == nil || isChosen, source.display !== display else { return nil }
        return .unregistered("source", name)
    }

    /// The refusal of an open whose source lies under the view of its display.
    func hidden(_ open: borrowing WaitingOpen, at index: Int) -> RequestError? {
        guard let view = displays[index].view.flatMap({ views[$0] }),
            !isRevealed(open, from: view)
        else { return nil }
        return modalActive(view.owner, open.client)
    }

    /// Whether the view's frame holds the whole source; without one, whether both clients match.
    private func isRevealed(_ open: borrowing WaitingOpen, from view: View) -> Bool {
        guard let frame = view.frame else { return view.owner == open.client }
        guard let anchor = anchorRect(of: open) else { return false }
        return frame.contains(anchor)
    }

    func anchorRect(of open: borrowing WaitingOpen) -> Rect? {
        anchorRect(of: open.request, open.client)
            ?? source(of: open.request, open.client).map { regions.sources[at: $0].rect }
    }
}
