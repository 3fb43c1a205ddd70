// SPDX-License-Identifier: MIT

import PopoverModel

/// The event bus: numbers every event and delivers it to the subscribers of its topic (K8).
extension Arbiter {
    mutating func publish(_ topic: Topic, _ fact: Fact) {
        publish(topic) { $0 = fact }
    }

    /// Publishes a frequent event: the fact is written in place, because it is large to copy.
    mutating func publish(_ topic: Topic, _ write: (inout Fact) -> Void) {
        let isHeard = !clients.subscriptions.isEmpty
        let event = bus.record(
            topic, at: now, limits: settings.limits, isHeard: isHeard, write)
        if let event { deliver(event) }
    }

    /// Publishes an event about a popover, whose description is filled in first.
    mutating func publish(
        _ topic: Topic, about id: PopoverID, _ write: (inout Fact) -> Void
    ) {
        // Captured by value, so that the closure does not access `self`; the storage is shared.
        let popovers = popovers
        publish(topic) { fact in
            fact.describe(id, of: popovers)
            write(&fact)
        }
    }

    /// Subscribers that get the same line.
    private struct Recipients {
        let isFull: Bool
        let sequence: Int64
        var clients: [ClientID]
    }

    private mutating func deliver(_ event: BusEvent) {
        for group in recipients(of: EventAccess(event), event.topic) {
            var event = group.isFull ? event : event.withoutPrivateDetails
            event.sequence = group.sequence
            emit(.publish(event, to: group.clients))
        }
    }

    private func recipients(of event: EventAccess, _ topic: Topic) -> [Recipients] {
        var groups: [Recipients] = []
        var index: Int?
        for id in clients.subscriptions.clients(for: Array(topic.name.utf8)) {
            index = clients.index(of: id, after: index)
            guard let index, mayHear(event, id, at: index) else { continue }
            let isFull = mayRead(event, at: index)
            let sequence = sequence(at: index)
            let known = groups.firstIndex { $0.isFull == isFull && $0.sequence == sequence }
            if let known {
                groups[known].clients.append(id)
            } else {
                groups.append(Recipients(isFull: isFull, sequence: sequence, clients: [id]))
            }
        }
        return groups
    }

    /// The latest event number of the client at this index.
    func sequence(at index: Int) -> Int64 {
        let own = bus.sequence(of: clients[index].credentials.uid)
        // First, because it is the common case and cheaper than rights.
        return own == bus.sequence || !mayReadAll(clients[index]) ? own : bus.sequence
    }

    /// Whether the client at this index may receive an event at all.
    private func mayHear(_ event: EventAccess, _ id: ClientID, at index: Int) -> Bool {
        if !counts(event, at: index) { return false }
        return settings.isBusOpen || event.isPublic || event.client == id
            || clients[index].roles.contains(.observer)
    }

    /// Whether an event is not private to another user, and so counts in a client's numbers.
    private func counts(_ event: EventAccess, at index: Int) -> Bool {
        !event.isPrivate || mayRead(event, at: index)
    }

    /// Whether the client at this index may see all of an event. The client is copied only for
    /// events of other users: it is large, and every event is checked for every subscriber.
    private func mayRead(_ event: EventAccess, at index: Int) -> Bool {
        guard let owner = event.owner, clients[index].credentials.uid != owner else {
            return true
        }
        return mayReadAll(clients[index])
    }

    mutating func subscribe(
        _ topics: [String], _ since: Int64?, _ client: ClientID, _ id: RequestID?
    ) {
        guard let state = clients[client], let index = clients.index(of: client, after: nil) else {
            return
        }
        let limits = settings.limits
        // Before they are compiled: a request may name far more.
        guard topics.count <= limits.subscriptions else {
            return fail(client, id, overLimit(.subscriptions))
        }
        let globs = topics.map(Glob.init)
        var new: [Glob] = []
        for glob in globs where !state.topics.contains(glob) && !new.contains(glob) {
            new.append(glob)
        }
        if state.topics.count + new.count > limits.subscriptions {
            return fail(client, id, overLimit(.subscriptions))
        }
        let uid = state.credentials.uid
        let added = new.count { !clients.subscriptions.contains($0, of: uid) }
        if added > 0, clients.subscriptions.count(of: uid) + added > limits.patternsPerUser {
            return fail(client, id, overLimit(.patternsPerUser))
        }
        let isFirst = clients.focusable.isEmpty
        clients.subscribe(client, to: new)
        // Nobody was notified before.
        if isFirst, !clients.focusable.isEmpty { for name in displays.names { touch(name) } }
        let latest = sequence(at: index)
        answer(client, id, .subscribed(sequence: latest, scene(forClientAt: index)))
        guard let since else { return }
        for missed in missed(since: since, latest: latest, of: globs, client, at: index) {
            switch missed {
            case .gap(let gap):
                emit(.notifyGap(client, from: gap.lowerBound, to: gap.upperBound))
            case .event(let event): emit(.publish(event, to: [client]))
            }
        }
    }

