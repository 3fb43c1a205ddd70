// SPDX-License-Identifier: MIT

import PopoverModel
import PopoverWire

/// One HTTP request for the metrics and its response (RFC 1945), without a socket.
struct MetricsExchange {
    /// The most bytes of a request head; scrapers send a few hundred.
    static let headLimit = 8 * 1024
    static let path = "/metrics"

    private var head: [UInt8] = []
    private var isOver = false

    /// - Parameter text: returns the metrics; called only if they are requested.
    /// - Returns: the response, once; nil until the request is complete.
    mutating func receive(_ bytes: some Sequence<UInt8>, text: () -> String) -> [UInt8]? {
        guard !isOver else { return nil }
        head += bytes
        guard let end = Self.end(of: head) else {
            guard head.count > Self.headLimit else { return nil }
            isOver = true
            return Self.answer("431 Request Header Fields Too Large", "request head too long\n")
        }
        isOver = true
        let line = head[..<end].prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        return Self.answer(to: String(decoding: line, as: UTF8.self), text)
    }

    /// The index of the empty line that ends a head; HTTP/0.9 requests have none.
    private static func end(of head: [UInt8]) -> Int? {
        var previous: Int?
        for (index, byte) in head.enumerated() where byte == UInt8(ascii: "\n") {
            if let previous,
                index == previous + 1
                    || index == previous + 2 && head[previous + 1] == UInt8(ascii: "\r")
            {
                return index
            }
            previous = index
        }
        return nil
    }

    private static func answer(to line: String, _ text: () -> String) -> [UInt8] {
        let words = line.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 3, words[2].hasPrefix("HTTP/") else {
            return answer("400 Bad Request", "not an HTTP request\n")
        }
        guard words[0] == "GET" || words[0] == "HEAD" else {
            return answer("405 Method Not Allowed", "only GET and HEAD\n", "Allow: GET, HEAD\r\n")
        }
        guard words[1].prefix(while: { $0 != "?" }) == path else {
            return answer("404 Not Found", "the metrics are at \(path)\n")
        }
        return answer(
            "200 OK", text(), type: Metrics.textType, withBody: words[0] == "GET")
    }

    private static func answer(
        _ status: String, _ body: String, _ more: String = "",
        type: String = "text/plain; charset=utf-8", withBody: Bool = true
    ) -> [UInt8] {
        let head =
            "HTTP/1.0 \(status)\r\nContent-Type: \(type)\r\n"
            + "Content-Length: \(body.utf8.count)\r\n\(more)Connection: close\r\n\r\n"
        return Array((head + (withBody ? body : "")).utf8)
    }
}
