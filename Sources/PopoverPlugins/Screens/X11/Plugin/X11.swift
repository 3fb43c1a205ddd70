// SPDX-License-Identifier: MIT

public import CPopoverPlugin
import Glibc
import PopoverModel
import PopoverPluginKit
import PopoverScreens

/// Reports touches and presses on an X server's screen, and swallows them where a popover is to have
/// them (G4), whatever window is there. It keeps keys from windows beneath, and draws the focus ring.
///
/// It waits for the server, and reconnects when it returns.
final class X11: PolicyPlugin {
    static let name = "x11"
    static let version = "1.0.0"
    static let capabilities: Capabilities = [.requests, .loop]
    static let roles = ["input", "observer"]

    private enum Watch {
        static let opening: UInt32 = 1
        static let server: UInt32 = 2
    }

    /// Time in which a new connection reports all windows, in milliseconds.
    private static let settleTime: UInt32 = 1000

    /// How long the server's events are handled before others of the daemon, in microseconds.
    private static let pumpTime: Int64 = 250

    /// The kernel's code of the key.
    private static let escape: UInt32 = 1

    /// Why the pointer's position is requested.
    private enum Purpose {
        case finger
        /// To know when the server has applied a shield.
        case shield
    }

    /// Shields that the server may not have applied; further ones wait. A server that hangs is not
    /// sent more than the kernel buffers.
    private static let mostShields = 16

    let host: Host
    let server: String
    let names: OutputNames

    private var opening: XOpening?
    private var screen: XServer?
    /// In microseconds of CLOCK_MONOTONIC.
    private var openedAt: Int64 = 0
    private var retries = RetryPauses()
    private var complaint: String?
    /// Another window may raise itself just as often.
    private var raiseLimit = RateLimit(milliseconds: 5)
    /// A keyboard may be dragged about.
    private var keyboardLimit = RateLimit(milliseconds: 20)
    /// Another program may want the focus for itself as often.
    private var keysLimit = RateLimit(milliseconds: 20)
    /// As the shield's.
    private var glassLimit = RateLimit(milliseconds: 5)

    /// Pending requests for the pointer, oldest first.
    private var questions: [Purpose] = []
    private var fingers = Fingers()
    var layout = ScreenLayout()
    var keyboards: KeyboardWindows
    var state = ScreenState()
    private var focus = XFocus()
    private var glass = XGlass()
    private var isShieldDue = false
    /// Windows have changed since `applyWindows`.
    private var areWindowsDue = false
    var isRepairDue = false

    init?(host: Host) {
        self.host = host
        let named = host.setting("display") ?? ""
        let inherited = unsafe getenv("DISPLAY").map { unsafe String(cString: $0) }
        server = named.isEmpty ? inherited ?? "" : named
        keyboards = KeyboardWindows(keyboards: host.settings("keyboards"))
        do {
            names = try OutputNames(entries: host.settings("outputs"))
        } catch {
            host.log(.error, "outputs \(error)")
            return nil
        }
        // The timer does not start where the plugin is not trusted.
        if !server.isEmpty { try? host.startTimer(Timer.open, milliseconds: 1) }
    }

    // MARK: The connection

    func timerFired(_ id: UInt32) {
        switch id {
        case Timer.open: return open()
        case Timer.settle:
            keyboards.settle()
            reportKeyboards()
        case Timer.announce:
            isRepairDue = false
            announce()
        case Timer.report:
            keyboardLimit.timerFired()
            reportKeyboards()
        case Timer.keys:
            keysLimit.timerFired()
            seekKeys()
            pump()
        case Timer.glass:
            glassLimit.timerFired()
            keepOrder()
            pump()
        case Timer.pump: pump()
        default:
            raiseLimit.timerFired()
            raise()
            pump()
        }
    }

    private func open() {
        guard opening == nil else { return }
        guard let opening = XOpening(server) else {
            return failed("cannot start a thread")
        }
        self.opening = opening
        watch(Watch.opening, opening.descriptor)
    }

