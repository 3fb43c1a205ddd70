// SPDX-License-Identifier: MIT

internal import PopoverWire

/// A status of HTTP that the inspector answers with.
enum HTTPStatus: String, Error, CaseIterable {
    case ok = "200 OK"
    case badRequest = "400 Bad Request"
    case unauthorized = "401 Unauthorized"
    case forbidden = "403 Forbidden"
    case notFound = "404 Not Found"
    case notAllowed = "405 Method Not Allowed"
    case bodyTooLarge = "413 Content Too Large"
    case misdirected = "421 Misdirected Request"
    case unprocessable = "422 Unprocessable Content"
    case headTooLarge = "431 Request Header Fields Too Large"
    case notImplemented = "501 Not Implemented"
    case unavailable = "503 Service Unavailable"
}

struct HTTPResponse {
    var status: HTTPStatus
    var type: String
    var body: [UInt8]
    /// Without a length: lines follow, until either side closes.
    var isStream = false

    init(_ status: HTTPStatus, type: String, _ body: [UInt8]) {
        self.status = status
        self.type = type
        self.body = body
    }

    /// An error with words for people.
    init(_ status: HTTPStatus, _ message: String) {
        self.init(json: status) { $0.member("error", message) }
    }

    init(json status: HTTPStatus = .ok, _ members: (inout JSONWriter) -> Void) {
        var writer = JSONWriter()
        writer.object(members)
        self.init(status, type: "application/json", writer.bytes)
    }

    static var stream: HTTPResponse {
        var response = HTTPResponse(.ok, type: "application/x-ndjson", [])
        response.isStream = true
        return response
    }

    /// The same for every response: nothing is cached, framed, sniffed, or read by another origin.
    static let headers = [
        "Cache-Control: no-store",
        "Connection: close",
        "Content-Security-Policy: default-src 'self'; img-src 'self' blob:; base-uri 'none'; "
            + "form-action 'none'; frame-ancestors 'none'",
        "Cross-Origin-Opener-Policy: same-origin",
        "Cross-Origin-Resource-Policy: same-origin",
        "Referrer-Policy: no-referrer",
        "X-Content-Type-Options: nosniff",
    ]

    var bytes: [UInt8] {
        var lines = ["HTTP/1.1 \(status.rawValue)", "Content-Type: \(type)"] + Self.headers
        if !isStream { lines.append("Content-Length: \(body.count)") }
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body
    }
}
