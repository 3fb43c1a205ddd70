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
            (side.map { "its place was free, and it fits on the side \($0.rawValue)" }
                ?? "its place was free, and it is a sheet here (G21)") + replacement
        case .refused(let failure): failure.message + replacement
        case .notDetached(let failure): failure.message
        case .tap(_, let ground): "the tap \(ground.words)\(opinion)"
        case .key(_, let ground): "the key \(ground.words)\(opinion)"
        case .choice(let closes):
            teller.map { "\($0) says so" }
                ?? (closes ? "a choice closes it (G5, G6)" : "a choice lets it stay (G7, G8)")
        case .detached(let panel):
            teller.map { "\($0) lets it become \(panel)" } ?? "it may become \(panel) (G22)"
        case .closing(let reason, let disposition, let cause):
            "\(reason.words(cause)); its work is to be \(disposition.words)\(opinion)"
        case .closed(let reason, isUnresponsive: true):
            "its owner did not answer in time (K5) after: \(reason.words(.nobody))"
        case .closed(let reason, isUnresponsive: false): reason.words(.nobody)
        case .admitted(let rank): "its turn comes by severity, then rank \(rank)\(opinion)"
        case .held(let interval): "held for \(interval.milliseconds) ms\(opinion)"
        case .presented: "it is the first alert of its display whose turn it is"
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
                words = "; \(teller) made it \(behavior), not \(facts.behavior)"
            case nil, .admit: continue
            }
        }
        return words
    }

    private var opinion: String { teller.map { ", as \($0) was heard" } ?? "" }
}

extension Respondent {
    fileprivate var words: String {
        switch self {
        case .behavior(let name): "the behaviour \(name)"
        case .policy(let name): "the policy \(name)"
        }
    }
}

extension RequestError {
    /// The refusal's reason, or `error`.
    fileprivate var outcome: String {
        guard case .refused(let reason, _, _) = self else { return "error" }
        return reason.rawValue
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
        case .nothing: "met nothing"
        case .alert: "met the presented alert, which keeps all others out"
        case .popover: "was in the popover"
        case .passage: "passed through what the popover leaves free, or an occluder"
        case .closing: "came while the popover was closing already"
        case .modal: "was outside a modal popover, which its own buttons close alone (G3)"
        case .stays: "was outside a popover that stays then"
        case .ownSource: "was on the popover's own source"
        case .otherSource: "was outside the popover, on another source (G14)"
        case .elsewhere: "was outside the popover (G3)"
        case .past: "was judged by what was visible at its own time"
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
        case .policy(let name): by = ", as the policy \(name) wants"
        }
        return switch self {
        case .choice: "people chose (G5, G6)"
        case .done: "its owner closed it: done"
        case .cancel: "its owner closed it: cancelled"
        case .outsideTap: "a tap outside\(by) (G3)"
        case .sourceTap: "a tap on its own source\(by)"
        case .key: "Escape outside it (G3)"
        case .replaced: "an open\(by) takes its place (G11)"
        case .displayChanged: "it cannot stay where its display has changed"
        case .sourceGone: "what it points at is gone"
        case .detached: "it has become a panel (G22)"
        case .viewPresented: "a view\(by) takes its place (G13)"
        case .sessionEnded: "the session ends (K3)"
        case .administrator: "an administrator dismissed it, or locked the session"
        case .idle: "nobody touched its display\(by) (K3)"
        case .clientGone: "its owner's connection ended"
        case .shutdown: "the daemon shuts down"
        }
    }
}

extension DecisionLog.IdleStep {
    fileprivate func words(_ policy: String) -> String {
        switch self {
        case .nothing: "the policy \(policy) was asked and wants nothing yet"
        case .warned(let warning):
            "the policy \(policy) wants people warned; \(warning.then.words) "
                + "\(warning.timeout.milliseconds) ms after they see it"
        case .withdrawn: "somebody is there: the warning of the policy \(policy) is taken back"
        case .acted(let action):
            "nobody touched the display, and the policy \(policy) wants it: \(action.words)"
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