    private func watch(_ id: UInt32, _ descriptor: Int32) {
        do {
            try host.watch(id, descriptor: descriptor, for: .readable)
        } catch {
            host.log(.error, "cannot watch the X server: \(error)")
        }
    }

    private func opened() {
        guard let opening else { return }
        try? host.unwatch(Watch.opening)
        self.opening = nil
        switch opening.end() {
        case .failure(let error): failed(error.message)
        case .success(let screen):
            close()
            self.screen = screen
            watch(Watch.server, screen.descriptor)
            openedAt = host.now
            complaint = nil
            keyboards.doubt()
            layOut(screen.outputs)
            applyShields()
            applyFocus()
            try? host.startTimer(Timer.settle, milliseconds: Self.settleTime)
            pump()
        }
    }

    private func failed(_ message: String) {
        // Once for each reason: a kiosk may be without a screen for days.
        if complaint != message { host.log(.warning, message) }
        complaint = message
        try? host.startTimer(Timer.open, milliseconds: retries.next())
    }

    private func close() {
        guard screen != nil else { return }
        try? host.unwatch(Watch.server)
        screen = nil
        questions = []
        fingers.end()
        focus.end()
        glass.end()
    }

    private func lost() {
        close()
        retries.ended(after: host.now - openedAt)
        keyboards.end()
        reportKeyboards()
        failed("lost the X server \(server); waiting for it")
    }

    // MARK: Messages from the daemon

    func receive(_ line: String) {
        switch state.apply(line) {
        case .welcome:
            rescale()
            announce()
            applyShields()
            send(ScreenFocuses.line)
            send(GlassScene.line)
        case .displayChanged:
            rescale()
            announceLater()
            applyShields()
            applyFocus()
            reportKeyboards()
        case .displayRemoved(let name):
            keyboards.forget(name)
            announceLater()
        case .shields:
            applyShields()
            applyFocus()
        case .focus: applyFocus()
        case .glass: applyScene()
        case .error(let message): host.log(.warning, message)
        case .scanned, .scanRefused, nil: return
        }
        pump()
    }

    private func applyShields() {
        guard let screen else { return }
        isShieldDue = questions.count(where: { $0 == .shield }) >= Self.mostShields
        guard !isShieldDue else { return }
        let areas = state.shields.areas(in: layout)
        screen.shield(areas.covers, holes: areas.holes + glass.holes)
        raiseLimit.note(at: host.now)
        if screen.askForPointer() { questions.append(.shield) }
    }

    /// Raises shield and ring above a new window, within the rate limit.
    private func raise() {
        if raiseLimit.allows(at: host.now, startTimer: { start(Timer.raise, $0) }) {
            screen?.raise()
        }
    }

    private func applyFocus() {
        if let screen { focus.apply(state, layout, to: screen) }
    }

    /// Looks for the window that is to have the keys, within the rate limit.
    private func seekKeys() {
        if keysLimit.allows(at: host.now, startTimer: { start(Timer.keys, $0) }) {
            screen?.seekKeys()
        }
    }

    private func start(_ timer: UInt32, _ milliseconds: UInt32) {
        try? host.startTimer(timer, milliseconds: milliseconds)
    }

    func send(_ line: String) {
        do {
            try host.send(line)
        } catch {
            host.log(.warning, "a request could not be sent: \(error)")
        }
    }

    // MARK: Other clients' windows

    private func show(_ window: UInt32, _ names: WindowNames, _ facts: GlassWindows.Facts) {
        guard let screen else { return }
        let isKeyboard = keyboards.saw(window, named: names)
        var facts = facts
        facts.isKeyboard = isKeyboard
        let isWanted = glass.show(window, facts, state.glass, on: screen)
        if (isKeyboard || isWanted) && !screen.follow(window) { return forget(window) }
        areWindowsDue = true
    }

