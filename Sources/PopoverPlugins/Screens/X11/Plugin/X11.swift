// SPDX-License-Identifier: MIT

import LibUV
import PluginProgram
import PopoverModel
import PopoverScreens
import PopoverWire

/// Reports touches and presses on an X server's screen, and blocks them where a popover is to have
/// them (G4), whatever window is there. It keeps keys from windows beneath, and draws the focus ring.
///
/// It waits for the server, and reconnects when it returns.
final class X11 {
    static let description = PluginProgram<X11Settings>.Description(
        name: "x11", version: "1.0.0", options: X11Settings.table, topics: [],
        roles: [.input, .observer],
        needs: Sandbox(
            unixSockets: true, readPaths: ["$XAUTHORITY", "$HOME/.Xauthority"],
            environment: ["DISPLAY", "XAUTHORITY", "HOME", "POPOVERD_SOCKET"]))

    /// Time in which a new connection reports all windows, in milliseconds.
    private static let settleTime: UInt64 = 1000

    /// How long the server may take to answer, in seconds.
    private static let timeout: UInt32 = 10

    /// The server's events that are handled before the daemon is heard.
    private static let batch = 64

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

    let process: PluginProcess<X11Settings>
    private(set) var server = ""
    private(set) var names = OutputNames([])

    /// The server does not accept the cookie.
    private var isRefused = false
    private(set) var screen: (server: XServer, poll: DescriptorPoll)?
    /// In microseconds of CLOCK_MONOTONIC.
    private var openedAt: Int64 = 0
    private var retries = RetryPauses()

    /// Pending requests for the pointer, oldest first.
    private var questions: [Purpose] = []
    private var fingers = Fingers()
    var layout = ScreenLayout()
    var keyboards = KeyboardWindows(keyboards: [])
    var state = ScreenState()
    private var focus = XFocus()
    var glass = XGlass()
    var guests = GuestMenus()
    var guestConnections: [UInt32: LineConnection] = [:]
    private var isShieldDue = false
    /// The plugin serves once the server has applied the daemon's first shield.
    private var isDescriptionDue = false
    /// Windows have changed since `applyWindows`.
    var areWindowsDue = false

    private lazy var openTimer = timer { $0.open() }
    private lazy var answerTimer = timer { $0.lost(isHanging: true) }
    private lazy var pumpTimer = timer { _ in }
    private(set) lazy var guestTimer = timer { $0.areWindowsDue = true }
    private(set) lazy var announceTimer = timer { $0.announce() }
    private lazy var settleTimer = timer {
        $0.keyboards.settle()
        $0.keyboardReport.ask()
    }
    /// Raises shield and ring above a new window; that may raise itself just as often.
    private lazy var raising = pace(milliseconds: 5) { $0.screen?.server.raise() }
    /// Keeps windows below popovers and alerts; as the shield above all.
    private(set) lazy var ordering = pace(milliseconds: 5) { $0.keepOrder() }
    /// Looks for the window that is to have the keys; another program may want them as often.
    private lazy var keySeeking = pace(milliseconds: 20) { $0.screen?.server.seekKeys() }
    /// Sets the keyboards' occluders; one may be dragged about.
    private(set) lazy var keyboardReport = pace(milliseconds: 20) { $0.reportKeyboards() }

    init(_ process: PluginProcess<X11Settings>) {
        self.process = process
    }

    private func timer(_ act: @escaping (X11) -> Void) -> Timer {
        Timer(process.loop) { [unowned self] in turn { act(self) } }
    }

    private func pace(milliseconds: UInt32, _ act: @escaping (X11) -> Void) -> Pace {
        Pace(process.loop, milliseconds: milliseconds, wake: { [unowned self] in turn($0) }) {
            [unowned self] in act(self)
        }
    }

