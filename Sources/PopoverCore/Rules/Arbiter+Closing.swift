// SPDX-License-Identifier: MIT

import PopoverModel

/// Closing: who asked for it, what becomes of the work, and the one `popover.closed` at the end.
extension Arbiter {
    // MARK: The owner's own doing

    mutating func close(
        _ id: PopoverID, _ outcome: CloseOutcome, _ client: ClientID, _ request: RequestID?
    ) {
        guard owns(id, client, request) else { return }
        answer(client, request, .done)
        switch outcome {
        case .done: end(id, because: .done, work: .consumed)
        case .cancel: end(id, because: .cancel, work: .discarded)
        }
    }

    mutating func choose(
        _ id: PopoverID, _ choice: JSONText, _ client: ClientID, _ request: RequestID?,
        verdict: Verdict? = nil
    ) {
        guard owns(id, client, request), let popover = popovers[id] else { return }
        let closes: Bool
        switch verdict {
        case nil where popover.behavior.hooks.contains(.choice):
            let question = PendingQuestion.choice(id, choice, id: request)
            let asked = Question.choice(popover.facts, choice: choice)
            return ask(popover.behavior, asked, question, of: client)
        case .close: closes = true
        case .stay: closes = false
        case nil, .abstain, .admit, .refuse, .replace, .detach, .present, .hold, .warn, .idle:
            closes = popover.behavior.choiceCloses
        }
        answer(client, request, .chosen(closes: closes))
        if closes { end(id, because: .choice, work: .consumed) }
    }

    /// The popover becomes a panel, which stays while people work elsewhere (G22).
    mutating func detach(
        _ id: PopoverID, _ frame: Rect?, _ client: ClientID, _ request: RequestID?,
        verdict: Verdict? = nil
    ) {
        guard owns(id, client, request), let popover = popovers[id] else { return }
        let isAllowed: Bool
        switch verdict {
        case nil where popover.behavior.hooks.contains(.detach):
            let question = PendingQuestion.detach(id, frame: frame, id: request)
            return ask(popover.behavior, .detach(popover.facts), question, of: client)
        case .detach(let allowed): isAllowed = allowed
        case nil, .abstain, .admit, .refuse, .replace, .close, .stay, .present, .hold, .warn, .idle:
            isAllowed = popover.behavior.isDetachable
        }
        guard isAllowed, popover.closing == nil else {
            let message = isAllowed ? "it is closing already" : nil
            return fail(client, request, .refused(.detachNotAllowed, message: message))
        }
        guard panels.values.count(where: { $0.owner == client }) < settings.limits.panels else {
            return fail(client, request, overLimit(.panels))
        }
        let room = displays[popover.display]?.specification.frame ?? popover.presentation.frame
        let panel = Panel(
            owner: client, app: popover.app, display: popover.display,
            frame: (frame ?? popover.presentation.frame).moved(into: room), key: popover.key,
            title: popover.title)
        let panelID = panelNumbers.next()
        panels[panelID] = panel
        answer(client, request, .detached(panelID, frame: panel.frame))
        var detached = fact(of: popover)
        detached.panel = panelID
        publish(.popoverDetached, detached)
        end(id, because: .detached, work: .nothing)
    }

    mutating func closePanel(_ id: PanelID, _ client: ClientID, _ request: RequestID?) {
        guard let panel = panels[id] else {
            return fail(client, request, .unknownID(id.description))
        }
        guard panel.owner == client else {
            return fail(client, request, .notPermitted(needs: "owner"))
        }
        panels.remove(id)
        answer(client, request, .done)
    }

    /// Answers with what is wrong when the popover is unknown, ended or another's.
    mutating func owns(_ id: PopoverID, _ client: ClientID, _ request: RequestID?) -> Bool {
        guard let owner = popovers[id]?.owner else {
            fail(client, request, .unknownID(id.description))
            return false
        }
        guard owner == client else {
            fail(client, request, .notPermitted(needs: "owner"))
            return false
        }
        return true
    }

    // MARK: Automatic causes

    /// Asks the owner to take its popover off the screen and hand over unfinished work.
    ///
    /// A second cause changes nothing, but the end of the session, after which nothing may be left.
    mutating func startClosing(
        _ id: PopoverID, because reason: CloseReason, _ disposition: Disposition = .save,
        hitsSource: Bool = false
    ) {
        guard let popover = popovers[id] else { return }
        if popover.closing != nil {
            guard reason == .sessionEnded else { return }
            popovers.update(id) {
                guard case .closing(var closing) = $0.state else { return }
                closing.reason = .sessionEnded
                closing.disposition = .discard
                $0.state = .closing(closing)
            }
            return
        }
        let deadline = settings.timing.close
        let call = call(
            popover.owner, .willClose(id),
            .willClose(id, reason, disposition, deadline: deadline))
        // While an alert is presented nobody can be expected to save anything.
        let isPaused = displays[popover.display]?.presented != nil
        if !isPaused { deadlines.arm(.close(id), at: now + deadline) }
        popovers.update(id) {
            $0.state = .closing(
                Popover.Closing(
                    reason: reason, disposition: disposition, hitsSource: hitsSource,
                    call: call, paused: isPaused ? deadline : nil))
        }
        var closing = fact(of: popover)
        closing.reason = reason.rawValue
        publish(.popoverClosing, closing)
        touch(popover.display)
    }

