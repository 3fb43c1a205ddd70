// SPDX-License-Identifier: MIT

import PopoverModel

/// The clients, with a list of the greeted ones and the subscriptions, so that a broadcast visits no others.
struct Clients: Codable, Sendable {
    private var registry = Registry<ClientID, Client>()
    /// The clients that have said hello, oldest first; derived from the registry.
    private(set) var greeted: [ClientID] = []
    /// Those that want to be notified of the focus, or have subscribed to it by name; derived from the
    /// registry. A subscriber to everything does not count: on most kiosks no client follows the focus.
    private(set) var focusable: [ClientID] = []
    /// Derived from the registry.
    private(set) var subscriptions = Subscriptions()

    var ids: [ClientID] { registry.ids }

    init() {}

    init(from decoder: any Decoder) throws {
        registry = try Registry(from: decoder)
        for (id, client) in zip(registry.ids, registry) {
            list(id)
            _ = share(client.topics, of: client.credentials.uid, id)
        }
    }

    func encode(to encoder: any Encoder) throws { try registry.encode(to: encoder) }

    subscript(id: ClientID) -> Client? { registry[id] }

    func contains(_ id: ClientID) -> Bool { registry.index(of: id) != nil }

    /// A part of a client, read in place.
    func value<Value>(of id: ClientID, _ part: (borrowing Client) -> Value) -> Value? {
        registry.value(of: id, part)
    }

    /// The position of a client; tries the one behind `previous` first, for walks of sorted lists.
    func index(of id: ClientID, after previous: Int?) -> Int? {
        let next = previous.map { $0 + 1 } ?? 0
        return next < ids.count && ids[next] == id ? next : registry.index(of: id)
    }

    mutating func add(_ client: Client, as id: ClientID) { registry[id] = client }

    @discardableResult
    mutating func remove(_ id: ClientID) -> Client? {
        greeted.leave(id)
        focusable.leave(id)
        guard let client = registry.remove(id) else { return nil }
        for glob in client.topics { subscriptions.remove(glob, of: client.credentials.uid, id) }
        return client
    }

    /// Changes a client except for `isGreeted` and `topics`; does nothing when it is gone.
    mutating func update(_ id: ClientID, _ change: (inout Client) -> Void) {
        registry.update(id, change)
    }

    /// Changes a client except for `topics`, and updates the list of greeted clients.
    mutating func updateListed(_ id: ClientID, _ change: (inout Client) -> Void) {
        registry.update(id, change)
        list(id)
    }

    private mutating func list(_ id: ClientID) {
        guard let isGreeted = value(of: id, { $0.isGreeted }) else { return }
        if isGreeted { greeted.enter(id) } else { greeted.leave(id) }
        listFocusable(id)
    }

    private mutating func listFocusable(_ id: ClientID) {
        let isOne = value(of: id) { client in
            client.wantsFocus || client.topics.contains { $0.text.starts(with: Self.focusTopics) }
        }
        if isOne == true { focusable.enter(id) } else { focusable.leave(id) }
    }

    private static let focusTopics = Array("focus.".utf8)

    /// Adds patterns to those of a client.
    mutating func subscribe(_ id: ClientID, to globs: [Glob]) {
        guard let uid = value(of: id, { $0.credentials.uid }) else { return }
        let shared = share(globs, of: uid, id)
        registry.update(id) { $0.topics += shared }
        listFocusable(id)
    }

    /// Whether there are as many subscriptions as clients have patterns.
    var areSubscriptionsConsistent: Bool {
        subscriptions.total == registry.reduce(0) { $0 + $1.topics.count }
    }

    private mutating func share(_ globs: [Glob], of uid: UInt32, _ id: ClientID) -> [Glob] {
        globs.map { subscriptions.add($0, of: uid, id) }
    }

    /// Removes patterns from those of a client.
    /// - Parameter texts: as UTF-8.
    mutating func unsubscribe(_ id: ClientID, from texts: [[UInt8]]) {
        guard let client = registry[id] else { return }
        for glob in client.topics where texts.contains(glob.text) {
            subscriptions.remove(glob, of: client.credentials.uid, id)
        }
        registry.update(id) { $0.topics.removeAll { texts.contains($0.text) } }
        listFocusable(id)
    }
}

extension Clients: RandomAccessCollection {
    var startIndex: Int { registry.startIndex }
    var endIndex: Int { registry.endIndex }

    subscript(index: Int) -> Client { _read { yield registry[index] } }
}

extension [ClientID] {
    mutating func enter(_ id: ClientID) {
        let index = position(of: id)
        if index == count || self[index] != id { insert(id, at: index) }
    }

    mutating func leave(_ id: ClientID) {
        let index = position(of: id)
        if index < count, self[index] == id { remove(at: index) }
    }
}
