// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel
import Testing

/// An arbiter in a small world: a clock that jumps, a disk that answers, and clients that do what
/// the story says. After every event the invariants are checked, the arbiter's own and those that
/// anyone can see.
final class World {
    private(set) var arbiter = Arbiter()
    private(set) var now: Instant
    /// Everything that it was told, and what it did about it.
    private(set) var history: [(event: Event, now: Instant, effects: [Effect])] = []
    private(set) var ledger: Ledger
    var transcript: Transcript
    /// Lines since the last `expect`.
    private(set) var lines: [String] = []
    /// What the clients were asked and have not answered, oldest first.
    private(set) var calls: [(client: ClientID, call: CallID, asked: Call)] = []
    private(set) var questions: [(id: QuestionID, respondent: Respondent, hook: Hook)] = []
    private(set) var heldOrders: [TicketID] = []
    private(set) var hasEnded = false
    var disk = Disk.works
    /// Whether clients answer pings by themselves, as libraries do; no line tells of it.
    var answersPings = true
    private var clientNumber: UInt64 = 0
    private var labels: [String: Int] = [:]

    enum Disk {
        case works
        case fails
        /// Orders wait for `letDisk`.
        case holds
    }

    static let watcher = ClientID(number: 9_999_999)
    static let start = Instant(microseconds: 1_000_000_000)

    init(
        displays: [DisplaySpecification] = [World.main], watches: Bool = true,
        settings change: (inout Settings) -> Void = { _ in }
    ) {
        now = World.start
        ledger = Ledger(watcher: World.watcher)
        transcript = Transcript(watcher: World.watcher, start: World.start)
        transcript.names[World.watcher] = "watcher"
        var settings = Settings(displays: displays, administrators: [0])
        change(&settings)
        send(.configured(settings))
        for behavior in Behaviors.all { send(.behaviorLoaded(behavior)) }
        if watches {
            send(.clientConnected(World.watcher, Credentials(pid: 1, uid: 0, gid: 0)))
            let hello = Hello(protocolVersion: 1, app: "watcher", roles: [.observer])
            send(.clientRequested(World.watcher, id: .string("hello"), .hello(hello)))
            let all = Request.subscribe(topics: ["*"], since: nil)
            send(.clientRequested(World.watcher, id: .string("subscribe"), all))
        }
        lines = []
    }

    static let main = DisplaySpecification(name: "main", size: Size(width: 1280, height: 800))

    var scene: Scene { arbiter.scene }

    // MARK: Events

    func send(_ event: Event) {
        ledger.note(event)
        let effects = arbiter.handle(event, at: now)
        history.append((event, now, effects))
        var orders: [TicketID] = []
        var pings: [(client: ClientID, call: CallID)] = []
        for effect in effects {
            ledger.note(effect)
            if answersPings, case .call(let client, let call, .ping) = effect {
                pings.append((client, call))
                continue
            }
            lines += transcript.lines(effect)
            switch effect {
            case .call(let client, let call, let asked): calls.append((client, call, asked))
            case .ask(let id, let respondent, let question):
                questions.append((id, respondent, question.hook))
            case .store(let ticket, _): orders.append(ticket)
            case .exit: hasEnded = true
            case .answer, .notify, .announce, .publish, .notifyGap, .withdraw, .administer,
                .reportHung, .disconnect:
                break
            }
        }
        checkInvariants(after: event)
        checkRoom(after: event, effects)
        for ping in pings { send(.clientAnswered(ping.client, ping.call, .empty)) }
        for ticket in orders {
            switch disk {
            case .works: send(.draftsStored(ticket))
            case .fails: send(.draftsNotStored(ticket))
            case .holds: heldOrders.append(ticket)
            }
        }
    }

    private func checkInvariants(after event: Event) {
        let violations = arbiter.invariantViolations + ledger.violations
        if !violations.isEmpty { Issue.record("after \(event): \(violations)") }
        // What an alert covers waits for people, who have no deadline.
        if ledger.isWaiting, arbiter.nextDeadline == nil, !hasEnded,
            !scene.alerts.contains(where: { $0.frame != nil })
        {
            Issue.record("waits for ever after \(event): \(ledger.asked)")
        }
    }

    /// No alert is turned away for want of room that a less severe one of its client takes.
    private func checkRoom(after event: Event, _ effects: [Effect]) {
        guard case .clientRequested(let client, let id?, .raiseAlert(let alert)) = event else {
            return
        }
        let isTurnedAway = effects.contains {
            guard case .answer(client, id, .failed(.overLimit)) = $0 else { return false }
            return true
        }
        let milder = scene.alerts.filter { $0.client == client && $0.severity < alert.severity }
        if isTurnedAway, !milder.isEmpty { Issue.record("\(event) has no room beside \(milder)") }
    }

