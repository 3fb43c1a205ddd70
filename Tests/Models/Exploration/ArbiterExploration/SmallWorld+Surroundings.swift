// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel

/// What else clients do.
extension SmallWorld {
    mutating func mayCancel(_ part: Part, _ label: String) {
        may(
            "\(part.name) withdraws its \(label)",
            if: { !part.isFree($0, label) && part.isThere($0) }
        ) { part.ask(&$0, "cancel", .cancelRequest(.string(label))) }
    }

    /// It does what is others' to do, and answers what it was never asked.
    mutating func mayMeddle(_ part: Part) {
        may(
            "\(part.name) meddles with another's popover",
            if: { part.isThere($0) && $0.ledger.lives.contains { !$0.hasEnded } }
        ) { moment in
            guard let life = moment.ledger.lives.first(where: { !$0.hasEnded }),
                let client = part.client(moment)
            else { return }
            part.ask(&moment, "close", .close(life.popover, outcome: .done))
            part.ask(&moment, "choose", .choose(life.popover, choice: .null))
            part.ask(&moment, "detach", .detach(life.popover, frame: nil))
            moment.send(.clientAnswered(client, life.call ?? CallID(number: 999), .saved))
        }
    }

    mutating func maySave(_ part: Part) {
        guard let key = part.key else { return }
        may("\(part.name) saves its work", if: { part.isFree($0, "save") }) { moment in
            part.ask(
                &moment, "save",
                .saveDraft(key: key, content: part.work(moment), revision: nil, sync: false))
        }
        may("\(part.name) saves its work durably", if: { part.isFree($0, "sync") }) { moment in
            part.ask(
                &moment, "sync",
                .saveDraft(key: key, content: part.work(moment), revision: nil, sync: true))
        }
    }

    /// It names the session that it has heard of, perhaps long ago.
    mutating func maySaveForSession(_ part: Part) {
        guard let key = part.key else { return }
        may("\(part.name) hears of the session", if: { $0.heldSession != $0.ledger.session }) {
            $0.heldSession = $0.ledger.session
        }
        may(
            "\(part.name) saves for the session that it knows",
            if: { part.isFree($0, "named") && $0.heldSession != nil }
        ) { moment in
            part.ask(
                &moment, "named",
                .saveDraft(
                    key: key, content: part.work(moment), revision: nil, sync: false,
                    session: moment.heldSession))
        }
    }

    mutating func mayEndSession(_ part: Part) {
        may("\(part.name) ends the session", if: { part.isFree($0, "end") }) {
            part.ask(&$0, "end", .endSession(display: nil))
        }
    }

    mutating func mayLock(_ part: Part) {
        may("\(part.name) locks", if: { part.isFree($0, "lock") }) {
            part.ask(&$0, "lock", .lockSession(display: nil))
        }
        may("\(part.name) unlocks", if: { part.isFree($0, "unlock") }) {
            part.ask(&$0, "unlock", .unlockSession(display: nil))
        }
    }

    // MARK: Alerts

    mutating func mayRaise(
        _ part: Part, _ severity: Severity, _ label: String? = nil,
        _ change: @escaping @Sendable (inout AlertRequest) -> Void = { _ in }
    ) {
        let label = label ?? severity.rawValue
        may("\(part.name) raises (\(label))", if: { part.isFree($0, label) }) { moment in
            let buttons = [Button(id: "ok", label: "OK", role: .cancel)]
            var request = AlertRequest(title: "Fire", severity: severity, buttons: buttons)
            change(&request)
            part.ask(&moment, label, .raiseAlert(request))
        }
        mayCancel(part, label)
    }

    /// It shows alerts, or fails to, and tells what people answer.
    mutating func mayRender(_ part: Part, fails: Bool = true) {
        let shown: @Sendable (Moment) -> Ledger.Shown? = { moment in
            moment.ledger.presented.first { $0.renderer == part.client(moment) }
        }
        for answer in fails ? [CallAnswer.empty, .error] : [.empty] {
            let word = answer == .empty ? "shows" : "cannot show"
            may("\(part.name) \(word) an alert", if: { shown($0).map { !$0.isAnswered } ?? false })
            {
                moment in
                guard let alert = shown(moment) else { return }
                moment.send(.clientAnswered(alert.renderer, alert.call, answer))
            }
        }
        may("people answer through \(part.name)", if: { shown($0) != nil }) { moment in
            guard let alert = shown(moment) else { return }
            part.ask(&moment, "answer", .answerAlert(alert.alert, button: "ok"))
        }
    }

    // MARK: Pings

    /// It answers a ping in time, as libraries do.
    mutating func mayAnswerPing(_ part: Part) {
        let ping: @Sendable (Moment) -> Ledger.Pinged? = { moment in
            moment.ledger.openPing(of: part.client(moment), at: moment.now)
        }
        may("\(part.name) answers a ping", if: { ping($0) != nil }) { moment in
            guard let ping = ping(moment) else { return }
            moment.send(.clientAnswered(ping.client, ping.call, .empty))
        }
    }

    // MARK: Views

    mutating func mayPresent(_ part: Part, closing: Bool) {
        may(
            "\(part.name) presents a view" + (closing ? ", closing what is there" : ""),
            if: { part.isFree($0, "view") }
        ) { moment in
            let request = ViewRequest(kind: .modal, closePopover: closing)
            part.ask(&moment, "view", .presentView(request))
        }
        if closing { return }
        may("\(part.name) closes its view", if: { part.view($0) != nil }) { moment in
            guard let view = part.view(moment) else { return }
            part.ask(&moment, "close view", .closeView(view))
        }
    }
}
