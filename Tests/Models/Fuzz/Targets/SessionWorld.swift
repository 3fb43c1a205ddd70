// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel
import PopoverWire

/// The rules with a wire on each side: connections whose bytes become events, and effects that
/// become lines, all of which are looked at.
struct SessionWorld {
    /// One of the places at which a client may be connected.
    struct Slot {
        var client: ClientID?
        var framer = LineFramer(limit: SmallLimits.limits.message)
        var requests = 0
    }

    private var branch = Branch(Arbiter())
    var now = Instant(microseconds: 1_000_000_000)
    var slots = [Slot](repeating: Slot(), count: 4)
    private var ledger = SessionLedger()
    private var clientNumber: UInt64 = 0
    private(set) var calls: [(client: ClientID, call: CallID)] = []
    private(set) var questions: [(id: QuestionID, respondent: Respondent, hook: Hook)] = []
    private(set) var stores: [TicketID] = []
    private(set) var orders: [TicketID] = []
    var readsEffects = true
    private var events = 0
    /// After so many events it is looked at as a whole, which costs as much as some events do.
    private static let checked = 8
    /// What was refused last.
    private(set) var refusal: RequestError?
    private(set) var hasEnded = false

    /// Their memory is all that they keep.
    private let decoder = MessageDecoder()
    private let effects = EffectChecks()

    private static let timing = Timing()
    static let displays = [
        DisplaySpecification(name: "main", size: Size(width: 1280, height: 800)),
        DisplaySpecification(name: "wall", size: Size(width: 400, height: 700)),
    ]

    static var settings: Settings {
        var settings = Settings(displays: displays, administrators: [0])
        settings.limits = SmallLimits.limits
        return settings
    }

    /// Three clients are there from the beginning: an app, a shell that shows and reports, and an
    /// administrator that watches.
    mutating func wakeUp() throws(Broken) {
        try send(.configured(Self.settings))
        try send(.draftsLoaded([]))
        try send(.wallClockSet(ahead: 1_700_000_000_000_000))
        for behavior in SessionPlugins.behaviors { try send(.behaviorLoaded(behavior)) }
        try send(.policiesChanged([SessionPlugins.policies[0]]))
        let roles = [#"["app"]"#, #"["app","shell","input"]"#, #"["observer","app"]"#]
        for (slot, roles) in roles.enumerated() {
            try connect(slot, uid: slot == 2 ? 0 : 1000)
            let hello = #"{"protocol":1,"app":"shop","roles":\#(roles)}"#
            try say("hello", hello, by: slot)
        }
        try say("bus.subscribe", #"{"topics":["*"]}"#, by: 2)
    }

    mutating func say(
        _ method: String, _ params: String, by slot: Int
    ) throws(Broken) {
        let line = #"{"jsonrpc":"2.0","id":"\#(method)","method":"\#(method)","params":\#(params)}"#
        try receive(Array((line + "\n").utf8), by: slot)
    }

    mutating func connect(_ slot: Int, uid: UInt32, plugin: String? = nil) throws(Broken) {
        guard slots[slot].client == nil else { return }
        clientNumber += 1
        let client = ClientID(number: clientNumber)
        slots[slot] = Slot(client: client)
        let credentials = Credentials(pid: 1, uid: uid, gid: uid, plugin: plugin)
        try send(.clientConnected(client, credentials))
    }

    // MARK: Bytes

    mutating func receive(_ bytes: [UInt8], by slot: Int) throws(Broken) {
        var input = bytes[...]
        while !hasEnded, let client = slots[slot].client,
            let frame = slots[slot].framer.next(in: &input)
        {
            guard case .line(let line) = frame else {
                try effects.failure(.overLimit(name: "message", value: 1024), id: .null)
                continue
            }
            let limits = SmallLimits.limits
            switch decoder.decode(line, limits: limits, timing: Self.timing) {
            case .request(let id, let request):
                try send(.clientRequested(client, id: id, request))
            case .answer(let call, let answer): try send(.clientAnswered(client, call, answer))
            case .failure(let id, let failure):
                try send(.clientHeard(client))
                try effects.failure(failure, id: id)
            case .ignored: try send(.clientHeard(client))
            }
        }
    }

    // MARK: Events and effects

    var arbiter: Arbiter { _read { yield branch.arbiter } }

    private mutating func handle(_ event: Event) -> [Effect] {
        if !isKnownUniquelyReferenced(&branch) { branch = Branch(arbiter.copy()) }
        return branch.arbiter.handle(event, at: now)
    }

    mutating func send(_ event: Event) throws(Broken) {
        guard !hasEnded else { return }
        ledger.note(event)
        events += 1
        for effect in handle(event) {
            try require(!hasEnded, "after the end: \(effect)")
            try ledger.note(effect)
            if readsEffects { try effects.check(effect) }
            switch effect {
            case .call(let client, let call, _): calls.append((client, call))
            case .ask(let id, let respondent, let question):
                questions.append((id, respondent, question.hook))
            case .store(let ticket, _): stores.append(ticket)
            case .administer(let ticket, _): orders.append(ticket)
            case .disconnect(let client, _): forget(client)
            case .answer(_, _, .failed(let failure)): refusal = failure
            case .exit: hasEnded = true
            case .answer, .notify, .announce, .publish, .notifyGap, .withdraw, .reportHung: break
            }
        }
        if events % Self.checked == 0 { try checkInvariants() }
    }

    /// With its assertions the arbiter does so itself, after every event.
    private func checkInvariants() throws(Broken) {
        let violations = arbiter.invariantViolations
        try require(violations.isEmpty, "\(violations)")
    }

    private mutating func forget(_ client: ClientID) {
        for slot in slots.indices where slots[slot].client == client { slots[slot] = Slot() }
    }

    mutating func takeCall(_ index: Int) -> (client: ClientID, call: CallID) {
        calls.remove(at: index)
    }

    mutating func takeQuestion(_ index: Int) -> (id: QuestionID, respondent: Respondent, hook: Hook)
    {
        questions.remove(at: index)
    }

    mutating func takeStore() -> TicketID? { stores.isEmpty ? nil : stores.removeFirst() }

    mutating func takeOrder() -> TicketID? { orders.isEmpty ? nil : orders.removeFirst() }

    // MARK: The end

    /// Longer than any shutdown has deadlines.
    private static let mostDeadlines = 200

    /// Told to end it ends, by its deadlines alone. What it said of itself held until then.
    mutating func end() throws(Broken) {
        try checkInvariants()
        try send(.shutdownRequested)
        var count = 0
        while !hasEnded {
            guard let deadline = arbiter.nextDeadline else {
                throw Broken("it is told to end, and waits for ever")
            }
            count += 1
            try require(count <= Self.mostDeadlines, "it is told to end, and does not")
            now = max(now, deadline)
            try send(.deadlineReached)
        }
    }
}

/// An arbiter that copies of a world share until one of them goes on.
private final class Branch {
    var arbiter: Arbiter

    init(_ arbiter: consuming Arbiter) { self.arbiter = arbiter }
}
