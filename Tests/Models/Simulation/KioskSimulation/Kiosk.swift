// SPDX-License-Identifier: MIT

import FuzzTargets
import PopoverCore
import PopoverModel
import PopoverSessions
import PopoverStorage
import PopoverWire

/// A simulated day of a kiosk, drawn from a seed: clients that send bytes, the daemon, a disk and
/// faults, in virtual time.
package final class Kiosk {
    let time = VirtualTime(from: Instant(microseconds: 1_000_000_000))
    let rates: FaultRates
    let script: Script
    let reader = JSONReader()
    let disk: VirtualDisk
    var book = DraftBook()
    private(set) var settings: Settings
    private var chance: Chance
    private var peers: [Peer] = []
    private(set) var programs: [Program] = []
    /// Of what the programs run; nil for days of scripted clients alone.
    private let cores: CoreSupply?
    /// The customers, by display.
    var customers: [String: Customer] = [:]
    private var lastSecret = 0
    /// The display whose session is told to end.
    private var ending: String?
    /// The last lines of the program that a violation is about.
    package private(set) var tail: [String] = []
    private var daemon: VirtualDaemon?
    private let wanted: Int

    /// Faults and new activity have stopped.
    private(set) var isCalm = false
    /// Clients may connect.
    private(set) var isOpen = false

    package var events = 0
    package private(set) var lines = 0
    package var bytesRead = 0
    package var gaps = 0
    package var byes: [String: Int] = [:]
    package private(set) var deaths = 0
    package private(set) var shutdowns = 0
    /// The same for the same seed.
    package private(set) var digest: UInt64 = 0xCBF2_9CE4_8422_2325
    package private(set) var violations: [String] = []
    /// Called with every event and effect.
    package var onTrace: ((String) -> Void)?
    /// Called with every line: its connection, whether the daemon sent it, and its text.
    package var onLine: ((_ connection: String, _ isDaemons: Bool, String) -> Void)?

    /// - Parameter events: the approximate number of events.
    /// - Parameter cores: what the day's programs run; nil for a day without programs.
    package init(seed: UInt64, events: Int, script: Script = Script(), cores: CoreSupply? = nil) {
        var chance = Chance(seed: seed)
        rates = FaultRates(&chance, isForPrograms: cores != nil)
        self.cores = cores
        disk = VirtualDisk(time, chance.branch(), rates)
        self.script = script
        wanted = events
        settings = Settings(displays: [], administrators: [])
        self.chance = chance
        settings = drawSettings()
    }

    package internal(set) var transactions = 0
    /// How long the day was.
    package var microseconds: Int64 { time.now.microseconds - 1_000_000_000 }

    func wrong(_ what: String, _ lines: [String] = []) {
        guard violations.count < 10 else { return }
        if tail.isEmpty { tail = lines }
        violations.append("at \(time.now.microseconds) µs, event \(events): \(what)")
        trace { "VIOLATION \(what)" }
    }

    func trace(_ words: () -> String) { onTrace?(words()) }

    func note(_ count: Int) {
        lines += 1
        digest = (digest ^ UInt64(truncatingIfNeeded: count)) &* 0x100_0000_01B3
        digest = (digest ^ UInt64(truncatingIfNeeded: time.now.microseconds)) &* 0x100_0000_01B3
    }

    // MARK: The day

    package func run() {
        for number in 0...(cores == nil ? 2 + chance.below(10) : chance.below(3)) {
            let temperament =
                number == 0
                ? .watcher
                : Temperament.drawn(
                    &chance, allowsShutdown: rates.shutdown > 0, mayAdminister: cores == nil)
            peers.append(
                Peer(
                    number: number, kiosk: self, temperament: temperament,
                    chance: chance.branch()))
        }
        if cores != nil { addPrograms() }
        start()
        for program in programs { program.start() }
        worldGoesOn()
        go { events >= wanted }
        calmDown()
        end()
    }

    /// Runs the simulation until a condition holds.
    private func go(until isDone: () -> Bool) {
        while violations.isEmpty, !isDone() {
            guard time.step() else { return wrong("nothing is left to do") }
            if daemon?.hasEnded == true { start() }
        }
    }

    private func go(for span: Interval) {
        let end = time.now + span
        var isOver = false
        time.at(end) { isOver = true }
        go { isOver }
    }

    private func start() {
        let isAfterEnd = self.daemon != nil
        let daemon = VirtualDaemon(self, chance.branch())
        self.daemon = daemon
        daemon.start(isAfterEnd: isAfterEnd)
        isOpen = true
        // The watcher comes first.
        peers[0].connect()
        for peer in peers.dropFirst() where !peer.isConnected {
            time.after(chance.milliseconds(1...3000)) { [weak self, weak peer] in
                if let peer, !peer.isConnected, self?.isOpen == true { peer.connect() }
            }
        }
    }

    /// The daemon is shutting down.
    func close() { isOpen = false }

    func accept(_ connection: VirtualConnection, from peer: any Participant) {
        daemon?.accept(connection, from: peer)
    }

    /// Checks the drafts that a starting daemon finds.
    func find(_ drafts: [StoredDraft], isComplete: Bool) {
        if let fault = book.fault(in: drafts, isComplete: isComplete) {
            wrong("after a start \(fault)")
        }
        book.begin(with: drafts)
        for program in programs { program.check(drafts, isComplete: false) }
    }

    /// Schedules random faults and changes.
    private func worldGoesOn() {
        time.after(chance.milliseconds(50...1000)) { [weak self] in
            guard let self, !isCalm else { return }
            if chance.happens(perMille: rates.clockSet) {
                time.wallClockAhead += (Int64(chance.below(4001)) - 2000) * 60_000_000
            }
            daemon?.changeSomething()
            changeCustomers()
            if chance.happens(perMille: rates.crash) { crash() }
            if chance.happens(perMille: rates.shutdown) { shutDown() }
            worldGoesOn()
        }
    }

    /// The daemon crashes, and another one starts.
    private func crash() {
        guard let daemon, isOpen else { return }
        deaths += 1
        isOpen = false
        let withMachine = chance.below(2) == 0
        trace { "\(time.now.microseconds) dies\(withMachine ? " with the machine" : "")" }
        disk.kill(daemon.worker, withMachine: withMachine)
        daemon.die()
        for peer in peers where peer.isConnected { peer.bereave() }
        for program in programs where program.isConnected { program.bereave() }
        self.daemon = nil
        start()
    }

    private func shutDown() {
        guard let daemon, !daemon.isEnding else { return }
        shutdowns += 1
        isOpen = false
        daemon.engine.post(.shutdownRequested)
    }

    // MARK: The evening

    /// Stops new activity and waits until everything is answered.
    private func calmDown() {
        isCalm = true
        for peer in peers { peer.isCalm = true }
        for program in programs { program.isCalm = true }
        daemon?.endTurns()
        go(for: .milliseconds(240_000))
        guard violations.isEmpty, let daemon else { return }
        // Policies for idle displays may be asked at any time, and answer soon; what comes of it is read soon.
        let late = time.now + .milliseconds(1000)
        go {
            let isRead = peers.allSatisfy { !$0.isConnected || $0.book.isEmpty }
            return daemon.debts.isEmpty && isRead || time.now >= late
        }
        for debt in daemon.debts { wrong("at rest \(debt)") }
        for peer in peers {
            if let client = peer.client, peer.isConnected, !peer.book.isEmpty {
                wrong("\(client) never got \(peer.book.missing)")
            }
            let unanswered = peer.unanswered
            if !unanswered.isEmpty { peer.wrong("is never answered: \(unanswered)") }
        }
        for program in programs where program.isReady && !program.requests.isEmpty {
            program.wrong("requests are never answered: \(program.requests.values.sorted())")
        }
    }

    private func end() {
        guard violations.isEmpty, let daemon else { return }
        isOpen = false
        daemon.engine.post(.shutdownRequested)
        var isLate = false
        time.after(.milliseconds(60_000)) { isLate = true }
        while violations.isEmpty, !daemon.hasEnded {
            guard !isLate, time.step() else { return wrong("it is told to end, and does not") }
        }
        disk.worker().open { [self] result in
            switch result {
            case .success(let findings):
                for program in programs { program.check(findings.drafts, isComplete: true) }
                find(findings.drafts, isComplete: true)
            case .failure(let error): wrong("the drafts cannot be opened: \(error)")
            }
        }
    }

    // MARK: Programs

    private func addPrograms() {
        for display in settings.displays { customers[display.name] = Customer() }
        for number in 0...chance.below(3) {
            programs.append(
                Program(
                    number: 100 + number, kiosk: self,
                    display: chance.pick(settings.displays).name, chance: chance.branch()))
        }
    }

    func newCore(_ app: String) -> any ClientCore {
        // Shorter than the longest stall, and longer than the daemon's longest wait.
        let timeout: Int64 = 3000
        return cores?.process.map { ChildCore($0, app: app, timeout: timeout) }
            ?? CCore(app: app, timeout: timeout)
    }

    func newSecret() -> Int {
        lastSecret += 1
        return lastSecret
    }

    /// Customers leave, and administrators end their sessions.
    private func changeCustomers() {
        for display in customers.keys.sorted() {
            if chance.happens(perMille: rates.sessionEnd) { customers[display]?.isLeaving = true }
        }
        endSessions()
    }

    /// Asks for the ends of sessions, again if the answer was lost.
    private func endSessions() {
        guard let administrator = peers.first, administrator.isConnected,
            !administrator.asked.values.contains(.endSession)
        else { return }
        for display in customers.keys.sorted() where customers[display]?.isLeaving == true {
            ending = display
            return administrator.ask(.endSession, params: "{\"display\":\"\(display)\"}")
        }
    }

    /// The daemon says that something is done.
    func noteDone(_ peer: Peer?, _ id: RequestID) {
        guard let peer, peer === peers.first, case .number(let text) = id, let number = Int64(text),
            peer.asked[number] == .endSession, let ending
        else { return }
        customers[ending]?.leave()
        trace {
            "        the session of \(ending) has ended: customer \(customers[ending]?.number ?? 0)"
        }
        for program in programs {
            program.note("-- the session of \(ending) has ended")
            guard program.display == ending, let draft = book.drafts(of: program.app).first else {
                continue
            }
            program.wrong(
                "\(draft.key.key): its draft, kept for \(draft.display), outlives the session of \(ending)"
            )
        }
    }

    /// Who is at a display; nil while a session ends.
    func customer(at display: String) -> Int? {
        customers[display].flatMap { $0.isLeaving ? nil : $0.number }
    }

    // MARK: Settings

    func drawSettings() -> Settings {
        var settings = Settings(
            displays: [
                DisplaySpecification(name: "main", size: Size(width: 1280, height: 800)),
                DisplaySpecification(name: "wall", size: Size(width: 400, height: 700)),
            ], administrators: [0, 7])
        if rates.smallLimits {
            settings.limits = SmallLimits.limits
            settings.limits.outputBytes = 8192
            settings.limits.requestsPerSecond = 40
            settings.limits.clientsPerUser = 6
            settings.limits.linesPerTurn = 4
            settings.limits.subscriptions = 4
            // Less than what the users have together, each within the limits of a client.
            settings.limits.objectsTotal = 8192
            settings.limits.buffersTotal = 524_288
            settings.limits.patternsPerUser = 6
        }
        if rates.configured > 0 {
            if chance.below(3) == 0 { settings.displays.removeLast() }
            if chance.below(4) == 0 { settings.isBusOpen = false }
            if chance.below(4) == 0 { settings.limits.draftDays = 1 }
            if chance.below(4) == 0 { settings.limits.alerts = 1 }
        }
        return settings
    }
}

/// The customer at a display.
struct Customer {
    private(set) var number = 1
    /// The customer has gone, and the session has not ended yet.
    var isLeaving = false

    mutating func leave() {
        number += 1
        isLeaving = false
    }
}
