// SPDX-License-Identifier: MIT

public import PopoverModel

/// Why something that a client asked for did not happen.
public enum ClientError: Error, Hashable, Sendable {
    /// Nobody serves the socket, or it cannot be reached.
    case noDaemon(path: String, cause: String)
    /// The socket is there, and not for this user.
    case noAccess(path: String)
    /// The connection has ended; with the reason of the daemon's `bye`, where it said one.
    case disconnected(reason: String?)
    /// What was waited for.
    case timedOut(String)
    /// The daemon answered with an error.
    case daemon(DaemonError)
    /// The daemon speaks another version of the protocol.
    case protocolMismatch(String)
    /// What the daemon sent is not what the protocol says: which member, and why.
    case notUnderstood(String)
    /// Nobody reads any more what this process writes.
    case outputClosed

    /// One sentence for people.
    public var message: String {
        switch self {
        case .noDaemon(let path, let cause): "no daemon at \(path): \(cause)"
        case .noAccess(let path):
            "not permitted to connect to \(path): who may is in the group of that file"
        case .disconnected(let reason?): "the daemon closed the connection: \(reason)"
        case .disconnected(nil): "the daemon closed the connection"
        case .timedOut(let what): "timed out: \(what)"
        case .daemon(let error): error.message
        case .protocolMismatch(let words): "protocol mismatch: \(words)"
        case .notUnderstood(let what): "cannot understand the daemon: \(what)"
        case .outputClosed: "nobody reads the output"
        }
    }
}

/// An error that the daemon answered with.
public struct DaemonError: Error, Hashable, Sendable {
    /// JSON-RPC's own, or the protocol's 1 to 5.
    public var code: Int64
    public var message: String
    /// As the daemon sent it.
    public var data: JSONText?
    /// Why the rules said no (error 1).
    public var reason: String?
    /// The member of the params that is wrong (error -32602).
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

    /// The rules said no.
    public static let refused: Int64 = 1
    /// The caller may not do this.
    public static let notPermitted: Int64 = 3
    /// There is no such method.
    public static let unknownMethod: Int64 = -32601
    /// The params are wrong.
    public static let badParameter: Int64 = -32602
}
