// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel

/// Effects in the contract's words, one line each, so that a story reads like its documentation.
struct Transcript {
    /// What a story is not about stays out of it.
    struct Subjects: OptionSet {
        let rawValue: Int

        static let shields = Subjects(rawValue: 1)
        static let displays = Subjects(rawValue: 2)
        static let frames = Subjects(rawValue: 4)
        static let watcher = Subjects(rawValue: 8)
        static let ownRows = Subjects(rawValue: 16)
    }

    var subjects: Subjects = []
    var names: [ClientID: String] = [:]
    /// The observer that is always there, and hears everything.
    let watcher: ClientID
    /// What durations in it count from.
    let start: Instant

    func name(_ client: ClientID) -> String { names[client] ?? client.description }

    /// The lines of an effect; none for what the story is not about.
    func lines(_ effect: Effect) -> [String] {
        guard case .announce(let notification, let clients) = effect else {
            return line(effect).map { [$0] } ?? []
        }
        return clients.compactMap { line(.notify($0, notification)) }
    }

    private func line(_ effect: Effect) -> String? {
        switch effect {
        case .answer(let client, let id, let answer):
            "\(name(client)) \(text(id)): \(text(answer))"
        case .notify(let client, let notification):
            text(notification).flatMap {
                client == watcher ? nil : "\(name(client)) gets \($0)"
            }
        case .announce: nil
        case .call(let client, _, let call): "\(name(client)) asked \(text(call))"
        case .publish(let event, let subscribers):
            listeners(subscribers).map { "event \(text(event)) to \($0)" }
        case .notifyGap(let client, let from, let to):
            "\(name(client)) gets gap \(from) to \(to)"
        case .store(_, let changes):
            text(changes)
        case .ask(let id, let respondent, let question):
            "\(text(respondent)) asked \(id) \(text(question))"
        case .withdraw(let id, let respondent, let isLate):
            "\(text(respondent)) need not answer \(id)" + (isLate ? " any more" : "")
        case .administer(let ticket, let order): "shell \(ticket) \(order)"
        case .reportHung(let client): "\(name(client)) hangs"
        case .disconnect(let client, let reason):
            "\(name(client)) disconnected" + (reason.map { " \($0.rawValue)" } ?? "")
        case .exit: "exit"
        }
    }

    private func listeners(_ subscribers: [ClientID]) -> String? {
        let shown = subscribers.filter { $0 != watcher || subjects.contains(.watcher) }
        return shown.isEmpty ? nil : shown.map(name).joined(separator: ", ")
    }

    // MARK: Words

    private func text(_ respondent: Respondent) -> String {
        switch respondent {
        case .behavior(let name): name
        case .policy(let name): "policy \(name)"
        }
    }

    func text(_ id: RequestID) -> String {
        switch id {
        case .string(let text), .number(let text): text
        case .null: "null"
        }
    }

    private func words(_ words: String?...) -> String {
        words.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " ")
    }

    func text(_ presentation: Presentation) -> String {
        let kind =
            switch presentation {
            case .popover(_, let side, _, _): side.rawValue
            case .sheet: "sheet"
            }
        return words(
            kind, subjects.contains(.frames) ? text(presentation.frame) : nil,
            presentation.scrolls ? "scrolls" : nil,
            presentation.needsCloseButton ? "needs a button" : nil)
    }

    func text(_ rect: Rect) -> String {
        "\(number(rect.x)),\(number(rect.y)) \(number(rect.width))x\(number(rect.height))"
    }

    private func number(_ value: Double) -> String {
        value == value.rounded() ? "\(Int(value))" : "\(value)"
    }

    func text(_ json: JSONText) -> String { String(decoding: json.bytes, as: UTF8.self) }

    func text(_ draft: StoredDraft) -> String {
        "\(text(draft.content)) r\(draft.revision) \(draft.reason)"
    }

    /// The rows of the daemon's own are no people's work.
    private func text(_ changes: [DraftChange]) -> String? {
        let told = subjects.contains(.ownRows) ? changes : changes.filter { !$0.isOwn }
        return told.isEmpty ? nil : "disk " + told.map(text).joined(separator: ", ")
    }

    private func text(_ change: DraftChange) -> String {
        switch change {
        case .store(let draft): "stores \(draft.key.key) \(text(draft)) on \(draft.display)"
        case .erase(let key): "erases \(key.key)"
        case .scrub: "scrubs"
        case .eraseTraces: "erases traces"
        }
    }
}

extension Transcript {
    func text(_ answer: Answer) -> String {
        switch answer {
        case .done: "done"
        case .recording(let recording): "recording \(recording.path)"
        case .recordings(let recordings): "\(recordings.count) recordings"
        case .welcome(let welcome): "welcome \(welcome.client)"
        case .opened(let grant):
            words(
                "\(grant.popover)", text(grant.presentation),
                grant.draft.map { "draft \(text($0))" },
                grant.revision.flatMap { $0 == grant.draft?.revision ? nil : "after r\($0)" },
                grant.advice.isEmpty ? nil : "advice \(grant.advice.map(\.rule))")
        case .updated(let presentation, let animation, _, let advice):
            words(
                "updated", text(presentation), animation.isAnimated ? "animated" : nil,
                advice.map { "advice \($0.map(\.rule))" })
        case .chosen(let closes): closes ? "closes" : "stays"
        case .detached(let panel, let frame): "\(panel) \(text(frame))"
        case .panelSet(let frame): text(frame)
        case .viewPresented(let view): "\(view)"
        case .draftSaved(let revision, let isDurable):
            "r\(revision)" + (isDurable ? " durable" : "")
        case .draft(let draft): draft.map { text($0) } ?? "null"
        case .drafts(let drafts): "\(drafts.map { "\($0.key) r\($0.revision)" })"
        case .alertAnswered(let alert, let button): "\(alert) \(button)"
        case .judged(let judgement):
            words(
                judgement.verdict.rawValue, judgement.popover.map { "\($0)" },
                judgement.deliver ? "deliver" : nil)
        case .navigated(let outcome, _, let source): words(outcome.rawValue, source)
        case .subscribed(let sequence, _): "subscribed at \(sequence)"
        case .published(let sequence): "published \(sequence)"
        case .status: "status"
        case .metrics: "metrics"
        case .reloaded: "reloaded"
        case .decisions(let decisions): "\(decisions.count) decisions"
        case .discovered: "discovered"
        case .plugins(let plugins): "plugins \(plugins.map(\.name))"
        case .plugin(let plugin): "plugin \(plugin.name)"
        case .failed(let failure): text(failure)
        }
    }

