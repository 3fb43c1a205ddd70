// SPDX-License-Identifier: MIT

import PopoverModel

/// Closing: who asked for it, what becomes of the work, and the one `popover.closed` at the end.
extension Arbiter {
    // MARK: The owner's own doing

    mutating func close(
        _ id: PopoverID, _ outcome: CloseOutcome, _ client: ClientID, _ request: RequestID?
    ) {
        guard owns(id, client, request), let display = popovers.value(of: id, { $0.display })
        else { return }
        answer(client, request, .done)
        noteInput(on: display)
        switch outcome {
        case .done: end(id, because: .done, work: .consumed)
        case .cancel: end(id, because: .cancel, work: .discarded)
        }
    }

    mutating func choose(
        _ id: PopoverID, _ choice: JSONText, _ client: ClientID, _ request: RequestID?,
        combined: CombinedVerdict? = nil
    ) {
        guard owns(id, client, request), let popover = popovers[id] else { return }
        if combined == nil {
            noteInput(on: popover.display)
            if isAsked(at: .choice, popover.behavior, by: client) {
                ask(
                    popover.behavior, .choice(popover.facts, choice: choice),
                    .choice(id, choice, client, request), by: client)
                return
            }
        }
        let closes =
            switch combined?.verdict.choice {
            case .close: true
            case .stay: false
            case nil: popover.behavior.choiceCloses
            }
        answer(client, request, .chosen(closes: closes))
        record(.choice(closes: closes), popover, combined)
        if closes { end(id, because: .choice, work: .consumed) }
    }

