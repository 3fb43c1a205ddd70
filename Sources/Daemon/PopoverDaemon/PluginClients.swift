// SPDX-License-Identifier: MIT

import PopoverModel
import PopoverSessions

/// The plugins that receive events or send requests.
final class PluginClients {
    private let sessions: Sessions
    private let codec: MessageCodec
    private let log: Log
    private var clients: [String: Entry] = [:]

    private struct Entry {
        let client: PluginClient
        let tier: PluginState.Tier
        let generation: UInt64
    }

    init(sessions: Sessions, codec: MessageCodec, log: Log) {
        self.sessions = sessions
        self.codec = codec
        self.log = log
    }

    /// Connects a plugin as a client, unless it is connected. The client of an earlier generation is
    /// disconnected, and all that it has shown and raised is closed.
    /// - Parameters:
    ///   - generation: differs each time the plugin is loaded or started.
    ///   - since: repeats the events after this one.
    ///   - deliver: passes a line with its LF, and the number of the event in it.
    func connect(
        _ name: String, tier: PluginState.Tier, generation: UInt64, topics: [String],
        roles: Set<Role>, isTrusted: Bool, since: Int64? = nil,
        deliver: @escaping ([UInt8], Int64?) -> Void
    ) {
        if clients[name]?.generation == generation { return }
        disconnect(name)
        let client = PluginClient(
            name: name, isTrusted: isTrusted, sessions: sessions, codec: codec, log: log,
            deliver: deliver)
        clients[name] = Entry(client: client, tier: tier, generation: generation)
        client.connect(roles: roles, topics: topics, since: since)
    }

    func disconnect(_ name: String) {
        clients.removeValue(forKey: name)?.client.disconnect()
    }

    func disconnectAll(of tier: PluginState.Tier, where isOver: (String) -> Bool) {
        for (name, entry) in clients.sorted(by: { $0.key < $1.key })
        where entry.tier == tier && isOver(name) {
            disconnect(name)
        }
    }

    func receive(_ line: ArraySlice<UInt8>, from name: String) {
        clients[name]?.client.receive(line)
    }
}
