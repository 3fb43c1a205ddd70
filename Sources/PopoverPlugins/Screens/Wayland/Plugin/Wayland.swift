// SPDX-License-Identifier: MIT

import LibUV
import PluginProgram
import PopoverModel
import PopoverScreens
import PopoverWire

/// Covers each output of a Wayland server with a transparent surface, which blocks taps where a
/// popover is to have them (G4), whatever window is there, and reports them.
///
/// It also keeps keys from windows beneath, and draws the focus ring. Taps that it does not block only
/// reach the window below. It waits for the server, and reconnects when it returns.
final class Wayland {
    static let description = PluginProgram<WaylandSettings>.Description(
        name: "wayland", version: "1.0.0", options: WaylandSettings.table, topics: [],
        roles: [.input, .observer],
        needs: Sandbox(unixSockets: true, environment: ["WAYLAND_DISPLAY", "XDG_RUNTIME_DIR"]))

    /// Timeout for the server's answer, in milliseconds.
    private static let timeout: UInt64 = 10_000
    /// Changes of covers that are sent to a server that has not answered; some kilobytes each.
    private static let changesAhead = 16
    /// Pause before undoing another client's change, in milliseconds: it may repeat it for ever.
    private static let repairPause: UInt64 = 1000
    /// Outputs appear one by one: they are reported after this pause, in milliseconds.
    private static let describePause: UInt64 = 200
    /// Between reports of activity, in milliseconds: more than the server waits for a pause.
    private static let activityPause: UInt64 = 1100

    private let process: PluginProcess<WaylandSettings>
    private var path = ""
    private var seesKeyboards = false
    private var outputs = ShieldedOutputs(names: OutputNames([]))

    private var server: (connection: WaylandServer, poll: DescriptorPoll)?
    private var retries = RetryPauses()
    /// When the server first answered; nil: it has not yet.
    private var greetedAt: Int64?
    private var isAsking = false
    /// Another request is due: something has changed since the pending one.
    private var isAskDue = false
    /// Changes of covers since its last answer.
    private var unansweredChanges = 0
    private var isWritableAwaited = false

    private var fingers = SeatFingers()
    /// The seats that people use, with whatever they type and wherever they point.
    private var activeSeats: Set<UInt32> = []
    private var keyboards = Occluders()
    private var state = ScreenState()

    private lazy var openTimer = timer { $0.open() }
    private lazy var answerTimer = timer { $0.lost("does not answer") }
    private lazy var coverTimer = timer { $0.server?.connection.cover() }
    private lazy var announceTimer = timer { $0.announce() }
    private lazy var describeTimer = timer { $0.describe() }
    private lazy var activityTimer = timer { $0.reportActivity() }
    /// Sets the keyboards' occluders; one may slide in.
    private lazy var keyboardReport = Pace(
        process.loop, milliseconds: 20, wake: { [unowned self] in turn($0) },
        act: { [unowned self] in reportKeyboards() })

    init(_ process: PluginProcess<WaylandSettings>) {
        self.process = process
    }

    private func timer(_ act: @escaping (Wayland) -> Void) -> Timer {
        Timer(process.loop) { [unowned self] in turn { act(self) } }
    }

    /// Does something, and sends what that leaves for the server.
    private func turn(_ act: () -> Void) {
        act()
        flush()
    }

    func handle(_ message: PluginProgram<WaylandSettings>.Message) {
        switch message {
        case .started(let settings, _): start(settings)
        case .line(let line): turn { follow(state.apply(ServerMessage(line))) }
        case .event(let topic, _, let data): turn { follow(state.apply(topic: topic, data)) }
        case .gap: subscribe()
        case .scene: break
        case .ended: process.loop.stop()
        }
    }

    private func start(_ settings: WaylandSettings) {
        outputs = ShieldedOutputs(names: OutputNames(settings.outputs))
        seesKeyboards = settings.keyboards
        guard let path = Self.path(of: settings.display) else {
            return process.tell(
                .failed,
                "no server is named: set display to its socket's path, or WAYLAND_DISPLAY and "
                    + "XDG_RUNTIME_DIR for the daemon")
        }
        self.path = path
        open()
    }

