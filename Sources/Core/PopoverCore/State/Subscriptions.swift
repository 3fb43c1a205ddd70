// SPDX-License-Identifier: MIT

import PopoverModel

/// The patterns of topics by user. A pattern that several clients of a user have is compiled once and
/// matched once per event, so `limits.patternsPerUser` bounds the cost of an event.
struct Subscriptions: Sendable {
    private struct Entry {
        let uid: UInt32
        let glob: Glob
        /// Oldest first; never empty.
        var clients: [ClientID]
    }

    /// By user and pattern.
    private var entries: [Entry] = []

    var isEmpty: Bool { entries.isEmpty }

    /// The patterns of all clients together.
    var total: Int { entries.reduce(0) { $0 + $1.clients.count } }

    /// Subscribes a client; returns the shared pattern.
    mutating func add(_ glob: Glob, of uid: UInt32, _ client: ClientID) -> Glob {
        let index = position(of: glob, uid)
        if isEntry(at: index, glob, uid) {
            entries[index].clients.enter(client)
        } else {
            entries.insert(Entry(uid: uid, glob: glob, clients: [client]), at: index)
        }
        return entries[index].glob
    }

    mutating func remove(_ glob: Glob, of uid: UInt32, _ client: ClientID) {
        let index = position(of: glob, uid)
        guard isEntry(at: index, glob, uid) else { return }
        entries[index].clients.leave(client)
        if entries[index].clients.isEmpty { entries.remove(at: index) }
    }

    /// The clients whose patterns match a topic, oldest first.
    /// - Parameter topic: the name of the topic, as UTF-8.
    func clients(for topic: [UInt8]) -> [ClientID] {
        var found: [ClientID] = []
        var matches = 0
        for entry in entries where entry.glob.matches(topic) {
            matches += 1
            if matches == 1 { found = entry.clients } else { found += entry.clients }
        }
        guard matches > 1 else { return found }
        found.sort()
        var last: ClientID?
        found.removeAll { client in
            defer { last = client }
            return client == last
        }
        return found
    }

    /// How many patterns a user has.
    func count(of uid: UInt32) -> Int {
        var end = firstPosition(of: uid)
        let start = end
        while end < entries.count, entries[end].uid == uid { end += 1 }
        return end - start
    }

    func contains(_ glob: Glob, of uid: UInt32) -> Bool {
        isEntry(at: position(of: glob, uid), glob, uid)
    }

    /// The user with the most patterns; of several, the one with the lowest number.
    var most: (count: Int, uid: UInt32)? {
        var most: (count: Int, uid: UInt32)?
        var start = 0
        while start < entries.count {
            let uid = entries[start].uid
            let count = self.count(of: uid)
            if count > most?.count ?? 0 { most = (count, uid) }
            start += count
        }
        return most
    }

    private func isEntry(at index: Int, _ glob: Glob, _ uid: UInt32) -> Bool {
        index < entries.count && entries[index].uid == uid && entries[index].glob == glob
    }

    private func position(of glob: Glob, _ uid: UInt32) -> Int {
        firstPosition { ($0.uid, $0.glob) < (uid, glob) }
    }

    private func firstPosition(of uid: UInt32) -> Int { firstPosition { $0.uid < uid } }

    private func firstPosition(notWhere isBefore: (Entry) -> Bool) -> Int {
        var low = 0
        var high = entries.count
        while low < high {
            let middle = (low + high) / 2
            if isBefore(entries[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
