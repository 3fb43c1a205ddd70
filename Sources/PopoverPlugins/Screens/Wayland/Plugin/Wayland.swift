// SPDX-License-Identifier: MIT

public import CPopoverPlugin
import Glibc
import PopoverModel
import PopoverPluginKit
import PopoverScreens

/// Covers each output of a Wayland server with a transparent surface, which swallows taps where a
/// popover is to have them (G4), whatever window is there, and reports them.
///
/// It also keeps keys from windows beneath, and draws the focus ring. Taps that it does not swallow only
/// reach the window below. It waits for the server, and reconnects when it returns.
final class Wayland: PolicyPlugin {
    static let name = "wayland"
    static let version = "1.0.0"
    static let capabilities: Capabilities = [.requests, .loop]
    static let roles = ["input", "observer"]
    static let options = [
        OptionDescription(
            name: "display", type: .string, defaultValue: "",
            summary: "The server's socket, a path or a name in $XDG_RUNTIME_DIR; "
                + "empty: $WAYLAND_DISPLAY."),
        OptionDescription(
            name: "outputs", type: .strings, defaultValue: "",
            summary: "Displays of outputs, such as wall=HDMI-A-1; the first output is main."),
        OptionDescription(
            name: "keyboards", type: .boolean, defaultValue: "false",
            summary: "Keep popovers off space that a keyboard reserves at the lower edge."),
    ]

    private static let serverWatch: UInt32 = 1

    private enum Timer {
        static let open: UInt32 = 1
        static let answer: UInt32 = 2
        static let cover: UInt32 = 3
        static let announce: UInt32 = 4
        static let describe: UInt32 = 5
        static let report: UInt32 = 6
        static let activity: UInt32 = 7
    }

    /// Timeout for the server's answer, in milliseconds.
    private static let timeout: UInt32 = 10_000
    /// Changes of covers that are sent to a server that has not answered; some kilobytes each.
    private static let changesAhead = 16
    /// Pause before undoing another client's change, in milliseconds: it may repeat it for ever.
    private static let repairPause: UInt32 = 1000
    /// Outputs appear one by one: they are logged after this pause, in milliseconds.
    private static let describePause: UInt32 = 200
    /// Between reports of activity, in milliseconds: more than the server waits for a pause.
    private static let activityPause: UInt32 = 1100

    /// Why there is no connection; each is logged once until it lasts again.
    private enum ConnectionError {
        case absent, lost, hanging, incapable
    }

    private let host: Host
    private let path: String
    private let seesKeyboards: Bool
    private var outputs: ShieldedOutputs

    private var server: WaylandServer?
    private var retries = RetryPauses()
    private var complaints: Set<ConnectionError> = []
    /// When the server first answered; nil: it has not yet.
    private var greetedAt: Int64?
    private var isAsking = false
    /// Another request is due: something has changed since the pending one.
    private var isAskDue = false
    /// Changes of covers since its last answer.
    private var unansweredChanges = 0
    private var isWritableAwaited = false
    private var isRepairDue = false
    private var description = ""

    private var fingers = SeatFingers()
    /// The seats that people use, with whatever they type and wherever they point.
    private var activeSeats: Set<UInt32> = []
    private var keyboards = Occluders()
    /// A keyboard may slide in.
    private var keyboardLimit = RateLimit(milliseconds: 20)
    private var state = ScreenState()

    init?(host: Host) {
        self.host = host
        path = Self.path(of: host.setting("display") ?? "") ?? ""
        seesKeyboards = host.setting("keyboards") == "true"
        do {
            let names = try OutputNames(entries: host.settings("outputs"))
            outputs = ShieldedOutputs(names: names)
        } catch {
            host.log(.error, "outputs \(error)")
            return nil
        }
        // The timer does not start where the plugin is not trusted.
        if !path.isEmpty { try? host.startTimer(Timer.open, milliseconds: 1) }
    }

