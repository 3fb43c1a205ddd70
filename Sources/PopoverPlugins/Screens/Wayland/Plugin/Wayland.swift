// SPDX-License-Identifier: MIT

public import CPopoverPlugin
import Glibc
import PopoverModel
import PopoverPluginKit
import PopoverScreens

/// Lays a transparent surface over each output of a Wayland server, which swallows taps where a
/// popover is to have them (G4), whoever's windows are there, and tells of these.
///
/// What is not swallowed nobody but the window below can see. It waits for the server, and takes
/// everything up again when that returns.
final class Wayland: PolicyPlugin {
    static let name = "wayland"
    static let version = "1.0.0"
    static let capabilities: Capabilities = [.requests, .loop]
    static let roles = ["input"]
    static let options = [
        OptionDescription(
            name: "display", type: .string, defaultValue: "",
            summary: "The server's socket, a path or a name in XDG_RUNTIME_DIR; "
                + "empty: that of WAYLAND_DISPLAY."),
        OptionDescription(
            name: "outputs", type: .strings, defaultValue: "",
            summary: "Which display an output is, as in wall=HDMI-A-1; the first one is main."),
        OptionDescription(
            name: "keyboards", type: .boolean, defaultValue: "false",
            summary: "Popovers keep off what is taken of an output's lower edge for a keyboard."),
    ]

    private static let serverWatch: UInt32 = 1

    private enum Timer {
        static let open: UInt32 = 1
        static let answer: UInt32 = 2
        static let cover: UInt32 = 3
        static let announce: UInt32 = 4
        static let describe: UInt32 = 5
        static let report: UInt32 = 6
    }

    /// A server that has not answered for so long, in milliseconds, hangs.
    private static let patience: UInt32 = 10_000
    /// So many changes of shields are sent to a server that has not answered; some kilobytes each.
    private static let changesAhead = 16
    /// Before what others have undone is done again, in milliseconds: they may do so for ever.
    private static let repairPause: UInt32 = 1000
    /// Outputs come and go one by one, and are described when they have, in milliseconds.
    private static let describePause: UInt32 = 200

    /// Why there is nothing to see; each is logged once until all is well again.
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
    /// When the server gave its first answer; nil: it has not yet.
    private var greetedAt: Int64?
    private var isAsking = false
    /// Something was changed after the server had been asked.
    private var isAskDue = false
    /// Changes of shields since its last answer.
    private var unansweredChanges = 0
    private var isWritableAwaited = false
    private var isRepairDue = false
    private var description = ""

