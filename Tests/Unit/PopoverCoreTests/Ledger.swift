// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel

/// What must hold for anyone who sees events and effects alone, whatever the arbiter thinks of
/// itself.
struct Ledger {
    /// What has been broken, in words.
    private(set) var violations: [String] = []
    private(set) var asked: [ClientID: [RequestID: Request]] = [:]
    private var owners: [PopoverID: ClientID] = [:]
    private var visible: [Name: PopoverID] = [:]
    private var ended: Set<PopoverID> = []
    private var told: Set<PopoverID> = []
    private var gone: Set<ClientID> = []
    private var lastSequence: Int64 = 0
    /// The severity of the alert that this event raises.
    private var raised: Severity?
    private var closing: Set<PopoverID> = []
    private var leaving: Set<PopoverID> = []
    /// Who has been asked what and has neither answered nor need not.
    private(set) var awaited: Set<Awaited> = []
    private var everAsked: Set<Awaited> = []
    let watcher: ClientID

    struct Awaited: Hashable {
        let question: QuestionID
        let respondent: Respondent
    }

    init(watcher: ClientID) { self.watcher = watcher }

    mutating func note(_ event: Event) {
        raised = nil
        if case .clientRequested(_, _, .raiseAlert(let alert)) = event { raised = alert.severity }
        switch event {
        case .clientRequested(let client, let id?, let request):
            guard !gone.contains(client) else { return }
            asked[client, default: [:]][id] = request
        case .clientDisconnected(let client): leave(client)
        case .answered(let question, let respondent, _):
            awaited.remove(Awaited(question: question, respondent: respondent))
        case .clientRequested, .configured, .draftsLoaded, .wallClockSet, .behaviorLoaded,
            .behaviorUnloaded, .pluginChanged, .clientConnected, .clientAnswered,
            .clientHeard, .clientFinished, .draftsStored, .draftsNotStored, .policiesChanged,
            .administered, .deadlineReached, .shutdownRequested:
            break
        }
    }

    private mutating func leave(_ client: ClientID) {
        gone.insert(client)
        asked[client] = nil
    }

    mutating func note(_ effect: Effect) {
        switch effect {
        case .answer(let client, let id, let answer):
            address(client, effect)
            let request = asked[client]?.removeValue(forKey: id)
            if request == nil { violations.append("answered twice, or never asked: \(effect)") }
            if case .failed(.refused(.displaced, _, _, _, _)) = answer {
                checkDisplaced(request, effect)
            }
            if case .opened(let grant) = answer { owners[grant.popover] = client }
        case .notify(let client, let notification):
            address(client, effect)
            if case .popoverClosed(let closed) = notification { tell(closed.popover, client) }
        case .announce(_, let clients): for client in clients { address(client, effect) }
        case .call(let client, _, let call):
            address(client, effect)
            if case .willClose(let popover, _, _, _, _) = call, !leaving.insert(popover).inserted {
                violations.append("\(popover) is asked to leave twice")
            }
        case .ask(let question, let respondent, _):
            let awaited = Awaited(question: question, respondent: respondent)
            if !everAsked.insert(awaited).inserted { violations.append("asked twice: \(effect)") }
            self.awaited.insert(awaited)
        case .withdraw(let question, let respondent, _):
            let awaited = Awaited(question: question, respondent: respondent)
            if self.awaited.remove(awaited) == nil {
                violations.append("not asked, or answered already: \(effect)")
            }
        case .publish(let event, let subscribers):
            for client in subscribers { address(client, effect) }
            if subscribers.contains(watcher) { watch(event) }
        case .notifyGap(let client, _, _), .reportHung(let client): address(client, effect)
        case .disconnect(let client, _):
            address(client, effect)
            leave(client)
        case .store, .administer, .exit: break
        }
    }

    private mutating func address(_ client: ClientID, _ effect: Effect) {
        if gone.contains(client) { violations.append("to a client that is gone: \(effect)") }
    }

    /// Only a more severe alert displaces one.
    private mutating func checkDisplaced(_ request: Request?, _ effect: Effect) {
        guard case .raiseAlert(let alert) = request, let raised, alert.severity < raised else {
            return violations.append("displaced by nothing that is more severe: \(effect)")
        }
    }

    private mutating func tell(_ popover: PopoverID, _ client: ClientID) {
        if owners[popover] != client || !told.insert(popover).inserted {
            violations.append("\(popover) is closed for \(client), who does not have it")
        }
    }

    private mutating func watch(_ event: BusEvent) {
        if event.sequence <= lastSequence { violations.append("\(event.sequence) comes again") }
        lastSequence = event.sequence
        guard let popover = event.fact.popover, let display = event.fact.display else { return }
        if event.topic == .popoverOpened,
            let other = visible.updateValue(popover, forKey: Name(display))
        {
            violations.append("\(popover) is granted above \(other)")
        }
        if event.topic == .popoverClosing, !closing.insert(popover).inserted {
            violations.append("\(popover) is closing twice")
        }
        if event.topic == .popoverClosed {
            if visible[Name(display)] == popover { visible[Name(display)] = nil }
            if !ended.insert(popover).inserted { violations.append("\(popover) ends twice") }
        }
    }

    // MARK: At rest

    /// Whether somebody but people is waited for.
    var isWaiting: Bool {
        asked.values.contains { requests in
            requests.values.contains {
                if case .raiseAlert = $0 { false } else { true }
            }
        }
    }

    /// Popovers that were granted and have ended, but whose living owner was never told.
    var untold: [PopoverID] {
        ended.subtracting(told).filter { popover in
            owners[popover].map { !gone.contains($0) } ?? false
        }.sorted()
    }
}
