// SPDX-License-Identifier: MIT

import PopoverModel

/// What an open points at: where that is, and whether it is still there when its turn comes.
extension Arbiter {
    /// What an open is about, once it is known.
    struct Target {
        let behavior: Behavior
        let display: String
        /// What reveals the popover, in the display's coordinates.
        let place: Rect
    }

    /// What it is about, or what is unknown.
    func check(
        _ request: borrowing OpenRequest, as name: String, _ client: ClientID
    ) -> Result<Target, RequestError> {
        guard has(.app, client) else {
            return .failure(.notPermitted(needs: Role.app.rawValue))
        }
        let source = source(of: request, client)
        guard let place = anchorRect(of: request, client) ?? source.map({ sources[at: $0].rect })
        else {
            let message = "needed unless the source is registered"
            return .failure(.badParameter(member: "anchor", message: message))
        }
        if let failure = contradiction(in: request, of: client, source: source) {
            return .failure(failure)
        }
        guard let behavior = behaviors[name] else {
            let known = RequestError.list(behaviors.keys.sorted())
            let message = "no loaded plugin provides the behavior \"\(name)\" (\(known))"
            return .failure(.refused(.unknownBehavior, message: message))
        }
        if behavior.needsTitle, request.title?.isEmpty ?? true {
            let message = "the behaviour \(behavior.name) needs a title"
            return .failure(.badParameter(member: "title", message: message))
        }
        switch resolve(request.place, of: client, source: source.map { sources[at: $0].display }) {
        case .failure(let failure): return .failure(failure)
        case .success(let display):
            return .success(Target(behavior: behavior, display: display, place: place))
        }
    }

    /// Where the source of an open is kept, where it is registered.
    func source(of request: borrowing OpenRequest, _ client: ClientID) -> Int? {
        guard let name = request.source else { return nil }
        return sources.index(of: RegionKey(client: client, name: name))
    }

    /// The display that an open is meant for, where it is known.
    func display(of request: borrowing OpenRequest, _ client: ClientID) -> String? {
        let source = source(of: request, client).map { sources[at: $0].display }
        return try? resolve(request.place, of: client, source: source).get()
    }

    /// What its anchor says that it points at, where it has one.
    func anchorRect(of request: borrowing OpenRequest, _ client: ClientID) -> Rect? {
        guard let anchor = request.anchor else { return nil }
        return anchor.offset(by: origin(of: request.place.surface, client))
    }

    /// A request that names two displays: nothing there would be what the arrow points at. An
    /// anchor says where it points, whatever its source is.
    func contradiction(
        in request: borrowing OpenRequest, of client: ClientID, source: Int?
    ) -> RequestError? {
        // Most name none.
        if request.place.display == nil && request.place.surface == nil { return nil }
        let surface = request.place.surface.flatMap {
            surfaces[RegionKey(client: client, name: $0)]
        }
        let member = request.place.display == nil ? "surface" : "display"
        // What is not known at all is for another refusal.
        guard let display = request.place.display ?? surface?.display, displays.contains(display)
        else { return nil }
        if request.anchor == nil, let source, sources[at: source].display != display {
            let source = sources[at: source]
            let message = "the source \(source.key.name) is on \(source.display)"
            return .badParameter(member: member, message: message)
        }
        if let surface, surface.display != display {
            let message = "the surface \(surface.key.name) is on \(surface.display)"
            return .badParameter(member: member, message: message)
        }
        return nil
    }

    /// The refusal where its surface or source is not on this display any more. With an anchor,
    /// the source counts only where it has chosen the display.
    func gone(_ wish: WaitingOpen, from display: String) -> RequestError? {
        let request = wish.request
        if let surface = request.place.surface,
            surfaces[RegionKey(client: wish.client, name: surface)]?.display != display
        {
            return .unregistered("surface", surface)
        }
        guard let name = request.source else { return nil }
        guard let source = sources[RegionKey(client: wish.client, name: name)] else {
            return request.anchor == nil ? .unregistered("source", name) : nil
        }
        let isChosen = request.place.display == nil && request.place.surface == nil
        guard request.anchor == nil || isChosen, source.display != display else { return nil }
        return .unregistered("source", name)
    }

    /// The refusal of what lies under the display's view, if there is one.
    func hidden(_ wish: WaitingOpen, on display: Display) -> RequestError? {
        guard let view = display.view.flatMap({ views[$0] }), !isRevealed(wish, from: view) else {
            return nil
        }
        return modalActive(view.owner, wish.client)
    }

    /// Whether its source lies wholly in the view's frame or, where it gave none, belongs to the
    /// view's client.
    private func isRevealed(_ wish: WaitingOpen, from view: View) -> Bool {
        guard let frame = view.frame else { return view.owner == wish.client }
        guard let place = anchorRect(of: wish) else { return false }
        return frame.contains(place)
    }

    func anchorRect(of wish: borrowing WaitingOpen) -> Rect? {
        anchorRect(of: wish.request, wish.client)
            ?? source(of: wish.request, wish.client).map { sources[at: $0].rect }
    }
}