    private func forget(_ window: UInt32) {
        keyboards.gone(window)
        glass.windows.gone(window)
        reportKeyboards()
        areWindowsDue = true
    }

    private func applyScene() {
        if let screen { glass.apply(state.glass, to: screen) }
        if let line = state.glass.refreshLine() { send(line) }
        applyWindows()
    }

    /// Follows changes of windows, popovers and alerts.
    private func applyWindows() {
        areWindowsDue = false
        guard let screen else { return }
        if glass.follow(state.glass, on: screen) { applyShields() }
        keepOrder()
    }

    /// Keeps windows below popovers and alerts, within the rate limit.
    private func keepOrder() {
        guard glass.isWatching,
            glassLimit.allows(at: host.now, startTimer: { start(Timer.glass, $0) })
        else { return }
        screen?.askStack()
    }

    // MARK: Touches and presses

    func descriptorReady(_ id: UInt32, _ events: DescriptorEvents) {
        if id == Watch.opening { return opened() }
        pump()
    }

    /// Handles events of the server, and sends queued requests. What is left soon follows.
    private func pump() {
        let end = host.now + Self.pumpTime
        screen?.flush()
        var isFlushed = true
        while host.now < end {
            if let event = screen?.next() {
                guard handle(event) else { return lost() }
                isFlushed = false
            } else if isFlushed && !areWindowsDue {
                return
            } else {
                if areWindowsDue { applyWindows() }
                // Sending may also read.
                screen?.flush()
                isFlushed = true
            }
        }
        screen?.flush()
        start(Timer.pump, 1)
    }

    /// False: the connection is lost.
    private func handle(_ event: XServer.Event) -> Bool {
        switch event {
        case .swallowed(let input): report(fingers.swallowed(input))
        case .seen(let input):
            saw(input)
        case .pointer(let place): answered(place)
        case .restacked:
            raise()
            keepOrder()
        case .shown(let window, let names, let facts): show(window, names, facts)
        case .placed(let window, let place, let top):
            keyboards.placed(window, at: place)
            glass.windows.placed(window, at: place, top: top)
            reportKeyboards()
            areWindowsDue = true
        case .gone(let window): forget(window)
        case .stacked(let stack):
            guard let screen else { break }
            for line in glass.judge(stack, state.glass, on: screen) { send(line) }
        case .key(let code):
            guard let display = focus.display else { break }
            send(KeyReport(isEscape: code == Self.escape, display: display).line)
        case .keysDue: seekKeys()
        case .changed: open()
        case .lost: return false
        }
        return true
    }

    /// Sets the keyboards' occluders, within the rate limit.
    func reportKeyboards() {
        guard state.displays.isKnown,
            keyboardLimit.allows(at: host.now, startTimer: { start(Timer.report, $0) })
        else { return }
        for line in keyboards.lines(in: layout) { send(line) }
    }

    private func saw(_ input: Fingers.Input) {
        glass.see(input, state.glass)
        let (needsAnswer, output) = fingers.saw(input)
        report(output)
        guard needsAnswer else { return }
        if screen?.askForPointer() == true {
            questions.append(.finger)
        } else {
            fingers.forgetLatest()
        }
    }

    private func answered(_ pointer: Point?) {
        guard !questions.isEmpty else { return }
        switch questions.removeFirst() {
        case .finger: report(fingers.answered(pointer))
        case .shield: if isShieldDue { applyShields() }
        }
    }

    private func report(_ output: Fingers.Output?) {
        guard let output, let (display, point) = layout.locate(output.place),
            let report = FingerReport(output, on: display, at: point, now: host.now)
        else { return }
        guard glass.keep(output) else { return send(report.line) }
        if output.phase == .down { send(KeyReport(activityOn: display).line) }
    }
}

// The name is the header's.
// swift-format-ignore: AlwaysUseLowerCamelCase
@c @implementation
public func popoverd_plugin_abi_1() -> UnsafePointer<popover_plugin>? {
    unsafe descriptor(of: X11.self)
}
