// SPDX-License-Identifier: MIT

import PopoverModel

/// Who may what: by whom the kernel says a client is, and what the configuration gives to whom. It
/// is asked at every request, so that a configuration that is read again holds for everyone who is
/// there.
extension Arbiter {
    // MARK: Roles and apps

    /// Whether the configuration lets this user be this app, have this role or call this method.
    /// What it does not mention is free.
    func isBound(_ subject: Settings.Binding.Subject, to user: Credentials) -> Bool {
        gives(subject, to: user) ?? true
    }

    /// nil where the configuration does not mention it.
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
        clients.value(of: client) { $0.roles.contains(role) } ?? false
    }

    /// Takes away, or gives back, the roles that clients said hello with: the bindings are new.
    mutating func reviewRoles() {
        for (id, client) in zip(clients.ids, clients.values) where client.isGreeted {
            let roles = client.greetedRoles.filter { isBound(.role($0), to: client.credentials) }
            guard roles != client.roles else { continue }
            clients.update(id) { $0.roles = roles }
            guard !roles.contains(.shell) else { continue }
            for (alert, state) in zip(alerts.ids, alerts.values)
            where state.renderer == id && state.rendering == .shell {
                passOn(alert, tellRenderer: true)
            }
        }
    }

    // MARK: Methods

    /// What a client lacks that asks this, as error 3 names it; nil when it may ask. What needs an
    /// administrator is judged by `administrate`. Where nothing is bound, nobody lacks anything.
    func missing(for request: Request, by client: Client) -> String? {
        guard !isAdministrator(client.credentials) else { return nil }
        if let method = request.method, !method.isAdministrative,
            !isBound(.method(method), to: client.credentials)
        {
            return method.rawValue
        }
        // Its name was given to others meanwhile: its work is not lost, and it begins nothing.
        if client.isGreeted, !helpsToShutDown(request),
            !isBound(.app(client.app), to: client.credentials)
        {
            return Role.app.rawValue
        }
        return nil
    }

    func isAdministrator(_ user: Credentials) -> Bool {
        settings.administrators.contains(user.uid)
            || settings.administratorGroup.map(user.isMember) ?? false
    }

    /// Carries out an administrator's method for one, or for whom the configuration gives it to.
    mutating func administrate(
        _ method: Method, _ client: ClientID, _ id: RequestID?, _ order: (inout Arbiter) -> Void
    ) {
        guard let user = clients[client]?.credentials,
            isAdministrator(user) || gives(.method(method), to: user) == true
        else { return fail(client, id, .notPermitted(needs: "administrator")) }
        order(&self)
    }

    // MARK: Privacy

    /// Whether a client may know what another user's popovers, drafts and alerts say (K1): a title,
    /// a key, a button. A user's own may, administrators, and observers whom the configuration
    /// names. Anyone can call itself an observer where it names none.
    ///
    /// - Parameter owner: nil where nobody's privacy is concerned.
    func mayRead(_ client: Client, of owner: UInt32?) -> Bool {
        guard let owner, owner != client.credentials.uid else { return true }
        return isAdministrator(client.credentials)
            || client.roles.contains(.observer)
                && gives(.role(.observer), to: client.credentials) == true
    }
}

extension Fact {
    /// The same without what only its owner's user may know.
    var forStrangers: Fact {
        var fact = self
        fact.key = nil
        fact.title = nil
        // Advice quotes titles and labels.
        fact.message = nil
        fact.button = nil
        // Taps on keys of a popover are what people type.
        fact.point = nil
        return fact
    }
}

extension BusEvent {
    var forStrangers: BusEvent {
        BusEvent(sequence: sequence, time: time, topic: topic, fact: fact.forStrangers)
    }
}

extension ScenePopover {
    var forStrangers: ScenePopover {
        var popover = self
        popover.key = nil
        popover.title = nil
        return popover
    }
}

extension ScenePanel {
    var forStrangers: ScenePanel {
        var panel = self
        panel.key = nil
        panel.title = nil
        return panel
    }
}

extension SceneAlert {
    var forStrangers: SceneAlert {
        var alert = self
        alert.title = ""
        alert.message = nil
        alert.buttons = []
        return alert
    }
}
