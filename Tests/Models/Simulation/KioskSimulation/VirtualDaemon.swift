// SPDX-License-Identifier: MIT

import ArbiterExploration
import FuzzTargets
import PopoverCore
import PopoverModel
import PopoverSessions
import PopoverStorage
import PopoverWire

/// One run of the daemon: the real rules, sessions and draft store, with a simulated system, plugins and
/// administrator.
final class VirtualDaemon: Administrator {
    private unowned let kiosk: Kiosk
    private let time: VirtualTime
    private var chance: Chance
    private let rates: FaultRates

    let engine: Engine
    let worker: VirtualWorker

    /// Checks the events and effects.
    private var ledger: Ledger
    private var event = Event.deadlineReached
    /// The peer of each client and its connection, which may have ended before the daemon notices.
    private var clients: [ClientID: (peer: any Participant, life: Int)] = [:]
    /// The peer that is being accepted.
    private var arriving: (any Participant)?
    private var isResumptionScheduled = false
    /// The most that a deadline may be late: the loop counts milliseconds.
    private static let tolerance = Interval.milliseconds(1)
    /// Pending administration requests.
    private var administering: Set<TicketID> = []
    private var awaited: (deadline: Instant, due: Instant)?
    private var lastEvent = Instant(microseconds: 0)
    private(set) var isAlive = true
    private(set) var hasEnded = false
    private(set) var isEnding = false

    init(_ kiosk: Kiosk, _ chance: Chance) {
        self.kiosk = kiosk
        self.chance = chance
        time = kiosk.time
        rates = kiosk.rates
        let relay = Relay()
        engine = Engine(time, settings: kiosk.settings, observer: relay, log: SilentLog())
        worker = kiosk.disk.worker()
        ledger = Ledger(watcher: ClientID(number: 1), timing: kiosk.settings.timing)
        ledger.ownDisplay = nil
        ledger.followsWork = kiosk.rates.isGentle && kiosk.programs.isEmpty
        relay.daemon = self
        engine.plugins = relay
        engine.administrator = self
        engine.onViolation = { [unowned kiosk] in kiosk.wrong("the rules: \($0)") }
        engine.sessions.onSessionsWaiting = { [weak self] in self?.scheduleResumption() }
        worker.onApplied = { [unowned kiosk] changes, outcome in
            kiosk.trace { "    disk: \(changes.count) changes, \(outcome)" }
            if outcome.error == nil { kiosk.transactions += 1 }
            guard let rescued = outcome.rescued, let fault = kiosk.book.fault(in: rescued)
            else { return }
            kiosk.wrong("of what is rescued \(fault)")
        }
    }

    /// Starts with the drafts on the disk.
    ///
    /// - Parameter isAfterEnd: the previous daemon has shut down regularly.
    func start(isAfterEnd: Bool) {
        engine.post(.configured(kiosk.settings))
        engine.drafts.open(worker) { [unowned self] result in
            switch result {
            case .success(let findings):
                kiosk.find(findings.drafts, isComplete: isAfterEnd)
                engine.post(.draftsLoaded(findings.drafts))
            case .failure(let error): kiosk.wrong("the drafts cannot be opened: \(error)")
            }
        }
        for behavior in SessionPlugins.behaviors { engine.post(.behaviorLoaded(behavior)) }
        changePolicies()
    }

    // MARK: Connections

    func accept(_ connection: VirtualConnection, from peer: any Participant) {
        arriving = peer
        engine.sessions.accept(
            connection, Credentials(pid: Int32(peer.number), uid: peer.uid, gid: peer.uid))
        arriving = nil
    }

    private func scheduleResumption() {
        guard !isResumptionScheduled else { return }
        isResumptionScheduled = true
        time.after(chance.interval(1...20)) { [weak self] in
            guard let self, isAlive else { return }
            isResumptionScheduled = false
            engine.sessions.resumeWaitingSessions()
        }
    }

    // MARK: Events and effects

    fileprivate func note(_ event: Event, at now: Instant) {
        kiosk.events += 1
        self.event = event
        if case .clientConnected(let client, _) = event, let arriving {
            clients[client] = (arriving, arriving.life)
            arriving.client = client
        }
        switch event {
        case .clientDisconnected(let client): clients[client] = nil
        case .clientRequested(let client, let id?, .open(let request)):
            program(of: client)?.note(open: request.value.key, id)
        case .draftsStored(let ticket): kiosk.book.noteStored(ticket)
        case .draftsNotStored(let ticket): kiosk.book.noteRefused(ticket)
        case .administered(let ticket, _): administering.remove(ticket)
        default: break
        }
        checkDeadline(at: now)
        if ledger.followsWork { ledger.checkWork() }
        ledger.note(event, at: now)
        kiosk.trace { "\(now.microseconds) \(event)" }
    }

