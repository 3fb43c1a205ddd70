// SPDX-License-Identifier: MIT

import LibUV
import PluginProgram
import PopoverModel
import PopoverNotifications
import PopoverWire

/// Shows desktop notifications as alerts (G23): it owns org.freedesktop.Notifications on a bus, so
/// that `notify-send -u critical` is seen above every popover.
///
/// It waits for the bus, and for another owner to release the name, and reconnects when the bus
/// returns. Alerts that are shown stay meanwhile.
final class Notifications {
    static let description = PluginProgram<NotificationSettings>.Description(
        name: "notifications", version: "1.0.0", options: NotificationSettings.table,
        topics: ["alert.presented", "display.changed", "session.ended"], roles: [.app],
        needs: Sandbox(unixSockets: true, environment: ["DBUS_SESSION_BUS_ADDRESS"]))

    /// For the bus's answer about the name, and between answers of the daemon's, in milliseconds.
    private static let timeout: UInt64 = 5000
    /// Events of the bus that are handled in one go: the daemon must be heard in a flood, too.
    private static let batch = 64
    /// Calls that wait for the daemon; the bus is not read while so many do.
    private static let mostCalls = 16
    /// Until the daemon is asked again for room, in milliseconds.
    private static let roomPause: UInt64 = 1000

    private let process: PluginProcess<NotificationSettings>
    private var settings = NotificationSettings()
    private var texts = OptionTexts()
    private var address = ""

    private var bus: NotificationBus?
    private var poll: (descriptor: Int32, handle: DescriptorPoll)?
    private var retries = RetryPauses()
    /// When the bus answered about the name; nil: it has not yet.
    private var settledAt: Int64?
    private var log: NotificationLog

    private var limits: AlertLimits?
    private var languages = DisplayLanguages()
    private var raises = RaisedAlerts()
    private var owners = NotificationOwners()
    /// Calls that wait for the notification's number, by request.
    private var calls: [String: BusCall] = [:]

    private lazy var retryTimer = Timer(process.loop) { [unowned self] in open() }
    /// The bus has a deadline of its own, or more events than one batch.
    private lazy var busTimer = Timer(process.loop) { [unowned self] in serve() }
    /// The bus has not answered in time.
    private lazy var answerTimer = Timer(process.loop) { [unowned self] in
        lost("the bus \(address) does not answer")
    }
    /// The daemon has not answered in time.
    private lazy var daemonTimer = Timer(process.loop) { [unowned self] in expireRaises() }
    /// The daemon had no room for an alert.
    private lazy var roomTimer = Timer(process.loop) { [unowned self] in
        raises.retry()
        raiseWaiting()
        serve()
    }
    /// The time of a notification is over.
    private lazy var expiryTimer = Timer(process.loop) { [unowned self] in
        cancel(raises.expire(at: process.now))
        startExpiryTimer()
    }

    init(_ process: PluginProcess<NotificationSettings>) {
        self.process = process
        log = NotificationLog(process)
    }

    func handle(_ message: PluginProgram<NotificationSettings>.Message) {
        switch message {
        case .started(let settings, let texts): start(settings, texts)
        case .event(let topic, _, let data): AlertUpdate(topic: topic, data).map(receive)
        case .line(let line): AlertUpdate(line).map(receive)
        case .scene, .gap: break
        case .ended: end()
        }
    }

    private func start(_ settings: NotificationSettings, _ texts: OptionTexts) {
        self.settings = settings
        self.texts = texts
        address =
            settings.bus.isEmpty ? environment("DBUS_SESSION_BUS_ADDRESS") ?? "" : settings.bus
        if address.isEmpty {
            process.tell(
                .failed, "no bus: set the option bus, or DBUS_SESSION_BUS_ADDRESS for the daemon")
        }
    }

    private func end() {
        // The daemon removes the plugin's alerts.
        for id in raises.open { bus?.signalClosed(id, .other) }
        process.loop.stop()
    }

    // MARK: The bus comes and goes

    private func open() {
        guard bus == nil, !address.isEmpty else { return }
        switch NotificationBus.open(address, version: Self.description.version) {
        case .failure(let error): failed(error.message)
        case .success(let bus):
            self.bus = bus
            answerTimer.start(afterMilliseconds: Self.timeout)
            serve()
        }
    }

