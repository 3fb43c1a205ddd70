// SPDX-License-Identifier: MIT

public import PopoverClient
public import PopoverModel
internal import PopoverWire

/// A connection to the daemon that reconnects by itself.
///
/// After a reconnect, surfaces, sources and occluders are registered again, alerts are raised again and
/// subscriptions continue. Popovers of the lost connection end with the cause `connectionLost`, and
/// their drafts are saved after the reconnect. While disconnected, requests throw `disconnected`;
/// `ready` waits for the daemon. A client can be used from any task. Canceling a task that waits for a
/// response withdraws its request.
public final class Client: Sendable {
    let orders: OrderQueue
    let settings: Settings
    /// Connects and disconnects, for one reader.
    public let connections: AsyncStream<Connection>
    /// Drafts that were kept for the daemon and are lost, and each new advice of the daemon about a popover,
    /// in words for the program's log; for one reader.
    public let warnings: AsyncStream<String>
    /// Sources whose tap a shield blocked and forwards now; for one reader.
    public let activations: AsyncStream<String>
    /// Alerts to show, for one reader in a program with the role `shell`.
    public let alerts: AsyncStream<AlertOrder>
    /// Whose the keyboard is, for one reader; without `movesFocus` nothing arrives.
    public let focus: AsyncStream<FocusSignal>
    /// Orders about this program's panels, for one reader.
    public let panels: AsyncStream<PanelOrder>

    /// The state of the connection.
    public enum Connection: Hashable, Sendable {
        /// Connected, and everything is registered with the daemon.
        case ready
        case lost
    }

    struct Settings: Sendable {
        var app: String
        var roles: Set<Role>
        /// nil is where clients look for the socket.
        var path: String?
        var timeout: Interval
        var movesFocus = false
    }

    /// The streams that the connection's thread feeds.
    struct Signals: Sendable {
        let connections: AsyncStream<Connection>.Continuation
        let warnings: AsyncStream<String>.Continuation
        let activations: AsyncStream<String>.Continuation
        let alerts: AsyncStream<AlertOrder>.Continuation
        let panels: AsyncStream<PanelOrder>.Continuation
        let focus: AsyncStream<FocusSignal>.Continuation

        func finish() {
            connections.finish()
            warnings.finish()
            activations.finish()
            alerts.finish()
            panels.finish()
            focus.finish()
        }
    }

    /// The number of signals queued for a reader; beyond it the oldest are dropped.
    static let signalsKept = 64

    private init(_ settings: Settings) throws(SystemError) {
        let orders = try OrderQueue()
        let connections = AsyncStream.makeStream(
            of: Connection.self, bufferingPolicy: .bufferingNewest(Self.signalsKept))
        let warnings = AsyncStream.makeStream(
            of: String.self, bufferingPolicy: .bufferingNewest(Self.signalsKept))
        let activations = AsyncStream.makeStream(
            of: String.self, bufferingPolicy: .bufferingNewest(Self.signalsKept))
        let alerts = AsyncStream.makeStream(
            of: AlertOrder.self, bufferingPolicy: .bufferingNewest(Self.signalsKept))
        let panels = AsyncStream.makeStream(
            of: PanelOrder.self, bufferingPolicy: .bufferingNewest(Self.signalsKept))
        let focus = AsyncStream.makeStream(
            of: FocusSignal.self, bufferingPolicy: .bufferingNewest(Self.signalsKept))
        let signals = Signals(
            connections: connections.continuation, warnings: warnings.continuation,
            activations: activations.continuation, alerts: alerts.continuation,
            panels: panels.continuation, focus: focus.continuation)
        try WireThread.start { Wire(settings, orders: orders, signals: signals).run() }
        self.orders = orders
        self.settings = settings
        self.connections = connections.stream
        self.warnings = warnings.stream
        self.activations = activations.stream
        self.alerts = alerts.stream
        self.panels = panels.stream
        self.focus = focus.stream
    }

    deinit {
        orders.post { $0?.leave() }
    }

    /// Connects, and waits for the daemon if it is not running yet.
    ///
    /// - Parameters:
    ///   - app: 1 to 64 of a-z 0-9 . _ -
    ///   - roles: what the program does besides opening popovers.
    ///   - path: the daemon's socket; nil is where clients look for it.
    ///   - timeout: for each request, and for the first connection.
    ///   - movesFocus: whether the program gives and takes the keyboard as `focus` says.
    public static func connect(
        app: String, roles: Set<Role> = [.app], path: String? = nil,
        timeout: Duration = .seconds(10), movesFocus: Bool = false
    ) async throws -> Client {
        let settings = Settings(
            app: app, roles: roles, path: path, timeout: Interval(timeout), movesFocus: movesFocus)
        let client = try Client(settings)
        do {
            try await client.ready(within: timeout)
        } catch {
            await client.close()
            throw error
        }
        return client
    }

