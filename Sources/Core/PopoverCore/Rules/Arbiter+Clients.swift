// SPDX-License-Identifier: MIT

public import PopoverModel

/// Clients: connecting, dispatching requests, disconnecting, and orders to the shell.
extension Arbiter {
    mutating func connect(_ id: ClientID, _ credentials: Credentials) {
        clients.add(Client(credentials: credentials), as: id)
        deadlines.arm(.hello(id), at: now + settings.timing.hello)
    }

    mutating func helloTimedOut(_ id: ClientID) {
        emit(.disconnect(id, .helloTimeout))
        disconnect(id)
    }

    /// The client sends no more; it stays connected until its requests are answered.
    mutating func finish(_ id: ClientID) {
        guard let unanswered = clients.value(of: id, { $0.unanswered }) else { return }
        clients.update(id) { $0.hasFinished = true }
        if unanswered == 0 { leave(id) }
    }

    /// Disconnects a client that has finished and waits for nothing.
    mutating func leave(_ id: ClientID) {
        emit(.disconnect(id, nil))
        disconnect(id)
    }

    /// Removes a client with everything that it showed and registered; its drafts stay.
    mutating func disconnect(_ id: ClientID) {
        guard let client = clients.remove(id) else { return }
        release(client)
        deadlines.disarm(.hello(id))
        deadlines.disarm(.ping(id))
        gestures.removeAll { $0.client == id }
        guard client.isGreeted else { return }
        dropQuestions(of: id)
        dropWaiting(of: id)
        endHints(of: id)
        for (popover, state) in zip(popovers.ids, popovers) where state.owner == id {
            // A close that is under way keeps its reason.
            end(popover, because: state.closing?.reason ?? .clientGone, work: .nothing)
        }
        for (alert, state) in zip(alerts.ids, alerts) where state.raiser == .client(id) {
            withdraw(alert, reason: CloseReason.clientGone.rawValue)
        }
        for (alert, state) in zip(alerts.ids, alerts) where state.showing?.renderer == id {
            passToNextRenderer(alert, notifyRenderer: false)
        }
        withdrawUnshowableWarnings()
        for (view, state) in zip(views.ids, views) where state.owner == id {
            endView(view)
        }
        for (panel, state) in zip(panels.ids, panels) where state.owner == id {
            end(panel, because: .clientGone, work: .nothing)
        }
        removeRegions(of: id)
        for name in displays.names {
            displays.update(name) { $0.audience.remove(id) }
            loseFocus(id, on: name)
        }
        for (call, pending) in zip(calls.ids, calls) where pending.client == id {
            calls.remove(call)
        }
        publish(.clientLeft, fact(client: id, app: client.app))
    }

    /// Drops the waiting requests of a client that has disconnected, without an answer.
    private mutating func dropWaiting(of client: ClientID) {
        for name in displays.names {
            if displays[name]?.waiting?.client == client { removeWaiting(on: name) }
            displays.update(name) { if $0.overtaker == client { $0.overtaker = nil } }
            touch(name)
        }
    }

    // MARK: Requests

    mutating func handle(_ request: Request, of client: ClientID, id: RequestID?) {
        var known: (isGreeted: Bool, unanswered: Int, opener: Credentials?)?
        clients.update(client) {
            known = ($0.isGreeted, $0.unanswered, $0.opener)
            $0.noteSignOfLife()
            if id != nil { $0.unanswered += 1 }
        }
        guard let (isGreeted, unanswered, opener) = known else { return }
        let isHello = if case .hello = request { true } else { false }
        guard isGreeted || isHello else {
            return fail(client, id, .refused(.helloFirst))
        }
        if let opener, let missing = missing(for: request, by: opener) {
            return fail(client, id, .notPermitted(needs: missing))
        }
        if !settings.bindings.isEmpty, let state = clients[client],
            let missing = missing(for: request, by: state)
        {
            return fail(client, id, .notPermitted(needs: missing))
        }
        if case .hello(let hello) = request {
            guard id != nil else { return }
            return greet(client, id, hello)
        }
        if case .invalid(let failure) = request { return fail(client, id, failure) }
        if id == nil && request.needsAnswer { return }
        if stage != .running && !request.isAllowedDuringShutdown {
            return fail(client, id, .shuttingDown)
        }
        // An alert may displace another: see `shortage`.
        let isAlert = if case .raiseAlert = request { true } else { false }
        if unanswered >= settings.limits.pendingRequests, id != nil, request.mayWait, !isAlert {
            return fail(client, id, overLimit(.pendingRequests))
        }
        carryOut(request, of: client, id: id)
    }

