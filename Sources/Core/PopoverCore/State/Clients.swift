// SPDX-License-Identifier: MIT

import PopoverModel

/// The clients, and who of them is to be told what, so that telling looks at nobody else.
struct Clients: Codable, Sendable {
    private var registry = Registry<ClientID, Client>()
    /// Who has said hello, oldest first; made of the registry.
    private(set) var greeted: [ClientID] = []
    /// Who has subscribed to something, oldest first; made of the registry.
    private(set) var subscribers: [ClientID] = []

    var ids: [ClientID] { registry.ids }
    var values: [Client] { registry.values }

    init() {}

    init(from decoder: any Decoder) throws {
        registry = try Registry(from: decoder)
        for id in registry.ids { list(id) }
    }

    func encode(to encoder: any Encoder) throws { try registry.encode(to: encoder) }

    subscript(id: ClientID) -> Client? { registry[id] }

    func contains(_ id: ClientID) -> Bool { registry.index(of: id) != nil }

    /// A part of a client, without a copy of all the others.
    func value<Value>(of id: ClientID, _ part: (borrowing Client) -> Value) -> Value? {
        registry.value(of: id, part)
    }

    /// Where it is in `values`; it is looked for where the one before it ended first, so that of those
    /// that follow each other none is searched.
    func place(of id: ClientID, after place: Int?) -> Int? {
        let next = place.map { $0 + 1 } ?? 0
        return next < ids.count && ids[next] == id ? next : registry.index(of: id)
    }

    mutating func add(_ client: Client, as id: ClientID) { registry[id] = client }

    @discardableResult
    mutating func remove(_ id: ClientID) -> Client? {
        greeted.leave(id)
        subscribers.leave(id)
        return registry.remove(id)
    }

    /// Changes what decides nothing about who is told; nothing happens when it is gone.
    mutating func update(_ id: ClientID, _ change: (inout Client) -> Void) {
        registry.update(id, change)
    }

    /// Changes whether it is greeted, or its subscriptions.
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
