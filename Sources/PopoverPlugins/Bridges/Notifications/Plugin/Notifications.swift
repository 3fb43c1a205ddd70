// SPDX-License-Identifier: MIT

public import CPopoverPlugin
import Glibc
import PopoverNotifications
import PopoverPluginKit

/// Shows desktop notifications as alerts (G23): it owns org.freedesktop.Notifications on a bus, so
/// that `notify-send -u critical` is seen above every popover.
///
/// It waits for the bus, and for another owner to release the name, and reconnects when the bus
/// returns. Alerts that are shown stay meanwhile.
final class Notifications: PolicyPlugin {
    static let name = "notifications"
    static let version = "1.0.0"
    static let capabilities: Capabilities = [.requests, .loop]
    static let roles = ["app"]
    static let topics = ["alert.presented", "display.changed", "session.ended"]
    static let options = NotificationSettings.table.map(\.description)

    private static let watch: UInt32 = 1

    private enum Timer {
        static let open: UInt32 = 1
        /// The bus has a deadline, or more events than one batch.
        static let poll: UInt32 = 2
        /// The bus has not answered in time.
        static let bus: UInt32 = 3
        /// The daemon has not answered in time.
        static let daemon: UInt32 = 4
        /// The daemon had no room for an alert.
        static let room: UInt32 = 5
        /// The time of a notification is over.
        static let expiry: UInt32 = 6
    }

    /// For the bus's answer about the name, and between answers of the daemon's, in milliseconds.
    private static let timeout: UInt32 = 5000
    /// Events of the bus that are handled in one go: the daemon's loop has other work.
    private static let batch = 8
    /// Calls that wait for the daemon; the bus is not read while so many do.
    private static let mostCalls = 16
    /// Until the daemon is asked again for room, in milliseconds.
    private static let roomPause: UInt32 = 1000

    private let host: Host
    private let settings: NotificationSettings
    private let address: String

    private var bus: NotificationBus?
    private var watched: DescriptorEvents?
    private var retries = RetryPauses()
    /// When the bus answered about the name; nil: it has not yet.
    private var settledAt: Int64?
    private var complaint: String?
    private var log: NotificationLog

    private let reader = AlertUpdateReader()
    private var limits: AlertLimits?
    private var languages = DisplayLanguages()
    private var raises = RaisedAlerts()
    private var owners = NotificationOwners()
    /// Calls that wait for the notification's number, by request.
    private var calls: [String: BusCall] = [:]

    init?(host: Host) {
        self.host = host
        log = NotificationLog(host)
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
        // The daemon removes the plugin's alerts.
        for id in raises.open { bus?.signalClosed(id, .other) }
    }

    func exportState() -> [UInt8]? { Array(String(raises.latest).utf8) }

    func importState(_ state: [UInt8]) -> Bool {
        // A caller may still know a number: it is not used again.
        raises = RaisedAlerts(after: UInt32(String(decoding: state, as: UTF8.self)) ?? 0)
        return true
    }

    // MARK: The bus comes and goes

    func timerFired(_ id: UInt32) {
        switch id {
        case Timer.open: open()
        case Timer.bus: lost("the bus \(address) does not answer")
        case Timer.daemon: expireRaises()
        case Timer.room:
            raises.retry()
            raiseWaiting()
            poll()
        case Timer.expiry:
            cancel(raises.expire(at: host.now))
            startExpiryTimer()
        default: poll()
        }
    }

    func descriptorReady(_ id: UInt32, _ events: DescriptorEvents) {
        if events.contains(.disconnected) { watched = nil }
        poll()
    }

