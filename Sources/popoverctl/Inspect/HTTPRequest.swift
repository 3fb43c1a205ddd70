// SPDX-License-Identifier: MIT

/// A request of HTTP/1.1, as much of it as browsers need.
struct HTTPRequest: Hashable {
    enum Method: String {
        case get = "GET"
        case post = "POST"
    }

    var method: Method
    /// Without the query.
    var path: String
    var query: [String: String]
    /// By name in lower case.
    var headers: [String: String]
    var body: [UInt8] = []

    /// A number of the query; nil if it is missing or no whole number from 0.
    func number(_ name: String) -> Int? {
        query[name].flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil }
    }
}

/// Reads one request from bytes as they arrive. Any bytes give a request or a refusal.
///
/// Paths and queries have to be plain ASCII with `%XX` for everything else. A body needs a
/// `Content-Length`; there is no other transfer coding. Bytes after the request are refused: a
/// connection carries one request.
struct HTTPReader {
    enum Step: Hashable {
        case more
        case request(HTTPRequest)
        case refusal(HTTPStatus)
    }

    private var bytes: [UInt8] = []
    private var request: HTTPRequest?
    private var bodyLength = 0

    /// Headers that must not be ambiguous.
    private static let single: Set<String> = [
        "host", "origin", "authorization", "content-length", "transfer-encoding",
    ]

    mutating func read(_ more: some Sequence<UInt8>) -> Step {
        bytes += more
        do throws(HTTPStatus) {
            if request == nil {
                guard let end = headEnd else {
                    // The longest head may lack the last byte of the line that ends it.
                    guard bytes.count < InspectLimits.headBytes + 4 else { throw .headTooLarge }
                    return .more
                }
                try readHead(bytes[..<end])
                bytes.removeFirst(end + 4)
            }
            guard bytes.count <= bodyLength else { throw .badRequest }
            guard bytes.count == bodyLength, var request else { return .more }
            request.body = bytes
            return .request(request)
        } catch {
            return .refusal(error)
        }
    }

    /// The index of the empty line that ends the head.
    private var headEnd: Int? {
        let mark = Array("\r\n\r\n".utf8)
        guard bytes.count >= mark.count else { return nil }
        return (0...min(bytes.count - mark.count, InspectLimits.headBytes)).first { start in
            bytes[start..<start + mark.count].elementsEqual(mark)
        }
    }

    private mutating func readHead(_ head: ArraySlice<UInt8>) throws(HTTPStatus) {
        guard
            head.allSatisfy({ $0 < 0x7F && ($0 >= 0x20 || $0 == 0x0D || $0 == 0x0A || $0 == 0x09) })
        else { throw .badRequest }
        let lines = Self.lines(String(decoding: head, as: UTF8.self))
        let words = (lines.first ?? "").split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 3, words[2] == "HTTP/1.1", words[1].hasPrefix("/") else {
            throw .badRequest
        }
        guard let method = HTTPRequest.Method(rawValue: String(words[0])) else {
            throw .notAllowed
        }
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":"), colon > line.startIndex,
                !line[..<colon].contains(where: { $0 == " " || $0 == "\t" })
            else { throw .badRequest }
            let name = line[..<colon].lowercased()
            let value = Self.trimmed(line[line.index(after: colon)...])
            guard headers[name] == nil || !Self.single.contains(name) else { throw .badRequest }
            headers[name] = value
        }
        guard headers["transfer-encoding"] == nil else { throw .notImplemented }
        bodyLength = try Self.length(headers["content-length"])
        let target = words[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard let path = Self.decoded(target[0]) else { throw .badRequest }
        request = HTTPRequest(
            method: method, path: path, query: try Self.query(target.dropFirst().first ?? ""),
            headers: headers)
    }

    private static func length(_ text: String?) throws(HTTPStatus) -> Int {
        guard let text else { return 0 }
        guard !text.isEmpty, text.allSatisfy({ $0.isASCII && $0.isWholeNumber }) else {
            throw .badRequest
        }
        guard let length = Int(text), length <= InspectLimits.bodyBytes else {
            throw .bodyTooLarge
        }
        return length
    }

    private static func query(_ text: Substring) throws(HTTPStatus) -> [String: String] {
        var query: [String: String] = [:]
        for pair in text.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = decoded(parts[0]), let value = decoded(parts.dropFirst().first ?? "")
            else { throw .badRequest }
            query[name] = value
        }
        return query
    }

    /// Without `%XX`; nil if that is no UTF-8, or contains a control character.
    static func decoded(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard rest.count >= 2,
                let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            else { return nil }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        guard !bytes.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func lines(_ head: String) -> [Substring] {
        head.split(separator: "\r\n", omittingEmptySubsequences: false)
    }

    private static func trimmed(_ text: Substring) -> String {
        var text = text
        while text.first == " " || text.first == "\t" { text.removeFirst() }
        while text.last == " " || text.last == "\t" { text.removeLast() }
        return String(text)
    }
}
