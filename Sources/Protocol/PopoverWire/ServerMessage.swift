// SPDX-License-Identifier: MIT

/// A line from the daemon, as a client or a plugin receives it. Its nodes are valid until the reader
/// parses the next line.
public enum ServerMessage {
    /// A notification, or a request whose id does not matter.
    case notification(method: String, params: JSONNode?)
    case response(request: String, result: JSONNode)
    /// Nil: the error belongs to no request with an id that is a string.
    case error(request: String?, ResponseError)

    private static let depthLimit = 64

    /// Nil for a line that is no JSON-RPC, or answers no request with an id that is a string.
    public init?(_ line: String, reader: JSONReader) {
        guard let node = try? reader.parse(Array(line.utf8), depthLimit: Self.depthLimit) else {
            return nil
        }
        self.init(node)
    }

    /// Nil for what is no JSON-RPC, or answers no request with an id that is a string.
    public init?(_ node: JSONNode) {
        let id = node.member("id")?.string
        if let method = node.member("method")?.string {
            self = .notification(method: method, params: node.member("params"))
        } else if let error = node.member("error") {
            self = .error(request: id, ResponseError(error))
        } else if let id, let result = node.member("result") {
            self = .response(request: id, result: result)
        } else {
            return nil
        }
    }
}

/// The error of a response.
public struct ResponseError: Hashable, Sendable {
    public let code: Int64
    public let reason: String?
    /// What the client lacks.
    public let needs: String?
    /// The name of the exceeded limit.
    public let limit: String?
    public let message: String

    fileprivate init(_ node: JSONNode) {
        code = node.member("code")?.integer ?? 0
        let data = node.member("data")
        reason = data?.member("reason")?.string
        needs = data?.member("needs")?.string
        limit = data?.member("limit")?.string
        message = node.member("message")?.string ?? ""
    }
}
