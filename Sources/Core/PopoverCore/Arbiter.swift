// SPDX-License-Identifier: MIT

public import PopoverModel

/// Decides which client may show what on a kiosk's displays, across processes, toolkits and users (K1).
///
/// The arbiter is a value: `handle` takes an event and returns effects, and nothing else happens. It
/// reads no clock, opens no file, knows nothing of the wire format, throws no error and never logs.
/// So tests can try every interleaving, and every recorded day can be replayed.
///
/// Responsibilities, with their file in `Rules`:
/// 1. one popover at a time on a display, and nothing above it but an alert (Opening, Views);
/// 2. the verdict on a tap or key, by what was visible at the time of the input (Taps, Pointers, Keys);
/// 3. one end for each popover and panel, and its draft saved, consumed or discarded (Closing, Leaving,
///    Panels, Drafts, DerivedKeys, Storage);
/// 4. alerts above everything, the most severe one first, users in turn (Alerts, AlertAdmission,
///    AlertLimits, AlertTurns, Renderers);
/// 5. displays, surfaces, sources and occluders (Displays, Regions, Placement);
/// 6. naming, ending, locking and shutting down sessions (Sessions, SessionNames, Erasing);
/// 7. unattended displays (Idleness, Warnings), and clients that hang (Pings);
/// 8. short help, which takes no place (Hints);
/// 9. one keyboard for all clients: who has it, and keypads (Focus, Navigation);
/// 10. what people are to hear (Announcements);
/// 11. events for subscribers, and the decision log for administrators (Bus, Explaining).
///
/// Each event changes the state and marks the displays that it touched. `reconcile` then brings each
/// of them to rest: it presents alerts, asks a popover to close for a waiting request, grants that
/// request, and updates the shield. A pending state has an entry in `deadlines`; a display at rest
/// has no pending work. Questions to plugins are effects, and verdicts come back as events: the rule
/// that asked then runs again with the combined verdict.
///
/// The arbiter never looks into drafts, never waits for the disk before a grant, and never trusts a
/// client's time stamps from the future.
public struct Arbiter: ~Copyable, Sendable {
    var now: Instant
    /// CLOCK_REALTIME minus CLOCK_MONOTONIC, in microseconds.
    var wallClockAhead: Int64
    var settings: Settings
    var isConfigured: Bool
    /// Whether the drafts on the disk have been loaded.
    var hasLoaded: Bool
    var stage: Stage
    var reaction: Reaction
    var identifiers: IdentifierCounters

    var plugins: Plugins
    var clients: Clients
    var displays: Displays
    var regions: Regions
    var popovers: Registry<PopoverID, Popover>
    /// Short help: in no display's place.
    var hints: Registry<PopoverID, Popover>
    var views: Registry<ViewID, View>
    /// The unused gestures of all clients, oldest first.
    var gestures: [Gesture]
    var panels: Registry<PanelID, Panel>
    var alerts: Registry<AlertID, Alert>
    var session: SessionState
    /// The bytes of memory that each user's objects take.
    var objects: Shares

    var calls: Registry<CallID, PendingCall>
    var questions: Registry<QuestionID, Asked>
    var orders: Registry<TicketID, PendingOrder>
    var deadlines: Deadlines

    var drafts: Drafts
    var bus: Bus
    var decisionLog: DecisionLog
    var counters: Counters
    /// Has no value; see `InPlace`.
    private let inPlace = InPlace()

    enum Stage: Codable, Sendable {
        case running
        /// Drafts are being collected and stored; only requests that help with that are carried out.
        case shuttingDown
        /// `exit` was ordered; nothing is done any more.
        case ended
    }

    /// The consequences of the current event: empty again before the next one.
    struct Reaction: Codable, Sendable {
        var effects: [Effect] = []
        /// The displays to reconcile, in the order in which the event touched them.
        var touched: [String] = []
        /// Half-closed clients whose last request was answered.
        var leaving: [ClientID] = []
    }

    /// The time at which `deadlineReached` is due; nil when nothing is pending.
    public var nextDeadline: Instant? { deadlines.earliest }

    /// Handles an event and returns its effects, in order.
    /// - Parameter now: the arrival of the event; never counts as earlier than the previous one.
    public mutating func handle(_ event: Event, at now: Instant) -> [Effect] {
        guard stage != .ended else { return [] }
        self.now = max(self.now, now)
        reaction.effects.removeAll(keepingCapacity: true)
        apply(event)
        reconcileAll()
        finishShutdownIfDone()
        assert(isLarge || invariantViolations.isEmpty, "\(invariantViolations)")
        return reaction.effects
    }

