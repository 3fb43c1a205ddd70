// SPDX-License-Identifier: MIT

public import PopoverModel

/// Decides who may show what on a kiosk's displays, for all processes, toolkits and users together
/// (K1).
///
/// It is a value: facts go in through `handle`, orders come out, and nothing else happens. It
/// reads no clock, opens no file, knows no byte of the wire, throws no error and never logs, so
/// that every interleaving can be tested and every day replayed.
///
/// What it is responsible for:
/// 1. one popover at a time on a display, and nothing above it but an alert (opening, views);
/// 2. what a tap or key does to what was visible at its own time (taps);
/// 3. that each popover ends once, and its work is kept, consumed or discarded (closing, drafts);
/// 4. alerts, most severe first, above everything (alerts);
/// 5. where everything is: displays, surfaces, sources, occluders, panels (places);
/// 6. sessions: ending, locking and shutting down (sessions);
/// 7. what is done where nobody touches a display any more (idleness);
/// 8. what observers are told (bus), and administrators who ask why (journal).
///
/// How it works: each fact changes the state and marks the displays that it touched; then
/// `attend` brings these to rest: it presents alerts, asks a popover to leave for who waits, grants
/// turns, and tells the shield. Waiting states are entries in `deadlines`; a display at rest waits
/// for nobody. Plugins are asked through effects; their verdicts come back as events, and a rule
/// that has asked runs again with what they come to.
///
/// What it deliberately does not do: it never looks into people's work, never waits for the disk
/// before a grant, and never trusts a client's view of the future.
public struct Arbiter: Codable, Sendable {
    var now = Instant(microseconds: 0)
    /// CLOCK_REALTIME minus CLOCK_MONOTONIC, in microseconds.
    var wallClockAhead: Int64 = 0
    var settings = Settings(displays: [], administrators: [])
    var effects: [Effect] = []

    var popoverNumbers = Numbering<PopoverID>()
    var alertNumbers = Numbering<AlertID>()
    var panelNumbers = Numbering<PanelID>()
    var viewNumbers = Numbering<ViewID>()
    var callNumbers = Numbering<CallID>()
    var questionNumbers = Numbering<QuestionID>()
    var ticketNumbers = Numbering<TicketID>()
    /// Rises with every open, so that people's last wish wins whatever is asked between.
    var wishes: UInt64 = 0

    var behaviors: [String: Behavior] = [:]
    /// In the order in which their verdicts count.
    var policies: [Policy] = []
    /// Whether one of them wants to know when nobody touches a display.
    var isWatchingIdleness = false
    var plugins: [PluginState] = []
    var clients = Clients()
    var displays = Displays()
    var surfaces = Regions()
    var sources = Regions()
    var occluders = Regions()
    /// When each occluder came to where it is.
    var occluderTimes: [RegionKey: Instant] = [:]
    var popovers = Registry<PopoverID, Popover>()
    var views = Registry<ViewID, View>()
    var panels = Registry<PanelID, Panel>()
    var alerts = Registry<AlertID, Alert>()

    var calls = Registry<CallID, PendingCall>()
    var questions = Registry<QuestionID, Asked>()
    var orders = Registry<TicketID, PendingOrder>()
    var deadlines = Deadlines()
    var drafts = Drafts()
    var lateWork: [LateWork] = []
    var bus = Bus()
    var journal = DecisionLog()
    var sessionTasks: [SessionTask] = []
    var isLocked = false
    var isConfigured = false
    /// Whether what is on the disk is known.
    var hasLoaded = false
    var stage = Stage.running
    var counters = Counters()

    /// Displays that the current event has touched, in the order in which it did.
    var touched: [String] = []
    /// Half-closed clients whose last request the current event has answered.
    var leaving: [ClientID] = []

    public init() {}

    /// The life of the whole.
    enum Stage: Codable, Sendable {
        case running
        /// Everyone's work is asked for and stored; only what helps that is still done.
        case shuttingDown
        /// `exit` was ordered; nothing is done any more.
        case ended
    }

    /// The earliest moment at which `deadlineReached` must be told; nil when nothing waits.
    public var nextDeadline: Instant? { deadlines.earliest }

    /// Takes a fact and returns what is to be done about it, in order.
    ///
    /// - Parameter now: when the fact arrived; a time before the last one counts as the last one.
    public mutating func handle(_ event: Event, at now: Instant) -> [Effect] {
        guard stage != .ended else { return [] }
        self.now = max(self.now, now)
        effects.removeAll(keepingCapacity: true)
        take(event)
        settle()
        finishShutdownIfDone()
        assert(invariantViolations.isEmpty, "\(invariantViolations)")
        return effects
    }

