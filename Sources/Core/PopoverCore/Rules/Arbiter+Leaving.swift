// SPDX-License-Identifier: MIT

import PopoverModel

/// Asking owners to take popovers and panels off the screen and to hand over their drafts. They
/// have a deadline (K5), which pauses under an alert.
extension Arbiter {
    func closing(of id: HolderID) -> Popover.Closing? {
        switch id {
        case .popover(let id): popovers.value(of: id) { $0.state.closing } ?? nil
        case .panel(let id): panels.value(of: id) { $0.closing } ?? nil
        }
    }

    private mutating func set(_ closing: Popover.Closing, of id: HolderID) {
        switch id {
        case .popover(let id): popovers.update(id) { $0.state = .closing(closing) }
        case .panel(let id): panels.update(id) { $0.closing = closing }
        }
    }

    /// The owner, app and display of a popover or panel.
    private func place(of id: HolderID) -> (owner: ClientID, app: String, display: String)? {
        switch id {
        case .popover(let id): popovers.value(of: id) { ($0.owner, $0.app, $0.display) }
        case .panel(let id): panels.value(of: id) { ($0.owner, $0.app, $0.display) }
        }
    }

    func display(of id: HolderID) -> String? { place(of: id)?.display }

    func isThere(_ id: HolderID) -> Bool { place(of: id) != nil }

    /// Asks the owner to take it off the screen and return its draft.
    mutating func askToLeave(
        _ id: HolderID, _ before: Popover.Closing, _ records: [VerdictRecord] = []
    ) {
        guard let (owner, app, display) = place(of: id) else { return }
        var closing = before
        let deadline = settings.timing.close
        let (reason, disposition) = (closing.reason, closing.disposition)
        var popover: PopoverID?
        switch id {
        case .popover(let id):
            popover = id
            closing.phase = .leaving(
                call(
                    owner, .willClose(.popover(id)),
                    .willClose(
                        id, reason, disposition, deadline: deadline,
                        exit(on: display, closing))))
        case .panel(let id):
            closing.phase = .leaving(
                call(
                    owner, .willClose(.panel(id)),
                    .willClosePanel(id, reason, disposition, deadline: deadline)))
        }
        // Under an alert no owner can be expected to answer.
        let isPaused = displays.value(of: display) { $0.presented != nil } == true
        closing.paused = isPaused ? deadline : nil
        if !isPaused { deadlines.arm(.close(id), at: now + deadline) }
        set(closing, of: id)
        record(
            .closing(reason, disposition, closing.cause), popover: popover, app: app, on: display,
            records)
    }

    /// Discards the draft of what is closing already: its session ends.
    mutating func finalize(
        _ id: HolderID, _ before: Popover.Closing, because reason: CloseReason
    ) {
        guard !before.isFinal else { return }
        var closing = before
        closing.reason = reason
        closing.disposition = .discard
        closing.isFinal = true
        switch before.phase {
        case .deciding(let question):
            drop(question)
            askToLeave(id, closing)
        case .leaving: set(closing, of: id)
        }
    }

    /// Takes away what its owner has not taken off the screen in time (K5).
    mutating func closeTimedOut(_ id: HolderID) {
        guard let closing = closing(of: id), case .leaving(let call) = closing.phase else { return }
        calls.remove(call)
        switch id {
        case .popover(let id):
            guard let popover = popovers[id] else { return }
            rememberLateWork(call, popover)
        case .panel(let id):
            guard let panel = panels[id] else { return }
            rememberLateWork(call, panel)
        }
        end(id, because: closing.reason, work: .nothing, isUnresponsive: true)
    }

    mutating func end(
        _ id: HolderID, because reason: CloseReason, work: HandedOver, isUnresponsive: Bool = false
    ) {
        switch id {
        case .popover(let id):
            end(id, because: reason, work: work, isUnresponsive: isUnresponsive)
        case .panel(let id): end(id, because: reason, work: work, isUnresponsive: isUnresponsive)
        }
    }

    // MARK: Alerts

    /// Pauses the deadlines of what is closing on a display while an alert is presented.
    mutating func pauseClosing(on display: String) {
        if let popover = displays.value(of: display, { $0.popover }) ?? nil {
            pause(.popover(popover))
        }
        for (id, panel) in zip(panels.ids, panels) where panel.display === display {
            pause(.panel(id))
        }
    }

    private mutating func pause(_ id: HolderID) {
        guard var closing = closing(of: id), closing.paused == nil, closing.call != nil else {
            return
        }
        closing.paused = deadlines.left(of: .close(id), at: now) ?? Interval(microseconds: 0)
        deadlines.disarm(.close(id))
        set(closing, of: id)
    }

    mutating func resumeClosing(on display: String) {
        if let popover = displays.value(of: display, { $0.popover }) ?? nil {
            resume(.popover(popover))
        }
        for (id, panel) in zip(panels.ids, panels) where panel.display === display {
            resume(.panel(id))
        }
    }

    private mutating func resume(_ id: HolderID) {
        guard var closing = closing(of: id), let left = closing.paused else { return }
        deadlines.arm(.close(id), at: now + left)
        closing.paused = nil
        set(closing, of: id)
    }

    // MARK: Answers

    mutating func handle(_ answer: CallAnswer, to call: CallID, of client: ClientID) {
        guard let pending = calls[call] else {
            counters.answersUnawaited += 1
            return handleLate(answer, to: call, of: client)
        }
        guard pending.client == client else { return }
        calls.remove(call)
        switch pending.subject {
        case .presentAlert(let alert): presented(alert, isError: answer == .error)
        // Every line is a sign of life.
        case .ping: break
        case .willClose(let id):
            guard let closing = closing(of: id) else { return }
            end(id, because: closing.reason, work: handedOver(answer))
        }
    }

    func handedOver(_ answer: CallAnswer) -> HandedOver {
        switch answer {
        case .draft(let content):
            content.count > min(settings.limits.content, settings.limits.draft)
                ? .tooMuch : .draft(content)
        case .draftTooDeep: .tooMuch
        case .saved: .consumed
        case .empty, .error: .nothing
        }
    }
}
