// SPDX-License-Identifier: MIT

import PopoverModel

/// Displays: their coming, changing and going, and what becomes of what is on them.
extension Arbiter {
    mutating func configure(_ settings: Settings) {
        self.settings = settings
        self.settings.appearance = settings.appearance.adapted(to: nil)
        for specification in settings.displays { describe(specification) }
        reviewRoles()
        armExpiry()
        if isConfigured {
            var reloaded = Fact()
            if !settings.changedOptions.isEmpty { reloaded.options = settings.changedOptions }
            publish(.configReloaded, reloaded)
        }
        isConfigured = true
    }

    mutating func setDisplay(
        _ specification: DisplaySpecification, _ client: ClientID, _ id: RequestID?
    ) {
        guard maySetDisplays(client, id) else { return }
        if displays[specification.name] == nil
            && displays.names.count >= settings.limits.displays
        {
            return fail(client, id, overLimit(.displays))
        }
        answer(client, id, .done)
        describe(specification)
    }

    mutating func removeDisplay(_ name: String, _ client: ClientID, _ id: RequestID?) {
        guard maySetDisplays(client, id) else { return }
        guard let display = displays[name] else { return fail(client, id, unknownDisplay(name)) }
        answer(client, id, .done)
        decideTaps { $0.display == name }
        clear(
            name,
            Clearing(
                opens: .refused(.superseded), alerts: .refused(.noRenderer),
                close: .displayChanged, disposition: .save))
        // With the alerts gone, the deadline of a close under way goes on.
        presentAlerts(on: name)
        forgetIdleness(on: name)
        displays.remove(name)
        forgetPresses(on: name)
        surfaces.removeDisplay(name)
        sources.removeDisplay(name)
        for occluder in occluders.onDisplay(name) { occluderTimes[occluder.key] = nil }
        occluders.removeDisplay(name)
        // One that comes back begins without a shield.
        if display.shield.isOn { notifyEveryone(Shield().notification(of: name)) }
        notifyEveryone(.displayRemoved(display.specification))
        publishChange(display.specification, isRemoved: true)
    }

    private mutating func maySetDisplays(_ client: ClientID, _ id: RequestID?) -> Bool {
        if has(.shell, client) || has(.input, client) { return true }
        fail(client, id, .notPermitted(needs: Role.shell.rawValue))
        return false
    }

    /// Takes a display as it is now; nothing happens when that is known.
    private mutating func describe(_ specification: DisplaySpecification) {
        let name = specification.name
        let known = displays[name]
        guard known?.specification != specification else { return }
        if known == nil {
            var display = Display(specification, isLocked: isLocked, at: now)
            // One that comes back may still hold a popover that is being closed.
            display.popover = popovers.values.last { $0.display == name }?.id
            display.idleness.watches = idleWatches
            displays.set(display)
        } else {
            displays.update(name) { $0.specification = specification }
            // A finger that rests while a display turns is somewhere else than it was.
            if known?.specification.size != specification.size { forgetPresses(on: name) }
        }
        notifyEveryone(.displayChanged(specification))
        publishChange(specification, isRemoved: nil)
        if let known { presentAnew(on: name, unlessIn: alertFrame(on: known)) }
        adapt(on: name)
        touch(name)
    }

    private mutating func publishChange(_ specification: DisplaySpecification, isRemoved: Bool?) {
        var changed = Fact()
        changed.display = specification.name
        changed.specification = specification
        changed.isRemoved = isRemoved
        publish(.displayChanged, changed)
    }

    /// What popovers look like on a display.
    func appearance(on name: String) -> Appearance {
        settings.appearance.adapted(to: displays.value(of: name) { $0.specification })
    }

    /// Places its popover anew, or closes it where it cannot stay.
    private mutating func adapt(on name: String) {
        guard let display = displays[name], let id = display.popover,
            let popover = popovers[id]
        else { return }
        let specification = display.specification
        let isOff = anchorRect(of: popover).map { !specification.frame.touches($0) } ?? false
        let isTurned = popover.behavior.isPortraitOnly && specification.isLandscape
        if isOff || isTurned || !specification.supportsPopovers {
            startClosing(id, because: .displayChanged)
        } else {
            placeAnew(on: name, isAnimated: true)
        }
    }

    // MARK: Clearing

    /// What is said to everyone when a display is cleared.
    struct Clearing {
        let opens: RequestError
        let alerts: RequestError?
        /// Alerts of this severity and above stay.
        var sparedAlerts: Severity?
        let close: CloseReason
        let disposition: Disposition
        var cause = Popover.Cause.nobody
        /// A session ends with it.
        var isFinal = false
    }

    mutating func startClosing(_ popover: PopoverID, _ clearing: Clearing) {
        startClosing(
            popover, because: clearing.close, clearing.disposition, cause: clearing.cause,
            isFinal: clearing.isFinal)
    }

    /// Ends everything on a display: who waits and every alert is refused, the popover is asked to
    /// close, views and panels go.
    mutating func clear(_ name: String, _ clearing: Clearing) {
        refuseQuestions(on: name, clearing.opens)
        dropWaitingOpen(on: name, clearing.opens)
        dropWaitingView(on: name, clearing.opens)
        for id in displays[name]?.alerts ?? [] {
            guard let alert = alerts[id], let failure = clearing.alerts else { continue }
            if let spared = clearing.sparedAlerts, alert.severity >= spared { continue }
            withdraw(
                id, reason: clearing.close.rawValue, failure: failure)
        }
        // Before the view that may have revealed it: this is the cause.
        if let popover = displays[name]?.popover {
            startClosing(popover, clearing)
        }
        for (id, view) in zip(views.ids, views.values) where view.display == name {
            notify(view.owner, .viewClosed(id, clearing.close))
            endView(id)
        }
        for (id, panel) in zip(panels.ids, panels.values) where panel.display == name {
            panels.remove(id)
            notify(panel.owner, .panelClosed(id, clearing.close))
        }
        touch(name)
    }

    /// Refuses the opens on this display that wait for plugins' verdicts.
    private mutating func refuseQuestions(on name: String, _ failure: RequestError) {
        for (question, asked) in zip(questions.ids, questions.values) {
            guard case .open(let request, let client, let id, _, _) = asked.pending else {
                continue
            }
            guard display(of: request, client) == name else { continue }
            drop(question)
            refuse(request, client, id, failure, display: name)
        }
    }

    // MARK: The shield

    /// Tells every client whether the views under a popover are interactive now (G4), on change.
    mutating func updateShield(of name: String) {
        guard let place = displays.index(of: name) else { return }
        var shield = Shield()
        if displays.all[place].presented != nil {
            shield = Shield(isOn: true, except: [alertFrame(on: displays.all[place])])
        } else if let index = displays.all[place].popover.flatMap({ popovers.index(of: $0) }) {
            let shapes = outline(at: index)
            // A tap in an occluder is passed on, so that its views stay interactive too.
            shield.isOn = true
            shield.except = [shapes.presentation.frame]
            for rect in shapes.passthrough { shield.except.append(rect.offset(by: shapes.origin)) }
            for region in occluders.onDisplay(name) { shield.except.append(region.rect) }
        }
        guard shield != displays.all[place].shield else { return }
        displays.update(name) { $0.shield = shield }
        notifyEveryone(shield.notification(of: name))
    }
}

extension Rect {
    /// Whether some of the other lies in it, be it a single point.
    func touches(_ other: Rect) -> Bool {
        other.minX <= maxX && other.maxX >= minX && other.minY <= maxY && other.maxY >= minY
    }
}