    /// Compares everything that happened since the last comparison.
    func expect(_ expected: String, sourceLocation: SourceLocation = #_sourceLocation) {
        let happened = lines.joined(separator: "\n")
        lines = []
        #expect(happened == expected, sourceLocation: sourceLocation)
    }

    /// Forgets what happened so far: the story begins here.
    func begin() { lines = [] }

    // MARK: Time

    /// Lets time pass, telling every deadline on the way.
    func advance(_ milliseconds: Int64) {
        let end = now + .milliseconds(milliseconds)
        while let deadline = arbiter.nextDeadline, deadline <= end, !hasEnded {
            now = max(now, deadline)
            send(.deadlineReached)
        }
        now = end
    }

    /// Lets time pass without telling deadlines: the timer is late.
    func freeze(_ milliseconds: Int64) { now = now + .milliseconds(milliseconds) }

    func moment(_ milliseconds: Int64) -> Instant { now + .milliseconds(milliseconds) }

    // MARK: Clients

    @discardableResult
    func connect(
        _ name: String, app: String? = nil, roles: Set<Role> = [.app], uid: UInt32 = 1000,
        plugin: String? = nil, wantsFocus: Bool = false
    ) -> ClientID {
        let kept = lines
        let client = arrive(name, uid: uid, plugin: plugin)
        let hello = Hello(
            protocolVersion: 1, app: app ?? name, roles: roles, wantsFocus: wantsFocus)
        send(.clientRequested(client, id: .string("hello"), .hello(hello)))
        lines = kept
        return client
    }

    /// A connection that has not said hello.
    func arrive(
        _ name: String, uid: UInt32 = 1000, gid: UInt32 = 1000, plugin: String? = nil
    ) -> ClientID {
        clientNumber += 1
        let client = ClientID(number: clientNumber)
        transcript.names[client] = name
        let credentials = Credentials(pid: 1, uid: uid, gid: gid, plugin: plugin)
        send(.clientConnected(client, credentials))
        return client
    }

    func disconnect(_ client: ClientID) {
        calls.removeAll { $0.client == client }
        send(.clientDisconnected(client))
    }

    /// Sends a request; its answer's line begins with the label.
    func ask(_ client: ClientID, _ label: String, _ request: Request) {
        let key = "\(client) \(label)"
        labels[key, default: 0] += 1
        let count = labels[key] ?? 1
        let id = count == 1 ? label : "\(label)\(count)"
        send(.clientRequested(client, id: .string(id), request))
    }

    /// Sends a request without an id.
    func tell(_ client: ClientID, _ request: Request) {
        send(.clientRequested(client, id: nil, request))
    }

    /// Answers the oldest call that a client has not answered.
    func answer(_ client: ClientID, _ answer: CallAnswer = .empty) {
        guard let index = calls.firstIndex(where: { $0.client == client }) else {
            Issue.record("\(transcript.name(client)) was not asked anything")
            return
        }
        let call = calls.remove(at: index).call
        send(.clientAnswered(client, call, answer))
    }

    /// Forgets the oldest call of a client, and returns it: it will be answered late, or never.
    func ignoreCall(of client: ClientID) -> CallID {
        guard let index = calls.firstIndex(where: { $0.client == client }) else {
            Issue.record("\(transcript.name(client)) was not asked anything")
            return CallID(number: 0)
        }
        return calls.remove(at: index).call
    }

    // MARK: Disk and behaviors

    /// What the disk says about the oldest order that it holds.
    func letDisk(succeed: Bool = true) {
        guard !heldOrders.isEmpty else {
            Issue.record("the disk was not asked anything")
            return
        }
        let ticket = heldOrders.removeFirst()
        send(succeed ? .draftsStored(ticket) : .draftsNotStored(ticket))
    }

    /// The verdict on the oldest question: of whoever was asked first, or of this policy; nil when
    /// it cannot say anything.
    func decide(_ verdict: Verdict?, by policy: String? = nil) {
        let index = questions.firstIndex {
            policy == nil || $0.respondent == .policy(policy ?? "")
        }
        guard let index else {
            Issue.record("\(policy ?? "nobody") was not asked anything")
            return
        }
        let question = questions.remove(at: index)
        send(.answered(question.id, question.respondent, verdict))
    }

    /// These policies there are from now on, in this order.
    func setPolicies(_ policies: Policy...) { send(.policiesChanged(policies)) }
}
