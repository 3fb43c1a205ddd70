// SPDX-License-Identifier: MIT

import PopoverModel

/// Pointers: recognizes taps in the raw steps of fingers, mice and pens, each tracked separately.
extension Arbiter {
    mutating func pointer(_ report: PointerReport, _ client: ClientID, _ id: RequestID?) {
        let step = report.report
        if let failure = wrongUnit(of: step.time) {
            if report.phase != .move { forgetPress(of: step.pointer, client) }
            return fail(client, id, failure)
        }
        let found = locate(step.place, of: client)
        if case .failure(let failure) = found, isRefused(report) {
            if report.phase != .move { forgetPress(of: step.pointer, client) }
            return fail(client, id, failure)
        }
        let known = report.phase.continues ? clients[client]?.press(of: step.pointer) : nil
        var delivers = known?.delivers ?? true
        if known == nil, case .success(let name) = found {
            delivers = self.delivers(step, on: name, client)
        }
        switch report.phase {
        case .down:
            guard case .success(let name) = found, let display = displays[name] else { break }
            press(report, on: display, delivers: delivers, client)
            noteInput(on: name, isResting: true)
        case .move: noteInput(step, follow(step, client), client)
        case .wheel: noteInput(step, nil, client)
        case .cancel:
            fingerLifted(step, client)
            forgetPress(of: step.pointer, client)
            noteInput(step, nil, client)
        case .up:
            fingerLifted(step, client)
            let press = follow(step, client)
            forgetPress(of: step.pointer, client)
            if let press, isTap(press, releasedAt: step, client) {
                return judgeTap(
                    press.point, at: press.time, on: press.display,
                    wasSwallowed: press.wasSwallowed, latest: press.latest, client, id)
            }
            if let press, let swipe = swipe(press, releasedAt: step, client) {
                return judgeTap(
                    press.point, at: press.time, on: press.display,
                    wasSwallowed: press.wasSwallowed, latest: press.latest, swipe: swipe,
                    client, id)
            }
            noteInput(step, nil, client)
        }
        answer(client, id, .judged(TapJudgement(verdict: .none, deliver: delivers)))
    }

    /// Whether a step needs its place: one that continues a press without a name does not.
    private func isRefused(_ report: PointerReport) -> Bool {
        !report.phase.continues || report.report.place.display != nil
            || report.report.place.surface != nil
    }

    /// Whether a client is to act on a step that makes no tap: not outside of what is visible (G4).
    private func delivers(_ step: TapReport, on display: String, _ client: ClientID) -> Bool {
        let time = min(step.time ?? now, now)
        guard !isOfEndedSession(time, on: display) else { return false }
        let tap = Tap(
            display: display, point: absolute(step, client), time: time, arrived: now,
            latest: identifiers.popovers.last, number: 0)
        return switch place(of: tap) {
        case .decisive(let outcome): delivers(outcome, to: client)
        case .outside: false
        case nil: true
        }
    }

    private mutating func fingerLifted(_ step: TapReport, _ client: ClientID) {
        if hints.isEmpty { return }
        let pressed = clients[client]?.press(of: step.pointer)?.display
        guard let display = pressed ?? (try? resolve(step.place, of: client, source: nil).get())
        else { return }
        fingerLifted(on: display, at: min(step.time ?? now, now), client)
    }

    /// Records the input of a step. It rests while its finger is down.
    private mutating func noteInput(_ step: TapReport, _ press: Press?, _ client: ClientID) {
        if let press { return noteInput(on: press.display, isResting: true) }
        guard case .success(let display) = resolve(step.place, of: client, source: nil) else {
            return
        }
        noteInput(on: display)
    }

