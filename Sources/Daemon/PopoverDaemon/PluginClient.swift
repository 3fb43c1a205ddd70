// SPDX-License-Identifier: MIT

import LibUV
import PopoverCore
import PopoverModel
import PopoverSessions
import PopoverWire

/// A plugin in the role of a client: it reads and writes the very lines that a client of the socket
/// would, so that there is one vocabulary for both.
///
/// Every plugin may hear what happens. To ask for something is for those that the configuration
/// trusts: they are administrators, with the roles that they want; the others are observers.
final class PluginClient: InProcessClient {
    private let name: String
    private let isTrusted: Bool
    private let sessions: Sessions
    private let codec: MessageCodec
    private let log: Log
    private let deliver: ([UInt8], Int64?) -> Void
    private(set) var client = ClientID(number: 0)
    private var isThere = true
    /// What it is told of the events before is told by the subscription's own number.
    private var hasSubscribed = false
    private var goesOn = false

    /// - Parameter deliver: hands a line to the plugin.
    init(
        name: String, isTrusted: Bool, sessions: Sessions, codec: MessageCodec, log: Log,
        deliver: @escaping ([UInt8], Int64?) -> Void
    ) {
        self.name = name
        self.isTrusted = isTrusted
        self.sessions = sessions
        self.codec = codec
        self.log = log
        self.deliver = deliver
    }

    /// Says hello and subscribes in the plugin's name; the answers are its first two lines.
    ///
    /// - Parameter since: tell again what came after this event.
    func join(roles: Set<Role>, topics: [String], since: Int64?) {
        let uid = isTrusted ? Accounts.currentUserID : Self.nobody
        goesOn = since != nil
        client = sessions.admit(
            self, Credentials(pid: System.processID, uid: uid, gid: uid, plugin: name))
        let hello = Hello(
            protocolVersion: ProtocolVersion.current, app: name,
            roles: isTrusted ? roles.union([.observer]) : [.observer])
        sessions.turn {
            sessions.post(.clientRequested(client, id: .string("hello"), .hello(hello)))
            guard !topics.isEmpty else { return }
            sessions.post(
                .clientRequested(
                    client, id: .string("subscribe"), .subscribe(topics: topics, since: since)))
        }
    }

    /// A user who may nothing but look.
    private static let nobody: UInt32 = 65_534

    /// What the plugin says as a client.
    func said(_ line: ArraySlice<UInt8>) {
        guard isThere else { return }
        let incoming = codec.decoder.decode(line, limits: sessions.limits, timing: sessions.timing)
        sessions.turn {
            switch incoming {
            case .request(let id, let request): ask(id, request)
            case .answer(let call, let answer):
                sessions.post(.clientAnswered(client, call, answer))
            case .failure(let id, let failure): deliver(codec.encoder.failure(failure, id: id), nil)
            case .ignored: break
            }
        }
    }

    private func ask(_ id: RequestID?, _ request: Request) {
        guard isTrusted else {
            guard let id else { return }
            log.limited(
                .warning, cause: "requests of \(name)",
                "plugin \(name) sends requests, with which it is not trusted")
            let failure = RequestError.notPermitted(needs: "trusted")
            return deliver(codec.encoder.failure(failure, id: id), nil)
        }
        sessions.post(.clientRequested(client, id: id, request))
    }

    func take(_ line: [UInt8], sequence: Int64?) {
        guard isThere else { return }
        guard !hasSubscribed, sequence != nil else { return deliver(line, sequence) }
        // The answer to the subscription: its events come after this number, unless earlier ones
        // that it has missed come first.
        hasSubscribed = true
        deliver(line, goesOn ? nil : sequence)
    }

    /// Also when the plugin is gone; with it goes all that it has shown and raised.
    func leave() {
        guard isThere else { return }
        isThere = false
        sessions.dismiss(client)
    }
}
