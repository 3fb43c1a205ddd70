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
    /// 1: the rules say no. `app` names the cause where it is another client, `panel` and `popover`
    /// where it is one that has the draft open.
    case refused(
        RefusalReason, message: String? = nil, app: String? = nil, panel: PanelID? = nil,
        popover: PopoverID? = nil)
    /// 2: unknown, or ended. See the factories `unknown…` for its messages.
    case unknownID(String, message: String)
    /// 2: `request.cancel` names a request that is not waiting; the id goes back as it was sent.
    case unknownRequest(RequestID)
    /// 3: what the client lacks: `owner`, `renderer`, `administrator`, `trusted`, `itself`, a role, a right or a
    /// method.
    case notPermitted(needs: String)
    /// 4: over a limit, with its name as in `hello` and its value.
    case overLimit(name: String, value: Int)
    /// 5
    case shuttingDown
    /// -32603: an order failed. The message has file and line for a configuration, file and cause
    /// for a plugin.
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

    /// What is wrong and, where it helps, what to do.
    public var message: String {
        switch self {
        case .notJSON(_, let message): "not JSON: \(message)"
        case .notARequest(let message): message
        case .unknownMethod(let method): "no such method: \(method)"
        case .badParameter(let member, let message): "\(member): \(message)"
        case .unsupportedProtocol: "protocol: this daemon speaks version \(ProtocolVersion.current)"
        case .refused(let reason, let message, _, _, _): message ?? reason.message
        case .unknownID(_, let message): message
        case .unknownRequest(let id): "unknown request \"\(id.text)\": it is not waiting"
        case .notPermitted(let needs): "not permitted: needs \(needs) (\(Self.remedy(for: needs)))"
        case .overLimit(let name, let value):
            "\(Limits.Name(rawValue: name)?.excess(value) ?? "over \(value)") (limits.\(name))"
        case .shuttingDown: "the daemon is shutting down"
        case .failed(let message): message
        }
    }
}

extension RequestError {
    /// An id that the daemon gave out, or never did.
    public static func unknown<ID: Identifier>(_ id: ID) -> RequestError {
        unknown(ID.kind, id.description)
    }

    public static func unknown(_ kind: String, _ id: String) -> RequestError {
        .unknownID(id, message: "unknown \(kind) \"\(id)\": it has ended or never existed")
    }

    /// The name of a surface, source or occluder.
    public static func unregistered(_ kind: String, _ name: String) -> RequestError {
        .unknownID(name, message: "unknown \(kind) \"\(name)\": this client has not set it")
    }

    /// A name of which there are few, with those that there are.
    public static func unknown(
        _ kind: String, _ name: String, known: [String]
    ) -> RequestError {
        .unknownID(name, message: "unknown \(kind) \"\(name)\" (\(list(known)))")
    }

    public static func list(_ known: [String]) -> String {
        known.isEmpty ? "there is none" : "known: " + known.joined(separator: ", ")
    }

    /// What gives a client what it lacks.
    private static func remedy(for needs: String) -> String {
        switch needs {
        case "owner": "only the client that made it may do this"
        case "renderer": "another client presents this alert"
        case "administrator":
            "call it as root, or as an administrator of the configuration ([administrators])"
        case "trusted": "set trusted = true in the plugin's section [[plugin]]"
        case "itself":
            "a client that speaks for another process has popovers and views, and no more"
        case Right.openForOthers.rawValue:
            "call it as root, or have a [[bind]] give you this right"
        case _ where Role(rawValue: needs) != nil:
            "say hello with this role; a [[bind]] may keep it for other users"
        case _ where Right(rawValue: needs) != nil:
            "a [[bind]] keeps this right for other users; alerts with the renderer shell do not need it"
        default: "a [[bind]] keeps this method for other users"
        }
    }
}

extension Limits.Name {
    /// What is wrong above this limit.
    fileprivate func excess(_ value: Int) -> String {
        switch self {
        case .message: "the line is too long: at most \(value) bytes"
        case .content: "the value is too long: at most \(value) bytes"
        case .draft: "the draft is too long: at most \(value) bytes"
        case .draftsTotal: "the drafts are too long together: at most \(value) bytes"
        case .draftsPerApp: "too many drafts of this app: at most \(value)"
        case .key: "the name is too long: at most \(value) bytes"
        case .text: "the text is too long: at most \(value) bytes"
        case .pendingRequests: "too many requests are waiting: at most \(value)"
        case .clientsPerUser: "too many clients of this user: at most \(value)"
        case .patternsPerUser: "too many different topics of this user: at most \(value)"
        case .connectionsPerSecond: "too many connections: at most \(value) in a second"
        case .requestsPerSecond: "too many requests: at most \(value) in a second"
        default: "too many \(rawValue): at most \(value)"
        }
    }
}

/// The version of the wire protocol.
public enum ProtocolVersion {
    public static let current: Int64 = 1
}
