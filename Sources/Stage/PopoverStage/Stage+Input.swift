// SPDX-License-Identifier: MIT

import PopoverModel
import PopoverScreens
import PopoverWire

/// Presses, wheels and keys: the daemon is asked before a window gets them.
extension Stage {
    /// A seat's fingers and buttons; further ones are ignored.
    private static let mostPresses = 48
    /// Between reports that people type, in microseconds.
    private static let activityPause: Int64 = 1_000_000
    /// XKB_KEY_Escape and XKB_KEY_Return.
    private static let escape: UInt32 = 0xff1b
    private static let enter: UInt32 = 0xff0d
    /// XKB_KEY_XF86Switch_VT_1 to 12: what Ctrl+Alt+F1 to F12 are.
    private static let terminals: ClosedRange<UInt32> = 0x1008_fe01...0x1008_fe0c

    // MARK: The queue

    mutating func receive(_ step: StageInput) {
        input.add(step)
        // Without the daemon all of it is delivered.
        if input.isFull { orders.append(.disconnect) }
    }

    /// Handles what people do, up to what the daemon has to decide about.
    mutating func drain() {
        // The daemon hears of them over other connections than of people.
        while !guests.contains(where: { $0.closings > 0 }), let step = input.next() {
            switch step {
            case .pressed(let presser, let point, let time): press(presser, point, time)
            case .moved(let presser, let point, let time): move(presser, point, time)
            case .released(let presser, let time): release(presser, time)
            case .canceled(let presser): cancel(presser)
            case .pointed(let point, let time): self.point(point, time)
            case .wheeled(let wheel, let point, let time): self.wheel(wheel, point, time)
            case .key(let key): self.key(key)
            case .modifiers(let keyboard): orders.append(.modifiers(keyboard))
            }
        }
    }

    /// Has what follows wait for the daemon's answer to a request, whose id it returns.
    private mutating func ask(_ what: String, _ doubt: InputQueue.Doubt) -> String {
        requests += 1
        let request = "\(what) \(requests)"
        input.question = .init(request: request, doubt: doubt)
        expect(request, within: Self.answerTime)
        return request
    }

    /// Handles the daemon's answer; nil: an error.
    mutating func answer(_ request: String, _ result: JSONNode?) {
        guard request == input.question?.request else { return }
        if result?.member("verdict")?.string == "dismissed",
            let popover = result?.member("popover")?.string
        {
            scene.close(popover)
            if result?.member("client") == nil { passOn(past: popover) }
        }
        decide(isDelivered: result?.member("deliver")?.bool ?? true)
    }

    /// Has a tap that closed a popover go on to another program that is no client, whose controls the daemon does
    /// not know.
    private mutating func passOn(past popover: String) {
        guard case .release(var press, let time)? = input.question?.doubt, !press.isPassed,
            let owner = scene.popovers.first(where: { $0.id == popover })?.owner,
            let top = picture.window(at: press.point), top.level == .app,
            let window = windows.first(where: { $0.id == top.window }),
            window.owner != owner, isGuest(window.owner)
        else { return }
        // It ends the grab, which keeps presses from others. The daemon may have asked for it before.
        let popup = guests.first { $0.popover == popover }?.popup
        if let popup { orders.append(.dismiss(popup)) }
        if press.presser.isButton { orders.append(.point(at: press.point, time: press.time)) }
        press.isPassed = true
        deliver(press)
        deliver(press, releasedAt: time)
    }

    /// Handles what a question was about, if there is one.
    mutating func decide(isDelivered: Bool) {
        guard let question = input.question else { return }
        input.question = nil
        refresh()
        switch question.doubt {
        case .press(var press):
            press.isPassed = isDelivered
            presses.append(press)
            if isDelivered { deliver(press) }
        case .release(let press, let time): deliver(press, releasedAt: time)
        case .wheel(let step, let time):
            if isDelivered { orders.append(.wheel(step, time: time)) }
        case .key(let key):
            if isDelivered { orders.append(.key(key)) } else { keptKeys.insert(key.code) }
        }
    }

