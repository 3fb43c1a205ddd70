// SPDX-License-Identifier: MIT

public import PopoverClient
public import PopoverModel
internal import PopoverWire

/// A connection to the daemon that is made again whenever it ends.
///
/// Surfaces, sources and occluders are set again then, alerts are raised again, subscriptions go on
/// where they were; popovers that are gone end with the cause `connectionLost`, and their work is
/// handed to the daemon when there is one again. It may be used from any task. Cancelling a task that
/// waits for an answer takes back what it asked for.
public final class Client: Sendable {
    let mailbox: Mailbox
    let settings: Settings
    /// Whether there is a daemon, for one reader.
    public let connections: AsyncStream<Connection>
    /// Sources on which a tap was kept from the program, and is handed over now; for one reader.
    public let activations: AsyncStream<String>
    /// Alerts to draw, for one reader in a program with the role `shell`.
    public let alerts: AsyncStream<AlertOrder>

    /// Whether there is a daemon.
    public enum Connection: Hashable, Sendable {
        /// It knows everything that this client has said.
        case ready
        case lost
    }

    struct Settings: Sendable {
        var app: String
        var roles: Set<Role>
        var path: String
        var timeout: Interval
    }

    /// Where the connection's thread leaves what is nobody's answer.
    struct Signals: Sendable {
        let connections: AsyncStream<Connection>.Continuation
        let activations: AsyncStream<String>.Continuation
        let alerts: AsyncStream<AlertOrder>.Continuation

        func finish() {
            connections.finish()
            activations.finish()
            alerts.finish()
        }
    }

    /// So many signals wait for a reader; of more the oldest are lost.
    static let signalsKept = 64

    private init(_ settings: Settings) throws(SystemError) {
        let mailbox = try Mailbox()
        let connections = AsyncStream.makeStream(
            of: Connection.self, bufferingPolicy: .bufferingNewest(Self.signalsKept))
        let activations = AsyncStream.makeStream(
            of: String.self, bufferingPolicy: .bufferingNewest(Self.signalsKept))
        let alerts = AsyncStream.makeStream(
            of: AlertOrder.self, bufferingPolicy: .bufferingNewest(Self.signalsKept))
        let signals = Signals(
            connections: connections.continuation, activations: activations.continuation,
            alerts: alerts.continuation)
        try WireThread.start { Wire(settings, mailbox: mailbox, signals: signals).run() }
        self.mailbox = mailbox
        self.settings = settings
        self.connections = connections.stream
        self.activations = activations.stream
        self.alerts = alerts.stream
    }

    deinit {
        mailbox.post { $0?.leave() }
    }

    /// Connects, and waits for the daemon where there is none yet.
    ///
    /// - Parameters:
    ///   - app: 1 to 64 of a-z 0-9 . _ -
    ///   - roles: what the program does beside opening popovers.
    ///   - path: the daemon's socket; nil is where it listens by default.
    ///   - timeout: how long a request may take, and the first connection.
    public static func connect(
        app: String, roles: Set<Role> = [.app], path: String? = nil,
        timeout: Interval = .milliseconds(10_000)
    ) async throws -> Client {
        let settings = Settings(
            app: app, roles: roles, path: path ?? SocketPath.discover(), timeout: timeout)
        let client = try Client(settings)
        do {
            try await client.ready(within: timeout)
        } catch {
            await client.close()
            throw error
        }
        return client
    }

    /// Connects, does the work, and leaves, whatever comes of it.
    ///
    /// - Parameters:
    ///   - app: 1 to 64 of a-z 0-9 . _ -
    ///   - roles: what the program does beside opening popovers.
    ///   - path: the daemon's socket; nil is where it listens by default.
    ///   - timeout: how long a request may take, and the first connection.
    ///   - isolation: where the work is done; the caller's actor.
    ///   - work: what is done with the client.
    /// - Returns: what the work does.
    public static func with<Outcome: Sendable>(
        app: String, roles: Set<Role> = [.app], path: String? = nil,
        timeout: Interval = .milliseconds(10_000), isolation: isolated (any Actor)? = #isolation,
        _ work: (Client) async throws -> Outcome
    ) async throws -> Outcome {
        let client = try await connect(app: app, roles: roles, path: path, timeout: timeout)
        do {
            let outcome = try await work(client)
            await client.close()
            return outcome
        } catch {
            await client.close()
            throw error
        }
    }

