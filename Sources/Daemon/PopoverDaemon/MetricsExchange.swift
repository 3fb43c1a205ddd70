// SPDX-License-Identifier: MIT

import PopoverModel
import PopoverWire

/// One request of HTTP and its answer, as far as whoever reads metrics needs it (RFC 1945): bytes
/// in, an answer out, no socket.
struct MetricsExchange {
    /// A request's head may have so many bytes; scrapers send some hundred.
    static let headLimit = 8 * 1024
    static let path = "/metrics"

    private var head: [UInt8] = []
    private var isOver = false

    /// - Parameter text: made only when it is asked for.
    /// - Returns: what to answer, once; nil as long as the request is not whole.
    mutating func take(_ bytes: some Sequence<UInt8>, text: () -> String) -> [UInt8]? {
        guard !isOver else { return nil }
        head += bytes
        guard let end = Self.end(of: head) else {
            guard head.count > Self.headLimit else { return nil }
            isOver = true
            return Self.answer("431 Request Header Fields Too Large", "the head is too long\n")
        }
        isOver = true
        let line = head[..<end].prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        return Self.answer(to: String(decoding: line, as: UTF8.self), text)
    }

    /// Where the empty line is that ends a head; a sole line of HTTP/0.9 is none.
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
            return answer("400 Bad Request", "this is no request of HTTP\n")
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