    // MARK: Presses

    private mutating func press(_ presser: Presser, _ point: Point, _ time: UInt32) {
        guard !presses.contains(where: { $0.presser == presser }),
            presses.count < Self.mostPresses, let tile = tile(at: point)
        else { return }
        var press = Press(
            presser: presser, display: tile.display, origin: tile.place.origin, point: point,
            time: time, isReported: isSceneKnown)
        if let (_, _, place) = alertPlace, place.contains(point) { press.start = point }
        let menus = self.menus
        if let top = picture.window(at: point)?.window,
            menus.contains(top) || windows.contains(where: { $0.id == top && $0.holdsCandidates })
        {
            // It is a part of what is below it.
            press.isReported = false
        } else if !menus.isEmpty {
            // The press outside of a menu closes the menu, and nothing beneath it.
            for menu in menus.reversed() { orders.append(.dismiss(menu)) }
            press.isReported = false
            press.isPassed = false
        } else if isSceneKnown, presser.tool == nil {
            press.isReported = false
            press.isPassed = !isCovered(point)
        } else if isSceneKnown {
            let request = ask("press", .press(press))
            return report(.down, press, time, request)
        }
        presses.append(press)
        if press.isPassed { deliver(press) }
    }

    private mutating func deliver(_ press: Press) {
        guard press.start == nil else { return }
        self.press(at: press.point)
        refresh()
        orders.append(.press(press.presser, at: press.point, time: press.time))
    }

    private mutating func move(_ presser: Presser, _ point: Point, _ time: UInt32) {
        guard let index = presses.firstIndex(where: { $0.presser == presser }) else { return }
        presses[index].point = point
        let press = presses[index]
        report(.move, press, time)
        guard press.isPassed && press.start == nil else { return }
        orders.append(
            isDragKept(press) ? .dragNowhere(at: point) : .move(presser, to: point, time: time))
    }

    private mutating func release(_ presser: Presser, _ time: UInt32) {
        guard let press = removePress(of: presser) else { return }
        guard press.isReported && isSceneKnown else { return deliver(press, releasedAt: time) }
        // It may close a popover: what follows waits also where nobody has the press.
        let request = ask("release", .release(press, time: time))
        report(.up, press, time, request)
    }

    private mutating func deliver(_ press: Press, releasedAt time: UInt32) {
        guard press.isPassed else { return }
        if let start = press.start {
            orders.append(.pressAlert(from: start, to: press.point))
        } else {
            // The shield may have come since the last move.
            if isDragKept(press) { orders.append(.dragNowhere(at: press.point)) }
            orders.append(.release(press.presser, time: time))
        }
    }

    private mutating func cancel(_ presser: Presser) {
        guard let press = removePress(of: presser) else { return }
        report(.cancel, press, nil)
        guard press.isPassed && press.start == nil else { return }
        if isDragged(by: presser) { orders.append(.cancelDrag) }
        orders.append(.cancel(presser))
    }

    private func isDragged(by presser: Presser) -> Bool {
        drag == presser || drag?.isButton == true && presser.isButton
    }

    /// Whether a shield keeps what a press drags from the window there.
    private func isDragKept(_ press: Press) -> Bool {
        isDragged(by: press.presser) && isCovered(press.point)
    }

    private mutating func removePress(of presser: Presser) -> Press? {
        let index = presses.firstIndex { $0.presser == presser }
        return index.map { presses.remove(at: $0) }
    }

    private mutating func report(
        _ phase: FingerReport.Phase, _ press: Press, _ time: UInt32?, _ request: String? = nil
    ) {
        guard press.isReported, isSceneKnown, let tool = press.presser.tool else { return }
        let report = FingerReport(
            phase, tool, pointer: press.presser.pointer, display: press.display,
            point: Point(x: press.point.x - press.origin.x, y: press.point.y - press.origin.y),
            time: timeOfReport(FingerReport.time(ofServer: time, now: now)),
            isSwallowed: !press.isPassed)
        orders.append(.send(report.line(id: request)))
    }

