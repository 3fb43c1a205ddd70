// SPDX-License-Identifier: MIT

import PopoverModel

/// The clients, with lists of the greeted ones and the subscribers, so that a broadcast visits no others.
struct Clients: Codable, Sendable {
    private var registry = Registry<ClientID, Client>()
    /// The clients that have said hello, oldest first; derived from the registry.
    private(set) var greeted: [ClientID] = []
    /// The clients with a subscription, oldest first; derived from the registry.
    private(set) var subscribers: [ClientID] = []

    var ids: [ClientID] { registry.ids }

    init() {}

    init(from decoder: any Decoder) throws {
        registry = try Registry(from: decoder)
        for id in registry.ids { list(id) }
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
        subscribers.leave(id)
        return registry.remove(id)
    }

    /// Changes a client except for `isGreeted` and `topics`; does nothing when it is gone.
    mutating func update(_ id: ClientID, _ change: (inout Client) -> Void) {
        registry.update(id, change)
    }

    /// Changes a client and updates the lists of greeted clients and subscribers.
    mutating func updateListed(_ id: ClientID, _ change: (inout Client) -> Void) {
        registry.update(id, change)
        list(id)
    }

    private mutating func list(_ id: ClientID) {
        guard let client = registry[id] else { return }
        if client.isGreeted { greeted.enter(id) } else { greeted.leave(id) }
        if client.topics.isEmpty { subscribers.leave(id) } else { subscribers.enter(id) }
    }
}

extension Clients: RandomAccessCollection {
    var startIndex: Int { registry.startIndex }
    var endIndex: Int { registry.endIndex }

    subscript(index: Int) -> Client { _read { yield registry[index] } }
}

extension [ClientID] {
    fileprivate mutating func enter(_ id: ClientID) {
        let index = position(of: id)
        if index == count || self[index] != id { insert(id, at: index) }
    }

    fileprivate mutating func leave(_ id: ClientID) {
        let index = position(of: id)
        if index < count, self[index] == id { remove(at: index) }
    }
}
