// SPDX-License-Identifier: MIT

import PopoverModel

/// The decisions as `popover.explain` returns them.
extension DecisionLog.Entry {
    var decision: Decision {
        Decision(
            time: time, subject: subject, popover: popover, alert: alert, app: app,
            display: display, outcome: outcome, because: because, records: records)
    }

    private var subject: Decision.Subject {
        switch matter {
        case .granted, .refused: .open
        case .tap: .tap
        case .key: .key
        case .choice: .choice
        case .detached, .notDetached: .detach
        case .closing, .closed: .close
        case .admitted, .held, .presented: .alert
        case .idle: .idle
        }
    }

    private var outcome: String {
        switch matter {
        case .granted: "granted"
        case .refused(let failure), .notDetached(let failure): failure.outcome
        case .tap(let verdict, _), .key(let verdict, _): verdict.rawValue
        case .choice(let closes): closes ? "closes" : "stays"
        case .detached: "detached"
        case .closing(let reason, _, _), .closed(let reason, _): reason.rawValue
        case .admitted: "admitted"
        case .held: "held"
        case .presented: "presented"
        case .idle(.nothing, _): "nothing"
        case .idle(.warned, _): "warned"
        case .idle(.withdrawn, _): "taken-back"
        case .idle(.acted(let action), _): action.rawValue
        }
    }

    /// The explanation, one sentence.
    private var because: String {
        switch matter {
        case .granted(let side):
            (side.map { "the display was free, and the popover fits on the \($0.rawValue) side" }
                ?? "the display was free, and the popover is shown as a sheet (G21)") + replacement
        case .refused(let failure): failure.message + failure.row + replacement
        case .notDetached(let failure): failure.message + failure.row
        case .tap(_, let ground): "the tap \(ground.words)\(opinion)"
        case .key(_, let ground): "\(ground.keyWords)\(opinion)"
        case .choice(let closes):
            teller.map { "decided by \($0)" }
                ?? (closes
                    ? "a choice closes this behavior (G5, G6)"
                    : "a choice leaves this behavior open (G7, G8)")
        case .detached(let panel):
            "it became \(panel), as "
                + (teller.map { "\($0) allows" } ?? "its behavior allows (G22)")
        case .closing(let reason, let disposition, let cause):
            "\(reason.words(cause)); its draft will be \(disposition.words)\(opinion)"
        case .closed(let reason, isUnresponsive: true):
            "its owner did not answer in time (K5); it was asked because: \(reason.words(.nobody))"
        case .closed(let reason, isUnresponsive: false): reason.words(.nobody)
        case .admitted(let rank): "queued by severity, then rank \(rank)\(opinion)"
        case .held(let interval): "held for \(interval.milliseconds) ms\(opinion)"
        case .presented: "it is the first admitted alert of its display"
        case .idle(let step, let policy): step.words(policy)
        }
    }

    /// The first respondent with an opinion that may have counted.
    private var teller: String? {
        records.first { $0.verdict != .abstain }.map(\.respondent.words)
    }

    /// The substitution of a behavior, where no respondent refused; of several, the first.
    private var replacement: String {
        var words = ""
        for record in records.reversed() {
            guard case .open(let facts) = record.question else { continue }
            switch record.verdict.open {
            case .refuse: return ""
            case .replace(let behavior) where behavior == facts.behavior: words = ""
            case .replace(let behavior):
                let teller = record.respondent.words
                words = "; \(teller) replaced the behavior \(facts.behavior) with \(behavior)"
            case nil, .admit: continue
            }
        }
        return words
    }

    private var opinion: String { teller.map { ", by the verdict of \($0)" } ?? "" }
}

extension Respondent {
    fileprivate var words: String {
        switch self {
        case .behavior(let name): "the behavior \(name)"
        case .policy(let name): "the policy \(name)"
        }
    }
}

extension RequestError {
    /// The refusal's reason, or `error`.
    fileprivate var outcome: String {
        guard case .refused(let reason, _, _, _, _) = self else { return "error" }
        return reason.rawValue
    }
}

