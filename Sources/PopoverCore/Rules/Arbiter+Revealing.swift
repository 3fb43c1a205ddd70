// SPDX-License-Identifier: MIT

import PopoverModel

/// What an open points at: where that is, and whether it is still there when its turn comes.
extension Arbiter {
    /// A request that names two displays: nothing there would be what the arrow points at. An
    /// anchor says where it points, whatever its source is.
    func contradiction(
        in request: OpenRequest, of client: ClientID, source: Region?
    ) -> Failure? {
        let source = request.anchor == nil ? source : nil
        let surface = request.place.surface.flatMap {
            surfaces[RegionKey(client: client, name: $0)]
        }
        let member = request.place.display == nil ? "surface" : "display"
        // What is not known at all is for another refusal.
        guard let display = request.place.display ?? surface?.display, displays.contains(display)
        else { return nil }
        if let source, source.display != display {
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
    func gone(_ wish: WaitingOpen, from display: String) -> Failure? {
        let request = wish.request
        if let surface = request.place.surface,
            surfaces[RegionKey(client: wish.client, name: surface)]?.display != display
        {
            return .unknownID(surface)
        }
        guard let name = request.source else { return nil }
        guard let source = sources[RegionKey(client: wish.client, name: name)] else {
            return request.anchor == nil ? .unknownID(name) : nil
        }
        let isChosen = request.place.display == nil && request.place.surface == nil
        guard request.anchor == nil || isChosen, source.display != display else { return nil }
        return .unknownID(name)
    }

    /// The refusal of what lies under the display's view, if there is one.
    func hidden(_ wish: WaitingOpen, on display: Display) -> Failure? {
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

    func anchorRect(of wish: WaitingOpen) -> Rect? {
        let request = wish.request
        if let anchor = request.anchor {
            return anchor.offset(by: origin(of: request.place.surface, wish.client))
        }
        guard let source = request.source else { return nil }
        return sources.value(of: RegionKey(client: wish.client, name: source)) { $0.rect }
    }
}
