// SPDX-License-Identifier: MIT

internal import LibUV
internal import PopoverModel
internal import PopoverWire

/// Serves the page and its data to browsers of this machine.
final class InspectServer {
    private let listener: LoopbackListener
    private let loop: Loop
    private var access = InspectAccess()
    private let api: InspectAPI
    private let files: InspectFiles
    /// Whose connections are taken; nil: everybody's.
    private let users: Set<UInt32>?
    /// In the order in which they came.
    private var connections: [HTTPConnection] = []
    private var streams: [ObjectIdentifier: HTTPConnection] = [:]

    init(
        _ loop: Loop, _ listener: LoopbackListener, files: InspectFiles, api: InspectAPI,
        users: Set<UInt32>? = InspectUsers.usual
    ) throws(UVError) {
        self.loop = loop
        self.listener = listener
        self.files = files
        self.api = api
        self.users = users
        try listener.listen { [unowned self] in accept($0, of: $1) }
    }

    /// The address that opens the page once. The token stands in the fragment, which browsers do not
    /// send.
    func newLink() -> String {
        "http://\(access.host):\(listener.port)/#token=\(access.renewToken())"
    }

    func close() {
        listener.close()
        for connection in connections { connection.close() }
    }

    /// Sends a line to every page that listens.
    func broadcast(_ line: JSONText) {
        for stream in streams.values { stream.send(line: line.bytes) }
    }

    /// - Parameter user: nil where the kernel does not tell.
    private func accept(_ pipe: PipeConnection, of user: UInt32?) {
        if let users, let user, !users.contains(user) { return pipe.close() }
        if connections.count >= InspectLimits.connections {
            // A client that sends incomplete requests, or does not read responses, keeps nobody out.
            guard let oldest = connections.first(where: { !$0.isStreaming }) else {
                return pipe.close()
            }
            oldest.close()
        }
        let connection = try? HTTPConnection(
            loop, pipe,
            onRequest: { [unowned self] request, connection in
                answer(request, on: connection)
            },
            onClose: { [unowned self] connection in
                connections.removeAll { $0 === connection }
                streams[ObjectIdentifier(connection)] = nil
            })
        guard let connection else { return }
        connections.append(connection)
    }

    private func answer(_ request: HTTPRequest, on connection: HTTPConnection) {
        let response = response(to: request)
        connection.respond(response)
        guard response.isStream else { return }
        streams[ObjectIdentifier(connection)] = connection
        for line in api.firstLines { connection.send(line: line.bytes) }
    }

    private func response(to request: HTTPRequest) -> HTTPResponse {
        guard access.isLocal(request) else {
            return HTTPResponse(
                .misdirected, "this is another address than popoverctl inspect has printed")
        }
        if request.path == "/session" { return exchange(request) }
        if let file = files.files[request.path] {
            return request.method == .get ? file : HTTPResponse(.notAllowed, "expected GET")
        }
        guard access.isAuthorized(request) else {
            return HTTPResponse(
                .unauthorized, "open the link that popoverctl inspect has printed; it works once")
        }
        return api.response(to: request)
    }

    private func exchange(_ request: HTTPRequest) -> HTTPResponse {
        guard request.method == .post else { return HTTPResponse(.notAllowed, "expected POST") }
        let token = String(decoding: request.body, as: UTF8.self)
        guard let session = access.exchange(token) else {
            return HTTPResponse(
                .unauthorized,
                "this link was used before; press Enter in the terminal for a new one")
        }
        return HTTPResponse(json: .ok) { $0.member("session", session) }
    }
}