    private func open() {
        guard bus == nil, !address.isEmpty else { return }
        switch NotificationBus.open(address, version: Self.version) {
        case .failure(let error): failed(error.message)
        case .success(let bus):
            self.bus = bus
            try? host.startTimer(Timer.bus, milliseconds: Self.timeout)
            poll()
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
        try? host.stopTimer(Timer.poll)
        try? host.stopTimer(Timer.bus)
        // No caller is connected any more.
        calls.removeAll()
        owners.allLeft()
        bus = nil
        if let settledAt { retries.ended(after: host.now - settledAt) }
        settledAt = nil
        failed(message)
    }

    /// Handles a batch of the bus's events, and sends what is queued.
    private func poll() {
        var count = 0
        while count < Self.batch, calls.count < Self.mostCalls, let event = bus?.next() {
            count += 1
            switch event {
            case .progress: break
            case .owned: settled(.info, "showing the notifications of \(address)")
            case .waiting:
                settled(
                    .warning,
                    "another program shows the notifications of \(address); waiting for it to end")
            case .denied(let message): lost("the bus \(address) refuses the name: \(message)")
            case .lost(let message): lost("the bus \(address) is gone: \(message)")
            case .notify(let notice, let call): notify(notice, call)
            case .close(let id, let sender, let call): close(id, sender, call)
            case .gone(let sender): owners.left(sender)
            }
        }
        arm(hasMore: count == Self.batch)
    }

    private func settled(_ level: Host.Level, _ message: String) {
        try? host.stopTimer(Timer.bus)
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
            try? host.stopTimer(Timer.poll)
        } else if hasMore {
            try? host.startTimer(Timer.poll, milliseconds: 0)
        } else if let deadline = bus.deadline {
            // Rounded up: it must be over by then.
            let left = max(0, deadline - host.now) / 1000 + 1
            try? host.startTimer(Timer.poll, milliseconds: UInt32(min(left, 60_000)))
        } else {
            try? host.stopTimer(Timer.poll)
        }
    }

    // MARK: Calls from the bus

    private func notify(_ notice: Notice, _ call: BusCall) {
        let urgency = notice.urgency ?? .normal
        guard settings.urgencies.contains(urgency) else { return ignore(notice, call) }
        guard let limits else { return call.refuse(.failed("the daemon is not ready")) }
        let language = languages.language(of: settings.display)
        let whole = settings.alert(for: notice, urgency) { host.setting($0, in: language) ?? "" }
        let alert = whole.fitted(to: limits)
        if notice.isCut || alert != whole { log.cut(notice.application) }
        let id = raises.number(replacing: owners.replaced(by: notice))
        let isNew = !raises.isKnown(id)
        owners.record(id, of: notice)
        raises.wait(WaitingAlert(id: id, alert: alert, keys: notice.actions.map(\.key)))
        if isNew, let excess = raises.dropExcess(of: notice, owners: owners) {
            log.dropped(notice.application)
            forget(excess)
            guard excess != id else { return call.refuse(RaisedAlerts.excessError) }
            bus?.signalClosed(excess, .other)
        }
        raiseWaiting(call, of: id)
        if raises.acceptWaiting(id) { call.accept(id) }
    }

    /// Raises the alerts whose turn has come; the call of one of them is answered later.
    private func raiseWaiting(_ call: BusCall? = nil, of id: UInt32 = 0) {
        guard let limits else { return }
        while let (request, next) = raises.raiseNext(limit: limits.alerts) {
            if next.id == id { calls[request] = call }
            do {
                try host.send(next.alert.line(request: request, id: next.id))
            } catch {
                fail(request, nil, .limits("the alert could not be sent: \(error)"))
                try? host.startTimer(Timer.room, milliseconds: Self.roomPause)
                break
            }
            startDaemonTimer()
        }
        if !raises.isAnyWaiting { log.queueEmptied() }
    }

    private func forget(_ id: UInt32) {
        if !raises.isKnown(id) { owners.remove(id) }
    }

    /// A notification whose urgency is not configured.
    private func ignore(_ notice: Notice, _ call: BusCall) {
        if settings.refusesOthers {
            return call.refuse(.failed("only \(shownUrgencies) notifications are shown here"))
        }
        let id = raises.number(replacing: owners.replaced(by: notice))
        call.accept(id)
        cancel(raises.cancel(id, as: .expired))
        _ = raises.stopWaiting(id)
        if !raises.isKnown(id) { carryOut(.closed(id: id, .expired)) }
    }

    private var shownUrgencies: String {
        settings.urgencies.map(\.rawValue).sorted().joined(separator: " and ")
    }