    /// Hands over the work of popovers that are open, leaves, and ends what waits.
    public func close() async {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            mailbox.post { wire in
                guard let wire else { return continuation.resume() }
                wire.leave(then: continuation)
            }
        }
    }

    /// Waits until there is a daemon, and everything has been told to it again.
    ///
    /// - Throws: `ClientError` when this client is closed, or `limit` is over first.
    public func ready(within limit: Interval? = nil) async throws {
        let ticket = mailbox.ticket()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation {
                (continuation: CheckedContinuation<Void, any Error>) in
                mailbox.post { wire in
                    guard let wire else {
                        return continuation.resume(throwing: ClientError.closed)
                    }
                    wire.awaitReadiness(ticket, continuation, until: limit.map { .now + $0 })
                }
            }
        } onCancel: {
            mailbox.post { $0?.cancel(ticket) }
        }
    }

    /// Lets some time pass.
    func rest(_ length: Interval) async throws {
        let ticket = mailbox.ticket()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation {
                (continuation: CheckedContinuation<Void, any Error>) in
                mailbox.post { wire in
                    guard let wire else {
                        return continuation.resume(throwing: ClientError.closed)
                    }
                    wire.rest(ticket, continuation, until: .now + length)
                }
            }
        } onCancel: {
            mailbox.post { $0?.cancel(ticket) }
        }
    }

    // MARK: Asking

    /// A request and its answer.
    ///
    /// - Parameters:
    ///   - timeout: nil takes the client's; zero waits for ever.
    ///   - hook: reads the answer on the connection's thread, before the daemon's next line.
    func ask<Value: Sendable>(
        _ method: String, timeout: Interval? = nil, _ members: @escaping Wire.Members,
        hook: @escaping @Sendable (Wire, Field) throws(ClientError) -> Value
    ) async throws -> Value {
        let ticket = mailbox.ticket()
        let limit = timeout ?? settings.timeout
        do {
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    mailbox.post { wire in
                        guard let wire else {
                            return continuation.resume(throwing: ClientError.closed)
                        }
                        wire.begin(
                            method, ticket: ticket, timeout: limit.microseconds > 0 ? limit : nil,
                            members
                        ) { [unowned wire] result in
                            continuation.resume(
                                with: Result<Value, any Error> {
                                    try hook(wire, Field(try result.get()))
                                })
                        }
                    }
                }
            } onCancel: {
                mailbox.post { $0?.cancel(ticket) }
            }
        } catch {
            try Task.checkCancellation()
            throw error
        }
    }

    func ask<Value: Sendable>(
        _ method: String, timeout: Interval? = nil, _ members: @escaping Wire.Members = { _ in },
        read: @escaping @Sendable (Field) throws(ClientError) -> Value
    ) async throws -> Value {
        try await ask(method, timeout: timeout, members) { _, field throws(ClientError) in
            try read(field)
        }
    }

    /// Any method of the protocol's.
    ///
    /// - Parameters:
    ///   - method: its name, as `display.set`.
    ///   - params: an object.
    /// - Returns: the result.
    public func request(_ method: String, params: JSONText? = nil) async throws -> JSONText {
        var members: [(name: String, value: JSONText)] = []
        if let params {
            let object = try params.parsed().members
            guard let object else { throw ClientError.notUnderstood("params are no object") }
            for member in object { members.append((member.name, member.value.compactText)) }
        }
        return try await ask(method) { [members] params in
            for member in members { params.member(JSONName(member.name), member.value) }
        } read: { field in
            field.node.compactText
        }
    }
}

extension ClientError {
    static let closedReason = "this client was closed"
    static let closed = ClientError.disconnected(reason: closedReason)

    /// Why the rules said no, where it is they who did.
    public var refusal: RefusalReason? {
        guard case .daemon(let error) = self, error.code == DaemonError.refused else { return nil }
        return error.reason.flatMap(RefusalReason.init)
    }
}
