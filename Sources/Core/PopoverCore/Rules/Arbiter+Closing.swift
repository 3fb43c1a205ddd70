// SPDX-License-Identifier: MIT

import PopoverModel

/// Closing: its reason, the disposition of the work, and exactly one `popover.closed` at the end.
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

    /// Turns a popover into a panel, which stays while users work elsewhere (G22).
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
            let message = isAllowed ? "the popover is already closing" : nil
            let failure = RequestError.refused(.detachNotAllowed, message: message)
            record(.notDetached(failure), popover, combined)
            return fail(client, request, failure)
        }
        guard panels.count(where: { $0.owner == client }) < settings.limits.panels else {
            let failure = overLimit(.panels)
            record(.notDetached(failure), popover, combined)
            return fail(client, request, failure)
        }
        let room = displays[popover.display]?.specification.frame ?? popover.presentation.frame
        let panel = Panel(
            owner: client, app: popover.app, display: popover.display,
            frame: (frame ?? popover.presentation.frame).moved(into: room), key: popover.key,
            title: popover.title)
        let panelID = identifiers.panels.next()
        add(panel, as: panelID)
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
        remove(id)
        answer(client, request, .done)
    }

    /// Whether a client owns a popover; otherwise its request fails.
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

    /// Closes a popover for a reason other than its owner: plugins decide about the work where the
    /// reason allows it, then the owner is asked to take the popover off the screen. A popover that
    /// is closing already is left alone, unless the session ends: then nothing may remain.
    mutating func startClosing(
        _ id: PopoverID, because reason: CloseReason, _ disposition: Disposition = .save,
        hitsSource: Bool = false, cause: Popover.Cause = .nobody, isFinal: Bool = false
    ) {
        guard let index = popovers.index(of: id) else { return }
        if let before = popovers[index].state.closing {
            if isFinal { finalize(id, before, because: reason) }
            return
        }
        var closing = Popover.Closing(
            reason: reason, disposition: disposition, hitsSource: hitsSource, isFinal: isFinal,
            cause: cause, phase: .leaving(CallID(number: 0)), paused: nil)
        if !isFinal, isDebatable(reason),
            isAsked(at: .disposition, aboutPopoverAt: index, by: nil)
        {
            let popover = popovers[index]
            let question = Question.disposition(
                popover.facts, because: reason, standing: disposition)
            closing.phase = .deciding(ask(popover.behavior, question, .disposition(id), by: nil))
            popovers.update(id) { $0.state = .closing(closing) }
        } else {
            askToLeave(id, closing, nil)
        }
        publish(.popoverClosing, about: id) { $0.reason = reason.rawValue }
        touch(popovers[index].display)
    }

    /// Whether plugins may decide about the work. They may not where a session or the daemon ends,
    /// where an administrator has decided, and where the owner is gone.
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

    /// Discards the work of a popover that is closing already: its session ends.
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

    /// Applies the verdict of the plugins about the work.
    mutating func dispose(_ id: PopoverID, _ combined: CombinedVerdict) {
        guard let popover = popovers[id], var closing = popover.closing else { return }
        closing.disposition = combined.verdict.disposition ?? closing.disposition
        askToLeave(id, closing, combined)
        touch(popover.display)
    }

    /// Asks the owner to take its popover off the screen and return unfinished work.
    private mutating func askToLeave(
        _ id: PopoverID, _ before: Popover.Closing, _ combined: CombinedVerdict?
    ) {
        guard let index = popovers.index(of: id) else { return }
        let display = popovers[index].display
        var closing = before
        let deadline = settings.timing.close
        closing.phase = .leaving(
            call(
                popovers[index].owner, .willClose(id),
                .willClose(id, closing.reason, closing.disposition, deadline: deadline)))
        // Under an alert no owner can be expected to answer.
        let isPaused = displays.value(of: display) { $0.presented != nil } == true
        closing.paused = isPaused ? deadline : nil
        if !isPaused { deadlines.arm(.close(id), at: now + deadline) }
        popovers.update(id) { $0.state = .closing(closing) }
        record(
            .closing(closing.reason, closing.disposition, closing.cause), popover: id,
            app: popovers[index].app, on: display, combined?.records ?? [])
    }

    /// Closes the popover of an owner that has not answered in time (K5).
    mutating func closeTimedOut(_ id: PopoverID) {
        guard let popover = popovers[id], let closing = popover.closing,
            case .leaving(let call) = closing.phase
        else { return }
        calls.remove(call)
        if closing.disposition == .save { rememberLateWork(call, workKey(of: popover), popover) }
        end(id, because: closing.reason, work: .nothing, isUnresponsive: true)
    }

    /// Pauses the deadline of a close while an alert is presented.
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

    /// Resumes the paused deadline of a close.
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

    mutating func handle(_ answer: CallAnswer, to call: CallID, of client: ClientID) {
        guard let pending = calls[call] else {
            counters.answersUnawaited += 1
            return handleLate(answer, to: call, of: client)
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

    /// Takes a popover off the screen, resolves its work and notifies its owner, once. A
    /// `popover.closed` that mentions a draft waits for the disk; the next popover does not.
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
        displays.update(popover.display) {
            $0.popover = nil
            $0.audience.leave(popover.owner, isShielded: $0.shield.isOn)
        }
        touch(popover.display)
        counters.closed += 1
        counters.closings.count(reason)
        if isUnresponsive || closing?.reason != reason {
            record(.closed(reason, isUnresponsive: isUnresponsive), popover, nil)
        }
        // A tap or the end of a session may discard the work, whatever the owner returned; the
        // owner's own close or choice takes precedence.
        let isDiscarded = closing?.disposition == .discard && closing?.reason == reason
        let (outcome, ticket) = resolve(
            isDiscarded ? .discarded : work, of: popover, because: reason)
        let notification = ClosedPopover(
            popover: id, reason: reason, draft: outcome,
            returnFocus: returnsFocus(closing, reason), isUnresponsive: isUnresponsive,
            display: popover.display)
        if let ticket {
            addWaiter(.closed(popover.owner, notification), to: ticket)
        } else {
            notify(popover.owner, .popoverClosed(notification))
        }
    }

    /// Whether the focus returns to the source: not where the user or a client went on elsewhere.
    private func returnsFocus(_ closing: Popover.Closing?, _ reason: CloseReason) -> Bool {
        switch reason {
        case .done, .cancel, .choice, .key, .sourceTap: true
        case .outsideTap: closing?.hitsSource == false
        case .replaced, .displayChanged, .sourceGone, .detached, .viewPresented, .sessionEnded,
            .administrator, .idle, .clientGone, .shutdown:
            false
        }
    }

    /// Closes popovers for an administrator; their owners are asked as usual.
    mutating func dismiss(
        _ popover: PopoverID?, _ discard: Bool, _ display: String?, _ client: ClientID,
        _ request: RequestID?
    ) {
        if let popover {
            guard popovers[popover] != nil else {
                return fail(client, request, .unknown(popover))
            }
            startClosing(popover, because: .administrator, discard ? .discard : .save)
        } else if let name = display {
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
    /// The rectangle shrunk and moved as little as necessary to lie in the room.
    func moved(into room: Rect) -> Rect {
        let width = min(width, room.width)
        let height = min(height, room.height)
        return Rect(
            x: min(max(x, room.minX), room.maxX - width),
            y: min(max(y, room.minY), room.maxY - height), width: width, height: height)
    }
}
