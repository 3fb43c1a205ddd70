// SPDX-License-Identifier: MIT

public import PopoverModel
public import PopoverWire

/// A blocking connection to the daemon, for one thread.
///
///     let client = try ClientConnection(app: "shop", timeout: .milliseconds(5000))
///     let popover = try client.open(request)
///     while let message = try client.nextMessage(deadline: nil) { … }
///
/// It
///
/// 1. connects, says hello and checks the version of the protocol,
/// 2. matches responses with requests: `call` waits for its response, after `begin` it arrives as a
///    `Message`,
/// 3. queues what arrives meanwhile, within a bound, for `nextMessage`,
/// 4. ends with the object; the daemon then closes what this client owns.
///
/// Every wait has a deadline unless the caller chooses none. The connection has no state of popovers:
/// a program that owns one must answer `popover.willClose` within the deadline that `hello` announces.
public final class ClientConnection {
    /// Writes the members of a request's params, or of a result.
    public typealias Members = (inout JSONWriter) -> Void

    /// The result of `hello`.
    public let welcome: JSONNode
    /// The id of this connection, such as `c1`.
    public let client: ClientID
    /// The default for every call.
    public var timeout: Interval
    /// A descriptor that this process writes to: when its reader closes it, waiting ends with
    /// `outputClosed`.
    public var output: Int32?
    /// A descriptor that this process reads: `nextMessage` returns `Message.input` when it is readable
    /// or at its end.
    public var input: Int32?

    /// The path of the daemon's socket.
    public var path: String { channel.path }
    /// For event loops, which wait until it is readable; then `nextMessage` with the deadline `.now`
    /// returns each message that has arrived. The connection owns it.
    public var descriptor: Int32 { channel.descriptor }

    private let channel: LineChannel
    private var messages: [Message]
    private var begun: Set<RequestNumber> = []

    /// The number of messages queued while a call waits for its response.
    private static let maximumMessages = 65_536

    /// Connects and says hello.
    /// - Parameter path: the daemon's socket; nil is where clients look for it.
    public init(
        path: String? = nil, app: String, roles: Set<Role> = [.app], timeout: Interval
    ) throws(ClientError) {
        let deadline = Instant.now + timeout
        let channel = try LineChannel(path: path, deadline: deadline)
        let hello = Hello(protocolVersion: ProtocolVersion.current, app: app, roles: roles)
        _ = try channel.send("hello", deadline: deadline, hello.writeMembers)
        var early: [Message] = []
        welcome = try Self.waitForWelcome(on: channel, deadline, keeping: &early)
        client = try Field(welcome).id("client")
        messages = early
        self.channel = channel
        self.timeout = timeout
    }

    /// Sends a request and waits for the response.
    /// - Parameter timeout: nil is the connection's timeout.
    public func call(
        _ method: String, timeout: Interval? = nil, _ params: Members = { _ in }
    ) throws(ClientError) -> JSONNode {
        let deadline = Instant.now + (timeout ?? self.timeout)
        let number = try channel.send(method, deadline: deadline, params)
        return try answer(to: number, of: method, deadline)
    }

    /// Sends a request and waits for the response.
    public func call(_ request: Request) throws(ClientError) -> JSONNode {
        try call(request.methodName, request.writeMembers)
    }

    /// Sends a request with params of any JSON and waits for the response.
    public func call(_ method: String, params: JSONText?) throws(ClientError) -> JSONNode {
        let deadline = Instant.now + timeout
        let number = try channel.send(method, params: params, deadline: deadline)
        return try answer(to: number, of: method, deadline)
    }

    /// Sends a request; the response arrives as a `Message.reply`.
    public func begin(
        _ method: String, _ params: Members = { _ in }
    ) throws(ClientError) -> RequestNumber {
        let number = try channel.send(method, deadline: .now + timeout, params)
        begun.insert(number)
        return number
    }

    /// Sends a request; the response arrives as a `Message.reply`.
    public func begin(_ request: Request) throws(ClientError) -> RequestNumber {
        try begin(request.methodName, request.writeMembers)
    }

    /// Answers a request of the daemon.
    public func answer(
        _ request: DaemonRequest, _ result: Members = { _ in }
    ) throws(ClientError) {
        try channel.answer(request.id, deadline: .now + timeout, result)
    }

    /// Returns the next message, waiting for it if none is queued.
    /// - Parameter deadline: nil waits forever.
    /// - Returns: nil if the deadline passes first.
    public func nextMessage(deadline: Instant?) throws(ClientError) -> Message? {
        while messages.isEmpty {
            let watch = SocketStream.Watch(output: output, input: input)
            switch try channel.next(deadline: deadline, watch: watch) {
            case .line(let line): enqueue(line)
            case .input: return .input
            case .deadline: return nil
            }
        }
        return messages.removeFirst()
    }

    private func answer(
        to number: RequestNumber, of method: String, _ deadline: Instant
    ) throws(ClientError) -> JSONNode {
        while messages.count < Self.maximumMessages {
            let watch = SocketStream.Watch(output: output)
            guard case .line(let line) = try channel.next(deadline: deadline, watch: watch) else {
                throw .timedOut("no response to \(method)")
            }
            // An error without an id is about the last line, which the daemon could not parse.
            if case .reply(let other, let result) = line, other == number || other == nil {
                do { return try result.get() } catch { throw .daemon(error) }
            }
            enqueue(line)
        }
        throw .notUnderstood("more than \(Self.maximumMessages) messages before the response")
    }

    private func enqueue(_ line: LineChannel.Line) {
        switch line {
        case .notification(let method, let params):
            messages.append(.notification(method: method, params: params))
        case .request(let request): messages.append(.request(request))
        case .reply(let number, let result):
            // Without an id, it can only be matched if there is one request.
            let number = number ?? (begun.count == 1 ? begun.first : nil)
            // The response to a call that timed out is dropped.
            guard let number, begun.remove(number) != nil else { return }
            messages.append(.reply(number, result))
        }
    }

    private static func waitForWelcome(
        on channel: LineChannel, _ deadline: Instant, keeping messages: inout [Message]
    ) throws(ClientError) -> JSONNode {
        while messages.count < maximumMessages {
            let arrival = try channel.next(deadline: deadline, watch: SocketStream.Watch())
            guard case .line(let line) = arrival else { throw .timedOut("no response to hello") }
            switch line {
            case .notification(let method, let params):
                messages.append(.notification(method: method, params: params))
            case .request(let request): messages.append(.request(request))
            case .reply(_, .success(let result)):
                let version = try Field(result).integer("protocol")
                guard version == ProtocolVersion.current else {
                    throw .protocolMismatch(
                        "the daemon speaks \(version), this client \(ProtocolVersion.current)")
                }
                return result
            case .reply(_, .failure(let error)):
                guard error.member != "protocol" else { throw .protocolMismatch(error.message) }
                throw .daemon(error)
            }
        }
        throw .notUnderstood("more than \(maximumMessages) messages before the response to hello")
    }
}
