// SPDX-License-Identifier: MIT

import PopoverModel
import PopoverScreens
import PopoverWire

/// Presses, wheels and keys: the daemon is asked before a window gets them.
extension Stage {
    /// A seat's fingers and buttons; further ones are ignored.
    private static let mostPresses = 48
    /// Wheels' steps that wait for an answer; further ones are lost.
    private static let mostWheels = 16
    private static let mostKeys = 16
    /// Between reports that people type, in microseconds.
    private static let activityPause: Int64 = 1_000_000
    /// XKB_KEY_Escape and XKB_KEY_Return.
    private static let escape: UInt32 = 0xff1b
    private static let enter: UInt32 = 0xff0d

    // MARK: Presses

    mutating func press(_ presser: Presser, _ point: Point, _ time: UInt32) {
        if let index = presses[presser] {
            return presses.hold(.pressed(point, time: time), at: index)
        }
        guard presses.presses.count < Self.mostPresses, let tile = tile(at: point) else { return }
        var press = HeldPresses.Press(
            presser: presser, display: tile.display, origin: tile.place.origin, point: point,
            time: time, state: .passed, isReported: isSceneKnown)
        if let (_, _, place) = alertPlace, place.contains(point) { press.start = point }
        let menus = self.menus
        if let top = picture.window(at: point), menus.contains(top.window) {
            press = press.unreported(.passed)
        } else if !menus.isEmpty {
            // The press outside of a menu closes the menu, and nothing beneath it.
            for menu in menus.reversed() { orders.append(.dismiss(menu)) }
            press = press.unreported(.kept)
        } else if isSceneKnown, presser.tool == nil {
            press = press.unreported(isCovered(point) ? .kept : .passed)
        } else if isSceneKnown {
            press.state = .asked(request: nextRequest("press"))
        }
        presses.presses.append(press)
        report(.down, press, time)
        if press.state == .passed { deliver(press) }
    }

    private mutating func deliver(_ press: HeldPresses.Press) {
        guard press.start == nil else { return }
        lastPressed = picture.window(at: press.point)?.window ?? lastPressed
        orders.append(.press(press.presser, at: press.point, time: press.time))
    }

    mutating func step(_ step: HeldPresses.Step, _ presser: Presser) {
        guard let index = presses[presser] else { return }
        switch presses.presses[index].state {
        case .asked, .releasing: presses.hold(step, at: index)
        case .passed, .kept: follow(step, at: index)
        }
    }

    private mutating func follow(_ step: HeldPresses.Step, at index: Int) {
        let isPassed = presses.presses[index].state == .passed
        switch step {
        case .pressed: return
        case .moved(let point, let time):
            presses.presses[index].point = point
            let press = presses.presses[index]
            report(.move, press, time)
            if isPassed && press.start == nil {
                orders.append(.move(press.presser, to: point, time: time))
            }
        case .released(let time):
            if isPassed && presses.presses[index].isReported && isSceneKnown {
                presses.presses[index].state = .releasing(
                    request: nextRequest("release"), time: time)
                report(.up, presses.presses[index], time)
            } else {
                let press = presses.presses.remove(at: index)
                report(.up, press, time)
                if isPassed { release(press, time) }
            }
        case .canceled:
            let press = presses.presses.remove(at: index)
            report(.cancel, press, nil)
            if isPassed && press.start == nil { orders.append(.cancel(press.presser)) }
        }
    }

    private mutating func release(_ press: HeldPresses.Press, _ time: UInt32) {
        if let start = press.start {
            orders.append(.pressAlert(from: start, to: press.point))
        } else {
            orders.append(.release(press.presser, time: time))
        }
    }

    /// Handles the daemon's answer about a press; nil: an error.
    mutating func answer(_ request: String, _ result: JSONNode?) {
        let isDelivered = result?.member("deliver")?.bool ?? true
        if let held = wheels.first(where: { $0.request == request }) {
            wheels.removeAll { $0.request == request }
            if isDelivered { orders.append(.wheel(held.step, time: held.time)) }
            return
        }
        if let held = keys.first(where: { $0.request == request }) {
            keys.removeAll { $0.request == request }
            guard isDelivered else {
                if !held.isReleased { keptKeys.insert(held.code) }
                return
            }
            orders.append(.key(held.code, isDown: true, time: held.time))
            if held.isReleased { orders.append(.key(held.code, isDown: false, time: held.time)) }
            return
        }
        guard let index = presses.waiting(for: request) else { return }
        conclude(index, isDelivered: isDelivered)
    }

    private mutating func conclude(_ index: Int, isDelivered: Bool) {
        let press = presses.presses[index]
        switch press.state {
        case .asked:
            presses.presses[index].state = isDelivered ? .passed : .kept
            presses.presses[index].steps = []
            if isDelivered { deliver(press) }
        case .releasing(_, let time):
            presses.presses.remove(at: index)
            release(press, time)
        case .passed, .kept: return
        }
        for step in press.steps {
            if case .pressed(let point, let time) = step {
                self.press(press.presser, point, time)
            } else {
                self.step(step, press.presser)
            }
        }
    }

