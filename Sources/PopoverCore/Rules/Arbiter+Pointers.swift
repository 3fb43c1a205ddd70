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
            case .success(let display): press(report, on: display, client)
            }
        case .move:
            follow(step, client)
        case .cancel:
            clients.update(client) { $0.presses[step.pointer] = nil }
        case .up:
            follow(step, client)
            let press = clients[client]?.presses[step.pointer]
            clients.update(client) { $0.presses[step.pointer] = nil }
            if let press, isTap(press, releasedAt: step, client) {
                return take(
                    press.point, at: press.time, on: press.display,
                    wasSwallowed: press.wasSwallowed, client, id)
            }
        }
        answer(client, id, .judged(TapJudgement(verdict: .none, deliver: true)))
    }

    /// A second press of the same finger forgets the first.
    private mutating func press(
        _ report: PointerReport, on display: Display, _ client: ClientID
    ) {
        let step = report.report
        let point = absolute(step, client)
        let time = min(step.time ?? now, now)
        let press = Press(
            display: display.name, point: point, time: time,
            isPrimary: report.button == .primary, shape: visibleShape(at: time, on: display),
            wasSwallowed: step.wasSwallowed)
        clients.update(client) {
            if $0.presses[step.pointer] == nil && $0.presses.count >= Press.limit { return }
            $0.presses[step.pointer] = press
        }
    }

    private mutating func follow(_ step: TapReport, _ client: ClientID) {
        guard var press = clients[client]?.presses[step.pointer] else { return }
        let distance = press.point.distance(to: absolute(step, client))
        press.hasStrayed = press.hasStrayed || distance > settings.timing.tapSlop
        press.wasSwallowed = press.wasSwallowed || step.wasSwallowed
        clients.update(client) { $0.presses[step.pointer] = press }
    }

    private func isTap(_ press: Press, releasedAt step: TapReport, _ client: ClientID) -> Bool {
        let released = min(step.time ?? now, now)
        let point = absolute(step, client)
        let wasInside = press.shape.contains { $0.contains(press.point) }
        return press.isPrimary && !press.hasStrayed
            && released - press.time <= settings.timing.tap
            && press.shape.contains { $0.contains(point) } == wasInside
    }

    private func absolute(_ step: TapReport, _ client: ClientID) -> Point {
        let origin = origin(of: step.place.surface, client)
        return Point(x: step.point.x + origin.x, y: step.point.y + origin.y)
    }

    /// The shape of the popover that was there at that time; empty where none was.
    private func visibleShape(at time: Instant, on display: Display) -> [Rect] {
        guard let popover = display.popover.flatMap({ popovers[$0] }), popover.grantedAt <= time
        else { return [] }
        return shape(of: popover)
    }
}
