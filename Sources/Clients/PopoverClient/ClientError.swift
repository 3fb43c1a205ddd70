// SPDX-License-Identifier: MIT

public import PopoverModel

/// Why a request of a client failed.
public enum ClientError: Error, Hashable, Sendable {
    /// The socket cannot be connected to, or the daemon does not answer there.
    case noDaemon(path: String, cause: String)
    /// The socket exists, but this user is not permitted to connect.
    case noAccess(path: String)
    /// The daemon closed the connection; with the reason of its `bye`, if it sent one.
    case disconnected(reason: String?)
    /// The deadline passed first; says which event did not arrive.
    case timedOut(String)
    /// The daemon responded with an error.
    case daemon(DaemonError)
    /// The daemon speaks another version of the protocol.
    case protocolMismatch(String)
    /// The daemon sent a message that violates the protocol; names the member and the reason.
    case notUnderstood(String)
    /// The reader of this process's output has closed it.
    case outputClosed

    /// A message for people: what failed, and why.
    public var message: String {
        switch self {
        case .noDaemon(let path, let cause): "cannot connect to \"\(path)\": \(cause)"
        case .noAccess(let path):
            "cannot connect to \"\(path)\": permission denied (join the group of that file)"
        case .disconnected(let reason?): "disconnected from the daemon: \(reason)"
        case .disconnected(nil): "the daemon closed the connection"
        case .timedOut(let what): "timed out: \(what)"
        case .daemon(let error): error.message
        case .protocolMismatch(let words): "protocol version mismatch: \(words)"
        case .notUnderstood(let what): "invalid message from the daemon: \(what)"
        case .outputClosed: "the reader closed the output"
        }
    }
}

/// An error response of the daemon.
public struct DaemonError: Error, Hashable, Sendable {
    /// A code of JSON-RPC, or 1 to 5 of the protocol.
    public var code: Int64
    public var message: String
    /// As the daemon sent it.
    public var data: JSONText?
    /// The reason of a refusal (error 1).
    public var reason: String?
    /// The invalid member of the params (error -32602).
    public var member: String?

    public init(
        code: Int64, message: String, data: JSONText? = nil, reason: String? = nil,
        member: String? = nil
    ) {
        self.code = code
        self.message = message
        self.data = data
        self.reason = reason
        self.member = member
    }

    /// The rules refused the request.
    public static let refused: Int64 = 1
    /// A name or an id that the daemon does not know.
    public static let unknownID: Int64 = 2
    /// The caller lacks the right to do this.
    public static let notPermitted: Int64 = 3
    /// There is no such method.
    public static let unknownMethod: Int64 = -32601
    /// The params are invalid.
    public static let badParameter: Int64 = -32602
}