    func text(_ failure: RequestError) -> String {
        switch failure {
        case .notJSON, .notARequest, .unknownMethod, .unsupportedProtocol, .failed:
            "error \(failure.code)"
        case .badParameter(let member, _): "error \(failure.code) \(member)"
        case .refused(let reason, _, let app, let panel, let popover):
            "refused \(reason.rawValue)" + (app.map { " by \($0)" } ?? "")
                + (panel.map { " for \($0)" } ?? "") + (popover.map { " for \($0)" } ?? "")
        case .unknownID(let id, _): "error 2 \(id)"
        case .unknownRequest(let id): "error 2 \(id.text)"
        case .notPermitted(let needs): "error 3 \(needs)"
        case .overLimit(let name, let value): "error 4 \(name) \(value)"
        case .shuttingDown: "error 5"
        }
    }

    private func text(_ call: Call) -> String {
        switch call {
        case .ping: "ping"
        case .willClose(let popover, let reason, let disposition, _, _):
            "willClose \(popover) \(reason.rawValue) \(disposition.rawValue)"
        case .willClosePanel(let panel, let reason, let disposition, _):
            "willClose \(panel) \(reason.rawValue) \(disposition.rawValue)"
        case .presentAlert(let alert):
            words(
                "present \(alert.alert)", subjects.contains(.frames) ? text(alert.frame) : nil)
        }
    }

    private func text(_ notification: Notification) -> String? {
        if case .displayChanged(let display, let isRemoved) = notification {
            guard subjects.contains(.displays) else { return nil }
            return "display \(display.specification.name)" + (isRemoved ? " removed" : "")
        }
        return switch notification {
        case .popoverClosed(let closed):
            words(
                "closed \(closed.popover) \(closed.reason.rawValue) \(closed.draft.rawValue)",
                closed.returnFocus ? "focus" : nil,
                closed.isUnresponsive ? "unresponsive" : nil)
        case .popoverMoved(let popover, let presentation, _, _):
            "moved \(popover) \(text(presentation))"
        case .popoverNudge(let popover): "nudge \(popover)"
        case .panelClosed(let closed):
            words(
                "panel closed \(closed.panel) \(closed.reason.rawValue) \(closed.draft.rawValue)",
                closed.isUnresponsive ? "unresponsive" : nil)
        case .panelMoved(let panel, let frame, let animation):
            words("moved \(panel)", text(frame), animation.isAnimated ? "animated" : nil)
        case .panelRaised(let panel): "raise \(panel)"
        case .viewClosed(let view, let reason): "view closed \(view) \(reason.rawValue)"
        case .sourceActivated(let source, let time, _):
            "activated \(source) at \((time - start).milliseconds)"
        case .alertQueued(let alert, let request): "queued \(alert) for \(text(request))"
        case .alertDismiss(let alert): "dismiss \(alert)"
        case .shield(let display, let isOn, let except):
            subjects.contains(.shields)
                ? "shield \(display) \(isOn ? "on" : "off")"
                    + except.map { " [\(text($0))]" }.joined() : nil
        case .focusEnter(let display, let target, let hasRing):
            words("enter", display, text(target)) + (hasRing ? " ring" : "")
        case .focusLeave(let display): "leave \(display)"
        case .focusMove(let display, let target, let step):
            words("move", display, text(target), step.rawValue)
        // Of a notification that no story is about.
        default: notification.method
        }
    }

    private func text(_ target: FocusTarget) -> String {
        words(
            target.alert.map { "\($0)" }, target.popover.map { "\($0)" },
            target.view.map { "\($0)" }, target.source)
    }

    private func text(_ question: Question) -> String {
        switch question {
        case .open: "open"
        case .choice(let facts, let choice): "choice \(facts.popover) \(text(choice))"
        case .outsideTap(let facts, let isKey): "\(isKey ? "key" : "tap") \(facts.popover)"
        case .detach(let facts): "detach \(facts.popover)"
        case .disposition(let facts, let reason, let standing):
            "disposition \(facts.popover) \(reason.rawValue) \(standing.rawValue)"
        case .alert(let facts): "alert \(facts.alert)"
        case .idle(let facts): "idle \(facts.display)"
        }
    }

    func text(_ event: BusEvent) -> String {
        let fact = event.fact
        return words(
            event.topic.name, fact.popover.map { "\($0)" }, fact.alert.map { "\($0)" },
            fact.panel.map { "\($0)" }, fact.view.map { "\($0)" }, fact.key, fact.reason,
            fact.revision.map { "r\($0)" }, fact.verdict?.rawValue, fact.plugin,
            fact.service?.rawValue)
    }
}
