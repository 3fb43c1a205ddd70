// SPDX-License-Identifier: MIT
public import PopoverModel

/// Encodes messages to a plugin's program as lines, each with its LF. It is made once and keeps its
/// buffer's memory. `MessageEncoder` makes the lines of events: clients get the same.
public final class PluginMessageEncoder {
    private var writer = JSONWriter()

    public init() {}

    /// Asks for the manifest: the first line that a program reads.
    public func getManifest() -> [UInt8] {
        request(PluginRequestID.manifest, "getmanifest") { params in
            params.member("protocol", ProtocolVersion.current)
            params.member("server", ServerVersion.name)
        }
    }

    /// Sends a program its options, whether it may send requests, and the limits.
    public func initialize(options: [PluginOption], isTrusted: Bool, limits: Limits) -> [UInt8] {
        request(PluginRequestID.initialization, "init") { params in
            params.name("options")
            params.object { object in
                for option in options { object.member(JSONName(option.name), option.value) }
            }
            params.member("trusted", isTrusted)
            params.name("limits")
            params.object { object in
                for name in Limits.Name.allCases {
                    object.member(JSONName(name.rawValue), limits[name])
                }
            }
        }
    }

    /// - Parameter deadline: time left to answer.
    public func question(
        _ question: Question, id: QuestionID, deadline: Interval
    ) -> [UInt8] {
        message(question.hook.method) { params in
            question.writeMembers(to: &params)
            params.member("deadlineMs", deadline.milliseconds)
        } _: {
            $0.member("id", id)
        }
    }

    public func cancel(_ id: QuestionID) -> [UInt8] {
        notification("$/cancel") { params in params.member("id", id) }
    }

    /// It ends by itself after this, or is ended.
    public func shutdown() -> [UInt8] {
        notification("shutdown") { _ in }
    }

    private func request(
        _ id: String, _ method: String, _ members: (inout JSONWriter) -> Void
    ) -> [UInt8] {
        message(method, members) { $0.member("id", id) }
    }

    private func notification(
        _ method: String, _ members: (inout JSONWriter) -> Void
    ) -> [UInt8] {
        message(method, members) { _ in }
    }

    private func message(
        _ method: String, _ members: (inout JSONWriter) -> Void,
        _ id: (inout JSONWriter) -> Void
    ) -> [UInt8] {
        writer.removeAll()
        writer.object { message in
            message.member("jsonrpc", "2.0")
            id(&message)
            message.member("method", method)
            message.name("params")
            message.object(members)
        }
        writer.endLine()
        return writer.bytes
    }
}

extension Hook {
    /// The request that puts its questions.
    fileprivate var method: String {
        switch self {
        case .open: "hook.open"
        case .choice: "hook.choice"
        case .outsideTap: "hook.outside-tap"
        case .detach: "hook.detach"
        case .disposition: "hook.disposition"
        case .alert: "hook.alert"
        case .idle: "hook.idle"
        }
    }
}

/// The ids of the requests that a program is sent once.
enum PluginRequestID {
    static let manifest = "m1"
    static let initialization = "i1"
}