    /// The path of the server's socket; empty: none is named; nil: $XDG_RUNTIME_DIR is not set.
    private static func path(of named: String) -> String? {
        let inherited = unsafe getenv("WAYLAND_DISPLAY").map { unsafe String(cString: $0) }
        let name = named.isEmpty ? inherited ?? "" : named
        if name.isEmpty || name.hasPrefix("/") { return name }
        return unsafe getenv("XDG_RUNTIME_DIR").map { unsafe "\(String(cString: $0))/\(name)" }
    }

    // MARK: The connection

    func timerFired(_ id: UInt32) {
        switch id {
        case Timer.open: open()
        case Timer.answer: lost(.hanging, "does not answer")
        case Timer.cover: server?.cover()
        case Timer.announce:
            isRepairDue = false
            announce()
        case Timer.activity: reportActivity()
        case Timer.report:
            keyboardLimit.timerFired()
            reportKeyboards()
        default: describe()
        }
        flush()
    }

    private func open() {
        guard server == nil else { return }
        guard WaylandServer.isBuilt else {
            return host.log(
                .warning, "the plugin was built without Wayland's protocols, and does nothing")
        }
        do {
            let server = try WaylandServer(path: path)
            try host.watch(Self.serverWatch, descriptor: server.descriptor, for: .readable)
            self.server = server
            if seesKeyboards { server.measureUsableArea() }
            ask()
        } catch let error as WaylandError {
            complain(.absent, "no Wayland server serves \(path): \(error.message)")
            openLater()
        } catch {
            complain(.absent, "cannot watch the Wayland server \(path): \(error)")
            openLater()
        }
    }

    private func openLater() {
        try? host.startTimer(Timer.open, milliseconds: retries.next())
    }

    private func complain(_ error: ConnectionError, _ message: String) {
        // Once for each: a kiosk may be without a screen for days.
        if complaints.insert(error).inserted { host.log(.warning, message) }
    }

    private func ask() {
        server?.ask()
        isAsking = true
        try? host.startTimer(Timer.answer, milliseconds: Self.timeout)
    }

    private func answered() {
        isAsking = false
        unansweredChanges = 0
        try? host.stopTimer(Timer.answer)
        if greetedAt == nil { greet() }
        if isAskDue { ask() }
        isAskDue = false
        applyCovers()
    }

    private func greet() {
        greetedAt = host.now
        guard let missing = server?.missing else { return }
        // It stays connected, to notice when another server replaces this one.
        complain(
            .incapable,
            "the Wayland server \(path) has no \(missing): taps can be neither seen nor swallowed. "
                + "sway, labwc, wayfire, river and Hyprland have it; GNOME, cage and weston do not")
    }

    private func lost(_ error: ConnectionError, _ message: String) {
        guard server != nil else { return }
        try? host.unwatch(Self.serverWatch)
        try? host.stopTimer(Timer.answer)
        try? host.stopTimer(Timer.cover)
        try? host.stopTimer(Timer.describe)
        try? host.stopTimer(Timer.activity)
        activeSeats = []
        server = nil
        if let greetedAt, retries.ended(after: host.now - greetedAt) { complaints = [] }
        report(fingers.keep(onlyOn: []))
        outputs.update([])
        reportKeyboards()
        description = ""
        greetedAt = nil
        isAsking = false
        isAskDue = false
        unansweredChanges = 0
        isWritableAwaited = false
        complain(error, "the Wayland server \(path) \(message); waiting for it")
        // Its absence afterwards is not logged as well.
        complaints.insert(.absent)
        openLater()
    }

    // MARK: Displays

    /// Reports of fingers on outputs that are gone.
    private func layOut() -> [SeatFingers.Output] {
        outputs.update(server?.outputs ?? [])
        try? host.startTimer(Timer.describe, milliseconds: Self.describePause)
        announce()
        applyCovers()
        return fingers.keep(onlyOn: outputs.displays)
    }

