// SPDX-License-Identifier: MIT

internal import PopoverClient
internal import PopoverModel
internal import PopoverWire

/// Popovers that leave the screen, and the drafts that their owners hand over.
extension Wire {
    /// The number of popovers whose late answers are still accepted; beyond it the oldest is dropped.
    private static let maximumLate = 64

    /// The owner has removed the popover from the screen: its draft is no longer needed.
    func dismiss(_ id: PopoverID) {
        popovers[id]?.isDismissed = true
    }

    func answerClosing(_ order: ClosingOrder, _ work: Work) {
        let id = order.popover
        if parting[id]?.ticket == order.ticket { return endParting(id, work) }
        if let owned = late.removeValue(forKey: order.ticket) { return acceptLate(work, of: owned) }
        guard popovers[id]?.ticket == order.ticket, let question = popovers[id]?.question else {
            return
        }
        popovers[id]?.question = nil
        popovers[id]?.handed = work
        answer(question, work)
    }

    func answer(_ question: DaemonRequest, _ work: Work) {
        // If this cannot be sent, the connection has ended, and `handed` keeps the draft.
        try? channel?.answer(question.id, deadline: .now + settings.timeout) { result in
            switch work {
            case .draft(let content): result.member("draft", content)
            case .savedElsewhere: result.member("saved", true)
            case .nothing: break
            }
        }
    }

    // MARK: Late answers

    func waitForLateWork(_ owned: Owned) {
        late[owned.ticket] = owned
        if late.count > Self.maximumLate, let oldest = late.keys.min() { late[oldest] = nil }
    }

    /// Answers the daemon that has asked; saves the draft if that is gone.
    private func acceptLate(_ work: Work, of owned: Owned) {
        if let question = owned.question {
            answer(question, work)
            return keepTold(work, of: owned)
        }
        guard case .draft(let content) = work, let key = owned.key, !owned.isDismissed else {
            return
        }
        keepWork(content, key: key, owned.revision, in: owned.session)
        // If this fails, the connection has ended, and the draft is saved after the reconnect.
        if isReady { try? handOverWorks() }
    }

    /// Keeps a draft that the daemon got too late: the connection may end before it is read.
    func keepTold(_ work: Work, of owned: Owned) {
        guard case .draft(let content) = work, let key = owned.key, !owned.isDismissed,
            let told = channel?.lastNumber
        else { return }
        keepWork(content, key: key, owned.revision, in: owned.session, told: told)
    }

    // MARK: Without the daemon

    var partingDeadline: Instant? {
        parting.isEmpty ? nil : (partingSince ?? .now) + closeLimit
    }

    /// After the end of the connection, asks the owners for their drafts as usual.
    func partFromPopovers(_ cause: EndCause) {
        partingSince = .now
        partingCause = cause
        for ticket in late.keys { late[ticket]?.question = nil }
        let gone = popovers
        popovers = [:]
        for (id, owned) in gone {
            parting[id] = owned
            parting[id]?.question = nil
            if owned.isDismissed {
                endParting(id, .nothing)
            } else if let handed = owned.handed {
                endParting(id, handed)
            } else if !owned.isAsked {
                owned.events.yield(
                    .willClose(
                        ClosingOrder(
                            cause: cause, isSaving: true, deadline: closeLimit.duration,
                            animation: .none,
                            popover: id, ticket: owned.ticket, orders: orders)))
            }
        }
    }

    func endParting(_ id: PopoverID, _ work: Work) {
        guard let owned = parting.removeValue(forKey: id) else { return }
        if case .draft(let content) = work, let key = owned.key, !owned.isDismissed {
            keepWork(content, key: key, owned.revision, in: owned.session)
        }
        let isKept = works.contains { $0.key === owned.key }
        owned.events.yield(
            .closed(
                PopoverEnd(
                    cause: partingCause, draft: isKept ? .kept : .none, returnsFocus: false,
                    isUnresponsive: false)))
        owned.events.finish()
    }

    /// Ends the popovers whose owners have missed the deadline.
    func endPartings() {
        for id in parting.keys.sorted() {
            if let owned = parting[id] { waitForLateWork(owned) }
            endParting(id, .nothing)
        }
    }
}
