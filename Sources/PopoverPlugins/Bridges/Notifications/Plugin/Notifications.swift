// SPDX-License-Identifier: MIT

public import CPopoverPlugin
import Glibc
import PopoverNotifications
import PopoverPluginKit

/// Shows notifications of the desktop's kind as alerts (G23): it owns org.freedesktop.Notifications
/// on a bus, so that `notify-send -u critical` is seen above whatever popover is open.
///
/// It waits for the bus, and for another owner of the name to go, and takes everything up again
/// when the bus returns. Alerts that are shown stay while it is away.
final class Notifications: PolicyPlugin {
    static let name = "notifications"
    static let version = "1.0.0"
    static let capabilities: Capabilities = [.requests, .loop]
    static let roles = ["app"]
    static let options = NotificationSettings.options

    private static let watch: UInt32 = 1

    private enum Timer {
        static let open: UInt32 = 1
        /// The bus has a deadline, or has more to tell than is taken in one go.
        static let attend: UInt32 = 2
        /// The bus has had its time to answer.
        static let answer: UInt32 = 3
        /// The daemon has had its time to answer.
        static let word: UInt32 = 4
    }

    /// From connecting to the bus's word on the name, and from one word of the daemon's about what
    /// it has been asked to the next, in milliseconds.
    private static let patience: UInt32 = 5000
    /// What is taken from the bus in one go: the daemon's loop has others to attend to.
    private static let turns = 8
    /// What the daemon has not answered yet; the bus is not read meanwhile.
    private static let mostCalls = 16

    private let host: Host
    private let settings: NotificationSettings
    private let address: String

    private var bus: NotificationBus?
    private var watched: DescriptorEvents?
    private var retries = RetryPauses()
    /// When the bus had answered; nil: it has not yet.
    private var settledAt: Int64?
    private var complaint: String?
    private var alertComplaint: String?

    private let reader = DaemonWordReader()
    private var limits: AlertLimits?
    private var raises = RaisedAlerts()
    /// Who has not been told a number yet, by the raise's request.
    private var calls: [String: BusCall] = [:]

    init?(host: Host) {
        self.host = host
        do {
            settings = try NotificationSettings(host)
        } catch {
            host.log(.error, "\(error)")
            return nil
        }
        let inherited = unsafe getenv("DBUS_SESSION_BUS_ADDRESS").map {
            unsafe String(cString: $0)
        }
        address = settings.bus.isEmpty ? inherited ?? "" : settings.bus
    }

    deinit {
        // The alerts go with it.
        for id in raises.shown { bus?.tell(id, .other) }
    }

    func exportState() -> [UInt8]? { Array(String(raises.latest).utf8) }

    func importState(_ state: [UInt8]) -> Bool {
        // A number that somebody still knows is nobody else's.
        raises = RaisedAlerts(after: UInt32(String(decoding: state, as: UTF8.self)) ?? 0)
        return true
    }

    // MARK: The bus comes and goes

    func timerFired(_ id: UInt32) {
        switch id {
        case Timer.open: open()
        case Timer.answer: lost("the bus \(address) does not answer")
        case Timer.word: giveUp()
        default: attend()
        }
    }

    func descriptorReady(_ id: UInt32, _ events: DescriptorEvents) {
        if events.contains(.disconnected) { watched = nil }
        attend()
    }

    private func open() {
        guard bus == nil, !address.isEmpty else { return }
        switch NotificationBus.open(address, version: Self.version) {
        case .failure(let failure): failed(failure.message)
        case .success(let bus):
            self.bus = bus
            try? host.startTimer(Timer.answer, milliseconds: Self.patience)
            attend()
        }
    }

    private func failed(_ message: String) {
        // Once for each reason: a kiosk may be without a bus for days.
        if complaint != message { host.log(.warning, message) }
        complaint = message
        try? host.startTimer(Timer.open, milliseconds: retries.next())
    }

    private func lost(_ message: String) {
        if watched != nil { try? host.unwatch(Self.watch) }
        watched = nil
        try? host.stopTimer(Timer.attend)
        try? host.stopTimer(Timer.answer)
        // Nobody is there any more to be told anything.
        calls.removeAll()
        try? host.stopTimer(Timer.word)
        bus = nil
        if let settledAt { retries.ended(after: host.now - settledAt) }
        settledAt = nil
        failed(message)
    }

    /// Takes what the bus tells, and sends what waits.
    private func attend() {
        var turns = 0
        while turns < Self.turns, calls.count < Self.mostCalls, let event = bus?.next() {
            turns += 1
            switch event {
            case .progress: break
            case .owned: settled(.info, "shows the notifications of \(address)")
            case .waiting:
                settled(
                    .warning,
                    "another program shows the notifications of \(address); its end is waited for")
            case .denied(let message): lost("the bus \(address) refuses the name: \(message)")
            case .lost(let message): lost("the bus \(address) is gone: \(message)")
            case .notify(let notice, let call): notify(notice, call)
            case .takeBack(let id, let call): takeBack(id, call)
            }
        }
        arm(hasMore: turns == Self.turns)
    }

    private func settled(_ level: Host.Level, _ message: String) {
        try? host.stopTimer(Timer.answer)
        settledAt = settledAt ?? host.now
        if complaint != message { host.log(level, message) }
        complaint = message
    }