    /// Connects, runs `work` and closes the client, also after an error.
    ///
    /// - Parameters:
    ///   - app: 1 to 64 of a-z 0-9 . _ -
    ///   - roles: what the program does besides opening popovers.
    ///   - path: the daemon's socket; nil is where clients look for it.
    ///   - timeout: for each request, and for the first connection.
    ///   - movesFocus: whether the program gives and takes the keyboard as `focus` says.
    ///   - isolation: where `work` runs; the caller's actor.
    ///   - work: uses the client.
    /// - Returns: the result of `work`.
    public static func with<Outcome: Sendable>(
        app: String, roles: Set<Role> = [.app], path: String? = nil,
        timeout: Duration = .seconds(10), movesFocus: Bool = false,
        isolation: isolated (any Actor)? = #isolation,
        _ work: (Client) async throws -> Outcome
    ) async throws -> Outcome {
        let client = try await connect(
            app: app, roles: roles, path: path, timeout: timeout, movesFocus: movesFocus)
        do {
            let outcome = try await work(client)
            await client.close()
            return outcome
        } catch {
            await client.close()
            throw error
        }
    }

    /// Saves the drafts of open popovers, disconnects, and fails requests that still wait.
    public func close() async {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            orders.post { wire in
                guard let wire else { return continuation.resume() }
                wire.leave(then: continuation)
            }
        }
    }

    /// Waits until the client is connected and everything is registered again.
    ///
    /// - Throws: `ClientError` if this client is closed, or `limit` passes first.
    public func ready(within limit: Duration? = nil) async throws {
        let ticket = orders.ticket()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation {
                (continuation: CheckedContinuation<Void, any Error>) in
                orders.post { wire in
                    guard let wire else {
                        return continuation.resume(throwing: ClientError.closed)
                    }
                    wire.waitUntilReady(
                        ticket, continuation, until: limit.map { .now + Interval($0) })
                }
            }
        } onCancel: {
            orders.post { $0?.cancel(ticket) }
        }
    }

    func pause(_ length: Interval) async throws {
        let ticket = orders.ticket()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation {
                (continuation: CheckedContinuation<Void, any Error>) in
                orders.post { wire in
                    guard let wire else {
                        return continuation.resume(throwing: ClientError.closed)
                    }
                    wire.pause(ticket, continuation, until: .now + length)
                }
            }
        } onCancel: {
            orders.post { $0?.cancel(ticket) }
        }
    }

    // MARK: Requests

    /// Sends a request and waits for its response.
    ///
    /// - Parameters:
    ///   - timeout: nil is the client's timeout; zero waits forever.
    ///   - hook: reads the result on the connection's thread, before the daemon's next line.
    func ask<Value: Sendable>(
        _ method: String, timeout: Interval? = nil, _ members: @escaping Wire.Members,
        hook: @escaping @Sendable (Wire, Field) throws(ClientError) -> Value
    ) async throws -> Value {
        let ticket = orders.ticket()
        let limit = timeout ?? settings.timeout
        do {
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    orders.post { wire in
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
                orders.post { $0?.cancel(ticket) }
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

    func ask<Value: Sendable>(
        _ request: Request, timeout: Interval? = nil,
        hook: @escaping @Sendable (Wire, Field) throws(ClientError) -> Value
    ) async throws -> Value {
        try await ask(
            request.methodName, timeout: timeout, request.writeMembers, hook: hook)
    }

    func ask<Value: Sendable>(
        _ request: Request, timeout: Interval? = nil,
        read: @escaping @Sendable (Field) throws(ClientError) -> Value
    ) async throws -> Value {
        try await ask(request, timeout: timeout) { _, field throws(ClientError) in
            try read(field)
        }
    }

    /// Calls any method of the protocol.
    ///
    /// - Parameters:
    ///   - method: such as `display.set`.
    ///   - params: an object.
    /// - Returns: the result.
    public func request(_ method: String, params: JSONText? = nil) async throws -> JSONText {
        var members: [(name: String, value: JSONText)] = []
        if let params {
            let object = try params.parsed().members
            guard let object else { throw ClientError.notUnderstood("params are not an object") }
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
    static let closedReason = "this client is closed"
    static let closed = ClientError.disconnected(reason: closedReason)

    /// The reason if the rules refused; otherwise nil.
    public var refusal: RefusalReason? {
        guard case .daemon(let error) = self, error.code == DaemonError.refused else { return nil }
        return error.reason.flatMap(RefusalReason.init)
    }
}
