// SPDX-License-Identifier: MIT

import PopoverModel

/// Recognising taps in the raw steps of fingers, mice and pens; each finger is its own.
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
            forgetPress(of: step.pointer, client)
            noteInput(step, nil, client)
        case .up:
            follow(step, client)
            let press = clients[client]?.press(of: step.pointer)
            forgetPress(of: step.pointer, client)
            if let press, isTap(press, releasedAt: step, client) {
                return take(
                    press.point, at: press.time, on: press.display,
                    wasSwallowed: press.wasSwallowed, latest: press.latest, client, id)
            }
            noteInput(step, nil, client)
        }
        answer(client, id, .judged(TapJudgement(verdict: .none, deliver: true)))
    }

    /// Somebody is there: where the step was, which rests while its finger is down.
    private mutating func noteInput(_ step: TapReport, _ press: Press?, _ client: ClientID) {
        guard isWatchingIdleness else { return }
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
        let press = Press(
            finger: step.pointer, surface: step.place.surface, display: display.name,
            point: point, time: time, isPrimary: report.button == .primary,
            latest: popoverNumbers.last, shape: visibleShape(at: time, on: display),
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

    /// Whether a step names another display than its press was on; one that names none goes on
    /// where the finger is.
    private func isElsewhere(_ place: Place, than press: Press, _ client: ClientID) -> Bool {
        let surface = place.surface.flatMap { surfaces[RegionKey(client: client, name: $0)] }
        guard let display = place.display ?? surface?.display else { return false }
        return display != press.display
    }

    private mutating func forgetPress(of finger: Int64, _ client: ClientID) {
        clients.update(client) { $0.presses.removeAll { $0.finger == finger } }
    }

    /// A surface that goes takes the presses in it along: people cannot mean what is gone.
    mutating func forgetPresses(of client: ClientID, in surface: String) {
        clients.update(client) { $0.presses.removeAll { $0.surface == surface } }
    }

    /// So does a display that goes or turns.
    mutating func forgetPresses(on display: String) {
        for client in clients.ids {
            clients.update(client) { $0.presses.removeAll { $0.display == display } }
        }
    }

    /// Both ends are held against the popover as it was at the press: a finger that rests crosses
    /// no edge when the popover moves.
    private func isTap(_ press: Press, releasedAt step: TapReport, _ client: ClientID) -> Bool {
        let released = min(step.time ?? now, now)
        let point = absolute(step, client)
        let wasInside = press.shape.contains { $0.contains(press.point) }
        return press.isPrimary && !press.hasStrayed
            && released - press.time <= settings.timing.tap
            && press.shape.contains { $0.contains(point) } == wasInside
    }

    /// Fingers are followed on the display: one that rests while its surface moves has not strayed,
    /// and one that takes its surface along has, wherever it seems to be in the surface.
    private func absolute(_ step: TapReport, _ client: ClientID) -> Point {
        let origin = origin(of: step.place.surface, client)
        return Point(x: step.point.x + origin.x, y: step.point.y + origin.y)
    }

    /// The shape of the popover that was there at that time; empty where none was.
    private func visibleShape(at time: Instant, on display: Display) -> [Rect] {
        guard let popover = display.popover.flatMap({ popovers[$0] }), popover.grantedAt <= time
        else { return [] }
        return pastShape(of: popover.outline, popover.pastShapes, at: time).rects
    }
}