    private mutating func apply(_ event: Event) {
        switch event {
        case .configured(let settings): configure(settings)
        case .draftsLoaded(let stored): load(stored)
        case .wallClockSet(let ahead): setWallClock(ahead: ahead)
        case .behaviorLoaded(let behavior): plugins.add(behavior)
        case .behaviorUnloaded(let name): behaviorUnloaded(name)
        case .policiesChanged(let policies): policiesChanged(policies)
        case .pluginChanged(let state): pluginChanged(state)
        case .clientConnected(let client, let credentials): connect(client, credentials)
        case .clientRequested(let client, let id, let request):
            handle(request, of: client, id: id)
        case .clientAnswered(let client, let call, let answer):
            handle(answer, to: call, of: client)
            noteSignOfLife(client)
        case .clientHeard(let client): noteSignOfLife(client)
        case .clientFinished(let client): finish(client)
        case .clientDisconnected(let client): disconnect(client)
        case .draftsStored(let ticket): stored(ticket)
        case .draftsNotStored(let ticket): notStored(ticket)
        case .answered(let question, let respondent, let verdict):
            handle(verdict, to: question, by: respondent)
        case .administered(let ticket, let answer): administered(ticket, answer)
        case .deadlineReached: handleDueDeadlines()
        case .shutdownRequested: shutDown()
        }
    }

    private mutating func handleDueDeadlines() {
        while stage != .ended, let subject = deadlines.popDue(at: now) {
            switch subject {
            case .hello(let client): helloTimedOut(client)
            case .ping(let client): pingEnded(client)
            case .close(let id): closeTimedOut(id)
            case .waiting(let display): waitingTimedOut(on: display.text)
            case .presentation(let alert): presentationTimedOut(alert)
            case .renderer(let alert): rendererTimedOut(alert)
            case .hint(let hint): endHint(hint, because: .timedOut)
            case .alert(let alert): alertTimedOut(alert)
            case .alertTurn(let display): alertTurnEnded(on: display.text)
            case .verdict(let question, let index): verdictTimedOut(question, index: index)
            case .hold(let alert): holdEnded(alert)
            case .idle(let display, let policy): idleDeadlineReached(display.text, policy)
            case .order(let ticket): orderTimedOut(ticket)
            case .retry: retryStorage()
            case .expiry: expireDrafts()
            case .shutdown: endShutdown()
            }
            reconcileAll()
        }
    }

    // MARK: Reconciling

    /// Marks a display to be reconciled.
    mutating func touch(_ display: String) {
        if !reaction.touched.contains(where: { $0 === display }) {
            reaction.touched.append(display)
        }
    }

    /// Reconciles every touched display, and whatever depends on them.
    private mutating func reconcileAll() {
        // The order to exit is the last effect: every client was already disconnected.
        guard stage != .ended else { return }
        reviewHints()
        repeat {
            // First, so that the next customer finds nothing of an ended session.
            advanceSessionTasks()
            while let display = reaction.touched.popFirst() { reconcile(display) }
            while let client = reaction.leaving.popFirst() { leave(client) }
        } while !reaction.touched.isEmpty
    }

    /// Brings a display to rest: its alert first, then the waiting request, then the shield.
    private mutating func reconcile(_ display: String) {
        guard displays.contains(display) else { return }
        presentAlerts(on: display)
        admitNext(on: display)
        watchRenderer(on: display)
        updateShield(of: display)
        updateFocus(of: display)
        if plugins.areWatchingIdleness { updateIdleness(on: display) }
    }

    // MARK: Effects

    mutating func emit(_ effect: consuming Effect) { reaction.effects.append(effect) }

    /// Answers a request; a request without an id gets no answer.
    mutating func answer(_ client: ClientID, _ id: RequestID?, _ answer: consuming Answer) {
        guard let id else { return }
        var isLeaving: Bool?
        clients.update(client) {
            isLeaving = $0.hasFinished && $0.unanswered <= 1
            $0.unanswered -= 1
        }
        guard let isLeaving else { return }
        emit(.answer(client, id, consume answer))
        // Later: the rule that answers may have more to do for this client.
        if isLeaving { reaction.leaving.append(client) }
    }

    mutating func fail(_ client: ClientID, _ id: RequestID?, _ failure: RequestError) {
        switch failure {
        case .overLimit(let name, _): counters.hits[name, default: 0] += 1
        case .refused(let reason, _, _, _, _): counters.refusals.count(reason)
        default: break
        }
        answer(client, id, .failed(failure))
    }

    /// Notifies a client, if it is still connected.
    mutating func notify(_ client: ClientID, _ notification: consuming Notification) {
        guard clients.contains(client) else { return }
        emit(.notify(client, consume notification))
    }

    mutating func notifyEveryone(_ notification: Notification) {
        let everyone = clients.greeted
        if !everyone.isEmpty { emit(.announce(notification, to: everyone)) }
    }

    /// Sends a request to a client; its answer refers to the returned call.
    mutating func call(
        _ client: ClientID, _ subject: PendingCall.Subject, _ call: consuming Call
    ) -> CallID {
        let id = identifiers.calls.next()
        calls.append(PendingCall(client: client, subject: subject), as: id)
        emit(.call(client, id, consume call))
        return id
    }
}

extension Array {
    /// Removes the first element; cheap in the common case of a single one.
    fileprivate mutating func popFirst() -> Element? {
        count > 1 ? removeFirst() : popLast()
    }
}