    private var fingers = SeatFingers()
    private var keyboards = Occluders()
    /// A keyboard may slide in.
    private var reports = RateLimit(milliseconds: 20)
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
        // Where it is not trusted it may neither see nor say anything.
        if !path.isEmpty { try? host.startTimer(Timer.open, milliseconds: 1) }
    }

    /// Where the socket of a server is; nil: none is named, or nothing says where.
    private static func path(of named: String) -> String? {
        let inherited = unsafe getenv("WAYLAND_DISPLAY").map { unsafe String(cString: $0) }
        let name = named.isEmpty ? inherited ?? "" : named
        if name.isEmpty || name.hasPrefix("/") { return name }
        return unsafe getenv("XDG_RUNTIME_DIR").map { unsafe "\(String(cString: $0))/\(name)" }
    }

    // MARK: The server comes and goes

    func timerFired(_ id: UInt32) {
        switch id {
        case Timer.open: open()
        case Timer.answer: lost(.hanging, "does not answer")
        case Timer.cover: server?.cover()
        case Timer.announce:
            isRepairDue = false
            announce()
        case Timer.report:
            reports.timerFired()
            reportKeyboards()
        default: describe()
        }
        flush()
    }

    private func open() {
        guard server == nil else { return }
        guard WaylandServer.isBuilt else {
            return host.log(.warning, "it was built without Wayland's protocols, and does nothing")
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
            complain(.absent, "the Wayland server \(path) cannot be watched: \(error)")
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
        try? host.startTimer(Timer.answer, milliseconds: Self.patience)
    }

    private func answered() {
        isAsking = false
        unansweredChanges = 0
        try? host.stopTimer(Timer.answer)
        if greetedAt == nil { greet() }
        if isAskDue { ask() }
        isAskDue = false
        applyShields()
    }

    private func greet() {
        greetedAt = host.now
        guard let missing = server?.missing else { return }
        // It stays connected: that tells when another server comes in its place.
        complain(
            .incapable,
            "the Wayland server \(path) has no \(missing): taps can be neither seen nor kept from "
                + "others. sway, labwc, wayfire, river and Hyprland have it; GNOME, cage and weston "
                + "do not")
    }

    private func lost(_ error: ConnectionError, _ message: String) {
        guard server != nil else { return }
        try? host.unwatch(Self.serverWatch)
        try? host.stopTimer(Timer.answer)
        try? host.stopTimer(Timer.cover)
        try? host.stopTimer(Timer.describe)
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
        complain(error, "the Wayland server \(path) \(message); it is waited for")
        // That nothing is there afterwards is no news.
        complaints.insert(.absent)
        openLater()
    }

    // MARK: Displays

    /// What is told of fingers on outputs that are gone.
    private func layOut() -> [SeatFingers.Output] {
        outputs.update(server?.outputs ?? [])
        try? host.startTimer(Timer.describe, milliseconds: Self.describePause)
        announce()
        applyShields()
        return fingers.keep(onlyOn: outputs.displays)
    }

    private func describe() {
        guard description != outputs.description else { return }
        description = outputs.description
        host.log(.info, "sees the Wayland server \(path): \(description)")
    }

    /// Has the daemon know how large displays really are.
    private func announce() {
        for line in state.displays.lines(for: outputs.wanted) { send(line) }
        reportKeyboards()
    }

    /// Has the daemon keep popovers off keyboards, at once or soon.
    private func reportKeyboards() {
        guard state.displays.isKnown,
            reports.allows(
                at: host.now,
                startTimer: { try? host.startTimer(Timer.report, milliseconds: $0) })
        else { return }
        for line in keyboards.become(outputs.keyboards) { send(line) }
    }

    /// What others have set is set right, once in a while.
    private func announceLater() {
        guard !isRepairDue else { return }
        isRepairDue = true
        try? host.startTimer(Timer.announce, milliseconds: Self.repairPause)
    }

    // MARK: Messages from the daemon

    func receive(_ line: String) {
        switch state.apply(line) {
        case .welcome: announce()
        case .displayChanged: announceLater()
        case .displayRemoved(let name):
            keyboards.forget(name)
            announceLater()
        case .shields: applyShields()
        case .error(let message): host.log(.warning, message)
        case nil: return
        }
        flush()
    }

    /// A server that hangs is not sent for ever what it does not read.
    private func applyShields() {
        guard let server, unansweredChanges < Self.changesAhead else { return }
        let changes = outputs.apply(state.shields)
        guard !changes.isEmpty else { return }
        for change in changes { server.shield(change.output, holes: change.holes) }
        unansweredChanges += changes.count
        if isAsking { isAskDue = true } else { ask() }
    }

    private func send(_ line: String) {
        do {
            try host.send(line)
        } catch {
            host.log(.warning, "the daemon does not listen: \(error)")
        }
    }

    // MARK: What people do

    func descriptorReady(_ id: UInt32, _ events: DescriptorEvents) {
        guard let server else { return }
        let isAlive = server.read() && !events.contains(.disconnected)
        var stories = FingerStories()
        while let event = server.next() { stories.append(handle(event)) }
        report(stories.outputs)
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
        case .answered: answered()
        case .uncovered: try? host.startTimer(Timer.cover, milliseconds: Self.repairPause)
        }
        return []
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

    private func report(_ stories: [SeatFingers.Output]) {
        for story in stories {
            guard let tool = tool(story.key) else { continue }
            let report = FingerReport(
                story.phase, tool, pointer: story.pointer, display: story.display,
                point: story.point, time: time(story.time), isSwallowed: true)
            send(report.line)
        }
    }

    /// nil: a button of which the daemon knows nothing.
    private func tool(_ key: SeatFingers.Key) -> FingerReport.Tool? {
        if key.isTouch { return .touch }
        // BTN_LEFT, BTN_RIGHT and BTN_MIDDLE of the kernel.
        switch key.detail {
        case 0x110: return .mouse(.primary)
        case 0x111: return .mouse(.secondary)
        case 0x112: return .mouse(.middle)
        default: return nil
        }
    }

    /// Servers may count from whenever they like; nearly all do as we, in milliseconds and 32 bits
    /// of them.
    private func time(_ milliseconds: UInt32?) -> Int64 {
        let now = host.now
        guard let milliseconds else { return now }
        let ago = UInt32(truncatingIfNeeded: now / 1000) &- milliseconds
        // At their end: it was not before the popover that has ordered the shield.
        return ago < 2000 ? min(now, (now / 1000 - Int64(ago)) * 1000 + 999) : now
    }
}

// The name is the header's.
// swift-format-ignore: AlwaysUseLowerCamelCase
@c @implementation
public func popoverd_plugin_abi_1() -> UnsafePointer<popover_plugin>? {
    unsafe descriptor(of: Wayland.self)
}