    /// Takes the popover of an owner that does not answer off the screen (K5).
    mutating func closeMissed(_ id: PopoverID) {
        guard let popover = popovers[id], let closing = popover.closing else { return }
        calls.remove(closing.call)
        if let key = draftKey(of: popover), closing.disposition == .save {
            rememberLateWork(closing.call, key, popover)
        }
        end(id, because: closing.reason, work: .nothing, isUnresponsive: true)
    }

    /// Stops the deadline of a close under way: an alert is presented.
    mutating func pauseClosing(on display: String) {
        guard let id = displays[display]?.popover, let closing = popovers[id]?.closing,
            closing.paused == nil
        else { return }
        let left = deadlines.left(of: .close(id), at: now)
        deadlines.disarm(.close(id))
        popovers.update(id) {
            var paused = closing
            paused.paused = left ?? Interval(microseconds: 0)
            $0.state = .closing(paused)
        }
    }

    /// Lets the deadline of a close under way go on with what was left.
    mutating func resumeClosing(on display: String) {
        guard let id = displays[display]?.popover, let closing = popovers[id]?.closing,
            let left = closing.paused
        else { return }
        deadlines.arm(.close(id), at: now + left)
        popovers.update(id) {
            var running = closing
            running.paused = nil
            $0.state = .closing(running)
        }
    }

    // MARK: Answers

    mutating func take(_ answer: CallAnswer, to call: CallID, of client: ClientID) {
        guard let pending = calls[call] else {
            return takeLate(answer, to: call, of: client)
        }
        guard pending.client == client else { return }
        calls.remove(call)
        switch pending.subject {
        case .presentAlert(let alert): presented(alert, isError: answer == .error)
        case .willClose(let id):
            guard let closing = popovers[id]?.closing else { return }
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

    // MARK: The end

    /// Takes a popover off the screen, settles its work, and tells its owner, once.
    ///
    /// `popover.closed` waits for the disk where it speaks of it; the next popover does not.
    mutating func end(
        _ id: PopoverID, because reason: CloseReason, work: HandedOver,
        isUnresponsive: Bool = false
    ) {
        guard let popover = popovers.remove(id) else { return }
        deadlines.disarm(.close(id))
        if let closing = popover.closing { calls.remove(closing.call) }
        remember(popover)
        displays.update(popover.display) { $0.popover = nil }
        touch(popover.display)
        counters.closed += 1
        var closed = fact(of: popover)
        closed.reason = reason.rawValue
        if isUnresponsive { closed.isUnresponsive = true }
        publish(.popoverClosed, closed)
        // What a tap or a session's end gives up is not kept, whatever was handed over; the
        // owner's own close or choice wins over that.
        let isDiscarded =
            popover.closing?.disposition == .discard && popover.closing?.reason == reason
        let settled = settle(isDiscarded ? .discarded : work, of: popover, because: reason)
        let notification = ClosedPopover(
            popover: id, reason: reason, draft: settled.outcome,
            returnFocus: returnsFocus(popover, reason), isUnresponsive: isUnresponsive)
        if let ticket = settled.ticket {
            addWaiter(.closed(popover.owner, notification), to: ticket)
        } else {
            notify(popover.owner, .popoverClosed(notification))
        }
    }

    /// Whether the focus goes back to what revealed the popover: not when people or a client
    /// moved on to something else.
    private func returnsFocus(_ popover: Popover, _ reason: CloseReason) -> Bool {
        switch reason {
        case .done, .cancel, .choice, .key, .sourceTap: true
        case .outsideTap: popover.closing?.hitsSource == false
        case .replaced, .displayChanged, .sourceGone, .detached, .viewPresented, .sessionEnded,
            .administrator, .idle, .clientGone, .shutdown:
            false
        }
    }

    /// An administrator's word: the owner is still asked.
    mutating func dismiss(
        _ target: DismissTarget, _ discard: Bool, _ client: ClientID, _ request: RequestID?
    ) {
        switch target {
        case .popover(let id):
            guard popovers[id] != nil else {
                return fail(client, request, .unknownID(id.description))
            }
            startClosing(id, because: .administrator, discard ? .discard : .save)
        case .display(let name):
            guard let display = displays[name] else {
                return fail(client, request, .unknownID(name))
            }
            if let popover = display.popover {
                startClosing(popover, because: .administrator, discard ? .discard : .save)
            }
        }
        answer(client, request, .done)
    }
}

extension Rect {
    /// The same size or less, moved as little as it takes to lie in the room.
    func moved(into room: Rect) -> Rect {
        let width = min(width, room.width)
        let height = min(height, room.height)
        return Rect(
            x: min(max(x, room.minX), room.maxX - width),
            y: min(max(y, room.minY), room.maxY - height), width: width, height: height)
    }
}
