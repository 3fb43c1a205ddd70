// SPDX-License-Identifier: MIT

package import PopoverModel
package import PopoverWire

/// The lines of the protocol over a socket: numbers requests and decodes incoming lines.
package final class LineChannel {
    /// A line of the daemon.
    package enum Line {
        case notification(method: String, params: JSONNode)
        case request(DaemonRequest)
        /// The number is nil if the daemon could not parse the request.
        case reply(RequestNumber?, Result<JSONNode, DaemonError>)
    }

    private let socket: SocketStream
    private var framer = LineFramer(limit: LineChannel.longestLine)
    private var input: ArraySlice<UInt8> = []
    /// The number of the last request; 0 before the first.
    package private(set) var lastNumber: Int64 = 0
    /// The reason of the daemon's `bye`.
    private var farewell: String?
    /// How long the daemon's `bye` asks to wait before a reconnect.
    package private(set) var retryAfter: Interval?

    /// The maximum line of the daemon, in bytes: a very large scene.
    private static let longestLine = 64 * 1024 * 1024
    private static let depthLimit = 64

    /// The path that it is connected to.
    package var path: String { socket.path }

    package var descriptor: Int32 { socket.descriptor }

    /// Connects to `path`; nil is where clients look for the socket.
    package init(path: String?, deadline: Instant) throws(ClientError) {
        socket = try SocketStream(path: path, deadline: deadline)
    }

    package func send(
        _ method: String, deadline: Instant, _ params: ClientConnection.Members
    ) throws(ClientError) -> RequestNumber {
        try sendRequest(method, deadline: deadline) { request in
            request.name("params")
            request.object(params)
        }
    }

    package func send(
        _ method: String, params: JSONText?, deadline: Instant
    ) throws(ClientError) -> RequestNumber {
        try sendRequest(method, deadline: deadline) { $0.member("params", ifPresent: params) }
    }

    package func answer(
        _ id: JSONText, deadline: Instant, _ result: ClientConnection.Members
    ) throws(ClientError) {
        try sendLine(deadline: deadline) { answer in
            answer.member("id", id)
            answer.name("result")
            answer.object(result)
        }
    }

    /// Answers that this client does not implement the method.
    package func refuse(_ request: DaemonRequest, deadline: Instant) throws(ClientError) {
        try sendLine(deadline: deadline) { answer in
            answer.member("id", request.id)
            answer.name("error")
            answer.object { error in
                error.member("code", DaemonError.unknownMethod)
                error.member("message", "no such method: \(request.method)")
            }
        }
    }

    /// The result of `next`.
    package enum Arrival {
        case line(Line)
        /// The watched input is readable.
        case input
        case deadline
    }

    /// Waits for the next line; a nil deadline waits forever.
    package func next(
        deadline: Instant?, watch: SocketStream.Watch
    ) throws(ClientError) -> Arrival {
        while true {
            while let frame = framer.next(in: &input) {
                switch frame {
                case .line(let bytes):
                    if let line = try read(bytes) { return .line(line) }
                case .tooLong:
                    throw .notUnderstood("a line exceeds \(Self.longestLine) bytes")
                }
            }
            switch try socket.receive(deadline: deadline, watch: watch) {
            case .bytes(let bytes):
                guard !bytes.isEmpty else { throw .disconnected(reason: farewell) }
                input = bytes
            case .input: return .input
            case .deadline: return .deadline
            }
        }
    }

    private func sendRequest(
        _ method: String, deadline: Instant, _ params: ClientConnection.Members
    ) throws(ClientError) -> RequestNumber {
        lastNumber += 1
        let number = lastNumber
        try sendLine(deadline: deadline) { request in
            request.member("id", number)
            request.member("method", method)
            params(&request)
        }
        return RequestNumber(number: number)
    }

    private func sendLine(
        deadline: Instant, _ members: ClientConnection.Members
    ) throws(ClientError) {
        var writer = JSONWriter()
        writer.object { line in
            line.member("jsonrpc", "2.0")
            members(&line)
        }
        writer.endLine()
        try socket.send(writer.bytes, deadline: deadline)
    }

    /// Nil for `bye`: the end of the connection reports it.
    private func read(_ bytes: ArraySlice<UInt8>) throws(ClientError) -> Line? {
        let node: JSONNode
        do {
            // A new reader for every line, because its nodes may be kept for long.
            node = try JSONReader().parse(bytes, depthLimit: Self.depthLimit)
        } catch {
            throw .notUnderstood("not JSON: \(error)")
        }
        let id = node.member("id").flatMap { $0.isNull ? nil : $0 }
        if let method = node.member("method")?.string {
            let params = node.member("params") ?? node
            if method == "bye" {
                farewell = params.member("reason")?.string
                retryAfter = params.member("retryAfterMs")?.integer.map(Interval.milliseconds)
                return nil
            }
            guard let id else { return .notification(method: method, params: params) }
            return .request(DaemonRequest(method: method, params: params, id: id.compactText))
        }
        let number = id?.integer.map { RequestNumber(number: $0) }
        if let error = node.member("error") { return .reply(number, .failure(daemonError(error))) }
        guard let result = node.member("result") else {
            throw .notUnderstood("a line is neither a request nor a response")
        }
        return .reply(number, .success(result))
    }

    private func daemonError(_ node: JSONNode) -> DaemonError {
        let data = node.member("data")
        return DaemonError(
            code: node.member("code")?.integer ?? 0,
            message: node.member("message")?.string ?? "an error without a message",
            data: data?.compactText, reason: data?.member("reason")?.string,
            member: data?.member("member")?.string)
    }
}