    // MARK: Who may what

    private mutating func greet(_ id: ClientID, _ request: RequestID?, _ hello: Hello) {
        guard var client = clients[id] else { return }
        if client.isGreeted {
            return fail(id, request, .notARequest(message: "hello was already said"))
        }
        if stage != .running { return fail(id, request, .shuttingDown) }
        guard hello.protocolVersion == ProtocolVersion.current else {
            return fail(id, request, .unsupportedProtocol)
        }
        if let process = hello.represented {
            guard mayOpenForOthers(client.credentials) else {
                return fail(id, request, .notPermitted(needs: Right.openForOthers.rawValue))
            }
            guard hello.roles == [.app] else {
                return fail(
                    id, request,
                    .badParameter(
                        member: "roles", message: "has to be [\"app\"] beside onBehalfOf"))
            }
            client.represent(process)
        }
        guard isBound(.app(hello.app), to: client.credentials) else {
            return fail(id, request, .notPermitted(needs: Role.app.rawValue))
        }
        let roles = Role.allCases.filter(hello.roles.contains)
        for role in roles {
            guard isBound(.role(role), to: client.credentials) else {
                return fail(id, request, .notPermitted(needs: role.rawValue))
            }
        }
        clients.updateListed(id) {
            if let process = hello.represented { $0.represent(process) }
            $0.isGreeted = true
            $0.app = hello.app
            $0.roles = roles
            $0.greetedRoles = roles
            $0.wantsShields = hello.wantsShields
            $0.wantsFocus = hello.wantsFocus
        }
        deadlines.disarm(.hello(id))
        counters.clients += 1
        answer(
            id, request,
            .welcome(
                Welcome(
                    client: id, displays: displays.map { description(of: $0) },
                    limits: settings.limits, timing: settings.timing,
                    appearance: settings.appearance)))
        follow(everyShield: wantsShields(id), id)
        if hello.wantsFocus { for name in displays.names { touch(name) } }
        var fact = fact(client: id, app: hello.app)
        fact.roles = roles
        publish(.clientJoined, fact)
        if roles.contains(.shell) { rendererCame() }
    }

    public func app(of client: ClientID) -> String? { clients.value(of: client) { $0.app } }

    func uid(of client: ClientID) -> UInt32? { clients.value(of: client) { $0.credentials.uid } }

    func overLimit(_ name: Limits.Name) -> RequestError {
        .overLimit(name: name.rawValue, value: settings.limits[name])
    }

    // MARK: Discovery

    mutating func discover(_ client: ClientID, _ id: RequestID?) {
        answer(client, id, .discovered(Discovery()))
    }

    // MARK: Canceling

    /// Cancels the sender's own unanswered open, view or alert.
    mutating func cancelRequest(_ request: RequestID, _ client: ClientID, _ id: RequestID?) {
        guard
            cancelQuestion(request, of: client) || cancelWaiting(request, of: client)
                || cancelRaise(request, of: client)
        else {
            return fail(client, id, .unknownRequest(request))
        }
        answer(client, id, .done)
    }

    /// Refuses a client's waiting open or view as `cancelled`; false where it has none of this id.
    private mutating func cancelWaiting(_ request: RequestID, of client: ClientID) -> Bool {
        let isMeant: (Display) -> Bool = {
            $0.waiting?.client == client && $0.waiting?.id == request
        }
        guard let name = displays.first(where: isMeant)?.name else { return false }
        refuseWaiting(on: name, .refused(.cancelled))
        return true
    }

    // MARK: Orders to the shell

    mutating func administer(_ order: Administration, _ client: ClientID, _ id: RequestID?) {
        let ticket = identifiers.tickets.next()
        orders[ticket] = .administration(client, id)
        deadlines.arm(.order(ticket), at: now + settings.timing.store)
        let user = clients[client]?.credentials.uid
        emit(.administer(ticket, order.asked(by: user)))
    }

    mutating func administered(_ ticket: TicketID, _ answer: Answer) {
        guard case .administration(let client, let id) = orders[ticket] else { return }
        orders.remove(ticket)
        deadlines.disarm(.order(ticket))
        self.answer(client, id, answer)
    }
}