    private func failed(_ message: String) {
        process.tell(.connecting, message)
        retryTimer.start(afterMilliseconds: UInt64(retries.next()))
    }

    private func lost(_ message: String) {
        poll?.handle.close()
        poll = nil
        busTimer.stop()
        answerTimer.stop()
        // No caller is connected any more.
        calls.removeAll()
        owners.allLeft()
        bus = nil
        if let settledAt { retries.ended(after: process.now - settledAt) }
        settledAt = nil
        failed(message)
    }

    /// Handles the bus's events, and sends what is queued.
    private func serve() {
        var count = 0
        while count < Self.batch, calls.count < Self.mostCalls, let event = bus?.next() {
            count += 1
            // To read it may have taken seconds.
            process.loop.updateTime()
            switch event {
            case .progress: break
            case .owned: settled(.serving, "showing the notifications of \(address)")
            case .waiting:
                settled(
                    .connecting,
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

    private func settled(_ state: PluginService.State, _ message: String) {
        answerTimer.stop()
        settledAt = settledAt ?? process.now
        process.tell(state, message)
    }

    private func arm(hasMore: Bool) {
        guard let bus else { return }
        // While it is full, the daemon's answers go on from here.
        let isFull = calls.count >= Self.mostCalls
        do throws(UVError) {
            let poll = try watch(bus.descriptor)
            let wants = isFull ? [] : bus.wants
            if wants.isEmpty { poll.stop() } else { try poll.start(wants) }
        } catch {
            return lost("the bus cannot be watched: \(error)")
        }
        if !isFull, hasMore {
            busTimer.start(afterMilliseconds: 0)
        } else if !isFull, let deadline = bus.deadline {
            // Rounded up: it must be over by then.
            busTimer.start(afterMilliseconds: UInt64(max(0, deadline - process.now) / 1000 + 1))
        } else {
            busTimer.stop()
        }
    }

    private func watch(_ descriptor: Int32) throws(UVError) -> DescriptorPoll {
        if let poll, poll.descriptor == descriptor { return poll.handle }
        poll?.handle.close()
        poll = nil
        let handle = try DescriptorPoll(process.loop, descriptor: descriptor) { [unowned self] in
            if case .failed(let error) = $0 { lost("the bus \(address) is gone: \(error)") }
            serve()
        }
        poll = (descriptor, handle)
        return handle
    }

    // MARK: Calls from the bus

    private func notify(_ notice: Notice, _ call: BusCall) {
        let urgency = notice.urgency ?? .normal
        guard settings.urgencies.contains(urgency) else { return ignore(notice, call) }
        guard let limits else { return call.refuse(.failed("the daemon is not ready")) }
        let language = languages.language(of: settings.display)
        let whole = settings.alert(for: notice, urgency) { texts.text($0, in: language) ?? "" }
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
            process.send(next.alert.line(request: request, id: next.id))
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
        for request in requests { process.send(NotificationAlert.cancelLine(of: request)) }
    }

    // MARK: Messages from the daemon

    /// Starts the daemon's timeout anew, or stops it where no raise is unanswered.
    private func startDaemonTimer() {
        if raises.unanswered.isEmpty {
            daemonTimer.stop()
        } else {
            daemonTimer.start(afterMilliseconds: Self.timeout)
        }
    }

    private func startExpiryTimer() {
        guard let deadline = raises.deadline else { return expiryTimer.stop() }
        // Rounded up: the time must be over by then.
        expiryTimer.start(afterMilliseconds: UInt64(max(0, deadline - process.now) / 1000 + 1))
    }

    /// The daemon has dropped lines, since too many were queued.
    private func expireRaises() {
        for request in raises.unanswered {
            fail(request, nil, .failed("the daemon does not answer"))
        }
        startDaemonTimer()
        raiseWaiting()
        serve()
    }

    private func receive(_ update: AlertUpdate) {
        switch update {
        case .welcome(let limits, let languages):
            self.limits = limits
            self.languages = languages
            open()
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
            raises.presented(alert, at: process.now)
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
        serve()
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
        if raises.isHeld { roomTimer.start(afterMilliseconds: Self.roomPause) }
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
