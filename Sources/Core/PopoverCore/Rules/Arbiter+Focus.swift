// SPDX-License-Identifier: MIT

import PopoverModel

/// The focus: of each display one client has the keyboard, the one on top (A1).
extension Arbiter {
    /// Tells who has the keyboard of a display now, if anybody wants to know.
    mutating func updateFocus(of name: String) {
        guard !clients.focusable.isEmpty, let index = displays.index(of: name) else { return }
        let holder = focusHolder(at: index)
        let told = displays[index].focus.told
        guard holder != told else { return }
        displays[index].focus.told = holder
        if let told, told.client != holder?.client {
            notifyOfFocus(told.client, .focusLeave(display: name))
        }
        if let holder, holder.client != told?.client || holder.target != told?.target {
            let hasRing = displays[index].focus.ring != nil
            notifyOfFocus(
                holder.client, .focusEnter(display: name, holder.target, hasRing: hasRing))
        }
        let focus = focus(of: name)
        publish(.focusChanged) {
            $0.display = name
            $0.client = focus.client
            $0.app = focus.app
            $0.focus = Shared(focus)
        }
    }

    private mutating func notifyOfFocus(_ client: ClientID, _ notification: Notification) {
        if wantsFocus(client) { notify(client, notification) }
    }

    func wantsFocus(_ client: ClientID) -> Bool {
        clients.value(of: client) { $0.wantsFocus } ?? false
    }

    // MARK: Who has it

    /// The client with the keyboard; nil if no client has it, as before an alert has a renderer.
    func focusHolder(at index: Int) -> FocusHolder? {
        if isCovered(at: index) {
            guard var holder = holderOnTop(at: index) else { return nil }
            holder.isForeign = displays[index].focus.beneath?.client != holder.client
            return holder
        }
        if let ring = displays[index].focus.ring,
            regions.sources.index(of: ring.source) != nil
        {
            return FocusHolder(
                client: ring.source.client, target: FocusTarget(source: ring.source.name),
                ring: ring.rect)
        }
        guard let beneath = displays[index].focus.beneath else { return nil }
        let source = beneath.source.flatMap { name in
            let key = RegionKey(client: beneath.client, name: name)
            return regions.sources.index(of: key) == nil ? nil : name
        }
        return FocusHolder(client: beneath.client, target: FocusTarget(source: source))
    }

    /// Whether there is something above what clients always show.
    func isCovered(at index: Int) -> Bool {
        displays[index].presented != nil || displays[index].popover != nil
            || displays[index].view != nil
    }

    /// The client whose alert, popover or view is on top.
    func holderOnTop(at index: Int) -> FocusHolder? {
        if let alert = displays[index].presented {
            return alerts.value(of: alert, { $0.showing?.renderer }).flatMap { $0 }.map {
                FocusHolder(client: $0, target: FocusTarget(alert: alert))
            }
        }
        // Until it is gone: its owner may still have to show the last of it.
        if let popover = displays[index].popover {
            return popovers.value(of: popover) { $0.owner }.map {
                FocusHolder(client: $0, target: FocusTarget(popover: popover))
            }
        }
        guard let view = displays[index].view else { return nil }
        return views.value(of: view) { $0.owner }.map {
            FocusHolder(client: $0, target: FocusTarget(view: view))
        }
    }

    /// Whether any client follows the focus; otherwise the layers beneath are not tracked.
    func isFocusKnown(on display: borrowing Display) -> Bool {
        !clients.focusable.isEmpty || display.focus.ring != nil
    }

    /// The focus of a display, for those who move the keyboard there.
    func focus(of name: String) -> DisplayFocus {
        var focus = DisplayFocus()
        guard let index = displays.index(of: name), let holder = focusHolder(at: index),
            let client = clients[holder.client]
        else { return focus }
        focus.client = holder.client
        focus.app = client.app
        focus.pid = Int64(client.credentials.pid)
        focus.target = holder.target
        focus.hasRing = holder.ring != nil
        if let source = holder.target.source {
            let key = RegionKey(client: holder.client, name: source)
            focus.rect = regions.sources.value(of: key) { $0.rect }
        }
        focus.isForeign = holder.isForeign
        return focus
    }

    // MARK: What is beneath

    /// The client that people have touched is the one beneath from then on (A2). Their finger takes
    /// the ring away.
    mutating func focusFollows(
        _ tap: Tap, _ outcome: RecentTap.Outcome, reportedBy client: ClientID
    ) {
        // Nobody wants to know, as on most kiosks.
        if clients.focusable.isEmpty { return }
        guard let index = displays.index(of: tap.display) else { return }
        if displays[index].focus.ring != nil {
            displays[index].focus.ring = nil
            touch(tap.display)
        }
        guard let touched = clientTouched(by: tap, outcome, client), mayTouch(touched, client)
        else { return }
        // A tap on what is on top says nothing about what is beneath.
        if outcome.verdict == .inside { return }
        var beneath = FocusState.Beneath(client: touched)
        if let source = regions.sources.topmost(at: tap.point, on: tap.display),
            source.client == touched
        {
            beneath.source = source.name
        }
        bringBeneath(beneath, at: index)
    }

    /// The focus returns to what has revealed a popover, if people have asked for it: by a gesture,
    /// or as far as anybody knows.
    mutating func focusFollows(_ id: PopoverID) {
        guard let popover = popovers.index(of: id),
            let index = displays.index(of: popovers[popover].display),
            popovers[popover].gesture != nil || !displays[index].givesGestures
        else { return }
        bringBeneath(
            FocusState.Beneath(
                client: popovers[popover].owner, source: popovers[popover].source), at: index)
    }

    mutating func bringBeneath(_ beneath: FocusState.Beneath, at index: Int) {
        guard !clients.focusable.isEmpty, displays[index].focus.beneath != beneath else { return }
        displays[index].focus.beneath = beneath
        touch(displays[index].name)
    }

    /// A client is gone.
    mutating func loseFocus(_ client: ClientID, on name: String) {
        guard let index = displays.index(of: name) else { return }
        if displays[index].focus.beneath?.client == client { displays[index].focus.beneath = nil }
        if displays[index].focus.told?.client == client { touch(name) }
    }

    /// A source was set or removed.
    mutating func sourceChanged(_ key: RegionKey, on display: String) {
        guard let index = displays.index(of: display) else { return }
        // Mostly there is neither: every step of a scrolling list comes here.
        if displays[index].focus.ring == nil, displays[index].focus.beneath == nil { return }
        guard displays[index].focus.concerns(key) else { return }
        if let rect = regions.sources.value(of: key, { $0.rect }) {
            if displays[index].focus.ring?.source == key { displays[index].focus.ring?.rect = rect }
        }
        touch(display)
    }
}