    private func arm(hasMore: Bool) {
        guard let bus else { return }
        let isFull = calls.count >= Self.mostCalls
        let wants = isFull ? [] : bus.wants
        if wants != watched {
            do {
                if wants.isEmpty {
                    if watched != nil { try host.unwatch(Self.watch) }
                } else {
                    try host.watch(Self.watch, descriptor: bus.descriptor, for: wants)
                }
                watched = wants
            } catch {
                return lost("the bus cannot be watched: \(error)")
            }
        }
        if isFull {
            // The daemon's answers go on from here.
            try? host.stopTimer(Timer.attend)
        } else if hasMore {
            try? host.startTimer(Timer.attend, milliseconds: 0)
        } else if let deadline = bus.deadline {
            // Rounded up: it must be over by then.
            let left = max(0, deadline - host.now) / 1000 + 1
            try? host.startTimer(Timer.attend, milliseconds: UInt32(min(left, 60_000)))
        } else {
            try? host.stopTimer(Timer.attend)
        }
    }

    // MARK: What others want

    private func notify(_ notice: Notice, _ call: BusCall) {
        let urgency = notice.urgency ?? .normal
        guard settings.urgencies.contains(urgency) else { return passOver(notice, call) }
        guard let limits else { return call.refuse(.failed("nobody can be alerted yet")) }
        let alert = settings.alert(for: notice, urgency)
        let excess = limits.excess(
            title: alert.title, message: alert.message, labels: alert.labels + [alert.closeLabel])
        if let excess { return call.refuse(excess) }
        let id = raises.number(replacing: notice.replaces)
        let request = raises.begin(id, keys: notice.actions.map(\.key))
        do {
            try host.send(alert.line(request: request, id: id))
            calls[request] = call
            if calls.count == 1 { awaitWord() }
        } catch {
            _ = raises.refused(request, reason: nil)
            call.refuse(.limits("the daemon does not take it: \(error)"))
        }
    }

    /// One that does not become an alert.
    private func passOver(_ notice: Notice, _ call: BusCall) {
        if settings.refusesOthers {
            return call.refuse(.failed("only \(names(settings.urgencies)) ones are shown here"))
        }
        let id = raises.number(replacing: notice.replaces)
        if raises.isKnown(id) { cancel(raises.takeBack(id)) }
        call.accept(id)
        bus?.tell(id, .expired)
    }

    private func names(_ urgencies: Set<Notice.Urgency>) -> String {
        urgencies.map(\.rawValue).sorted().joined(separator: " and ")
    }

    private func takeBack(_ id: UInt32, _ call: BusCall) {
        guard raises.isKnown(id) else {
            return call.refuse(.arguments("there is no notification \(id)"))
        }
        cancel(raises.takeBack(id))
        call.finish()
    }

    private func cancel(_ requests: [String]) {
        for request in requests {
            do {
                try host.send(NotificationAlert.cancelLine(of: request))
            } catch {
                host.log(.warning, "a notification cannot be taken back: \(error)")
            }
        }
    }

    // MARK: The daemon's word

    /// Lets the time begin in which the daemon has to say something about what it was asked.
    private func awaitWord() {
        if calls.isEmpty {
            try? host.stopTimer(Timer.word)
        } else {
            try? host.startTimer(Timer.word, milliseconds: Self.patience)
        }
    }

    /// The daemon has dropped lines, since too many waited.
    private func giveUp() {
        for (request, call) in calls {
            _ = raises.refused(request, reason: nil)
            call.refuse(.failed("the daemon does not answer"))
        }
        calls.removeAll()
        attend()
    }

    func receive(_ line: String) {
        guard let word = reader.read(line) else { return }
        switch word {
        case .welcomed(let limits):
            self.limits = limits
            // Where it is not trusted it may neither see nor say anything.
            if !address.isEmpty { try? host.startTimer(Timer.open, milliseconds: 1) }
        case .taken(let request):
            alertComplaint = nil
            if let outcome = raises.taken(request) {
                carryOut(outcome)
            } else {
                // Too late.
                cancel([request])
            }
        case .answered(let request, let button):
            for outcome in raises.answered(request, button: button) { carryOut(outcome) }
        case .refused(let request, let refusal):
            guard let outcome = raises.refused(request, reason: refusal.reason) else { return }
            if case .refused = outcome {
                complain(refusal.message)
                calls.removeValue(forKey: request)?.refuse(refusal.busError)
                awaitWord()
            } else {
                if refusal.reason == "no-renderer" { complain(refusal.message) }
                carryOut(outcome)
            }
        }
        attend()
    }

    /// Once for each reason, until one is shown again.
    private func complain(_ message: String) {
        guard alertComplaint != message else { return }
        alertComplaint = message
        host.log(.warning, "a notification is not shown: \(message)")
    }

    private func carryOut(_ outcome: RaisedAlerts.Outcome) {
        switch outcome {
        case .accepted(let request, let id):
            calls.removeValue(forKey: request)?.accept(id)
            awaitWord()
        case .refused: break
        case .chosen(let id, let key): bus?.tell(id, chosen: key)
        case .over(let id, let ending): bus?.tell(id, ending)
        }
    }
}

// The name is the header's.
// swift-format-ignore: AlwaysUseLowerCamelCase
@c @implementation
public func popoverd_plugin_abi_1() -> UnsafePointer<popover_plugin>? {
    unsafe descriptor(of: Notifications.self)
}