    private func describe() {
        guard description != outputs.description else { return }
        description = outputs.description
        host.log(.info, "connected to the Wayland server \(path): \(description)")
    }

    /// Sets the displays' sizes.
    private func announce() {
        for line in state.displays.lines(for: outputs.wanted) { send(line) }
        reportKeyboards()
    }

    /// Sets the keyboards' occluders, within the rate limit.
    private func reportKeyboards() {
        guard state.displays.isKnown,
            keyboardLimit.allows(
                at: host.now,
                startTimer: { try? host.startTimer(Timer.report, milliseconds: $0) })
        else { return }
        for line in keyboards.replace(with: outputs.keyboards) { send(line) }
    }

    /// Restores sizes that a client has changed, after a pause.
    private func announceLater() {
        guard !isRepairDue else { return }
        isRepairDue = true
        try? host.startTimer(Timer.announce, milliseconds: Self.repairPause)
    }

    // MARK: Messages from the daemon

    func receive(_ line: String) {
        switch state.apply(line) {
        case .welcome:
            announce()
            send(ScreenFocuses.line)
        case .displayChanged: announceLater()
        case .displayRemoved(let name):
            keyboards.forget(name)
            announceLater()
        case .shields, .focus: applyCovers()
        case .error(let message): host.log(.warning, message)
        case .glass, .scanned, .scanRefused, nil: return
        }
        flush()
    }

    /// Sends changed covers, but not without end to a server that hangs.
    private func applyCovers() {
        guard let server, unansweredChanges < Self.changesAhead else { return }
        let changes = outputs.apply(state.shields, state.focuses)
        guard !changes.isEmpty else { return }
        for change in changes { server.apply(change.cover, to: change.output) }
        unansweredChanges += changes.count
        if isAsking { isAskDue = true } else { ask() }
    }

    private func send(_ line: String) {
        do {
            try host.send(line)
        } catch {
            host.log(.warning, "a request could not be sent: \(error)")
        }
    }

    // MARK: Taps

    func descriptorReady(_ id: UInt32, _ events: DescriptorEvents) {
        guard let server else { return }
        let isAlive = server.read() && !events.contains(.disconnected)
        var reports = FingerReports()
        while let event = server.next() { reports.append(handle(event)) }
        report(reports.outputs)
        if isAlive { return flush() }
        lost(.lost, server.error.message)
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
            try? host.startTimer(Timer.activity, milliseconds: Self.activityPause)
        case .answered: answered()
        case .key(let isEscape, let output):
            guard let display = outputs.display(of: output) else { break }
            send(KeyReport(isEscape: isEscape, display: display).line)
        case .uncovered: try? host.startTimer(Timer.cover, milliseconds: Self.repairPause)
        }
        return []
    }

    /// Reports input that reaches other windows, as a key without a meaning: again and again while
    /// people go on, since the server tells only when they begin and pause.
    private func reportActivity() {
        guard !activeSeats.isEmpty else { return }
        for display in outputs.displays.sorted() { send(KeyReport(activityOn: display.text).line) }
        try? host.startTimer(Timer.activity, milliseconds: Self.activityPause)
    }

    private func flush() {
        guard let server else { return }
        let flushed = server.flush()
        if flushed == .lost { return lost(.lost, server.error.message) }
        guard isWritableAwaited != (flushed == .some) else { return }
        isWritableAwaited = flushed == .some
        do {
            try host.watch(
                Self.serverWatch, descriptor: server.descriptor,
                for: isWritableAwaited ? [.readable, .writable] : .readable)
        } catch {
            lost(.lost, "cannot be watched: \(error)")
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
                time: FingerReport.time(ofServer: finger.time, now: host.now), isSwallowed: true)
            send(report.line)
        }
    }
}

// The name is the header's.
// swift-format-ignore: AlwaysUseLowerCamelCase
@c @implementation
public func popoverd_plugin_abi_1() -> UnsafePointer<popover_plugin>? {
    unsafe descriptor(of: Wayland.self)
}