    /// The popover becomes a panel, which stays while people work elsewhere (G22).
    mutating func detach(
        _ id: PopoverID, _ frame: Rect?, _ client: ClientID, _ request: RequestID?,
        combined: CombinedVerdict? = nil
    ) {
        guard owns(id, client, request), let popover = popovers[id] else { return }
        if combined == nil, isAsked(at: .detach, popover.behavior, by: client) {
            ask(
                popover.behavior, .detach(popover.facts),
                .detach(id, frame: frame, client, request), by: client)
            return
        }
        let isAllowed = combined?.verdict.detach ?? popover.behavior.isDetachable
        guard isAllowed, popover.closing == nil else {
            let message = isAllowed ? "it is closing already" : nil
            let failure = RequestError.refused(.detachNotAllowed, message: message)
            record(.notDetached(failure), popover, combined)
            return fail(client, request, failure)
        }
        guard panels.values.count(where: { $0.owner == client }) < settings.limits.panels else {
            let failure = overLimit(.panels)
            record(.notDetached(failure), popover, combined)
            return fail(client, request, failure)
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
        record(.detached(panelID), popover, combined)
        end(id, because: .detached, work: .nothing)
    }

    mutating func closePanel(_ id: PanelID, _ client: ClientID, _ request: RequestID?) {
        guard let panel = panels[id] else {
            return fail(client, request, .unknown(id))
        }
        guard panel.owner == client else {
            return fail(client, request, .notPermitted(needs: "owner"))
        }
        panels.remove(id)
        answer(client, request, .done)
    }

    /// Answers with what is wrong when the popover is unknown, ended or another's.
    mutating func owns(_ id: PopoverID, _ client: ClientID, _ request: RequestID?) -> Bool {
        guard let owner = popovers.value(of: id, { $0.owner }) else {
            fail(client, request, .unknown(id))
            return false
        }
        guard owner == client else {
            fail(client, request, .notPermitted(needs: "owner"))
            return false
        }
        return true
    }

    // MARK: Automatic causes

    /// Closes a popover that its owner has not closed: plugins are asked what becomes of its work
    /// where that is open to debate, then the owner is asked to take it off the screen.
    ///
    /// A second cause changes nothing, but the end of the session, after which nothing may be left.
    mutating func startClosing(
        _ id: PopoverID, because reason: CloseReason, _ disposition: Disposition = .save,
        hitsSource: Bool = false, cause: Popover.Cause = .nobody, isFinal: Bool = false
    ) {
        guard let index = popovers.index(of: id) else { return }
        if let before = popovers.values[index].state.closing {
            if isFinal { finalize(id, before, because: reason) }
            return
        }
        var closing = Popover.Closing(
            reason: reason, disposition: disposition, hitsSource: hitsSource, isFinal: isFinal,
            cause: cause, phase: .leaving(CallID(number: 0)), paused: nil)
        if !isFinal, isDebatable(reason),
            isAsked(at: .disposition, aboutPopoverAt: index, by: nil)
        {
            let popover = popovers.values[index]
            let question = Question.disposition(
                popover.facts, because: reason, standing: disposition)
            closing.phase = .deciding(ask(popover.behavior, question, .disposition(id), by: nil))
            popovers.update(id) { $0.state = .closing(closing) }
        } else {
            askToLeave(id, closing, nil)
        }
        publish(.popoverClosing, about: id) { $0.reason = reason.rawValue }
        touch(popovers.values[index].display)
    }

    /// Whether plugins may say what becomes of the work. Where a session or the daemon ends, where
    /// an administrator has said it, and where the owner is gone, they may not.
    private func isDebatable(_ reason: CloseReason) -> Bool {
        switch reason {
        case .outsideTap, .sourceTap, .key, .replaced, .displayChanged, .sourceGone,
            .viewPresented, .idle:
            true
        case .choice, .done, .cancel, .detached, .sessionEnded, .administrator, .clientGone,
            .shutdown:
            false
        }
    }

    /// The session ends while it closes: its work is discarded, whatever was said before.
    private mutating func finalize(
        _ id: PopoverID, _ before: Popover.Closing, because reason: CloseReason
    ) {
        guard !before.isFinal else { return }
        var closing = before
        closing.reason = reason
        closing.disposition = .discard
        closing.isFinal = true
        switch before.phase {
        case .deciding(let question):
            drop(question)
            askToLeave(id, closing, nil)
        case .leaving: popovers.update(id) { $0.state = .closing(closing) }
        }
    }

    /// Goes on with what plugins said becomes of its work.
    mutating func dispose(_ id: PopoverID, _ combined: CombinedVerdict) {
        guard let popover = popovers[id], var closing = popover.closing else { return }
        closing.disposition = combined.verdict.disposition ?? closing.disposition
        askToLeave(id, closing, combined)
        touch(popover.display)
    }

    /// Asks the owner to take its popover off the screen and hand over unfinished work.
    private mutating func askToLeave(
        _ id: PopoverID, _ before: Popover.Closing, _ combined: CombinedVerdict?
    ) {
        guard let index = popovers.index(of: id) else { return }
        let display = popovers.values[index].display
        var closing = before
        let deadline = settings.timing.close
        closing.phase = .leaving(
            call(
                popovers.values[index].owner, .willClose(id),
                .willClose(id, closing.reason, closing.disposition, deadline: deadline)))
        // While an alert is presented nobody can be expected to save anything.
        let isPaused = displays.value(of: display) { $0.presented != nil } == true
        closing.paused = isPaused ? deadline : nil
        if !isPaused { deadlines.arm(.close(id), at: now + deadline) }
        popovers.update(id) { $0.state = .closing(closing) }
        record(
            .closing(closing.reason, closing.disposition, closing.cause), popover: id,
            app: popovers.values[index].app, on: display, combined?.records ?? [])
    }

    /// Takes the popover of an owner that does not answer off the screen (K5).
    mutating func closeMissed(_ id: PopoverID) {
        guard let popover = popovers[id], let closing = popover.closing,
            case .leaving(let call) = closing.phase
        else { return }
        calls.remove(call)
        if let key = popover.draftKey, closing.disposition == .save {
            rememberLateWork(call, key, popover)
        }
        end(id, because: closing.reason, work: .nothing, isUnresponsive: true)
    }

    /// Stops the deadline of a close under way: an alert is presented.
    mutating func pauseClosing(on display: String) {
        guard let id = displays[display]?.popover, let closing = popovers[id]?.closing,
            closing.paused == nil, closing.call != nil
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
        guard let id = displays.value(of: display, { $0.popover }) ?? nil,
            let closing = popovers.value(of: id, { $0.state.closing }) ?? nil,
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
            counters.answersUnawaited += 1
            return takeLate(answer, to: call, of: client)
        }
        guard pending.client == client else { return }
        calls.remove(call)
        switch pending.subject {
        case .presentAlert(let alert): presented(alert, isError: answer == .error)
        case .willClose(let id):
            guard let closing = popovers.value(of: id, { $0.state.closing }) ?? nil else {
                return
            }
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
        guard let closing = popovers.value(of: id, { $0.state.closing }) else { return }
        deadlines.disarm(.close(id))
        switch closing?.phase {
        case .deciding(let question): drop(question)
        case .leaving(let call): calls.remove(call)
        case nil: break
        }
        remember(id)
        publish(.popoverClosed, about: id) {
            $0.reason = reason.rawValue
            if isUnresponsive { $0.isUnresponsive = true }
        }
        guard let popover = popovers.remove(id) else { return }
        displays.update(popover.display) { $0.popover = nil }
        touch(popover.display)
        counters.closed += 1
        counters.closings.count(reason)
        if isUnresponsive || closing?.reason != reason {
            record(.closed(reason, isUnresponsive: isUnresponsive), popover, nil)
        }
        // What a tap or a session's end gives up is not kept, whatever was handed over; the
        // owner's own close or choice wins over that.
        let isDiscarded = closing?.disposition == .discard && closing?.reason == reason
        let settled = settle(isDiscarded ? .discarded : work, of: popover, because: reason)
        let notification = ClosedPopover(
            popover: id, reason: reason, draft: settled.outcome,
            returnFocus: returnsFocus(closing, reason), isUnresponsive: isUnresponsive,
            display: popover.display)
        if let ticket = settled.ticket {
            addWaiter(.closed(popover.owner, notification), to: ticket)
        } else {
            notify(popover.owner, .popoverClosed(notification))
        }
    }

    /// Whether the focus goes back to what revealed the popover: not when people or a client
    /// moved on to something else.
    private func returnsFocus(_ closing: Popover.Closing?, _ reason: CloseReason) -> Bool {
        switch reason {
        case .done, .cancel, .choice, .key, .sourceTap: true
        case .outsideTap: closing?.hitsSource == false
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
                return fail(client, request, .unknown(id))
            }
            startClosing(id, because: .administrator, discard ? .discard : .save)
        case .display(let name):
            guard let display = displays[name] else {
                return fail(client, request, unknownDisplay(name))
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