    /// The path of the server's socket; nil: none is named, or its folder is not known.
    private static func path(of named: String) -> String? {
        let name = named.isEmpty ? environment("WAYLAND_DISPLAY") ?? "" : named
        if name.isEmpty { return nil }
        return name.hasPrefix("/") ? name : environment("XDG_RUNTIME_DIR").map { "\($0)/\(name)" }
    }

    // MARK: The connection

    private func open() {
        do throws(WaylandError) {
            let connection = try WaylandServer(path: path)
            server = (connection, try watch(connection))
            if seesKeyboards { connection.measureUsableArea() }
            ask()
            flush()
        } catch {
            wait("no Wayland server serves \(path): \(error.message)")
        }
    }

    private func watch(_ connection: WaylandServer) throws(WaylandError) -> DescriptorPoll {
        do throws(UVError) {
            let poll = try DescriptorPoll(process.loop, descriptor: connection.descriptor) {
                [unowned self] report in
                switch report {
                case .ready(let events): read(events)
                // A server that died may have left the socket in error.
                case .failed: read(.disconnected)
                }
            }
            try poll.start(.readable)
            return poll
        } catch {
            throw WaylandError(message: "\(error)")
        }
    }

    /// Tries again later.
    private func wait(_ message: String) {
        process.tell(.connecting, message)
        openTimer.start(afterMilliseconds: UInt64(retries.next()))
    }

    private func ask() {
        server?.connection.ask()
        isAsking = true
        answerTimer.start(afterMilliseconds: Self.timeout)
    }

    private func answered() {
        isAsking = false
        unansweredChanges = 0
        answerTimer.stop()
        if greetedAt == nil { greet() }
        if isAskDue { ask() }
        isAskDue = false
        applyCovers()
    }

    private func greet() {
        greetedAt = process.now
        describeTimer.start(afterMilliseconds: Self.describePause)
        guard let missing = server?.connection.missing else { return }
        // It stays connected, to notice when another server replaces this one.
        process.tell(
            .failed,
            "the Wayland server \(path) has no \(missing): taps can be neither seen nor blocked. "
                + "sway, labwc, wayfire, river and Hyprland have it; GNOME, cage and weston do not")
    }

    private func lost(_ message: String) {
        guard let server else { return }
        server.poll.close()
        for timer in [answerTimer, coverTimer, describeTimer, activityTimer] { timer.stop() }
        activeSeats = []
        self.server = nil
        if let greetedAt { retries.ended(after: process.now - greetedAt) }
        report(fingers.keep(onlyOn: []))
        outputs.update([])
        keyboardReport.ask()
        greetedAt = nil
        isAsking = false
        isAskDue = false
        unansweredChanges = 0
        isWritableAwaited = false
        wait("the Wayland server \(path) \(message); waiting for it")
    }

    // MARK: Displays

    /// Reports of fingers on outputs that are gone.
    private func layOut() -> [SeatFingers.Output] {
        outputs.update(server?.connection.outputs ?? [])
        describeTimer.start(afterMilliseconds: Self.describePause)
        announce()
        applyCovers()
        return fingers.keep(onlyOn: outputs.displays)
    }

    private func describe() {
        guard greetedAt != nil, server?.connection.missing == nil else { return }
        // Nothing is said to be blocked before the daemon has told it and the server has applied it.
        guard state.isCurrent, unansweredChanges == 0 else {
            return describeTimer.start(afterMilliseconds: Self.describePause)
        }
        process.tell(.serving, "connected to the Wayland server \(path): \(outputs.description)")
    }

    /// Sets the displays' sizes.
    private func announce() {
        for line in state.displays.lines(for: outputs.wanted) { process.send(line) }
        keyboardReport.ask()
    }

    private func reportKeyboards() {
        guard state.displays.isKnown else { return }
        for line in keyboards.replace(with: outputs.keyboards) { process.send(line) }
    }

