// SPDX-License-Identifier: MIT

import PopoverModel

/// A simulated program of one display that runs the core of a client library: it opens forms, in which
/// customers type. Its loop stalls, and its connection breaks.
final class Program: Participant {
    /// A popover with a form.
    final class Form {
        let key: String
        let customer: Int
        var popover: String?
        var typed: Secret?
        var revision: Int64 = 0
        /// People have submitted or discarded it.
        var isDecided = false
        /// The number of the answer to that decision.
        var closing: Int64?
        var isAsked = false
        var isAnswered = false
        var isOver = false

        init(_ key: String, _ customer: Int) {
            self.key = key
            self.customer = customer
        }
    }

    let number: Int
    let uid: UInt32 = 1000
    let app: String
    let display: String
    unowned let kiosk: Kiosk
    var chance: Chance
    var client: ClientID?
    private(set) var life = 0
    var isCalm = false

    var core: any ClientCore
    private var connection: VirtualConnection?
    /// The daemon is dead, but what it has sent can still be read.
    private(set) var hasConnectionDied = false
    private var unsent: ArraySlice<UInt8> = []
    private var isPushUnderWay = false
    private(set) var isReady = false
    private var wantsDial = false
    /// Bytes are read and timers run from then on only.
    private var stalledUntil = Instant(microseconds: 0)
    private var turnAt: Instant?
    private var due: Instant?
    /// The program's own timers.
    private var timers: [(at: Instant, form: Form, act: (Program, Form) -> Void)] = []

    var forms: [Int64: Form] = [:]
    /// What the program has requested, and waits for.
    var requests: [Int64: String] = [:]
    private var lastNumber: Int64 = 0
    var works: [String: Work] = [:]
    var revisions: [String: Int64] = [:]
    /// Of the daemon's unanswered opens, and its grants: the key, and who was at the display.
    var opens: [String: String] = [:]
    var grants: [String: (key: String, customer: Int?)] = [:]
    /// The popovers whose end discards their work by the rules.
    var discarded: Set<String> = []
    private var tail = Tail()

    init(number: Int, kiosk: Kiosk, display: String, chance: Chance) {
        self.number = number
        self.kiosk = kiosk
        self.display = display
        self.chance = chance
        app = "till-\(number)"
        core = kiosk.newCore(app)
    }

    var now: Int64 { kiosk.time.now.microseconds / 1000 }
    var isStalled: Bool { kiosk.time.now < stalledUntil }

    func wrong(_ what: String) {
        kiosk.wrong("program \(app) on \(display): \(what)", tail.lines)
    }

    func newNumber() -> Int64 {
        lastNumber += 1
        return lastNumber
    }

    // MARK: The loop

    func start() {
        handle(core.start(now: now))
        peopleGoOn()
    }

    func stall(for span: Interval) {
        note("-- the program stalls for \(span.milliseconds) ms")
        stalledUntil = kiosk.time.now + span
    }

    func later(_ span: Interval, _ form: Form, _ act: @escaping (Program, Form) -> Void) {
        timers.append((kiosk.time.now + span, form, act))
        wake(at: kiosk.time.now + span)
    }

    func cancelTimers(of key: String) { timers.removeAll { $0.form.key == key } }

    private func wake(at instant: Instant? = nil) {
        let wanted = max(instant ?? kiosk.time.now + chance.interval(50...3000), stalledUntil)
        if let turnAt, turnAt <= wanted { return }
        turnAt = wanted
        kiosk.time.at(wanted) { [weak self] in self?.turn(wanted) }
    }

    private func turn(_ planned: Instant) {
        guard turnAt == planned else { return }
        turnAt = nil
        guard !isStalled else { return wake(at: stalledUntil) }
        let ripe = timers.filter { $0.at <= kiosk.time.now }
        timers.removeAll { $0.at <= kiosk.time.now }
        for timer in ripe { timer.act(self, timer.form) }
        // Main loops differ in what they look at first.
        if chance.below(2) == 0 {
            handle(core.tick(now: now))
            read()
        } else {
            read()
            handle(core.tick(now: now))
        }
        if wantsDial { dial() }
        wakeInTime()
    }