    private mutating func take(_ event: Event) {
        switch event {
        case .configured(let settings): configure(settings)
        case .draftsLoaded(let stored): load(stored)
        case .wallClockSet(let ahead): setWallClock(ahead: ahead)
        case .behaviorLoaded(let behavior): behaviors[behavior.name] = behavior
        case .behaviorUnloaded(let name): behaviorUnloaded(name)
        case .policiesChanged(let policies): policiesChanged(policies)
        case .pluginChanged(let state): pluginChanged(state)
        case .clientConnected(let client, let credentials): connect(client, credentials)
        case .clientRequested(let client, let id, let request):
            take(request, of: client, id: id)
        case .clientAnswered(let client, let call, let answer):
            take(answer, to: call, of: client)
        case .clientFinished(let client): finish(client)
        case .clientDisconnected(let client): disconnect(client)
        case .draftsStored(let ticket): stored(ticket)
        case .draftsNotStored(let ticket): notStored(ticket)
        case .answered(let question, let respondent, let verdict):
            take(verdict, to: question, by: respondent)
        case .administered(let ticket, let answer): administered(ticket, answer)
        case .deadlineReached: takeDeadlines()
        case .shutdownRequested: shutDown()
        }
    }

    private mutating func takeDeadlines() {
        while stage != .ended, let subject = deadlines.takeDue(at: now) {
            switch subject {
            case .hello(let client): helloMissed(client)
            case .close(let popover): closeMissed(popover)
            case .open(let display): openMissed(display)
            case .view(let display): viewMissed(display)
            case .presentation(let alert): presentationMissed(alert)
            case .alert(let alert): alertMissed(alert)
            case .verdict(let question, let place): verdictMissed(question, place: place)
            case .hold(let alert): holdEnded(alert)
            case .idle(let display, let policy): idleMissed(display, policy)
            case .order(let ticket): orderMissed(ticket)
            case .retry: retryStorage()
            case .expiry: expireDrafts()
            case .shutdown: endShutdown()
            }
            settle()
        }
    }

    // MARK: Coming to rest

    mutating func touch(_ display: String) {
        if !touched.contains(display) { touched.append(display) }
    }

    /// Brings every touched display to rest, and what depends on them.
    private mutating func settle() {
        // The order to exit is the last: everyone has been told to go.
        guard stage != .ended else { return }
        repeat {
            // First, so that who comes next finds nothing of a session that has ended.
            advanceSessionTasks()
            while let display = touched.takeFirst() { attend(display) }
            while let client = leaving.takeFirst() { leave(client) }
        } while !touched.isEmpty
    }

    /// Brings a display to rest: its alert first, then who waits for its place, then the shield.
    private mutating func attend(_ display: String) {
        guard displays.contains(display) else { return }
        presentAlerts(on: display)
        giveTurns(on: display)
        updateShield(of: display)
        if isWatchingIdleness { updateIdleness(on: display) }
    }

    // MARK: Telling

    /// Answers a request, if somebody waits for the answer.
    mutating func answer(_ client: ClientID, _ id: RequestID?, _ answer: consuming Answer) {
        guard let id else { return }
        var isLeaving: Bool?
        clients.update(client) {
            isLeaving = $0.hasFinished && $0.unanswered <= 1
            $0.unanswered -= 1
        }
        guard let isLeaving else { return }
        effects.append(.answer(client, id, consume answer))
        // Later: the rule that answers may have more to do for this client.
        if isLeaving { leaving.append(client) }
    }

    mutating func fail(_ client: ClientID, _ id: RequestID?, _ failure: RequestError) {
        switch failure {
        case .overLimit(let name, _): counters.hits[name, default: 0] += 1
        case .refused(let reason, _, _): counters.refusals.count(reason)
        default: break
        }
        answer(client, id, .failed(failure))
    }

    /// Tells a client, if it is still there.
    mutating func notify(_ client: ClientID, _ notification: consuming Notification) {
        guard clients.contains(client) else { return }
        effects.append(.notify(client, consume notification))
    }

    mutating func notifyEveryone(_ notification: Notification) {
        let everyone = clients.greeted
        if !everyone.isEmpty { effects.append(.announce(notification, to: everyone)) }
    }

    /// Asks a client; the answer is looked up by the call.
    mutating func call(
        _ client: ClientID, _ subject: PendingCall.Subject, _ call: consuming Call
    ) -> CallID {
        let id = callNumbers.next()
        calls.append(PendingCall(client: client, subject: subject), as: id)
        effects.append(.call(client, id, consume call))
        return id
    }
}

extension Array {
    /// Mostly there is only one, for which nothing has to be moved.
    fileprivate mutating func takeFirst() -> Element? {
        count > 1 ? removeFirst() : popLast()
    }
}
