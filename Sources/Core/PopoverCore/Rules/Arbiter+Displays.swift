// SPDX-License-Identifier: MIT

import PopoverModel

/// Displays: adding, changing, removing and clearing them.
extension Arbiter {
    mutating func configure(_ settings: Settings) {
        let compactWidth = self.settings.appearance.compactWidth
        self.settings = settings
        self.settings.appearance = settings.appearance.adapted(to: nil)
        for specification in settings.displays { describe(specification) }
        if settings.appearance.compactWidth != compactWidth {
            for name in displays.names { reposition(on: name, isAnimated: true) }
        }
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
        if let misfit = specification.misfit { return fail(client, id, misfit) }
        answer(client, id, .done)
        // Clients send back the description that they got, and that is adapted to the person.
        let known = displays.value(of: specification.name) { ($0.described, $0.person) }
        describe(known.map { specification.without($1, over: $0) } ?? specification)
    }

    mutating func updateDisplay(
        _ name: String, _ changes: DisplayChanges, _ client: ClientID, _ id: RequestID?
    ) {
        guard maySetDisplays(client, id) else { return }
        guard let described = displays.value(of: name, { $0.described }) else {
            return fail(client, id, unknownDisplay(name))
        }
        let specification = described.changed(by: changes)
        if let misfit = specification.misfit { return fail(client, id, misfit) }
        answer(client, id, .done)
        describe(specification)
    }

    mutating func removeDisplay(_ name: String, _ client: ClientID, _ id: RequestID?) {
        guard maySetDisplays(client, id) else { return }
        guard let display = displays[name] else { return fail(client, id, unknownDisplay(name)) }
        answer(client, id, .done)
        decideTaps { $0.display === name }
        clear(
            name,
            Clearing(
                opens: .refused(.superseded), alerts: .refused(.noRenderer),
                close: .displayChanged, disposition: .save))
        // Without alerts, a paused close resumes.
        presentAlerts(on: name)
        forgetIdleness(on: name)
        removeShield(of: name)
        displays.remove(name)
        forgetPresses(on: name)
        forgetGestures(on: name)
        removeRegions(on: name)
        keepName(of: name)
        let description = DisplayDescription(specification: display.specification)
        notifyEveryone(.displayChanged(description, isRemoved: true))
        publishChange(description, isRemoved: true)
    }

    private mutating func maySetDisplays(_ client: ClientID, _ id: RequestID?) -> Bool {
        if has(.shell, client) || has(.input, client) { return true }
        fail(client, id, .notPermitted(needs: Role.shell.rawValue))
        return false
    }

    /// Adds or changes a display; does nothing when the specification is unchanged.
    private mutating func describe(_ specification: DisplaySpecification) {
        let name = specification.name
        guard displays[name] == nil else {
            return change(name) { [now] in $0.describe(specification, at: now) }
        }
        var display = Display(specification, isLocked: session.isLocked, at: now)
        // A display that is added again may still have a closing popover.
        display.popover = popovers.last { $0.display === name }?.id
        display.idleness.watches = idleWatches
        displays.set(display)
        nameSession(of: name)
        gatherAudience(of: name)
        changed(name)
    }

    /// Changes the description of a display, or what its person needs.
    private mutating func change(_ name: String, _ change: (inout Display) -> Void) {
        let before = displays[name].map { description(of: $0) }
        displays.update(name, change)
        guard let after = displays[name].map({ description(of: $0) }), after != before else {
            return
        }
        // Rotating a display moves the ground under a resting finger.
        if before?.specification.size != after.specification.size { forgetPresses(on: name) }
        var woken = after
        woken.specification.isBlank = before?.specification.isBlank
        if woken == before { tell(after) } else { changed(name) }
    }

    private mutating func tell(_ description: DisplayDescription) {
        notifyEveryone(.displayChanged(description))
        publishChange(description, isRemoved: nil)
    }

    private mutating func changed(_ name: String) {
        guard let description = displays[name].map({ description(of: $0) }) else { return }
        notifyEveryone(.displayChanged(description))
        publishChange(description, isRemoved: nil)
        presentAgain(on: name)
        adapt(on: name)
        endHintsBeside(description.specification)
        movePanels(on: name)
        touch(name)
    }

