// SPDX-License-Identifier: MIT

import PopoverModel
import PopoverSessions

/// The programs that receive events or send requests.
final class PluginClients {
    private let engine: Engine
    private let log: Log
    private var clients: [String: PluginClient] = [:]

    init(_ engine: Engine, log: Log) {
        self.engine = engine
        self.log = log
    }

    /// Connects a plugin as a client. Its earlier client is disconnected, and all that it has shown
    /// and raised is closed.
    /// - Parameters:
    ///   - since: repeats the events after this one.
    ///   - deliver: passes a line with its LF, and the number of the event in it.
    func connect(
        _ name: String, topics: [String], roles: Set<Role>, isTrusted: Bool, since: Int64?,
        deliver: @escaping ([UInt8], Int64?) -> Void
    ) {
        disconnect(name)
        let client = PluginClient(
            name: name, isTrusted: isTrusted, engine: engine, log: log, deliver: deliver)
        clients[name] = client
        client.connect(roles: roles, topics: topics, since: since)
    }

    func disconnect(_ name: String) {
        clients.removeValue(forKey: name)?.disconnect()
    }

    func receive(_ line: ArraySlice<UInt8>, from name: String) {
        clients[name]?.receive(line)
    }
}
