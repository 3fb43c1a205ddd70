// SPDX-License-Identifier: MIT

package import PopoverCore
package import PopoverModel

/// A small world at one moment: the arbiter, the clients, the disk and the plugins around it, and
/// what they may still do. It is a value: a copy of it is another way that the world may go.
package struct Moment: Sendable {
    private var branch = Branch(Arbiter())
    package internal(set) var now = Moment.start
    package internal(set) var ledger: Ledger
    /// Who plays each part, where somebody is there to play it.
    package internal(set) var cast: [ClientID?] = []
    /// `willClose` that its popover did not wait for: at most one of each client.
    var lateCalls: [(client: ClientID, call: CallID)] = []
    /// A question that nobody waits for any more; its answer may still come.
    var lateAnswer: (question: QuestionID, respondent: Respondent)?
    /// How many taps were told since time passed.
    var taps = 0
    /// What a part takes for the present session.
    var heldSession: SessionID?
    var disk = Disk.works
    private var clientNumber: UInt64 = 0
    /// Everything that came of it, where somebody wants to know.
    package var heard: [Effect]?

    package enum Disk: UInt8, Sendable {
        case works
        /// Orders wait.
        case holds
    }

    package static let start = Instant(microseconds: 1_000_000_000)
    package static let watcher = ClientID(number: 9_999_999)

    package init(settings: Settings, behaviors: [Behavior], followsWork: Bool) {
        ledger = Ledger(watcher: Self.watcher, timing: settings.timing)
        ledger.followsWork = followsWork
        send(.configured(settings))
        for behavior in behaviors { send(.behaviorLoaded(behavior)) }
        send(.clientConnected(Self.watcher, Credentials(pid: 1, uid: 0, gid: 0)))
        let hello = Hello(protocolVersion: 1, app: "watcher", roles: [.observer])
        ask(Self.watcher, "hello", .hello(hello))
        ask(Self.watcher, "subscribe", .subscribe(topics: ["*"], since: nil))
    }

    // MARK: Telling the arbiter

    package var arbiter: Arbiter { _read { yield branch.arbiter } }

    private mutating func handle(_ event: Event) -> [Effect] {
        if !isKnownUniquelyReferenced(&branch) { branch = Branch(arbiter.copy()) }
        return branch.arbiter.handle(event, at: now)
    }

    package mutating func send(_ event: Event) {
        ledger.note(event, at: now)
        if case .answered(let question, let respondent, _) = event,
            lateAnswer?.question == question, lateAnswer?.respondent == respondent
        {
            lateAnswer = nil
        }
        let effects = handle(event)
        heard?.append(contentsOf: effects)
        for effect in effects { carryOut(effect) }
        ledger.checkWork()
        ledger.checkAlerts()
        ledger.checkPings()
        ledger.checkHints()
        ledger.checkFocus()
        lateCalls.removeAll { !ledger.has($0.client) }
        if disk == .works {
            while let order = ledger.orders.first, !ledger.hasExited {
                send(.draftsStored(order.ticket))
            }
        }
    }

    private mutating func carryOut(_ effect: Effect) {
        switch effect {
        case .withdraw(let question, let respondent, _):
            lateAnswer = (question, respondent)
        case .publish(let event, _) where event.topic == .popoverClosed:
            if let life = ledger.lives.first(where: { $0.popover == event.fact.popover }),
                event.fact.isUnresponsive == true, let call = life.call
            {
                lateCalls.removeAll { $0.client == life.owner }
                lateCalls.append((life.owner, call))
            }
        case .notify(let client, .panelClosed(let closed)) where closed.isUnresponsive:
            if let call = ledger.panels.first(where: { $0.panel == closed.panel })?.call {
                lateCalls.removeAll { $0.client == client }
                lateCalls.append((client, call))
            }
        default: break
        }
        ledger.note(effect)
    }

    package mutating func ask(_ client: ClientID, _ label: String, _ request: Request) {
        send(.clientRequested(client, id: .string(label), request))
    }

    /// - Returns: its number in the cast.
    @discardableResult
    package mutating func connect(
        as part: Int, app: String, roles: Set<Role>, uid: UInt32, greets: Bool = true,
        wantsFocus: Bool = false
    ) -> ClientID {
        clientNumber += 1
        let client = ClientID(number: clientNumber)
        while cast.count <= part { cast.append(nil) }
        cast[part] = client
        send(.clientConnected(client, Credentials(pid: 1, uid: uid, gid: uid)))
        if greets { greet(part, app: app, roles: roles, wantsFocus: wantsFocus) }
        return client
    }

    package mutating func greet(
        _ part: Int, app: String, roles: Set<Role>, wantsFocus: Bool = false
    ) {
        guard let client = cast[part] else { return }
        let hello = Hello(protocolVersion: 1, app: app, roles: roles, wantsFocus: wantsFocus)
        ask(client, "hello", .hello(hello))
    }

    package mutating func disconnect(_ part: Int) {
        guard let client = cast[part] else { return }
        cast[part] = nil
        send(.clientDisconnected(client))
    }

    // MARK: Time

    package mutating func pass(_ interval: Interval) {
        now = now + interval
        taps = 0
    }

    // MARK: Looking

    package func isAsked(_ client: ClientID, _ label: String) -> Bool {
        ledger.asked.contains { $0.client == client && $0.id == .string(label) }
    }

    /// What this client was asked, and may answer.
    func call(of client: ClientID) -> CallID? {
        ledger.lives.first { $0.owner == client && !$0.hasEnded && $0.call != nil }?.call
            ?? ledger.panels.first { $0.client == client && $0.call != nil }?.call
    }

    /// The popover that this client has on the screen.
    func popover(of client: ClientID) -> PopoverID? {
        ledger.lives.first { $0.owner == client && !$0.hasEnded }?.popover
    }

    /// What does not hold, in words.
    package var violations: [String] {
        var violations = arbiter.invariantViolations + ledger.violations
        if ledger.isWaiting, arbiter.nextDeadline == nil, !ledger.hasExited,
            ledger.presented.isEmpty
        {
            violations.append("waits for ever: \(ledger.asked.map(\.request))")
        }
        return violations
    }

    // MARK: Fingerprint

    func walk(_ walker: Walker) {
        walker.begin(
            at: now, clients: ledger.clients.map(\.client),
            popovers: ledger.lives.filter { !$0.hasEnded }.map(\.popover),
            calls: lateCalls.map(\.call))
        walker.walk(branch)
        for client in cast { walker.note(.client, client?.number ?? 0) }
        for late in lateCalls {
            walker.note(.client, late.client.number)
            walker.note(.call, late.call.number)
        }
        if let lateAnswer {
            walker.note(.question, lateAnswer.question.number)
            walker.walk(lateAnswer.respondent)
        }
        walker.note(taps)
        // None, the present one, or one that has ended.
        walker.note(heldSession == nil)
        walker.note(heldSession == ledger.session)
        // The digests in them depend on the numbers of sessions, which only rise; so do the daemon's own keys.
        for work in ledger.works where !work.key.key.hasPrefix(DraftKey.reservedPrefix) {
            let rows = arbiter.rows(about: work.key)
            walker.note(rows.isRetired)
            walker.note(rows.isConsumed)
            walker.note(rows.isKnown)
        }
        walker.note(UInt64(disk.rawValue))
        ledger.walk(walker)
    }
}

/// An arbiter that moments share until one of them goes on. `@unchecked`: only its one owner changes it.
private final class Branch: Encodable, @unchecked Sendable {
    var arbiter: Arbiter

    init(_ arbiter: consuming Arbiter) { self.arbiter = arbiter }

    func encode(to encoder: any Encoder) throws { try arbiter.encode(to: encoder) }
}