    private func close(_ id: UInt32, _ sender: String, _ call: BusCall) {
        guard raises.isKnown(id), owners.mayClose(id, sender) else {
            return call.refuse(.arguments("there is no notification \(id)"))
        }
        call.finish()
        cancel(raises.cancel(id))
        if raises.stopWaiting(id), !raises.isKnown(id) { carryOut(.closed(id: id, .canceled)) }
    }

    private func cancel(_ requests: [String]) {
        for request in requests {
            do {
                try host.send(NotificationAlert.cancelLine(of: request))
            } catch {
                host.log(.warning, "a notification cannot be closed: \(error)")
            }
        }
    }

    // MARK: Messages from the daemon

    /// Starts the daemon's timeout anew, or stops it where no raise is unanswered.
    private func startDaemonTimer() {
        if raises.unanswered.isEmpty {
            try? host.stopTimer(Timer.daemon)
        } else {
            try? host.startTimer(Timer.daemon, milliseconds: Self.timeout)
        }
    }

    private func startExpiryTimer() {
        guard let deadline = raises.deadline else {
            try? host.stopTimer(Timer.expiry)
            return
        }
        // Rounded up: the time must be over by then.
        let left = max(0, deadline - host.now) / 1000 + 1
        try? host.startTimer(
            Timer.expiry, milliseconds: UInt32(min(left, Int64(POPOVER_TIMER_LONGEST_MS))))
    }

    /// The daemon has dropped lines, since too many were queued.
    private func expireRaises() {
        for request in raises.unanswered {
            fail(request, nil, .failed("the daemon does not answer"))
        }
        startDaemonTimer()
        raiseWaiting()
        poll()
    }

    func receive(_ line: String) {
        guard let update = reader.read(line) else { return }
        switch update {
        case .welcome(let limits, let languages):
            self.limits = limits
            self.languages = languages
            // A plugin that is not trusted gets no welcome.
            if !address.isEmpty { try? host.startTimer(Timer.open, milliseconds: 1) }
        case .displayChanged(let name, let language): languages.set(language, of: name)
        case .displayRemoved(let name): languages.remove(name)
        case .queued(let request, let alert):
            log.shown()
            if let outcome = raises.queued(request, alert: alert) {
                carryOut(outcome)
            } else {
                // Its call has timed out.
                cancel([request])
            }
            startDaemonTimer()
        case .presented(let alert):
            raises.presented(alert, at: host.now)
            startExpiryTimer()
        case .sessionEnded(let display):
            if languages.concerns(settings.display, display) {
                for outcome in raises.stopWaiting() { carryOut(outcome) }
            }
        case .answered(let request, let button):
            for outcome in raises.answered(request, button: button) { carryOut(outcome) }
        case .error(let request, let reason, let error):
            fail(request, reason, error)
            startDaemonTimer()
        }
        raiseWaiting()
        poll()
    }

    private func fail(_ request: String, _ reason: String?, _ error: BusError) {
        let id = raises.id(of: request)
        for outcome in raises.failed(request, reason: reason) {
            if outcome == .failed(request: request) {
                if let id { forget(id) }
                log.notShown(error.message)
                calls.removeValue(forKey: request)?.refuse(error)
            } else {
                if reason == nil || reason == "no-renderer" { log.notShown(error.message) }
                carryOut(outcome)
            }
        }
        if raises.isHeld { try? host.startTimer(Timer.room, milliseconds: Self.roomPause) }
    }

    private func carryOut(_ outcome: RaisedAlerts.Outcome) {
        switch outcome {
        case .accepted(let request, let id), .returned(let request, let id):
            calls.removeValue(forKey: request)?.accept(id)
        case .failed: break
        case .chosen(let id, let key): bus?.signalInvoked(id, key)
        case .closed(let id, let ending):
            forget(id)
            bus?.signalClosed(id, ending)
        }
    }
}

// The name is the header's.
// swift-format-ignore: AlwaysUseLowerCamelCase
@c @implementation
public func popoverd_plugin_abi_1() -> UnsafePointer<popover_plugin>? {
    unsafe descriptor(of: Notifications.self)
}
