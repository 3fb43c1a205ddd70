// SPDX-License-Identifier: MIT

import PopoverModel
import PopoverSessions

/// The plugins that hear events or send requests, as clients.
final class PluginClients {
    private let sessions: Sessions
    private let codec: MessageCodec
    private let log: Log
    private var guests: [String: Entry] = [:]

    private struct Entry {
        let guest: PluginClient
        let tier: PluginState.Tier
        let life: UInt64
    }

    init(sessions: Sessions, codec: MessageCodec, log: Log) {
        self.sessions = sessions
        self.codec = codec
        self.log = log
    }

    /// Makes a plugin a client, unless it is one already in this very life of it: the one before goes
    /// with all that it has shown and raised.
    ///
    /// - Parameters:
    ///   - life: differs between two lives of one plugin.
    ///   - since: it is told again what came after this event.
    ///   - deliver: hands it a line with its end, and the number of the event in it.
    func keep(
        _ name: String, tier: PluginState.Tier, life: UInt64, topics: [String],
        roles: Set<Role>, isTrusted: Bool, since: Int64? = nil,
        deliver: @escaping ([UInt8], Int64?) -> Void
    ) {
        if guests[name]?.life == life { return }
        end(name)
        let guest = PluginClient(
            name: name, isTrusted: isTrusted, sessions: sessions, codec: codec, log: log,
            deliver: deliver)
        guests[name] = Entry(guest: guest, tier: tier, life: life)
        guest.join(roles: roles, topics: topics, since: since)
    }

    func end(_ name: String) {
        guests.removeValue(forKey: name)?.guest.leave()
    }

    func end(of tier: PluginState.Tier, where isOver: (String) -> Bool) {
        for (name, entry) in guests.sorted(by: { $0.key < $1.key })
        where entry.tier == tier && isOver(name) {
            end(name)
        }
    }

    /// What a plugin says as a client.
    func said(_ line: ArraySlice<UInt8>, by name: String) {
        guests[name]?.guest.said(line)
    }
}
