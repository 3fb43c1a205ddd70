// SPDX-License-Identifier: MIT

/// A request for the daemon, without the line's end; a notification if `id` is nil.
/// - Parameter params: writes the members.
public func requestLine(
    _ method: String, id: String? = nil, _ params: (inout JSONWriter) -> Void
) -> String {
    var writer = JSONWriter()
    writer.object { line in
        line.member("jsonrpc", "2.0")
        if let id { line.member("id", id) }
        line.member("method", method)
        line.name("params")
        line.object(params)
    }
    return String(decoding: writer.bytes, as: UTF8.self)
}

/// The answer without members to a request of the daemon, without the line's end.
public func responseLine(to request: String) -> String {
    var writer = JSONWriter()
    writer.object { line in
        line.member("jsonrpc", "2.0")
        line.member("id", request)
        line.name("result")
        line.object { _ in }
    }
    return String(decoding: writer.bytes, as: UTF8.self)
}
