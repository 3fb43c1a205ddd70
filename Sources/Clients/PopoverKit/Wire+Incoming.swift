// SPDX-License-Identifier: MIT

internal import PopoverClient
internal import PopoverModel
internal import PopoverWire

/// Handles the lines of the daemon.
extension Wire {
    func handle(_ line: LineChannel.Line) throws(ClientError) {
        switch line {
        case .notification(let method, let params):
            try handleNotification(method, Field(params))
        case .request(let request): try handleRequest(request, Field(request.params))
        case .reply(let number?, let result):
            confirmWorks(before: number)
            handleResponse(number, result)
        case .reply(nil, .failure(let error)): throw .daemon(error)
        case .reply(nil, .success): break
        }
    }

    private func handleResponse(_ number: RequestNumber, _ result: Result<JSONNode, DaemonError>) {
        if let method = abandoned.removeValue(forKey: number) {
            if case .success(let granted) = result { giveBack(granted, of: method) }
            return
        }
        guard let request = waiting.removeValue(forKey: number) else { return }
        request.reply(result.mapError(ClientError.daemon))
    }

    /// Returns a grant that arrived after its request was abandoned.
    private func giveBack(_ granted: JSONNode, of method: String) {
        let name = { (member: String) in granted.member(member)?.string ?? "" }
        switch method {
        case "popover.open" where popovers[PopoverID(name("popover")) ?? .none] == nil:
            notify("popover.close") { params in
                params.member("popover", name("popover"))
                // A daemon without sessions knows no other outcome.
                let outcome = granted.member("session") == nil ? CloseOutcome.cancel : .keep
                params.member("outcome", outcome.rawValue)
            }
        case "popover.detach": notify("panel.close") { $0.member("panel", name("panel")) }
        case "view.present": notify("view.close") { $0.member("view", name("view")) }
        default: break
        }
    }

    private func handleNotification(_ method: String, _ params: Field) throws(ClientError) {
        switch method {
        case "event": try handleEvent(params)
        case "popover.moved":
            let owned = popovers[try params.id("popover")]
            owned?.events.yield(
                .moved(try params.presentation(), try params.animation()))
        case "popover.nudge": popovers[try params.id("popover")]?.events.yield(.nudged)
        case "popover.closed": try handleClosed(params)
        case "panel.moved", "panel.raised", "panel.closed": try handlePanel(method, params)
        case "display.changed": try know(params)
        case "source.activated": signals.activations.yield(try params.string("source"))
        case "focus.enter", "focus.leave", "focus.move": try handleFocus(method, params)
        case "alert.dismiss": signals.alerts.yield(.dismiss(try params.id("alert")))
        default: break
        }
    }

    private func handleClosed(_ params: Field) throws(ClientError) {
        guard let owned = popovers.removeValue(forKey: try params.id("popover")) else { return }
        let isUnresponsive = params.node.member("unresponsive")?.bool == true
        if owned.question != nil { waitForLateWork(owned) }
        if isUnresponsive, let handed = owned.handed { keepTold(handed, of: owned) }
        owned.events.yield(
            .closed(
                PopoverEnd(
                    cause: .closed(try params.choice("reason")), draft: try params.choice("draft"),
                    returnsFocus: try params.flag("returnFocus"),
                    isUnresponsive: isUnresponsive)))
        owned.events.finish()
    }

    private func handleEvent(_ params: Field) throws(ClientError) {
        let data = try params.member("topic")
        let item: BusItem
        if data.node.string == "bus.gap" {
            let lost = try params.member("data")
            item = .gap(from: try lost.integer("from"), to: try lost.integer("to"))
        } else {
            item = .event(
                BusMessage(
                    topic: try params.string("topic"), sequence: try params.integer("sequence"),
                    time: Instant(microseconds: try params.integer("time")),
                    data: params.node.member("data")?.compactText ?? .null))
        }
        for index in subscribers.indices { subscribers[index].receive(item) }
    }

    private func handleRequest(
        _ request: DaemonRequest, _ params: Field
    ) throws(ClientError) {
        let deadline = Instant.now + settings.timeout
        switch request.method {
        case "popover.willClose":
            let id: PopoverID = try params.id("popover")
            guard let ticket = popovers[id]?.ticket else {
                try channel?.answer(request.id, deadline: deadline) { _ in }
                return
            }
            let isSaving = try params.string("disposition") == "save"
            let order = ClosingOrder(
                cause: .closed(try params.choice("reason")), isSaving: isSaving,
                deadline: .milliseconds(try params.integer("deadlineMs")),
                animation: try params.animation(), popover: id,
                ticket: ticket, orders: orders)
            popovers[id]?.question = request
            if !isSaving { popovers[id]?.isDismissed = true }
            guard popovers[id]?.isAsked == false else { return }
            popovers[id]?.isAsked = true
            popovers[id]?.events.yield(.willClose(order))
        case "panel.willClose": try askPanel(request, params)
        // Without the role `shell`, these are only alerts that this program raised itself.
        case "alert.present":
            signals.alerts.yield(.present(try AlertToShow(params)))
            try channel?.answer(request.id, deadline: deadline) { _ in }
        case "client.ping": try channel?.answer(request.id, deadline: deadline) { _ in }
        default: try channel?.refuse(request, deadline: deadline)
        }
    }
}

extension PopoverID {
    /// No popover has this id: ids start at 1.
    fileprivate static let none = PopoverID(number: 0)
}
