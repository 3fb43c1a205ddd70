// SPDX-License-Identifier: MIT

import LibUV
import PopoverCore
import PopoverModel
import PopoverSessions
import PopoverWire

/// A plugin as a client, with the lines of a client of the socket. Every plugin may receive events;
/// trusted ones also send requests, as administrators with the roles that they declare.
final class PluginClient: InProcessClient {
    private let name: String
    private let isTrusted: Bool
    private let engine: Engine
    private let log: Log
    private let deliver: ([UInt8], Int64?) -> Void
    private(set) var client = ClientID(number: 0)
    private var isConnected = true
    private var hasSubscribed = false
    /// It subscribes from an earlier event on.
    private var isResuming = false

    /// - Parameter deliver: passes a line to the plugin.
    init(
        name: String, isTrusted: Bool, engine: Engine, log: Log,
        deliver: @escaping ([UInt8], Int64?) -> Void
    ) {
        self.name = name
        self.isTrusted = isTrusted
        self.engine = engine
        self.log = log
        self.deliver = deliver
    }

    /// Sends `hello` and `subscribe` in the plugin's name; the answers are its first two lines.
    /// - Parameter since: repeats the events after this one.
    func connect(roles: Set<Role>, topics: [String], since: Int64?) {
        let uid = isTrusted ? Accounts.currentUserID : Self.nobody
        isResuming = since != nil
        client = engine.sessions.connect(
            self,
            Credentials(
                pid: System.processID, uid: uid, gid: uid, plugin: name, isTrusted: isTrusted))
        let hello = Hello(
            protocolVersion: ProtocolVersion.current, app: name,
            roles: isTrusted ? roles.union([.observer]) : [.observer])
        engine.batch {
            engine.post(.clientRequested(client, id: .string("hello"), .hello(hello)))
            guard !topics.isEmpty else { return }
            engine.post(
                .clientRequested(
                    client, id: .string("subscribe"), .subscribe(topics: topics, since: since)))
        }
    }

    /// The user of plugins that may only observe.
    private static let nobody: UInt32 = 65_534

    func receive(_ line: ArraySlice<UInt8>) {
        guard isConnected else { return }
        let sessions = engine.sessions
        let incoming = engine.codec.decoder.decode(
            line, limits: sessions.limits, timing: sessions.timing)
        engine.batch {
            switch incoming {
            case .request(let id, let request): dispatch(id, request)
            case .answer(let call, let answer):
                engine.post(.clientAnswered(client, call, answer))
            case .failure(let id, let error):
                engine.post(.clientHeard(client))
                deliver(engine.codec.encoder.failure(error, id: id), nil)
            case .ignored: engine.post(.clientHeard(client))
            }
        }
    }

    private func dispatch(_ id: RequestID?, _ request: Request) {
        guard isTrusted else {
            guard let id else { return }
            log.limited(
                .warning, cause: "requests of \(name)",
                "plugin request refused: plugin=\(name) needs=trusted")
            let error = RequestError.notPermitted(needs: "trusted")
            return deliver(engine.codec.encoder.failure(error, id: id), nil)
        }
        engine.post(.clientRequested(client, id: id, request))
    }

    func send(_ line: [UInt8], sequence: Int64?) {
        guard isConnected else { return }
        guard !hasSubscribed, sequence != nil else { return deliver(line, sequence) }
        // The answer to `subscribe`. Events follow after this number, unless missed ones come first.
        hasSubscribed = true
        deliver(line, isResuming ? nil : sequence)
    }

    /// Ends the client; the rules close what it has shown and raised.
    func disconnect() {
        guard isConnected else { return }
        isConnected = false
        engine.sessions.removeInProcessClient(client)
    }
}
