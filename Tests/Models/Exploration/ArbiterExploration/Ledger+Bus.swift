// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel

/// What observers hear, held against what clients were told.
extension Ledger {
    struct Critical: Sendable {
        let alert: AlertID
        /// The clients that were asked to show it.
        var renderers: [ClientID] = []
    }

    mutating func watch(_ event: BusEvent) {
        if event.sequence <= lastSequence { broken("\(event.sequence) comes again") }
        lastSequence = event.sequence
        let fact = event.fact
        switch event.topic {
        case .popoverOpened: opened(fact)
        case .popoverClosing:
            guard let index = lives.firstIndex(where: { $0.popover == fact.popover }),
                !lives[index].isClosing
            else { return broken("closing twice, or not there: \(fact)") }
            lives[index].isClosing = true
        case .popoverClosed: closed(fact)
        case .alertQueued:
            if fact.severity == .critical, let alert = fact.alert {
                criticals.append(Critical(alert: alert))
            }
            if followsTurns, let alert = fact.alert { lines.append(Line(alert: alert, fact.owner)) }
        case .popoverRefused: checkOvertaking(fact)
        case .alertPresented: alertPresented(fact)
        case .alertAnswered, .alertCanceled:
            presented.removeAll { $0.alert == fact.alert }
            criticals.removeAll { $0.alert == fact.alert }
            lines.removeAll { $0.alert == fact.alert }
        case .draftSaved: checkSaved(fact)
        case .draftDiscarded: discarded(fact)
        case .tap: touched(fact)
        case .clientUnresponsive: calledUnresponsive(fact)
        case .sessionEnded:
            touches = []
            if let index = endings.firstIndex(of: fact.display) { endings.remove(at: index) }
            ended.append(fact.display)
        default: break
        }
    }

    private mutating func opened(_ fact: Fact) {
        if let hint = fact.popover.flatMap(hint) { return opened(hint, fact) }
        guard let popover = fact.popover, let display = fact.display,
            let index = lives.firstIndex(where: { $0.popover == popover })
        else { return broken("opened for nobody: \(fact)") }
        if let other = lives.first(where: { $0.display == display && !$0.hasEnded }) {
            broken("\(popover) is granted above \(other.popover)")
        }
        if let alert = presented.first(where: { $0.display == display }) {
            broken("\(popover) is granted under \(alert.alert)")
        }
        let life = lives[index]
        useTouch(for: life)
        overtakers.removeAll { $0.display == display && $0.client != life.owner }
        let derived = derivedKey(of: life, fact)
        let isHeld = panels.contains { $0.key == derived }
        let key = life.key ?? (isHeld ? nil : derived)
        checkHandedBack(life.draft, key)
        lives[index] = Life(popover: popover, owner: life.owner, display: display, key: key)
        noteDisplay(display, of: key)
    }

    /// An owner, or another client of its user, never overtakes another user's open that waits for its
    /// popover. It overtakes its own user's opens once, until another client is granted one.
    private mutating func checkOvertaking(_ fact: Fact) {
        guard fact.reason == RefusalReason.superseded.rawValue, let loser = fact.client,
            case .clientRequested(let winner, _, .open) = event, winner != loser,
            let life = lives.first(where: { $0.display == fact.display && !$0.hasEnded })
        else { return }
        let users = [winner, loser, life.owner].map { client in
            clients.first { $0.client == client }?.uid
        }
        let isForeign = users[0] == users[2] && users[1] != users[2]
        let isAgain = overtakers.contains { $0.display == life.display && $0.client == winner }
        if isForeign || winner == life.owner && isAgain {
            broken("\(winner) keeps the place of \(life.popover), for which \(loser) waits")
        }
        guard winner == life.owner, !isAgain else { return }
        overtakers.append(Overtaker(client: winner, display: life.display))
    }

    private mutating func alertPresented(_ fact: Fact) {
        guard let pending = pendingAlert, pending.alert == fact.alert,
            let display = fact.display
        else { return broken("presented to nobody: \(fact)") }
        pendingAlert = nil
        if let other = presented.first(where: { $0.display == display }) {
            broken("\(pending.alert) is presented above \(other.alert)")
        }
        takeTurn(fact.alert)
        presented.append(
            Shown(
                alert: pending.alert, display: display, renderer: pending.renderer,
                call: pending.call))
    }

    /// No user has a second turn while another user's alert waits for its first.
    private mutating func takeTurn(_ alert: AlertID?) {
        guard let own = lines.first(where: { $0.alert == alert }) else { return }
        for index in lines.indices {
            if lines[index].user == own.user {
                lines[index].passed = []
            } else if lines[index].passed.contains(own.user) {
                broken("user \(own.user) has a second turn before \(lines[index].alert)")
            } else {
                lines[index].passed.append(own.user)
            }
        }
    }

    private mutating func closed(_ fact: Fact) {
        if let hint = fact.popover.flatMap(hint) { return closed(hint, fact) }
        guard let index = lives.firstIndex(where: { $0.popover == fact.popover }),
            !lives[index].hasEnded
        else { return broken("ends twice: \(fact)") }
        if let why = groundless(lives[index], fact) { broken("\(lives[index].popover) \(why)") }
        lives[index].hasEnded = true
        hasSessionLeft = hasSessionLeft || fact.reason == "session-ended"
        settleWork(of: index, reason: fact.reason ?? "")
        lives[index].askedAt = nil
        forget(index)
    }

    /// Why nothing that has happened takes this popover off the screen.
    private func groundless(_ life: Life, _ fact: Fact) -> String? {
        if fact.isUnresponsive == true {
            if isShuttingDown && hasNoDeadline { return nil }
            guard let askedAt = life.askedAt, now - askedAt >= patience else {
                return "is given up before its owner has had its time"
            }
            if presented.contains(where: { $0.display == life.display }) {
                return "is given up under an alert"
            }
            return nil
        }
        if !has(life.owner) { return nil }
        switch event {
        case .clientAnswered(life.owner, let call, _) where call == life.call: return nil
        case .clientRequested(life.owner, _, .close(life.popover, _)),
            .clientRequested(life.owner, _, .choose(life.popover, _, _)),
            .clientRequested(life.owner, _, .detach(life.popover, _)):
            return nil
        // The verdict on a choice or a detaching has come, or will not.
        case .answered, .policiesChanged, .behaviorUnloaded, .deadlineReached, .shutdownRequested,
            .clientRequested(_, _, .shutdown):
            return fact.reason == "choice" || fact.reason == "detached"
                ? nil : "leaves the screen before its owner has taken it off"
        default: return "leaves the screen before its owner has taken it off"
        }
    }

    private var hasNoDeadline: Bool { event == .deadlineReached }

    /// Called after every event of a world with one display, with all its effects noted.
    package mutating func checkAlerts() {
        for shown in presented where !criticals.contains(where: { $0.alert == shown.alert }) {
            // One that this renderer has failed to show waits for another.
            for critical in criticals where !critical.renderers.contains(shown.renderer) {
                broken("\(shown.alert) is presented before \(critical.alert), which is critical")
            }
        }
    }
}
