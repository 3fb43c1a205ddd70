// SPDX-License-Identifier: MIT

internal import PopoverClient
internal import PopoverModel
internal import PopoverWire

/// Popovers that leave the screen, and what their owners hand over.
extension Wire {
    /// So many owners may still answer when it is too late; of more the oldest is forgotten.
    private static let mostLate = 64

    /// A popover is off the screen by its owner's own doing: nobody asks for its work any more.
    func dismiss(_ id: PopoverID) {
        popovers[id]?.isDismissed = true
    }

    func answerClosing(_ order: ClosingOrder, _ work: Work) {
        let id = order.popover
        if parting[id]?.ticket == order.ticket { return endParting(id, work) }
        if let owned = late.removeValue(forKey: order.ticket) { return takeLate(work, of: owned) }
        guard popovers[id]?.ticket == order.ticket, let question = popovers[id]?.question else {
            return
        }
        popovers[id]?.question = nil
        popovers[id]?.handed = work
        answer(question, work)
    }

    private func answer(_ question: DaemonRequest, _ work: Work) {
        // Where it cannot be sent the connection is over, and what was handed over is kept.
        try? channel?.answer(question.id, deadline: .now + settings.timeout) { result in
            switch work {
            case .draft(let content): result.member("draft", content)
            case .savedElsewhere: result.member("saved", true)
            case .nothing: break
            }
        }
    }

    // MARK: Too late

    func waitForLateWork(_ owned: Owned) {
        late[owned.ticket] = owned
        if late.count > Self.mostLate, let oldest = late.keys.min() { late[oldest] = nil }
    }

    /// The daemon that has asked keeps it; another one is given it.
    private func takeLate(_ work: Work, of owned: Owned) {
        if let question = owned.question { return answer(question, work) }
        guard case .draft(let content) = work, let key = owned.key, !owned.isDismissed else {
            return
        }
        keepWork(content, key: key, owned.draftRevision)
        // Where that fails the connection is over, and the next daemon is given it.
        if isReady { try? handOverWorks() }
    }

    // MARK: Without the daemon

    var partingDeadline: Instant? {
        parting.isEmpty ? nil : (partingSince ?? .now) + closeLimit
    }

    /// The daemon of these popovers is gone: their owners are asked for their work as ever.
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
                            cause: cause, isSaving: true, deadline: closeLimit, popover: id,
                            ticket: owned.ticket, mailbox: mailbox)))
            }
        }
    }

    func endParting(_ id: PopoverID, _ work: Work) {
        guard let owned = parting.removeValue(forKey: id) else { return }
        if case .draft(let content) = work, let key = owned.key, !owned.isDismissed {
            keepWork(content, key: key, owned.draftRevision)
        }
        let isKept = works.contains { $0.key == owned.key }
        owned.events.yield(
            .closed(
                PopoverEnd(
                    cause: partingCause, draft: isKept ? .kept : .none, returnsFocus: false,
                    isUnresponsive: false)))
        owned.events.finish()
    }

    /// The owners' time is over.
    func endPartings() {
        for id in parting.keys.sorted() {
            if let owned = parting[id] { waitForLateWork(owned) }
            endParting(id, .nothing)
        }
    }
}
