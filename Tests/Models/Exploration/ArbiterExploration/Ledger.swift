// SPDX-License-Identifier: MIT

package import PopoverCore
package import PopoverModel

/// What must hold for anyone who sees events and effects alone, whatever the arbiter thinks of
/// itself. It remembers only what may still be broken, so that two ledgers that expect the same are
/// the same.
package struct Ledger: Sendable {
    /// What has been broken, in words.
    package internal(set) var violations: [String] = []
    /// Requests that are not answered, in the order in which they came.
    package private(set) var asked: [Asked] = []
    /// Popovers that were granted, until they have ended and their owner was told.
    package internal(set) var lives: [Life] = []
    /// Everyone that is connected.
    package private(set) var clients: [Peer] = []
    /// Alerts that are on a screen.
    package internal(set) var presented: [Shown] = []
    /// Who has been asked what and has neither answered nor need not.
    package private(set) var awaited: [Awaited] = []
    /// Critical alerts that are not answered; nothing comes before them on a screen that shows them.
    var criticals: [Critical] = []
    /// Alerts that are not answered, with the users that had a turn while they waited. All are of one
    /// severity, and no renderer fails, where they are followed.
    var lines: [Line] = []
    package var followsTurns = false
    /// Owners that have overtaken another client's open, until another client is granted one.
    var overtakers: [Overtaker] = []
    package private(set) var views: [Placed] = []
    package internal(set) var panels: [Placed] = []
    /// People's work, by key.
    package internal(set) var works: [Work] = []
    /// Orders that the disk has not answered.
    package internal(set) var orders: [Order] = []
    /// Answers that came too late, and may still hand work over.
    package internal(set) var lates: [Late] = []
    /// Ends of sessions that were asked for and are not over; nil is all displays.
    package internal(set) var endings: [String?] = []
    /// Those that were told of in this event, and not yet to who asked for them.
    var ended: [String?] = []
    /// The latest ping of each client.
    package internal(set) var pings: [Pinged] = []
    /// Short help on the screens.
    package internal(set) var hints: [Hint] = []
    var hintBehaviors: [String] = []
    /// Who was told to have the keyboard of a display, and not yet that it is another's.
    var focused: [Focused] = []
    /// Where opens have to be asked for: taps on apps that no popover has answered yet.
    var touches: [Touch] = []
    var touchables: [Touchable] = []
    /// The session of the only display, as all clients were told.
    package internal(set) var session: SessionID?
    package private(set) var isShuttingDown = false
    package private(set) var hasExited = false

    var lastPopover: UInt64 = 0
    var lastSequence: Int64 = 0
    private var lastQuestion: UInt64 = 0
    var now = Instant(microseconds: 0)
    var event = Event.deadlineReached
    /// As it was before the save that may yet be refused.
    var beforeSave: (works: [Work], lates: [Late])?
    /// Nobody is told whether the save is refused: it was not, if the disk is ordered to store it.
    var isSaveSilent = false
    /// The disk was ordered to leave nothing of a session.
    var isErased = false
    /// A popover of a session that ends has left by this event: if it was the last, all is erased.
    var hasSessionLeft = false
    /// Whether people's work is followed through this ledger: who tells it of limits, faults of the
    /// disk under a session's end or idle sessions does not.
    package var followsWork = false
    /// The display of whoever names none; nil where that changes, or may go.
    package var ownDisplay: String? = "main"
    let watcher: ClientID
    /// The least time that an owner has for its answer to `willClose`.
    let patience: Interval
    let timeout: Interval
    /// The least time between two pings of a client.
    let pingPause: Interval
    /// The longest time of a hint.
    let hintTime: Interval
    /// The longest time from a touch to the popover that it opens.
    let touchTime: Interval

    package struct Asked: Sendable {
        package let client: ClientID
        package let id: RequestID
        package let request: Request
    }

    package struct Peer: Sendable {
        package let client: ClientID
        package var app = ""
        package var uid: UInt32
    }

    package struct Shown: Sendable {
        package let alert: AlertID
        package let display: String
        package let renderer: ClientID
        let call: CallID
        /// Its renderer has said that it is on the screen.
        var isAnswered = false
    }

    struct Overtaker: Sendable {
        let client: ClientID
        let display: String
    }

    struct Line: Sendable {
        let alert: AlertID
        let user: UInt32
        var passed: [UInt32] = []

        init(alert: AlertID, _ user: UInt32?) {
            self.alert = alert
            self.user = user ?? 0
        }
    }

    /// A client's view or panel.
    package struct Placed: Sendable {
        package let client: ClientID
        let display: String
        var view: ViewID?
        package var panel = PanelID(number: 0)
        /// Of the work that a panel holds.
        var key: DraftKey?
        /// `panel.willClose`, until it is answered.
        package var call: CallID?
        var askedAt: Instant?
        var disposition = Disposition.save
    }

    package struct Awaited: Hashable, Sendable {
        package let question: QuestionID
        package let respondent: Respondent
        package let hook: Hook
    }

    package init(watcher: ClientID, timing: Timing = Timing()) {
        self.watcher = watcher
        patience = timing.close
        timeout = timing.hello
        pingPause = timing.ping
        hintTime = timing.hint
        touchTime = Interval(
            microseconds: timing.gesture.microseconds + timing.wait.microseconds)
    }

    /// Whether a client is there.
    package func has(_ client: ClientID) -> Bool { clients.contains { $0.client == client } }

    // MARK: Events

    package mutating func note(_ event: Event, at now: Instant) {
        self.event = event
        self.now = now
        beforeSave = nil
        isSaveSilent = false
        ended = []
        hasSessionLeft = false
        switch event {
        case .clientConnected(let client, let credentials):
            clients.append(Peer(client: client, uid: credentials.uid))
        case .clientRequested(let client, let id, let request):
            guard has(client) else { return }
            noteLine(of: client)
            if let id { asked.append(Asked(client: client, id: id, request: request)) }
            if id == nil { noteUnanswered(request, of: client) }
            noteWork(request, of: client)
        case .clientHeard(let client): noteLine(of: client)
        case .clientAnswered(let client, let call, let answer):
            noteLine(of: client)
            presented.removeAll { $0.call == call && $0.renderer == client && answer == .error }
            for index in presented.indices where presented[index].call == call {
                presented[index].isAnswered = true
            }
            settlePanel(answer, to: call, of: client)
            noteLate(answer, to: call, of: client)
        case .clientDisconnected(let client): leave(client)
        case .answered(let question, let respondent, _):
            awaited.removeAll { $0.question == question && $0.respondent == respondent }
        case .draftsStored(let ticket): stored(ticket)
        case .draftsNotStored(let ticket): orders.removeAll { $0.ticket == ticket }
        case .shutdownRequested: isShuttingDown = true
        case .draftsLoaded(let drafts): load(drafts)
        case .behaviorLoaded(let behavior):
            if behavior.isHint { hintBehaviors.append(behavior.name) }
        case .configured, .wallClockSet, .behaviorUnloaded, .pluginChanged, .clientFinished,
            .policiesChanged, .administered, .deadlineReached:
            break
        }
    }

    /// Nobody is told whether it was carried out.
    private mutating func noteUnanswered(_ request: Request, of client: ClientID) {
        switch request {
        case .saveDraft: isSaveSilent = true
        case .closeView(let view): views.removeAll { $0.view == view && $0.client == client }
        case .closePanel(let panel, let outcome):
            // What has ended may wait for the disk before that is told.
            if !panels.contains(where: { $0.panel == panel && isOver($0) }) {
                closed(panel, outcome, client)
            }
        default: break
        }
    }

    private mutating func leave(_ client: ClientID) {
        pings.removeAll { $0.client == client }
        clients.removeAll { $0.client == client }
        asked.removeAll { $0.client == client }
        presented.removeAll { $0.renderer == client }
        lates.removeAll { $0.client == client }
        views.removeAll { $0.client == client }
        panels.removeAll { $0.client == client }
        overtakers.removeAll { $0.client == client }
        focused.removeAll { $0.client == client }
    }

    // MARK: Effects

    package mutating func note(_ effect: Effect) {
        switch effect {
        case .answer(let client, let id, let answer):
            address(client, effect)
            receive(answer, of: client, id, effect)
        case .notify(let client, let notification):
            address(client, effect)
            receive(notification, of: client)
        case .announce(let notification, let clients):
            for client in clients { note(.notify(client, notification)) }
        case .call(let client, let id, let call):
            address(client, effect)
            receive(call, id, of: client)
        case .ask(let id, let respondent, let question):
            if id.number < lastQuestion { broken("asked twice: \(effect)") }
            lastQuestion = id.number
            awaited.append(Awaited(question: id, respondent: respondent, hook: question.hook))
        case .withdraw(let question, let respondent, _):
            let index = awaited.firstIndex {
                $0.question == question && $0.respondent == respondent
            }
            guard let index else { return broken("not asked, or answered already: \(effect)") }
            awaited.remove(at: index)
        case .publish(let event, let subscribers):
            for client in subscribers { address(client, effect) }
            if subscribers.contains(watcher) { watch(event) }
        case .notifyGap(let client, _, _), .reportHung(let client): address(client, effect)
        case .disconnect(let client, _):
            address(client, effect)
            leave(client)
        case .store(let ticket, let changes): ordered(ticket, changes)
        case .administer: break
        case .exit:
            if hasExited { broken("ends twice") }
            hasExited = true
        }
    }

    mutating func broken(_ what: String) { violations.append(what) }

    private mutating func address(_ client: ClientID, _ effect: Effect) {
        if !has(client) { broken("to a client that is gone: \(effect)") }
    }

    private mutating func receive(
        _ answer: Answer, of client: ClientID, _ id: RequestID, _ effect: Effect
    ) {
        guard let index = asked.firstIndex(where: { $0.client == client && $0.id == id }) else {
            return broken("answered twice, or never asked: \(effect)")
        }
        let request = asked.remove(at: index).request
        if case .failed = answer { return refused(request) }
        switch (request, answer) {
        case (.hello(let hello), .welcome(let welcome)):
            session = welcome.displays.first?.session
            if let index = clients.firstIndex(where: { $0.client == client }) {
                clients[index].app = hello.app
                if let process = hello.represented { clients[index].uid = UInt32(process.uid) }
            }
        case (.open(let open), .opened(let grant)): granted(grant, open.value, client)
        case (.shutdown, .done): isShuttingDown = true
        case (.presentView(let view), .viewPresented(let id)): presented(view, id, client)
        case (.closeView(let id), .done): views.removeAll { $0.view == id }
        case (.detach(let popover, _), .detached(let panel, _)):
            let life = lives.first { $0.popover == popover }
            panels.append(
                Placed(
                    client: client, display: life?.display ?? "", panel: panel, key: life?.key))
        case (.closePanel(let id, let outcome), .done): closed(id, outcome, client)
        default: answered(request, with: answer, client)
        }
    }

    private mutating func presented(_ request: ViewRequest, _ id: ViewID, _ client: ClientID) {
        guard let display = request.display ?? ownDisplay else { return }
        if let life = lives.first(where: { $0.display == display && !$0.hasEnded }) {
            broken("\(id) is presented above \(life.popover)")
        }
        if views.contains(where: { $0.display == display }) {
            broken("\(id) is presented above another view")
        }
        views.append(Placed(client: client, display: display, view: id))
    }

    private mutating func receive(_ notification: Notification, of client: ClientID) {
        switch notification {
        case .popoverClosed(let closed): tell(closed, client)
        case .alertDismiss(let alert): presented.removeAll { $0.alert == alert }
        case .popoverMoved(let popover, _, _, _), .popoverNudge(let popover):
            if hint(popover) == nil,
                !lives.contains(where: { $0.popover == popover && !$0.hasEnded })
            {
                broken("\(popover) is over: \(notification)")
            }
        case .panelClosed(let closed): tell(closed)
        case .viewClosed(let view, _): views.removeAll { $0.view == view }
        case .displayChanged(let description, let isRemoved):
            let name = description.specification.name
            if name == ownDisplay { session = description.session }
            // If it comes back, nobody has overtaken anybody there.
            if isRemoved { overtakers.removeAll { $0.display == name } }
        case .focusEnter(let display, let target, _): enter(client, target, on: display)
        case .focusLeave(let display): leaveFocus(client, on: display)
        // The others announce nothing that has an end.
        default: break
        }
    }

    /// Presented, but its display is not yet told.
    var pendingAlert: Shown?

    // MARK: At rest

    /// Whether somebody but people is waited for.
    package var isWaiting: Bool {
        asked.contains { if case .raiseAlert = $0.request { false } else { true } }
    }
}
