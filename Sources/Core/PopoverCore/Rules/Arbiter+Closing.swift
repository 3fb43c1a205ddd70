// SPDX-License-Identifier: MIT

import PopoverModel

/// Closing: its reason, the disposition of the draft, and exactly one `popover.closed` at the end.
extension Arbiter {
    // MARK: The owner's own doing

    mutating func close(
        _ id: PopoverID, _ outcome: CloseOutcome, _ client: ClientID, _ request: RequestID?
    ) {
        if hints[id] != nil { return closeHint(id, outcome, client, request) }
        guard owns(id, client, request), let display = popovers.value(of: id, { $0.display })
        else { return }
        answer(client, request, .done)
        noteActivity(on: display)
        switch outcome {
        case .done: end(id, because: .done, work: .consumed)
        case .cancel: end(id, because: .cancel, work: .discarded)
        // A close under way has its own reason, and may discard the draft.
        case .keep:
            let reason = closing(of: .popover(id))?.reason ?? .keep
            end(id, because: reason, work: .nothing)
        }
    }

    mutating func choose(
        _ id: PopoverID, _ choice: JSONText, _ label: String?, _ client: ClientID,
        _ request: RequestID?, combined: CombinedVerdict? = nil
    ) {
        guard owns(id, client, request), let popover = popovers[id] else { return }
        if combined == nil {
            noteInput(on: popover.display)
            if let label { announce(.chosen, id, label) }
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

    /// Closes a popover for a reason other than its owner: plugins decide about the draft where the
    /// reason allows it, then the owner is asked to take the popover off the screen. A popover that
    /// is closing already is left alone, unless the session ends: then nothing may remain.
    mutating func startClosing(
        _ id: PopoverID, because reason: CloseReason, _ disposition: Disposition = .save,
        hitsSource: Bool = false, cause: Popover.Cause = .nobody, isFinal: Bool = false
    ) {
        guard let index = popovers.index(of: id) else { return }
        if let before = popovers[index].state.closing {
            if isFinal { finalize(.popover(id), before, because: reason) }
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
            askToLeave(.popover(id), closing)
        }
        publish(.popoverClosing, about: id) { $0.reason = reason.rawValue }
        touch(popovers[index].display)
    }

    /// Whether plugins may decide about the draft. They may not where a session or the daemon ends,
    /// where an administrator has decided, and where the owner is gone or hangs.
    private func isDebatable(_ reason: CloseReason) -> Bool {
        switch reason {
        case .outsideTap, .sourceTap, .key, .replaced, .displayChanged, .sourceGone,
            .viewPresented, .idle:
            true
        case .choice, .done, .cancel, .keep, .detached, .sessionEnded, .administrator, .clientGone,
            .shutdown, .unresponsive, .timedOut, .released:
            false
        }
    }

    /// Applies the verdict of the plugins about the draft.
    mutating func dispose(_ id: PopoverID, _ combined: CombinedVerdict) {
        guard let popover = popovers[id], var closing = popover.closing else { return }
        closing.disposition = combined.verdict.disposition ?? closing.disposition
        askToLeave(.popover(id), closing, combined.records)
        touch(popover.display)
    }

    // MARK: The end

    /// Takes a popover off the screen, resolves its draft and notifies its owner, once. A
    /// `popover.closed` that mentions a draft waits for the disk; the next popover does not.
    mutating func end(
        _ id: PopoverID, because reason: CloseReason, work: HandedOver,
        isUnresponsive: Bool = false
    ) {
        guard let closing = popovers.value(of: id, { $0.state.closing }) else { return }
        deadlines.disarm(.close(.popover(id)))
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
        announce(.closed, id)
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
        let (outcome, ticket) = resolve(
            popover.work(work, because: reason), of: popover, because: reason)
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
        case .keep, .replaced, .displayChanged, .sourceGone, .detached, .viewPresented,
            .sessionEnded, .administrator, .idle, .clientGone, .shutdown, .unresponsive, .timedOut,
            .released:
            false
        }
    }

    /// Closes popovers for an administrator; their owners are asked as usual.
    mutating func dismiss(
        _ popover: PopoverID?, _ discard: Bool, _ display: String?, _ client: ClientID,
        _ request: RequestID?
    ) {
        if let popover, hints[popover] != nil {
            endHint(popover, because: .administrator)
        } else if let popover {
            guard popovers[popover] != nil else {
                return fail(client, request, .unknown(popover))
            }
            startClosing(popover, because: .administrator, discard ? .discard : .save)
        } else if let name = display {
            guard let display = displays[name] else {
                return fail(client, request, unknownDisplay(name))
            }
            endHint(on: name, because: .administrator)
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