    /// Checks that deadlines are on time.
    private func checkDeadline(at now: Instant) {
        let deadline = engine.arbiter.nextDeadline
        if deadline != awaited?.deadline {
            // A deadline in the past is due now.
            awaited = deadline.map { ($0, max($0, lastEvent)) }
        }
        lastEvent = now
        guard let awaited, now - awaited.due > Self.tolerance else { return }
        kiosk.wrong("a deadline has passed \((now - awaited.due).milliseconds) ms ago")
    }

    fileprivate func note(_ effect: Effect) {
        kiosk.trace { "    \(effect)" }
        ledger.note(effect)
        expect(effect)
        if !kiosk.programs.isEmpty { tellPrograms(effect) }
        if !ledger.violations.isEmpty {
            kiosk.wrong("\(ledger.violations) at \(event)")
        }
    }

    /// Each effect with a message has to become a line.
    private func expect(_ effect: Effect) {
        switch effect {
        case .answer(let client, let id, let answer):
            var number: Int64?
            if case .number(let text) = id { number = Int64(text) }
            // The snapshot is valid from there on.
            let isSnapshot = if case .subscribed = answer { true } else { false }
            reader(of: client)?.book.expect(.answer(number), afterEvents: isSnapshot)
        case .notify(let client, _): expect(.notification, by: client)
        case .announce(.shield(let display, let isOn, let except), let clients):
            let shield = Notification.shield(display: display, isOn: isOn, except: except)
            let line = Array(engine.codec.encoder.notification(shield).dropLast())
            for client in clients { reader(of: client)?.book.expectShield(line, of: display) }
        case .announce(_, let clients): for client in clients { expect(.notification, by: client) }
        case .call(let client, let call, _): expect(.call("\(call)"), by: client)
        case .publish(let event, let subscribers):
            for client in subscribers {
                reader(of: client)?.book.expectEvent(event.sequence)
            }
        case .store(let ticket, let changes): kiosk.book.order(ticket, changes)
        case .administer(let ticket, _): administering.insert(ticket)
        case .ask, .withdraw, .reportHung, .disconnect, .notifyGap, .exit: break
        }
    }

    /// What the checks of the programs' work need.
    private func tellPrograms(_ effect: Effect) {
        switch effect {
        case .answer(let client, let id, .opened(let grant)):
            program(of: client)?.note(grant: grant, id)
        case .answer(let client, let id, .done): kiosk.noteDone(reader(of: client), id)
        case .call(let client, _, .willClose(let popover, _, .discard, _, _)):
            program(of: client)?.noteDiscard(popover)
        default: break
        }
    }

    private func program(of client: ClientID) -> Program? {
        kiosk.programs.isEmpty ? nil : clients[client]?.peer as? Program
    }

    private func expect(_ line: LineBook.Line, by client: ClientID) {
        reader(of: client)?.book.expect(line)
    }

    private func reader(of client: ClientID) -> Peer? {
        guard let (peer, life) = clients[client], peer.life == life else { return nil }
        return peer as? Peer
    }

    // MARK: Plugins

    fileprivate func ask(_ id: QuestionID, _ respondent: Respondent, at hook: Hook) {
        let verdicts = SessionPlugins.verdicts(at: hook)
        if !isMistreating {
            let verdict = chance.pick(verdicts)
            // Libraries answer synchronously, programs later.
            if chance.below(2) == 0 { return engine.post(.answered(id, respondent, verdict)) }
            return answer(id, respondent, verdict, within: 15)
        }
        switch chance.below(4) {
        case 0: break
        case 1: answer(id, respondent, chance.pick(verdicts), within: 900)
        case 2:
            for _ in 0..<2 {
                answer(id, respondent, chance.pick(verdicts), within: 30)
            }
        default: answer(id, respondent, nil, within: 5)
        }
    }

    private var isMistreating: Bool {
        !kiosk.isCalm && chance.happens(perMille: rates.questionMistreated)
    }