    /// The drop-down windows above a popover or an alert: people use them as a part of it.
    private var menus: [StageWindow.ID] {
        picture.windows.filter { shown in
            guard shown.level > .app,
                let window = windows.first(where: { $0.id == shown.window }), window.isMapped,
                case .popup = window.kind, !isGuest(window.owner)
            else { return false }
            // That of an app's window is the popover itself.
            return windows.contains { $0.id == window.parent && !isApp($0) }
        }.map(\.window)
    }

    // MARK: Mice

    private mutating func point(_ point: Point, _ time: UInt32) {
        mouse = point
        for press in presses where press.presser.isButton { move(press.presser, point, time) }
        // A window that has a button gets the mouse, wherever it goes.
        isMouseStale = isButtonPassed
        if !isMouseStale { hover(at: point, time) }
    }

    private var isButtonPassed: Bool { presses.contains { $0.presser.isButton && $0.isPassed } }

    private mutating func hover(at point: Point, _ time: UInt32) {
        orders.append(isCovered(point) ? .pointNowhere : .point(at: point, time: time))
    }

    /// Gives a mouse that rests to the window that is beneath it now. What people do meanwhile comes first.
    mutating func pointAgain() {
        guard isMouseStale, input.question == nil, !isButtonPassed, let mouse else { return }
        isMouseStale = false
        hover(at: mouse, UInt32(truncatingIfNeeded: now / 1000))
    }

    /// Whether a shield keeps presses from windows there.
    private func isCovered(_ point: Point) -> Bool {
        guard let tile = tile(at: point) else { return true }
        return state.shields.covers(
            Point(x: point.x - tile.place.x, y: point.y - tile.place.y), on: tile.display)
    }

    private mutating func wheel(_ step: WheelStep, _ point: Point, _ time: UInt32) {
        guard isSceneKnown, let tile = tile(at: point) else {
            return orders.append(.wheel(step, time: time))
        }
        let request = ask("wheel", .wheel(step, time: time))
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

    private mutating func key(_ key: StageKey) {
        // What it is made of was handled before.
        if key.keyboard.isForwarded { return orders.append(.key(key)) }
        if !key.isDown, keptKeys.remove(key.code) != nil { return }
        if key.isDown, Self.terminals.contains(key.symbol) {
            keptKeys.insert(key.code)
            guard switchesTerminals else { return }
            return orders.append(.switchTerminal(key.symbol - Self.terminals.lowerBound + 1))
        }
        let top = (scene.alerts.map(\.display) + scene.popovers.map(\.display)).first
        // Escape ends what an input method composes, and nothing else.
        let isEscape = key.isDown && key.symbol == Self.escape && !key.isComposing
        if isEscape, isSceneKnown, let display = top {
            let request = ask("key", .key(key))
            orders.append(.send(KeyReport(isEscape: true, display: display).line(id: request)))
            return
        }
        if key.isDown { reportActivity() }
        // What was down before the alert does not stay down.
        guard key.isDown, let (alert, _, _) = alertPlace else { return orders.append(.key(key)) }
        keptKeys.insert(key.code)
        if key.symbol == Self.enter, let button = alert.defaultButton { answerAlert(button.id) }
    }

    /// - Parameter display: nil: that of the focus.
    mutating func reportActivity(on display: String? = nil) {
        guard isSceneKnown, now - toldActivityAt >= Self.activityPause,
            let display = display
                ?? state.focuses.keyboard(among: Set(tiles.map { Name($0.display) }))?
                .display
                ?? tiles.first?.display
        else { return }
        toldActivityAt = now
        orders.append(.send(KeyReport(activityOn: display).line))
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

    fileprivate var isButton: Bool {
        if case .button = self { true } else { false }
    }

    /// Unique among fingers and buttons.
    fileprivate var pointer: Int {
        switch self {
        case .finger(let number): Int(number)
        case .button(let code): -Int(code)
        }
    }
}