extension RequestError {
    /// The row of the guidelines behind a refusal, where there is one: ` (G3)`.
    fileprivate var row: String {
        guard case .refused(let reason, _, _, _, _) = self else { return "" }
        return switch reason {
        case .modalActive: " (G3)"
        case .alertActive, .popoverActive: " (G13)"
        case .toggled: " (G5)"
        case .doesNotFit: " (G15)"
        case .detachNotAllowed: " (G22)"
        case .notForWarnings: " (G23)"
        case .unsupportedIdiom: " (G25)"
        case .locked: " (K3)"
        case .panelActive, .keyActive: " (K2)"
        case .sessionEnded: " (K3)"
        case .helloFirst, .superseded, .timedOut, .cancelled, .unknownBehavior, .noRenderer,
            .stale, .unasked, .policy, .displaced:
            ""
        }
    }
}

extension Disposition {
    fileprivate var words: String {
        switch self {
        case .save: "saved"
        case .discard: "discarded"
        }
    }
}

extension RecentTap.Ground {
    fileprivate var words: String {
        switch self {
        case .nothing: "hit nothing"
        case .alert: "went to the presented alert, which covers everything else"
        case .popover: "was inside the popover"
        case .passage: "hit an area that the popover passes through, or an occluder"
        case .closing: "came while the popover was already closing"
        case .modal: "was outside a modal popover, which only its own buttons close (G3)"
        case .stays: "was outside a popover that stays open"
        case .ownSource: "was on the popover's own source"
        case .otherSource: "was outside the popover, on another source (G14)"
        case .elsewhere: "was outside the popover (G3)"
        case .edge: "was a swipe from the edge of a source (G29)"
        case .swipedBack: "was a swipe back to the edge of the popover's source (G29)"
        case .past: "was decided by what was visible at the time of the input"
        }
    }

    /// The same for Escape, the only key that decisions are about.
    fileprivate var keyWords: String {
        switch self {
        case .alert: "Escape went to the presented alert, which covers everything else"
        case .closing: "Escape came while the popover was already closing"
        case .modal: "Escape does not close a modal popover, only its own buttons do (G3)"
        case .stays: "Escape leaves this popover open"
        case .elsewhere: "Escape closes this popover (G3)"
        case .past: "Escape was decided by what was visible at the time of the input"
        case .nothing, .popover, .passage, .ownSource, .otherSource, .edge, .swipedBack:
            "Escape \(words)"
        }
    }
}

extension CloseReason {
    fileprivate func words(_ cause: Popover.Cause) -> String {
        var by = ""
        switch cause {
        case .nobody: break
        case .app(let app): by = " of \(app)"
        case .tap(let point): by = " at \(Int(point.x.rounded())),\(Int(point.y.rounded()))"
        case .policy(let name): by = ", as the policy \(name) requested"
        }
        return switch self {
        case .choice: "the user made a choice (G5, G6)"
        case .done: "its owner closed it as done"
        case .cancel: "its owner closed it as canceled"
        case .keep: "its owner closed it and kept its draft"
        case .outsideTap: "a tap outside\(by) (G3)"
        case .sourceTap: "a tap on its own source\(by)"
        case .key: "Escape was pressed (G3)"
        case .replaced: "an open\(by) replaces it (G11)"
        case .displayChanged: "its display changed, and it cannot stay"
        case .sourceGone: "its source is gone"
        case .detached: "it became a panel (G22)"
        case .viewPresented: "a view\(by) replaces it (G13)"
        case .sessionEnded: "the session ends (K3)"
        case .administrator: "an administrator dismissed it or locked the session"
        case .idle: "its display is unattended\(by) (K3)"
        case .clientGone: "its owner disconnected"
        case .shutdown: "the daemon is shutting down"
        case .unresponsive: "its owner did not answer a ping in time (K5)"
        case .timedOut: "the time of the hint is over"
        case .released: "the finger has lifted"
        }
    }
}

extension DecisionLog.IdleStep {
    fileprivate func words(_ policy: String) -> String {
        switch self {
        case .nothing: "the policy \(policy) was asked and requests no action"
        case .warned(let warning):
            "the policy \(policy) requests a warning; \(warning.then.words) "
                + "\(warning.timeout.milliseconds) ms after it is seen"
        case .withdrawn: "input on the display withdraws the warning of the policy \(policy)"
        case .acted(let action):
            "the display is unattended; as the policy \(policy) requested, \(action.words)"
        }
    }
}

extension IdleAction {
    fileprivate var words: String {
        switch self {
        case .close: "its popover closes"
        case .endSession: "its session ends (K3)"
        }
    }
}
