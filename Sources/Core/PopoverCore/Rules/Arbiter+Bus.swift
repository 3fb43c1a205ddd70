// SPDX-License-Identifier: MIT

import PopoverModel

/// The event bus: everything that happens, numbered, for those who subscribed (K8).
extension Arbiter {
    @discardableResult
    mutating func publish(_ topic: Topic, _ fact: Fact) -> Int64 {
        publish(topic) { $0 = fact }
    }

    /// The same, for what happens often: a fact is large, and is written where it is kept.
    @discardableResult
    mutating func publish(_ topic: Topic, _ write: (inout Fact) -> Void) -> Int64 {
        let isHeard = !clients.subscribers.isEmpty
        let event = bus.record(
            topic, at: now, limits: settings.limits, isHeard: isHeard, write)
        if let event { tell(event) }
        return bus.sequence
    }

    /// The same about a popover that is there, which is described first.
    mutating func publish(
        _ topic: Topic, about id: PopoverID, _ write: (inout Fact) -> Void
    ) {
        // Shared, so that none of them is copied.
        let popovers = popovers
        publish(topic) { fact in
            fact.describe(id, of: popovers)
            write(&fact)
        }
    }

    private mutating func tell(_ event: BusEvent) {
        let name = Array(event.topic.name.utf8)
        var subscribers: [ClientID] = []
        subscribers.reserveCapacity(clients.subscribers.count)
        var strangers: [ClientID] = []
        var place: Int?
        for id in clients.subscribers {
            place = clients.place(of: id, after: place)
            guard let place, clients.values[place].hasSubscribed(to: name),
                mayHear(event, id, at: place)
            else { continue }
            if mayRead(event, at: place) { subscribers.append(id) } else { strangers.append(id) }
        }
        if !subscribers.isEmpty { effects.append(.publish(event, to: subscribers)) }
        if !strangers.isEmpty { effects.append(.publish(event.forStrangers, to: strangers)) }
    }

    /// Whether the configuration lets the client at a place hear of this at all.
    private func mayHear(_ event: BusEvent, _ id: ClientID, at place: Int) -> Bool {
        settings.isBusOpen || isPublic(event.topic) || event.fact.client == id
            || clients.values[place].roles.contains(.observer)
    }

    /// Whether the client at a place may know all of it. A whole client is looked at for other users'
    /// alone: it is large, and each event is held against each subscriber.
    private func mayRead(_ event: BusEvent, at place: Int) -> Bool {
        guard let owner = event.fact.owner, clients.values[place].credentials.uid != owner else {
            return true
        }
        return mayRead(clients.values[place], of: owner)
    }

    /// What everyone may hear, whatever the configuration says.
    private func isPublic(_ topic: Topic) -> Bool {
        switch topic {
        case .alertQueued, .alertPresented, .alertAnswered, .alertCancelled, .displayChanged,
            .sessionEnded, .sessionLocked, .sessionUnlocked, .app:
            true
        case .popoverOpened, .popoverClosing, .popoverClosed, .popoverRefused, .popoverMoved,
            .popoverDetached, .tap, .draftSaved, .draftRestored, .draftDiscarded,
            .clientJoined, .clientLeft, .pluginLoaded, .pluginFailed, .pluginUnloaded,
            .configReloaded, .advice:
            false
        }
    }

    mutating func subscribe(
        _ topics: [String], _ since: Int64?, _ client: ClientID, _ id: RequestID?
    ) {
        guard var state = clients[client] else { return }
        let globs = topics.map(Glob.init)
        let new = globs.filter { !state.topics.contains($0) }
        if state.topics.count + new.count > settings.limits.subscriptions {
            return fail(client, id, overLimit(.subscriptions))
        }
        state.topics += new
        clients.updateListed(client) { $0.topics = state.topics }
        answer(client, id, .subscribed(sequence: bus.sequence, scene(for: state)))
        guard let since, let place = clients.place(of: client, after: nil) else { return }
        let missed = bus.missed(since: since)
        if let gap = missed.gap {
            effects.append(.tellGap(client, from: gap.lowerBound, to: gap.upperBound))
        }
        // What it has subscribed to before, it has heard already.
        state.topics = globs
        for event in missed.events
        where state.hasSubscribed(to: Array(event.topic.name.utf8))
            && mayHear(event, client, at: place)
        {
            let isFull = mayRead(event, at: place)
            effects.append(.publish(isFull ? event : event.forStrangers, to: [client]))
        }
    }

    mutating func unsubscribe(_ topics: [String], _ client: ClientID, _ id: RequestID?) {
        let globs = topics.map(Glob.init)
        clients.updateListed(client) { $0.topics.removeAll(where: globs.contains) }
        answer(client, id, .done)
    }

    mutating func publish(
        _ topic: String, _ data: JSONText, _ client: ClientID, _ id: RequestID?
    ) {
        let known = clients.value(of: client) { (uid: $0.credentials.uid, app: $0.app) }
        let sequence = publish(.app(topic)) {
            $0.owner = known?.uid
            $0.client = client
            $0.app = known?.app
            $0.published = data
        }
        answer(client, id, .published(sequence: sequence))
    }

    mutating func pluginChanged(_ state: PluginState) {
        plugins.removeAll { $0.path == state.path }
        plugins.append(state)
        plugins.sort { ($0.name, $0.path) < ($1.name, $1.path) }
        var changed = Fact()
        changed.plugin = state.name
        changed.message = state.message
        switch state.state {
        case .loaded: publish(.pluginLoaded, changed)
        case .failed, .suspended, .quarantined: publish(.pluginFailed, changed)
        case .starting: break
        case .unloaded: publish(.pluginUnloaded, changed)
        }
    }

    // MARK: Facts

    func fact(client: ClientID?, app: String?) -> Fact {
        var fact = Fact()
        fact.owner = client.flatMap { clients.value(of: $0) { $0.credentials.uid } }
        fact.client = client
        fact.app = app
        return fact
    }

    func fact(of popover: Popover) -> Fact {
        var fact = Fact()
        fact.describe(popover)
        return fact
    }

    func fact(of id: AlertID, _ alert: Alert) -> Fact {
        var fact = fact(client: alert.raiser.client, app: alert.app)
        fact.owner = alert.raiser.client == nil ? nil : alert.uid
        fact.alert = id
        fact.display = alert.display
        fact.severity = alert.severity
        fact.title = alert.title
        fact.key = alert.key
        return fact
    }

    /// Of a draft, never with its content.
    func fact(of draft: StoredDraft, client: ClientID?) -> Fact {
        var fact = fact(client: client, app: draft.key.app)
        fact.owner = draft.key.uid
        fact.key = draft.key.key
        fact.revision = draft.revision
        fact.bytes = draft.content.count
        fact.display = draft.display
        fact.reason = draft.reason
        return fact
    }
}

extension Fact {
    /// Describes a popover where it is kept, without a copy of it.
    fileprivate mutating func describe(
        _ id: PopoverID, of popovers: Registry<PopoverID, Popover>
    ) {
        guard let index = popovers.index(of: id) else { return }
        client = popovers.values[index].owner
        app = popovers.values[index].app
        owner = popovers.values[index].uid
        popover = id
        display = popovers.values[index].display
        behavior = popovers.values[index].behavior.name
        source = popovers.values[index].source
        key = popovers.values[index].key
    }

    mutating func describe(_ popover: borrowing Popover) {
        client = popover.owner
        app = popover.app
        owner = popover.uid
        self.popover = popover.id
        display = popover.display
        behavior = popover.behavior.name
        source = popover.source
        key = popover.key
    }
}