    private func wakeInTime() {
        let instants = timers.map(\.at) + (due.map { [$0] } ?? [])
        if let soonest = instants.min() {
            wake(at: max(soonest, kiosk.time.now + .milliseconds(1)))
        }
    }

    func handle(_ turn: CoreTurn) {
        note(turn.output[...], isDaemons: false)
        unsent += turn.output
        push()
        if turn.hangsUp { drop() }
        if turn.wantsDial {
            wantsDial = true
            wake()
        }
        due = turn.due.map { Instant(microseconds: $0 * 1000) }
        for news in turn.news { learn(news) }
        if due != nil { wakeInTime() }
    }

    // MARK: The connection

    private func dial() {
        wantsDial = false
        guard kiosk.isOpen else { return handle(core.ended(now: now)) }
        life += 1
        client = nil
        hasConnectionDied = false
        unsent = []
        opens = [:]
        grants = [:]
        let connection = VirtualConnection(kiosk.time, chance.branch(), torn: kiosk.rates.torn)
        self.connection = connection
        connection.onReadable = { [weak self] in self?.wake() }
        kiosk.accept(connection, from: self)
        guard self.connection != nil else { return handle(core.ended(now: now)) }
        note("-- connects")
        handle(core.opened(now: now))
    }

    private func push() {
        guard let connection, !unsent.isEmpty, !hasConnectionDied else { return }
        let count = min(unsent.count, connection.room)
        if count > 0 {
            connection.send(unsent.prefix(count))
            unsent = unsent.dropFirst(count)
        }
        guard !unsent.isEmpty, !isPushUnderWay else { return }
        isPushUnderWay = true
        kiosk.time.after(.milliseconds(5)) { [weak self] in
            self?.isPushUnderWay = false
            self?.push()
        }
    }

    private func read() {
        guard let connection else { return }
        var bytes = connection.read(64 * 1024)
        while !bytes.isEmpty {
            kiosk.bytesRead += bytes.count
            kiosk.note(bytes.count)
            note(bytes[...], isDaemons: true)
            handle(core.feed(bytes, now: now))
            guard self.connection === connection else { return }
            bytes = connection.read(64 * 1024)
        }
        guard connection.hasEnded || hasConnectionDied else { return }
        drop()
        handle(core.ended(now: now))
    }

    /// Breaks the connection, which the program notices at once.
    func lose() {
        guard connection != nil else { return }
        drop()
        handle(core.ended(now: now))
    }

    private func drop() {
        guard let connection else { return }
        note("-- the connection ends")
        connection.abandon()
        self.connection = nil
        client = nil
        life += 1
        unsent = []
        isReady = false
    }

    var isConnected: Bool { connection != nil }

    /// The daemon has died.
    func bereave() {
        client = nil
        life += 1
        hasConnectionDied = connection != nil
        wake()
    }

    func noteReady(_ isReady: Bool) { self.isReady = isReady }

    /// Crashes, and starts again.
    func crash() {
        drop()
        note("-- the program crashes")
        for key in works.keys { works[key]?.doubt() }
        timers = []
        forms = [:]
        requests = [:]
        due = nil
        wantsDial = false
        core = kiosk.newCore(app)
        handle(core.start(now: now))
    }

    // MARK: The last lines, for those who look for the cause

    private func note(_ bytes: ArraySlice<UInt8>, isDaemons: Bool) {
        guard !bytes.isEmpty else { return }
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            tail.add(now, isDaemons ? "<" : ">", line)
            kiosk.onLine?("\(app).\(life)", isDaemons, String(decoding: line, as: UTF8.self))
        }
    }

    func note(_ words: String) {
        tail.add(now, "", Array(words.utf8)[...])
        kiosk.trace { "        \(app) \(words)" }
    }
}

/// The last lines of a program.
private struct Tail {
    private var entries: [(Int64, String, ArraySlice<UInt8>)] = []

    mutating func add(_ now: Int64, _ mark: String, _ line: ArraySlice<UInt8>) {
        if entries.count >= 600 { entries.removeFirst(300) }
        entries.append((now, mark, line))
    }

    var lines: [String] {
        entries.suffix(150).map {
            "\($0) ms \($1) \(String(decoding: $2.prefix(260), as: UTF8.self))"
        }
    }
}