    // MARK: Personal settings

    /// Replaces what the person of a session needs (A5); on all displays, if none is named.
    mutating func setSession(
        _ display: String?, _ person: PersonalSettings, _ client: ClientID, _ id: RequestID?
    ) {
        if let display, displays[display] == nil {
            return fail(client, id, unknownDisplay(display))
        }
        answer(client, id, .done)
        for name in display.map({ [$0] }) ?? displays.names {
            noteActivity(on: name)
            change(name) { $0.adapt(to: person) }
        }
    }

    /// The next person gets the display as it was described, and everybody hears of the new session.
    mutating func renewDisplay(_ name: String) {
        displays.update(name) { $0.adapt(to: PersonalSettings()) }
        changed(name)
    }

    private mutating func publishChange(_ description: DisplayDescription, isRemoved: Bool?) {
        var changed = Fact()
        changed.display = description.specification.name
        changed.specification = Shared(description.specification)
        changed.session = description.session
        changed.personal = description.personal.map { Shared($0) }
        changed.isRemoved = isRemoved
        publish(.displayChanged, changed)
    }

    func appearance(on name: String) -> Appearance {
        settings.appearance.adapted(to: displays.value(of: name) { $0.specification })
    }

    /// Repositions the popover of a changed display, or closes it where it cannot stay.
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
            reposition(on: name, isAnimated: true)
        }
    }

    // MARK: Clearing

    /// The reasons and refusals used when a display is cleared.
    struct Clearing {
        let opens: RequestError
        let alerts: RequestError?
        /// Alerts of this severity and above stay.
        var sparedAlerts: Severity?
        let close: CloseReason
        let disposition: Disposition
        var cause = Popover.Cause.nobody
        /// The session ends.
        var isFinal = false
    }

    mutating func startClosing(_ popover: PopoverID, _ clearing: Clearing) {
        startClosing(
            popover, because: clearing.close, clearing.disposition, cause: clearing.cause,
            isFinal: clearing.isFinal)
    }

    mutating func startClosing(_ panel: PanelID, _ clearing: Clearing) {
        startClosing(
            panel, because: clearing.close, clearing.disposition, cause: clearing.cause,
            isFinal: clearing.isFinal)
    }

    /// Refuses a display's waiting requests and alerts, closes its popover and panels, ends views.
    mutating func clear(_ name: String, _ clearing: Clearing) {
        refuseQuestions(on: name, clearing.opens)
        endHint(on: name, because: clearing.close)
        refuseWaiting(on: name, clearing.opens)
        for id in displays[name]?.alerts ?? [] {
            guard let alert = alerts[id], let failure = clearing.alerts else { continue }
            if let spared = clearing.sparedAlerts, alert.severity >= spared { continue }
            withdraw(
                id, reason: clearing.close.rawValue, failure: failure)
        }
        // Before the views: a popover opened from one closes for this reason, not a lost source.
        if let popover = displays[name]?.popover {
            startClosing(popover, clearing)
        }
        for (id, view) in zip(views.ids, views) where view.display === name {
            notify(view.owner, .viewClosed(id, clearing.close))
            endView(id)
        }
        for (id, panel) in zip(panels.ids, panels) where panel.display === name {
            startClosing(id, clearing)
        }
        touch(name)
    }

    /// Refuses the opens on a display that wait for verdicts.
    private mutating func refuseQuestions(on name: String, _ failure: RequestError) {
        for (question, asked) in zip(questions.ids, questions) {
            guard case .open(let request, let client, let id, _, _) = asked.pending else {
                continue
            }
            guard display(of: request, client) === name else { continue }
            drop(question)
            refuse(request, client, id, failure, display: name)
        }
    }
}

extension Rect {
    /// Whether the rectangles share at least a point.
    func touches(_ other: Rect) -> Bool {
        other.minX <= maxX && other.maxX >= minX && other.minY <= maxY && other.maxY >= minY
    }
}