    /// What the client at this index has missed of these topics.
    private func missed(
        since: Int64, latest: Int64, of globs: [Glob], _ client: ClientID, at index: Int
    ) -> [Bus.Missed] {
        bus.missed(since: since, latest: latest) { counts(EventAccess($0), at: index) }
            .compactMap { missed in
                guard case .event(let event) = missed else { return missed }
                // Earlier subscriptions have already delivered their events.
                let name = Array(event.topic.name.utf8)
                let access = EventAccess(event)
                guard globs.contains(where: { $0.matches(name) }),
                    mayHear(access, client, at: index)
                else { return nil }
                return mayRead(access, at: index) ? missed : .event(event.withoutPrivateDetails)
            }
    }

    mutating func unsubscribe(_ topics: [String], _ client: ClientID, _ id: RequestID?) {
        clients.unsubscribe(client, from: topics.map { Array($0.utf8) })
        answer(client, id, .done)
    }

    mutating func publish(
        _ topic: String, _ data: JSONText, _ client: ClientID, _ id: RequestID?
    ) {
        guard let index = clients.index(of: client, after: nil) else { return }
        let (uid, app) = (clients[index].credentials.uid, clients[index].app)
        publish(.app(topic)) {
            $0.owner = uid
            $0.client = client
            $0.app = app
            $0.published = data
        }
        answer(client, id, .published(sequence: sequence(at: index)))
    }

    mutating func pluginChanged(_ state: PluginState) {
        let isTellingOfService = plugins.states.contains { state.isSame(butService: $0) }
        plugins.states.removeAll { $0.path == state.path }
        plugins.states.append(state)
        plugins.states.sort { ($0.name, $0.path) < ($1.name, $1.path) }
        var changed = Fact()
        changed.plugin = state.name
        if isTellingOfService, let service = state.service {
            changed.service = service.state
            changed.message = service.message
            return publish(.pluginService, changed)
        }
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
        if let client { fact.owner = uid(of: client) }
        fact.client = client
        fact.app = app
        return fact
    }

    func fact(of popover: Popover) -> Fact { popover.described }

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

    /// The fact about a draft, without its content.
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

/// What decides who receives an event. It is small: an event is checked for every subscriber.
private struct EventAccess {
    let owner: UInt32?
    let client: ClientID?
    let isPrivate: Bool
    let isPublic: Bool

    init(_ event: borrowing BusEvent) {
        owner = event.fact.owner
        client = event.fact.client
        isPrivate = event.topic.isPrivate
        isPublic = event.topic.isPublic
    }
}

extension Topic {
    /// Whether everyone may receive it, regardless of the configuration.
    fileprivate var isPublic: Bool {
        switch self {
        case .alertQueued, .alertPresented, .alertAnswered, .alertCanceled, .displayChanged,
            .sessionBegan, .sessionEnded, .sessionLocked, .sessionUnlocked, .app:
            true
        case .popoverOpened, .popoverClosing, .popoverClosed, .popoverRefused, .popoverMoved,
            .popoverDetached, .tap, .draftSaved, .draftRestored, .draftDiscarded,
            .clientJoined, .clientLeft, .clientUnresponsive, .pluginLoaded, .pluginFailed,
            .pluginUnloaded, .pluginService, .configReloaded, .advice, .focusChanged, .announcement:
            false
        }
    }
}

extension Fact {
    /// Describes a popover in place, without a copy.
    fileprivate mutating func describe(
        _ id: PopoverID, of popovers: Registry<PopoverID, Popover>
    ) {
        guard let index = popovers.index(of: id) else { return }
        client = popovers[index].owner
        app = popovers[index].app
        owner = popovers[index].uid
        popover = id
        display = popovers[index].display
        behavior = popovers[index].behavior.name
        source = popovers[index].source
        key = popovers[index].key
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
