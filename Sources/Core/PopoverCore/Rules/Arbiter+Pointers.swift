// SPDX-License-Identifier: MIT

import PopoverModel

/// Pointers: recognizes taps in the raw steps of fingers, mice and pens, each tracked separately.
extension Arbiter {
    mutating func pointer(_ report: PointerReport, _ client: ClientID, _ id: RequestID?) {
        let step = report.report
        switch report.phase {
        case .down:
            switch resolve(step.place, of: client, source: nil) {
            case .failure(let failure): return fail(client, id, failure)
            case .success(let name):
                guard let display = displays[name] else { break }
                press(report, on: display, client)
                noteInput(on: name, isResting: true)
            }
        case .move:
            follow(step, client)
            let press = clients.value(of: client) { $0.press(of: step.pointer) } ?? nil
            noteInput(step, press, client)
        case .cancel:
            fingerLifted(step, client)
            forgetPress(of: step.pointer, client)
            noteInput(step, nil, client)
        case .up:
            fingerLifted(step, client)
            follow(step, client)
            let press = clients[client]?.press(of: step.pointer)
            forgetPress(of: step.pointer, client)
            if let press, isTap(press, releasedAt: step, client) {
                return judgeTap(
                    press.point, at: press.time, on: press.display,
                    wasSwallowed: press.wasSwallowed, latest: press.latest, client, id)
            }
            noteInput(step, nil, client)
        }
        answer(client, id, .judged(TapJudgement(verdict: .none, deliver: true)))
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
        guard plugins.areWatchingIdleness else { return }
        if let press { return noteInput(on: press.display, isResting: true) }
        guard case .success(let display) = resolve(step.place, of: client, source: nil) else {
            return
        }
        noteInput(on: display)
    }

    private mutating func press(
        _ report: PointerReport, on display: Display, _ client: ClientID
    ) {
        let step = report.report
        let point = absolute(step, client)
        let time = min(step.time ?? now, now)
        guard !isOfEndedSession(time, on: display.name) else { return }
        let press = Press(
            finger: step.pointer, surface: step.place.surface, display: display.name,
            point: point, time: time, isPrimary: report.button == .primary,
            latest: identifiers.popovers.last, shape: visibleShape(at: time, on: display),
            wasSwallowed: step.wasSwallowed)
        clients.update(client) { $0.follow(press) }
    }

    private mutating func follow(_ step: TapReport, _ client: ClientID) {
        guard var press = clients[client]?.press(of: step.pointer) else { return }
        let distance = press.point.distance(to: absolute(step, client))
        press.hasStrayed =
            press.hasStrayed || distance > settings.timing.tapSlop
            || isElsewhere(step.place, than: press, client)
        press.wasSwallowed = press.wasSwallowed || step.wasSwallowed
        clients.update(client) { $0.follow(press) }
    }

    /// Whether a step names another display than its press; one without a display continues it.
    private func isElsewhere(_ place: Place, than press: Press, _ client: ClientID) -> Bool {
        let surface = place.surface.flatMap {
            regions.surfaces[RegionKey(client: client, name: $0)]
        }
        guard let display = place.display ?? surface?.display else { return false }
        return display != press.display
    }

    private mutating func forgetPress(of finger: Int64, _ client: ClientID) {
        clients.update(client) { $0.presses.removeAll { $0.finger == finger } }
    }

    /// Forgets the presses in a surface that is removed.
    mutating func forgetPresses(of client: ClientID, in surface: String) {
        clients.update(client) { $0.presses.removeAll { $0.surface == surface } }
    }

    /// Forgets the presses on a display that is removed or rotated.
    mutating func forgetPresses(on display: String) {
        for client in clients.ids {
            clients.update(client) { $0.presses.removeAll { $0.display == display } }
        }
    }

    /// Compares both ends with the shape at the press, so that a popover may move below a finger.
    private func isTap(_ press: Press, releasedAt step: TapReport, _ client: ClientID) -> Bool {
        let released = min(step.time ?? now, now)
        let point = absolute(step, client)
        let wasInside = press.shape.contains { $0.contains(press.point) }
        return press.isPrimary && !press.hasStrayed
            && released - press.time <= settings.timing.tap
            && press.shape.contains { $0.contains(point) } == wasInside
    }

    /// The point of a step on its display. Fingers are tracked there: a moving surface does not
    /// move a resting finger, and a finger that drags its surface has moved.
    private func absolute(_ step: TapReport, _ client: ClientID) -> Point {
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