    /// Restores sizes that a client has changed, after a pause.
    private func announceLater() {
        if !announceTimer.isActive { announceTimer.start(afterMilliseconds: Self.repairPause) }
    }

    // MARK: Messages from the daemon

    private func subscribe() {
        process.send(ScreenFocuses.line)
    }

    private func follow(_ change: ScreenState.Change?) {
        switch change {
        case .welcome:
            announce()
            subscribe()
        case .displayChanged: announceLater()
        case .displayRemoved(let name):
            keyboards.forget(name)
            announceLater()
        case .shields, .focus: applyCovers()
        case .error(let message): process.log(.warning, message)
        case .glass, .scanned, .scanRefused, nil: break
        }
    }

    /// Sends changed covers, but not without end to a server that hangs.
    private func applyCovers() {
        guard let server = server?.connection, unansweredChanges < Self.changesAhead else { return }
        let changes = outputs.apply(state.shields, state.focuses)
        guard !changes.isEmpty else { return }
        for change in changes { server.apply(change.cover, to: change.output) }
        unansweredChanges += changes.count
        if isAsking { isAskDue = true } else { ask() }
    }

    // MARK: Taps

    private func read(_ events: DescriptorPoll.Events) {
        guard let server = server?.connection else { return }
        let isAlive = server.read() && !events.contains(.disconnected)
        var reports = FingerReports()
        while let event = server.next() { reports.append(handle(event)) }
        report(reports.outputs)
        if isAlive { return flush() }
        lost(server.error.message)
    }

    private func handle(_ event: WaylandServer.Event) -> [SeatFingers.Output] {
        switch event {
        case .down(let key, let output, let point, let time):
            guard let display = outputs.display(of: output) else { return [] }
            return fingers.down(key, display: display, point: point, time: time)
        case .moved(let key, let point, let time):
            return fingers.move(key, to: point, time: time)
        case .up(let key, let time): return fingers.up(key, time: time)
        case .cancelled(let seat, let isTouch):
            return fingers.cancel(seat: seat, isTouch: isTouch)
        case .outputsChanged: return layOut()
        case .activity(let seat, isActive: true):
            if activeSeats.insert(seat).inserted { reportActivity() }
        case .activity(let seat, isActive: false): activeSeats.remove(seat)
        case .activityWatched(let seat):
            activeSeats.insert(seat)
            activityTimer.start(afterMilliseconds: Self.activityPause)
        case .answered: answered()
        case .key(let isEscape, let output):
            guard let display = outputs.display(of: output) else { break }
            process.send(KeyReport(isEscape: isEscape, display: display).line)
        case .uncovered: coverTimer.start(afterMilliseconds: Self.repairPause)
        }
        return []
    }

    /// Reports input that reaches other windows, as a key without a meaning: again and again while
    /// people go on, since the server tells only when they begin and pause.
    private func reportActivity() {
        guard !activeSeats.isEmpty else { return }
        for display in outputs.displays.sorted() {
            process.send(KeyReport(activityOn: display.text).line)
        }
        activityTimer.start(afterMilliseconds: Self.activityPause)
    }

    private func flush() {
        guard let server else { return }
        let flushed = server.connection.flush()
        if flushed == .lost { return lost(server.connection.error.message) }
        guard isWritableAwaited != (flushed == .some) else { return }
        isWritableAwaited = flushed == .some
        do throws(UVError) {
            try server.poll.start(isWritableAwaited ? [.readable, .writable] : .readable)
        } catch {
            lost("cannot be watched: \(error)")
        }
    }

    private func report(_ reports: [SeatFingers.Output]) {
        for finger in reports {
            let tool: FingerReport.Tool? =
                finger.key.isTouch ? .touch : FingerReport.tool(ofButton: finger.key.detail)
            guard let tool else { continue }
            let report = FingerReport(
                finger.phase, tool, pointer: finger.pointer, display: finger.display,
                point: finger.point,
                time: FingerReport.time(ofServer: finger.time, now: process.now), isSwallowed: true)
            process.send(report.line)
        }
    }
}