    private mutating func press(
        _ report: PointerReport, on display: Display, delivers: Bool, _ client: ClientID
    ) {
        let step = report.report
        let point = absolute(step, client)
        let time = min(step.time ?? now, now)
        guard !isOfEndedSession(time, on: display.name) else { return }
        let press = Press(
            finger: step.pointer, surface: step.place.surface, display: display.name,
            point: point, time: time, isPrimary: report.button == .primary,
            maySwipe: report.kind != .mouse,
            latest: identifiers.popovers.last, shape: visibleShape(at: time, on: display),
            delivers: delivers, wasSwallowed: step.wasSwallowed)
        clients.update(client) { $0.follow(press) }
    }

    /// Moves the press of a step, and returns it.
    private mutating func follow(_ step: TapReport, _ client: ClientID) -> Press? {
        guard var press = clients[client]?.press(of: step.pointer) else { return nil }
        let slop = displays.value(of: press.display) { $0.specification.tapSlop } ?? nil
        let distance = press.point.distance(to: absolute(step, client))
        press.hasStrayed =
            press.hasStrayed || distance > slop ?? settings.timing.tapSlop
            || isElsewhere(step.place, than: press, client)
        press.wasSwallowed = press.wasSwallowed || step.wasSwallowed
        clients.update(client) { $0.follow(press) }
        return press
    }

    /// Whether a step names another display than its press; one without a display continues it.
    func isElsewhere(_ place: Place, than press: Press, _ client: ClientID) -> Bool {
        let surface = place.surface.flatMap {
            regions.surfaces[RegionKey(client: client, name: $0)]
        }
        guard let display = place.display ?? surface?.display else { return false }
        return display !== press.display
    }

    private mutating func forgetPress(of finger: Int64, _ client: ClientID) {
        clients.update(client) { $0.presses.removeAll { $0.finger == finger } }
    }

    /// Forgets the presses in a surface that is removed.
    mutating func forgetPresses(of client: ClientID, in surface: String) {
        clients.update(client) { $0.presses.removeAll { $0.surface === surface } }
    }

    /// Forgets the presses on a display that is removed or rotated.
    mutating func forgetPresses(on display: String) {
        for client in clients.ids {
            clients.update(client) { $0.presses.removeAll { $0.display === display } }
        }
    }

    /// Compares both ends with the shape at the press, so that a popover may move below a finger.
    private func isTap(_ press: Press, releasedAt step: TapReport, _ client: ClientID) -> Bool {
        let released = min(step.time ?? now, now)
        let point = absolute(step, client)
        let wasInside = press.shape.contains { $0.contains(press.point) }
        return press.isPrimary && !press.hasStrayed
            && isTap(lasting: released - press.time, on: press.display)
            && press.shape.contains { $0.contains(point) } == wasInside
    }

    /// Whether a press was neither too long nor, for a person with a slow hand, too short (A8).
    private func isTap(lasting time: Interval, on display: String) -> Bool {
        let known = displays.value(of: display) {
            (longest: $0.specification.tapTime, shortest: $0.specification.slowPress)
        }
        if let shortest = known?.shortest, shortest.microseconds > 0 { return time >= shortest }
        return time <= known?.longest ?? settings.timing.tap
    }

    /// The point of a step on its display. Fingers are tracked there: a moving surface does not
    /// move a resting finger, and a finger that drags its surface has moved.
    func absolute(_ step: TapReport, _ client: ClientID) -> Point {
        let origin = regions.origin(of: step.place.surface, client)
        return Point(x: step.point.x + origin.x, y: step.point.y + origin.y)
    }

    /// The shape of the popover that was visible at a time; empty without one.
    private func visibleShape(at time: Instant, on display: Display) -> [Rect] {
        guard let popover = display.popover.flatMap({ popovers[$0] }), popover.grantedAt <= time
        else { return [] }
        return pastShape(of: popover.outline, popover.pastShapes, at: time).rects
    }
}

extension PointerReport.Phase {
    /// Whether it continues a press.
    fileprivate var continues: Bool {
        switch self {
        case .down, .wheel: false
        case .move, .up, .cancel: true
        }
    }
}