    func handle(_ message: PluginProgram<X11Settings>.Message) {
        switch message {
        case .started(let settings, _): start(settings)
        case .line(let line): turn { follow(state.apply(ServerMessage(line))) }
        case .event(let topic, _, let data): turn { follow(state.apply(topic: topic, data)) }
        case .gap: subscribe()
        case .scene: break
        case .ended: process.loop.stop()
        }
    }

    private func start(_ settings: X11Settings) {
        server = settings.display.isEmpty ? environment("DISPLAY") ?? "" : settings.display
        names = OutputNames(settings.outputs)
        keyboards = KeyboardWindows(keyboards: settings.keyboards)
        guests.isOn = settings.opensForOthers
        guard !server.isEmpty else {
            return process.tell(
                .failed, "no X server is named: set display, or DISPLAY for the daemon")
        }
        // What the daemon has sent already comes first.
        openTimer.start(afterMilliseconds: 0)
    }

    // MARK: The connection

    private func open() {
        // In the sandbox is the file that was there when the process started.
        if isRefused && XServer.hasNewCookie {
            process.log(.notice, "starting anew, with the new cookie of the X server \(server)")
            System.endProcess(with: 1)
        }
        do throws(XError) {
            let opened = try XServer(server)
            let poll = try watch(opened)
            close()
            screen = (opened, poll)
        } catch {
            isRefused = error.isRefused
            return wait(error.message)
        }
        isRefused = false
        openedAt = process.now
        keyboards.doubt()
        layOut(screen?.server.outputs ?? [])
        isDescriptionDue = true
        applyShields()
        applyFocus()
        settleTimer.start(afterMilliseconds: Self.settleTime)
    }

    private func watch(_ server: XServer) throws(XError) -> DescriptorPoll {
        do throws(UVError) {
            let poll = try DescriptorPoll(process.loop, descriptor: server.descriptor) {
                [unowned self] report in
                switch report {
                case .ready: turn {}
                case .failed: lost()
                }
            }
            try poll.start(.readable)
            return poll
        } catch {
            throw XError(message: "cannot watch the X server \(self.server): \(error)")
        }
    }

    /// Tries again later.
    private func wait(_ message: String) {
        process.tell(.connecting, message)
        openTimer.start(afterMilliseconds: UInt64(retries.next()))
    }

    private func close() {
        guard let screen else { return }
        screen.poll.close()
        answerTimer.stop()
        self.screen = nil
        questions = []
        fingers.end()
        focus.end()
        glass.end()
        guests.end()
        reviewGuests()
    }

    private func lost(isHanging: Bool = false) {
        guard let screen else { return }
        let isHanging = isHanging || screen.server.isHanging
        close()
        retries.ended(after: process.now - openedAt)
        keyboards.end()
        keyboardReport.ask()
        wait(
            isHanging
                ? "the X server \(server) does not answer; waiting for it"
                : "lost the X server \(server); waiting for it")
    }

    // MARK: Messages from the daemon

    private func subscribe() {
        process.send(ScreenFocuses.line)
        process.send(GlassScene.line)
    }

    private func follow(_ change: ScreenState.Change?) {
        switch change {
        case .welcome:
            rescale()
            announce()
            applyShields()
            subscribe()
        case .displayChanged:
            rescale()
            announceLater()
            applyShields()
            applyFocus()
            keyboardReport.ask()
        case .displayRemoved(let name):
            keyboards.forget(name)
            announceLater()
        case .shields:
            applyShields()
            applyFocus()
        case .focus:
            applyFocus()
            if isDescriptionDue { applyShields() }
        case .glass: applyScene()
        case .error(let message):
            process.log(.warning, message)
            if isDescriptionDue { applyShields() }
        case .scanned, .scanRefused, nil: break
        }
    }

    func applyShields() {
        guard let screen = screen?.server else { return }
        isShieldDue = questions.count(where: { $0 == .shield }) >= Self.mostShields
        guard !isShieldDue else { return }
        let areas = state.shields.areas(in: layout)
        screen.shield(areas.covers, holes: areas.holes + glass.holes)
        raising.note()
        ask(.shield)
    }