    private func answer(
        _ id: QuestionID, _ respondent: Respondent, _ verdict: Verdict?, within most: Int
    ) {
        time.after(chance.interval(100...most * 1000)) { [weak self] in
            if let self, isAlive { engine.post(.answered(id, respondent, verdict)) }
        }
    }

    /// Changes plugins and configuration.
    func changeSomething() {
        if chance.happens(perMille: rates.pluginsChange) {
            let behavior = chance.pick(SessionPlugins.behaviors)
            switch chance.below(4) {
            case 0: engine.post(.behaviorUnloaded(name: behavior.name))
            case 1, 2: engine.post(.behaviorLoaded(behavior))
            default: changePolicies()
            }
        }
        if chance.happens(perMille: rates.configured) {
            let settings = kiosk.drawSettings()
            engine.sessions.configure(settings)
            engine.post(.configured(settings))
        }
    }

    /// Lets unanswered alerts rest: the turns of their users and the pings of their renderers would
    /// never end.
    func endTurns() {
        var settings = kiosk.settings
        settings.timing.alertTurn = .milliseconds(3_600_000)
        settings.timing.ping = .milliseconds(3_600_000)
        engine.sessions.configure(settings)
        engine.post(.configured(settings))
    }

    private func changePolicies() {
        let policies = SessionPlugins.policies.filter { policy in
            chance.below(3) == 0 && (rates.idle || policy.idleAfter == nil)
        }
        engine.post(.policiesChanged(policies))
    }

    // MARK: The administrator

    func administer(_ order: Administration, then handler: @escaping (Answer) -> Void) {
        let isDone = chance.below(3) > 0
        let answer = isDone ? Self.answer(to: order) : .failed(.failed(message: "no"))
        guard chance.below(2) == 0 else { return handler(answer) }
        time.after(chance.milliseconds(1...800)) { [weak self] in
            if self?.isAlive == true { handler(answer) }
        }
    }

    private static func answer(to order: Administration) -> Answer {
        switch order {
        case .listPlugins: .plugins([])
        case .listRecordings: .recordings([])
        case .loadPlugin, .unloadPlugin, .reloadPlugin, .clearPlugin:
            .plugin(
                PluginState(
                    name: "menu", kind: nil, path: "", version: nil, state: .failed,
                    message: "no", behaviors: []))
        case .reloadConfiguration: .reloaded([])
        case .setLogLevel: .done
        case .startRecording, .stopRecording, .dumpRecording:
            .recording(RecordingFile(path: "", bytes: 0))
        }
    }

    func complete(_ scene: inout Scene) {}
    func complete(_ metrics: inout Metrics) {}

    // MARK: The end

    func rulesEnded() {
        isEnding = true
        kiosk.close()
        engine.sessions.close { [self] in
            engine.drafts.close { [self] in
                engine.close()
                hasEnded = true
            }
        }
    }

    /// Stops everything at once.
    func die() {
        isAlive = false
        engine.close()
    }

    /// What is still unfinished at rest.
    var debts: [String] {
        var debts: [String] = []
        if ledger.isWaiting { debts.append("never answered: \(ledger.asked.map(\.request))") }
        if !ledger.untold.isEmpty { debts.append("never told: \(ledger.untold)") }
        if !ledger.awaited.isEmpty { debts.append("never heard: \(ledger.awaited)") }
        if !administering.isEmpty { debts.append("never done: \(administering.count) orders") }
        let ghosts = clients.filter { $0.value.peer.life != $0.value.life }.keys
        if !ghosts.isEmpty { debts.append("never told that they are gone: \(ghosts.count)") }
        return debts + engine.arbiter.invariantViolations
    }
}

/// Forwards to the simulated daemon, which is created after the parts that call it.
private final class Relay: EventObserver, QuestionDispatcher {
    weak var daemon: VirtualDaemon?

    var isFull: Bool { false }
    func rotate(at state: inout Arbiter) {}
    func willHandle(_ event: Event, at now: Instant) { daemon?.note(event, at: now) }
    func didHandle(_ effects: [Effect]) { for effect in effects { daemon?.note(effect) } }
    func flush() {}

    func ask(_ id: QuestionID, _ respondent: Respondent, _ question: Question) {
        daemon?.ask(id, respondent, at: question.hook)
    }

    func withdraw(_ id: QuestionID, _ respondent: Respondent, isLate: Bool) {}
}
