// SPDX-License-Identifier: MIT

/// Why a request was not done: one case for each kind of error that the wire knows.
public enum RequestError: Codable, Error, Hashable, Sendable {
    /// -32700: the line is not JSON; `offset` counts bytes from the line's start.
    case notJSON(offset: Int, message: String)
    /// -32600: JSON, but no request, answer or notification.
    case notARequest(message: String)
    /// -32601
    case unknownMethod(String)
    /// -32602: a missing or wrong member, named as a path: `size.width`, `sides[0]`.
    case badParameter(member: String, message: String)
    /// -32602, member `protocol`, with the versions that are spoken.
    case unsupportedProtocol
    /// 1: the rules say no. `app` names the cause where it is another client.
    case refused(RefusalReason, message: String? = nil, app: String? = nil)
    /// 2: unknown, or ended.
    case unknownID(String)
    /// 2: of `request.cancel`, a request that does not wait; its id is told as it was sent.
    case unknownRequest(RequestID)
    /// 3: what the request would need.
    case notPermitted(needs: String)
    /// 4: over a limit; its name as in `hello`, and its value.
    case overLimit(name: String, value: Int)
    /// 5
    case shuttingDown
    /// -32603: an order that could not be carried out, with what is wrong (file and line for a
    /// configuration, file and cause for a plugin).
    case failed(message: String)

    /// The JSON-RPC error code.
    public var code: Int {
        switch self {
        case .notJSON: -32700
        case .notARequest: -32600
        case .unknownMethod: -32601
        case .badParameter, .unsupportedProtocol: -32602
        case .failed: -32603
        case .refused: 1
        case .unknownID, .unknownRequest: 2
        case .notPermitted: 3
        case .overLimit: 4
        case .shuttingDown: 5
        }
    }

    /// One sentence that names what is wrong.
    public var message: String {
        switch self {
        case .notJSON(_, let message): "not JSON: \(message)"
        case .notARequest(let message): message
        case .unknownMethod(let method): "no such method: \(method)"
        case .badParameter(let member, let message): "\(member): \(message)"
        case .unsupportedProtocol: "protocol: this daemon speaks version \(ProtocolVersion.current)"
        case .refused(let reason, let message, _): message ?? reason.message
        case .unknownID(let id): "unknown, or ended: \(id)"
        case .unknownRequest(let id): "unknown, or ended: \(id.text)"
        case .notPermitted(let needs): "not permitted: needs \(needs)"
        case .overLimit(let name, let value): "over the limit \(name) (\(value))"
        case .shuttingDown: "the daemon is shutting down"
        case .failed(let message): message
        }
    }
}

/// The version of the wire protocol.
public enum ProtocolVersion {
    public static let current: Int64 = 1
}