    private func applyFocus() {
        if let screen { focus.apply(state, layout, to: screen.server) }
    }

    // MARK: Touches and presses

    /// Does something, handles events of the server, and sends queued requests. What is left soon
    /// follows. A server that lets it wait for too long is lost.
    func turn(_ act: () -> Void) {
        XServer.limitWait(seconds: Self.timeout)
        act()
        pump()
        XServer.limitWait(seconds: 0)
    }

    private func pump() {
        screen?.server.flush()
        var isFlushed = true
        for _ in 0..<Self.batch {
            if let event = screen?.server.next() {
                guard handle(event) else { return lost() }
                isFlushed = false
            } else if isFlushed && !areWindowsDue {
                return
            } else {
                if areWindowsDue { applyWindows() }
                // Sending may also read.
                screen?.server.flush()
                isFlushed = true
            }
        }
        screen?.server.flush()
        pumpTimer.start(afterMilliseconds: 0)
    }

    /// False: the connection is lost.
    private func handle(_ event: XServer.Event) -> Bool {
        switch event {
        case .swallowed(let input): report(fingers.swallowed(input))
        case .seen(let input):
            saw(input)
        case .pointer(let place): answered(place)
        case .restacked:
            raising.ask()
            ordering.ask()
        case .shown(let window, let names, let facts): show(window, names, facts)
        case .placed(let window, let place, let top):
            keyboards.placed(window, at: place)
            glass.windows.placed(window, at: place, top: top)
            guests.placed(window, at: place)
            keyboardReport.ask()
            areWindowsDue = true
        case .gone(let window): forget(window)
        case .stacked(let stack):
            guard let screen = screen?.server else { break }
            for line in glass.judge(stack, state.glass, on: screen) { process.send(line) }
        case .key(let code):
            guard let display = focus.display else { break }
            process.send(KeyReport(isEscape: code == Self.escape, display: display).line)
        case .keysDue: keySeeking.ask()
        case .changed: openTimer.start(afterMilliseconds: 0)
        case .lost: return false
        }
        return true
    }

    private func reportKeyboards() {
        guard state.displays.isKnown else { return }
        for line in keyboards.lines(in: layout) { process.send(line) }
    }

    private func saw(_ input: Fingers.Input) {
        if input.phase == .down { guests.pressed(now: process.now) }
        glass.see(input, state.glass)
        let (needsAnswer, output) = fingers.saw(input)
        report(output)
        if needsAnswer && !ask(.finger) { fingers.forgetLatest() }
    }

    /// False: too many questions are pending.
    @discardableResult
    private func ask(_ purpose: Purpose) -> Bool {
        guard screen?.server.askForPointer() == true else { return false }
        if questions.isEmpty { startAnswerTimer() }
        questions.append(purpose)
        return true
    }

    private func startAnswerTimer() {
        answerTimer.start(afterMilliseconds: UInt64(Self.timeout) * 1000)
    }

    private func answered(_ pointer: Point?) {
        guard !questions.isEmpty else { return }
        let purpose = questions.removeFirst()
        if questions.isEmpty { answerTimer.stop() } else { startAnswerTimer() }
        switch purpose {
        case .finger: report(fingers.answered(pointer))
        case .shield: shielded()
        }
    }

    private func shielded() {
        if isShieldDue { applyShields() }
        guard isDescriptionDue, state.isCurrent else { return }
        isDescriptionDue = false
        describe()
    }

    private func report(_ output: Fingers.Output?) {
        guard let output, let (display, point) = layout.locate(output.place),
            let report = FingerReport(output, on: display, at: point, now: process.now)
        else { return }
        guard glass.keep(output) else { return process.send(report.line) }
        if output.phase == .down { process.send(KeyReport(activityOn: display).line) }
    }
}