    /// Without the daemon, nobody decides: what waits for it is delivered.
    mutating func deliverHeldPresses() {
        for presser in presses.presses.map(\.presser) {
            if let index = presses[presser] { conclude(index, isDelivered: true) }
        }
        for held in wheels { orders.append(.wheel(held.step, time: held.time)) }
        for held in keys {
            orders.append(.key(held.code, isDown: true, time: held.time))
            if held.isReleased { orders.append(.key(held.code, isDown: false, time: held.time)) }
        }
        wheels = []
        keys = []
    }

    private mutating func report(
        _ phase: FingerReport.Phase, _ press: HeldPresses.Press, _ time: UInt32?
    ) {
        guard press.isReported, isSceneKnown, let tool = press.presser.tool else { return }
        var request: String?
        switch press.state {
        case .asked(let id), .releasing(let id, _): request = id
        case .passed, .kept: break
        }
        let report = FingerReport(
            phase, tool, pointer: press.presser.pointer, display: press.display,
            point: Point(x: press.point.x - press.origin.x, y: press.point.y - press.origin.y),
            time: FingerReport.time(ofServer: time, now: now), isSwallowed: press.state == .kept)
        orders.append(.send(report.line(id: request)))
    }

    private mutating func nextRequest(_ what: String) -> String {
        requests += 1
        let request = "\(what) \(requests)"
        expect(request, within: Self.answerTime)
        return request
    }

    /// The drop-down windows above a popover or an alert: people use them as a part of it.
    private var menus: [StageWindow.ID] {
        picture.windows.filter { shown in
            guard shown.level > .app,
                let window = windows.first(where: { $0.id == shown.window }), window.isMapped,
                case .popup = window.kind
            else { return false }
            // That of an app's window is the popover itself.
            return windows.contains { $0.id == window.parent && !isApp($0) }
        }.map(\.window)
    }

    // MARK: Mice

    mutating func point(_ point: Point, _ time: UInt32) {
        for press in presses.presses {
            if case .button = press.presser { step(.moved(point, time: time), press.presser) }
        }
        if presses.isDragging { return }
        orders.append(isCovered(point) ? .pointNowhere : .point(at: point, time: time))
    }

    /// Whether a shield keeps presses from windows there.
    private func isCovered(_ point: Point) -> Bool {
        guard let tile = tile(at: point) else { return true }
        return state.shields.covers(
            Point(x: point.x - tile.place.x, y: point.y - tile.place.y), on: tile.display)
    }

    mutating func wheel(_ step: WheelStep, _ point: Point, _ time: UInt32) {
        guard isSceneKnown, let tile = tile(at: point) else {
            return orders.append(.wheel(step, time: time))
        }
        guard wheels.count < Self.mostWheels else { return }
        let request = nextRequest("wheel")
        wheels.append(HeldWheel(request: request, step: step, time: time))
        orders.append(
            .send(
                requestLine("pointer", id: request) { params in
                    params.member("phase", "wheel")
                    params.member("kind", "mouse")
                    params.member("x", point.x - tile.place.x)
                    params.member("y", point.y - tile.place.y)
                    params.member("display", tile.display)
                }))
    }

    // MARK: Keys

    mutating func key(_ code: Int32, _ symbol: UInt32, _ isDown: Bool, _ time: UInt32) {
        if !isDown, let index = keys.firstIndex(where: { $0.code == code }) {
            keys[index].isReleased = true
            return
        }
        if !isDown, keptKeys.remove(code) != nil { return }
        let top = (scene.alerts.map(\.display) + scene.popovers.map(\.display)).first
        guard isDown, isSceneKnown, symbol == Self.escape, let display = top else {
            if isDown { reportActivity() }
            if let (alert, _, _) = alertPlace {
                if isDown, symbol == Self.enter, let button = alert.defaultButton {
                    answerAlert(button.id)
                }
                return
            }
            return orders.append(.key(code, isDown: isDown, time: time))
        }
        guard keys.count < Self.mostKeys else { return }
        let request = nextRequest("key")
        keys.append(HeldKey(request: request, code: code, time: time))
        orders.append(.send(KeyReport(isEscape: true, display: display).line(id: request)))
    }

    private mutating func reportActivity() {
        guard isSceneKnown, now - toldActivityAt >= Self.activityPause,
            let display = state.focuses.keyboard(among: Set(tiles.map { Name($0.display) }))?
                .display
                ?? tiles.first?.display
        else { return }
        toldActivityAt = now
        orders.append(.send(KeyReport(activityOn: display).line))
    }
}

/// A wheel's step that waits for an answer.
struct HeldWheel: Hashable, Sendable {
    let request: String
    let step: WheelStep
    let time: UInt32
}

/// The key Escape, while it waits for an answer.
struct HeldKey: Hashable, Sendable {
    let request: String
    let code: Int32
    let time: UInt32
    var isReleased = false
}

extension HeldPresses.Press {
    /// The same, not reported to the daemon.
    fileprivate func unreported(_ state: HeldPresses.State) -> Self {
        Self(
            presser: presser, display: display, origin: origin, point: point, time: time,
            state: state, isReported: false)
    }
}

extension Presser {
    /// Nil: a button that the protocol does not know.
    fileprivate var tool: FingerReport.Tool? {
        switch self {
        case .finger: .touch
        case .button(let code): FingerReport.tool(ofButton: code)
        }
    }

    /// Unique among fingers and buttons.
    fileprivate var pointer: Int {
        switch self {
        case .finger(let number): Int(number)
        case .button(let code): -Int(code)
        }
    }
}
