// SPDX-License-Identifier: MIT
public import PopoverModel

extension RequestError: JSONWritable {
    /// JSON-RPC's error object: `code`, `message`, and `data` where there is any.
    public func write(to writer: inout JSONWriter) {
        writer.object { error in
            error.member("code", code)
            error.member("message", message)
            writeData(to: &error)
        }
    }

    private func writeData(to error: inout JSONWriter) {
        switch self {
        case .notJSON(let offset, _): Self.data(&error) { $0.member("offset", offset) }
        case .badParameter(let member, _): Self.data(&error) { $0.member("member", member) }
        case .unsupportedProtocol:
            Self.data(&error) { data in
                data.member("member", "protocol")
                data.member("supported", [ProtocolVersion.current])
            }
        case .refused(let reason, _, let app, let panel, let popover):
            Self.data(&error) { data in
                data.member("reason", reason)
                data.member("message", message)
                data.member("app", ifPresent: app)
                data.member("panel", ifPresent: panel)
                data.member("popover", ifPresent: popover)
            }
        case .unknownID(let id, _): Self.data(&error) { $0.member("id", id) }
        case .unknownRequest(let id): Self.data(&error) { $0.member("id", id) }
        case .notPermitted(let needs): Self.data(&error) { $0.member("needs", needs) }
        case .overLimit(let name, let value):
            Self.data(&error) { data in
                data.member("limit", name)
                data.member("value", value)
            }
        case .notARequest, .unknownMethod, .failed, .shuttingDown: break
        }
    }

    private static func data(_ error: inout JSONWriter, _ members: (inout JSONWriter) -> Void) {
        error.name("data")
        error.object(members)
    }
}
