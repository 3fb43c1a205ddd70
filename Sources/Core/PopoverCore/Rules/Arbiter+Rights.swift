// SPDX-License-Identifier: MIT

import PopoverModel

/// Rights: a client's identity comes from the kernel, its permissions from the configuration. They
/// are checked on every request, so that a reloaded configuration applies to connected clients too.
extension Arbiter {
    // MARK: Roles and apps

    /// Whether the configuration permits an app's name, a role or a method to this user. A subject
    /// without a binding is free for everyone.
    func isBound(_ subject: Settings.Binding.Subject, to user: Credentials) -> Bool {
        gives(subject, to: user) ?? true
    }

    /// Like `isBound`, but nil for a subject without a binding.
    private func gives(_ subject: Settings.Binding.Subject, to user: Credentials) -> Bool? {
        var isMentioned = false
        for binding in settings.bindings where binding.subject == subject {
            if binding.users.contains(user.uid) || binding.groups.contains(where: user.isMember) {
                return true
            }
            isMentioned = true
        }
        return isMentioned ? false : nil
    }

    func has(_ role: Role, _ client: ClientID) -> Bool {
        clients.index(of: client, after: nil).map { clients[$0].roles.contains(role) } ?? false
    }

    /// Whether a client may render the alerts that it raises.
    func mayRenderItsOwn(_ client: ClientID) -> Bool {
        clients.value(of: client) {
            isAdministrator($0.credentials)
                || isBound(.right(.renderOwnAlerts), to: $0.credentials)
        } ?? false
    }

    /// Whether a client may open popovers for processes that are no clients.
    func mayOpenForOthers(_ user: Credentials) -> Bool {
        isAdministrator(user) || gives(.right(.openForOthers), to: user) == true
    }

    /// What a client that speaks for another process lacks: it has popovers, and nothing else that is that
    /// process's user's.
    func missing(for request: Request, by opener: Credentials) -> String? {
        guard request.isAllowedForOthers else { return "itself" }
        guard case .open = request, !mayOpenForOthers(opener) else { return nil }
        return Right.openForOthers.rawValue
    }

    /// Revokes or restores the roles of greeted clients after the bindings have changed.
    mutating func reviewRoles() {
        for (id, client) in zip(clients.ids, clients) where client.isGreeted {
            let roles = client.greetedRoles.filter { isBound(.role($0), to: client.credentials) }
            guard roles != client.roles else { continue }
            clients.update(id) { $0.roles = roles }
            follow(everyShield: wantsShields(id), id)
        }
        reviewRenderers()
        rendererCame()
    }

    /// Takes alerts from renderers that may not show them any more.
    private mutating func reviewRenderers() {
        for (id, alert) in zip(alerts.ids, alerts) {
            guard let renderer = alert.showing?.renderer else { continue }
            let isAllowed =
                switch alert.rendering {
                case .shell: has(.shell, renderer)
                case .`self`: mayRenderItsOwn(renderer)
                }
            if !isAllowed { passToNextRenderer(id, notifyRenderer: true) }
        }
    }

    /// Whether a client may report input that concerns this user. Input of another user takes the
    /// role `input` if the configuration reserves that role.
    /// - Parameter user: nil if the input concerns no popover or alert.
    func mayReportInput(_ client: ClientID, to user: UInt32?) -> Bool {
        guard let index = clients.index(of: client, after: nil) else { return false }
        if clients[index].credentials.uid == user || clients[index].roles.contains(.input) {
            return true
        }
        return gives(.role(.input), to: clients[index].credentials) == nil
    }

    // MARK: Methods

    /// The missing permission, as error 3 names it; nil when the request is permitted.
    /// `administrate` checks administrators' methods.
    func missing(for request: Request, by client: Client) -> String? {
        guard !isAdministrator(client.credentials) else { return nil }
        if let method = request.method, !method.isAdministrative,
            let reserved = reservation(of: method, for: client.credentials)
        {
            return reserved.rawValue
        }
        // The app's name was reassigned: the client can save its draft, but begin nothing.
        if client.isGreeted, !request.isAllowedDuringShutdown,
            !isBound(.app(client.app), to: client.credentials)
        {
            return Role.app.rawValue
        }
        return nil
    }

    /// The method whose binding keeps this one from a user. `display.update` came later than
    /// `display.set` and does no more: without a binding of its own, it has that one's.
    private func reservation(of method: Method, for user: Credentials) -> Method? {
        let isGiven = gives(.method(method), to: user)
        if isGiven == nil, method == .updateDisplay {
            return reservation(of: .setDisplay, for: user)
        }
        return isGiven == false ? method : nil
    }

    func isAdministrator(_ user: Credentials) -> Bool {
        user.isTrusted || settings.administrators.contains(user.uid)
            || settings.administratorGroup.map(user.isMember) ?? false
    }

    /// Carries out an administrator's method, for administrators and users with a binding of it.
    mutating func administrate(
        _ method: Method, _ client: ClientID, _ id: RequestID?, _ order: (inout Arbiter) -> Void
    ) {
        guard let user = clients[client]?.credentials,
            isAdministrator(user) || gives(.method(method), to: user) == true
        else { return fail(client, id, .notPermitted(needs: "administrator")) }
        order(&self)
    }

    // MARK: Privacy

    /// Whether a client may see private details of another user: titles, keys and buttons of
    /// popovers, drafts and alerts (K1). The user's own clients may, and administrators, and
    /// observers with a binding: without one, any client can claim the role.
    /// - Parameter owner: nil where no user's privacy is concerned.
    func mayRead(_ client: Client, of owner: UInt32?) -> Bool {
        guard let owner, owner != client.credentials.uid else { return true }
        return mayReadAll(client)
    }

    /// Whether a client may see private details of every user.
    func mayReadAll(_ client: borrowing Client) -> Bool {
        isAdministrator(client.credentials)
            || client.roles.contains(.observer)
                && gives(.role(.observer), to: client.credentials) == true
    }
}

extension Fact {
    /// The fact without the details that are private to its owner's user.
    var withoutPrivateDetails: Fact {
        var fact = self
        fact.key = nil
        fact.title = nil
        // Advice quotes titles and labels.
        fact.message = nil
        fact.button = nil
        // Taps on a popover's keys reveal what the user types.
        fact.point = nil
        if var announced = announcement?.value {
            announced.text = nil
            fact.announcement = Shared(announced)
        }
        return fact
    }
}

extension BusEvent {
    var withoutPrivateDetails: BusEvent {
        BusEvent(sequence: sequence, time: time, topic: topic, fact: fact.withoutPrivateDetails)
    }
}

extension ScenePopover {
    var withoutPrivateDetails: ScenePopover {
        var popover = self
        popover.key = nil
        popover.title = nil
        return popover
    }
}

extension ScenePanel {
    var withoutPrivateDetails: ScenePanel {
        var panel = self
        panel.key = nil
        panel.title = nil
        return panel
    }
}

extension SceneRegion {
    var withoutPrivateDetails: SceneRegion {
        var region = self
        region.control?.label = nil
        region.control?.help = nil
        return region
    }
}

extension SceneAlert {
    var withoutPrivateDetails: SceneAlert {
        var alert = self
        alert.title = ""
        alert.message = nil
        alert.buttons = []
        return alert
    }
}
