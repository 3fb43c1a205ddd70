// SPDX-License-Identifier: MIT

public import PopoverModel
public import PopoverWire

/// A client of the daemon: a connection that has said hello.
///
/// It is blocking and for one thread: a program asks, waits for the answer with a deadline, and in
/// between takes what the daemon sends of its own accord. It
///
/// 1. connects, says hello and checks the protocol's version,
/// 2. matches answers with requests: `call` waits for its answer, `begin` lets it come as a
///    `Message`,
/// 3. keeps what arrives meanwhile, in order, until `nextMessage` takes it, within a bound,
/// 4. ends with the object; the daemon then closes what this client has.
///
/// It never waits without a deadline unless its caller says so. It holds no state of popovers: it
/// does not answer `popover.willClose` by itself, and a program that owns a popover has to take
/// its messages within the deadlines that `hello` announces.
public final class ClientConnection {
    /// Writes the members of a request's params, or of a result.
    public typealias Members = (inout JSONWriter) -> Void

    /// What `hello` was answered with.
    public let welcome: JSONNode
    /// The name of this connection, `c1`.
    public let client: ClientID
    /// For every call that does not say otherwise.
    public var timeout: Interval
    /// A descriptor that this process writes to: when nobody reads it any more, waiting ends with
    /// `outputClosed` instead of going on for nothing.
    public var output: Int32?
    /// A descriptor that this process reads: `nextMessage` gives `Message.input` when there is
    /// something to read, or its end.
    public var input: Int32?

    private let channel: LineChannel
    private var messages: [Message]
    private var begun: Set<RequestNumber> = []

    /// As many messages are kept while a call waits for its answer.
    private static let mostMessages = 65_536

    /// Connects and says hello.
    public init(
        path: String, app: String, roles: Set<Role> = [.app], timeout: Interval
    ) throws(ClientError) {
        let deadline = Instant.now + timeout
        let channel = try LineChannel(path: path, deadline: deadline)
        _ = try channel.send("hello", deadline: deadline) { params in
            params.member("protocol", ProtocolVersion.current)
            params.member("app", app)
            params.member("roles", roles.map(\.rawValue).sorted())
        }
        var early: [Message] = []
        welcome = try Self.waitForWelcome(on: channel, deadline, keeping: &early)
        client = try Field(welcome).id("client")
        messages = early
        self.channel = channel
        self.timeout = timeout
    }

    /// Asks and waits for the answer.
    /// - Parameter timeout: nil takes the connection's.
    public func call(
        _ method: String, timeout: Interval? = nil, _ params: Members = { _ in }
    ) throws(ClientError) -> JSONNode {
        let deadline = Instant.now + (timeout ?? self.timeout)
        let number = try channel.send(method, deadline: deadline, params)
        return try answer(to: number, of: method, deadline)
    }

    /// Asks with params of any JSON and waits for the answer.
    public func call(_ method: String, params: JSONText?) throws(ClientError) -> JSONNode {
        let deadline = Instant.now + timeout
        let number = try channel.send(method, params: params, deadline: deadline)
        return try answer(to: number, of: method, deadline)
    }

    /// Asks; the answer comes as a `Message.reply`.
    public func begin(
        _ method: String, _ params: Members = { _ in }
    ) throws(ClientError) -> RequestNumber {
        let number = try channel.send(method, deadline: .now + timeout, params)
        begun.insert(number)
        return number
    }

    /// Gives the daemon the result of what it asked for.
    public func answer(
        _ request: DaemonRequest, _ result: Members = { _ in }
    ) throws(ClientError) {
        try channel.answer(request.id, deadline: .now + timeout, result)
    }

    /// The next message that was kept or comes in.
    /// - Parameter deadline: nil waits for ever.
    /// - Returns: nil when the deadline passes first.
    public func nextMessage(deadline: Instant?) throws(ClientError) -> Message? {
        while messages.isEmpty {
            let watch = SocketStream.Watch(output: output, input: input)
            switch try channel.next(deadline: deadline, watch: watch) {
            case .line(let line): take(line)
            case .input: return .input
            case .deadline: return nil
            }
        }
        return messages.removeFirst()
    }

    private func answer(
        to number: RequestNumber, of method: String, _ deadline: Instant
    ) throws(ClientError) -> JSONNode {
        while messages.count < Self.mostMessages {
            let watch = SocketStream.Watch(output: output)
            guard case .line(let line) = try channel.next(deadline: deadline, watch: watch) else {
                throw .timedOut("no answer to \(method)")
            }
            // An error without an id is about a line that the daemon could not read: the last.
            if case .reply(let other, let result) = line, other == number || other == nil {
                do { return try result.get() } catch { throw .daemon(error) }
            }
            take(line)
        }
        throw .notUnderstood("more than \(Self.mostMessages) messages before the answer")
    }

    private func take(_ line: LineChannel.Line) {
        switch line {
        case .notification(let method, let params):
            messages.append(.notification(method: method, params: params))
        case .request(let request): messages.append(.request(request))
        case .reply(let number, let result):
            // Nothing says which of several it is about.
            let number = number ?? (begun.count == 1 ? begun.first : nil)
            // The answer to a call that timed out is nobody's any more.
            guard let number, begun.remove(number) != nil else { return }
            messages.append(.reply(number, result))
        }
    }

    private static func waitForWelcome(
        on channel: LineChannel, _ deadline: Instant, keeping messages: inout [Message]
    ) throws(ClientError) -> JSONNode {
        while messages.count < mostMessages {
            let arrival = try channel.next(deadline: deadline, watch: SocketStream.Watch())
            guard case .line(let line) = arrival else { throw .timedOut("no answer to hello") }
            switch line {
            case .notification(let method, let params):
                messages.append(.notification(method: method, params: params))
            case .request(let request): messages.append(.request(request))
            case .reply(_, .success(let result)):
                let version = try Field(result).integer("protocol")
                guard version == ProtocolVersion.current else {
                    throw .protocolMismatch("the daemon speaks version \(version)")
                }
                return result
            case .reply(_, .failure(let error)):
                guard error.member != "protocol" else { throw .protocolMismatch(error.message) }
                throw .daemon(error)
            }
        }
        throw .notUnderstood("more than \(mostMessages) messages before the answer to hello")
    }
}
