// SPDX-License-Identifier: MIT

import Testing

@testable import popoverctl

@Suite("Requests to the inspector")
struct InspectRequestTests {
    private func step(_ text: String) -> HTTPReader.Step {
        var reader = HTTPReader()
        return reader.read(Array(text.utf8))
    }

    private func request(_ text: String) throws -> HTTPRequest {
        guard case .request(let request) = step(text) else {
            Issue.record("no request: \(step(text))")
            return HTTPRequest(method: .get, path: "", query: [:], headers: [:])
        }
        return request
    }

    @Test("A request may arrive byte by byte")
    func pieces() {
        let text = "POST /session?a=1 HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\nabc"
        var reader = HTTPReader()
        let bytes = Array(text.utf8)
        func read(_ byte: UInt8) -> HTTPReader.Step { reader.read([byte]) }
        for byte in bytes.dropLast() { #expect(read(byte) == .more) }
        #expect(
            read(bytes[bytes.count - 1])
                == .request(
                    HTTPRequest(
                        method: .post, path: "/session", query: ["a": "1"],
                        headers: ["host": "localhost", "content-length": "3"],
                        body: Array("abc".utf8))))
    }

    @Test("Paths, queries and headers are decoded")
    func decoded() throws {
        let request = try request(
            "GET /api/picture?n=12&display=a%20b%C3%A4&x HTTP/1.1\r\nHOST:\t127.0.0.1:80 \r\n\r\n")
        #expect(request.path == "/api/picture")
        #expect(request.query == ["n": "12", "display": "a bä", "x": ""])
        #expect(request.headers == ["host": "127.0.0.1:80"])
        #expect(request.number("n") == 12)
        #expect(request.number("display") == nil)
        #expect(try self.request("GET /?n=-1 HTTP/1.1\r\n\r\n").number("n") == nil)
    }

    @Test(
        "What is no request is refused",
        arguments: [
            ("GET /\r\n\r\n", HTTPStatus.badRequest),
            ("GET / HTTP/1.0\r\n\r\n", .badRequest),
            ("GET  / HTTP/1.1\r\n\r\n", .badRequest),
            ("GET a HTTP/1.1\r\n\r\n", .badRequest),
            ("GET /%2 HTTP/1.1\r\n\r\n", .badRequest),
            ("GET /%ff HTTP/1.1\r\n\r\n", .badRequest),
            ("GET /%00 HTTP/1.1\r\n\r\n", .badRequest),
            ("GET /%7f HTTP/1.1\r\n\r\n", .badRequest),
            ("GET /?%0a HTTP/1.1\r\n\r\n", .badRequest),
            ("GET / HTTP/1.1\r\nHost : a\r\n\r\n", .badRequest),
            ("GET / HTTP/1.1\r\n: a\r\n\r\n", .badRequest),
            ("GET / HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n", .badRequest),
            ("GET / HTTP/1.1\r\nAuthorization: a\r\nAuthorization: b\r\n\r\n", .badRequest),
            ("GET / HTTP/1.1\r\nContent-Length: \r\n\r\n", .badRequest),
            ("GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", .badRequest),
            ("GET / HTTP/1.1\r\n\r\nmore", .badRequest),
            ("DELETE / HTTP/1.1\r\n\r\n", .notAllowed),
            ("get / HTTP/1.1\r\n\r\n", .notAllowed),
            ("GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", .notImplemented),
        ])
    func refused(_ text: String, _ status: HTTPStatus) {
        #expect(step(text) == .refusal(status), "\(text)")
    }

    @Test("The head and the body are limited to the byte")
    func limits() throws {
        func get(_ headBytes: Int) -> String {
            let start = "GET / HTTP/1.1\r\na: "
            return start + String(repeating: "x", count: headBytes - start.utf8.count) + "\r\n\r\n"
        }
        _ = try request(get(InspectLimits.headBytes))
        #expect(step(get(InspectLimits.headBytes + 1)) == .refusal(.headTooLarge))
        let endless = String(repeating: "x", count: InspectLimits.headBytes + 4)
        #expect(step(endless) == .refusal(.headTooLarge))
        #expect(step(String(endless.dropLast())) == .more)

        var reader = HTTPReader()
        func read(_ more: some Sequence<UInt8>) -> HTTPReader.Step { reader.read(more) }
        #expect(read(get(InspectLimits.headBytes).utf8.dropLast()) == .more)
        guard case .request = read([UInt8(ascii: "\n")]) else {
            Issue.record("a head of the longest length may arrive in two pieces")
            return
        }

        func post(_ bytes: Int) -> String { "POST / HTTP/1.1\r\nContent-Length: \(bytes)\r\n\r\n" }
        let most = InspectLimits.bodyBytes
        #expect(step(post(most)) == .more)
        #expect(try request(post(most) + String(repeating: "x", count: most)).body.count == most)
        #expect(step(post(most + 1)) == .refusal(.bodyTooLarge))
    }
}

@Suite("Access to the inspector")
struct InspectAccessTests {
    private func request(_ headers: [String: String]) -> HTTPRequest {
        HTTPRequest(method: .get, path: "/", query: [:], headers: headers)
    }

    @Test("A token is exchanged once")
    func once() throws {
        var access = InspectAccess()
        func exchange(_ token: String) -> String? { access.exchange(token) }
        let token = try #require(access.token)
        #expect(token.count == 48)
        #expect(access.session != token)
        #expect(exchange("") == nil)
        #expect(exchange(access.session) == nil)
        #expect(exchange(token) == access.session)
        #expect(exchange(token) == nil)
        let next = access.renewToken()
        #expect(next != token)
        #expect(exchange(next) == access.session)
    }

    @Test("Too many guesses make a token void, and a new one is valid again")
    func guesses() throws {
        var access = InspectAccess()
        func exchange(_ token: String) -> String? { access.exchange(token) }
        let token = try #require(access.token)
        for _ in 1..<InspectLimits.wrongTokens { #expect(exchange("guess") == nil) }
        #expect(access.token == token)
        #expect(exchange("guess") == nil)
        #expect(exchange(token) == nil)
        let next = access.renewToken()
        // They count anew.
        for _ in 1..<InspectLimits.wrongTokens { #expect(exchange("guess") == nil) }
        #expect(exchange(next) == access.session)
    }

    @Test("Only the session authorizes")
    func session() {
        let access = InspectAccess()
        #expect(access.isAuthorized(request(["authorization": "Bearer \(access.session)"])))
        for wrong in [
            access.session, "Bearer ", "bearer \(access.session)", "Bearer \(access.session)0",
        ] {
            #expect(!access.isAuthorized(request(["authorization": wrong])))
        }
        #expect(!access.isAuthorized(request([:])))
    }

    @Test("Each run has a host that nobody can guess")
    func host() {
        let hosts = (0..<8).map { _ in InspectAccess().host }
        #expect(Set(hosts).count == hosts.count)
        for host in hosts {
            #expect(host.wholeMatch(of: /[0-9a-f]{32}\.localhost/) != nil, "\(host)")
        }
    }

    @Test("Only the host of this run and the page's own origin are local")
    func local() {
        let access = InspectAccess()
        func isLocal(_ headers: [String: String]) -> Bool { access.isLocal(request(headers)) }
        for host in [access.host, "\(access.host):80", "\(access.host):65535"] {
            #expect(isLocal(["host": host]))
            #expect(isLocal(["host": host, "origin": "http://\(host)"]))
            #expect(!isLocal(["host": host, "origin": "https://\(host)"]))
            #expect(!isLocal(["host": host, "origin": "http://\(host)."]))
            #expect(!isLocal(["host": host, "origin": "null"]))
            #expect(!isLocal(["host": host, "sec-fetch-site": "cross-site"]))
            #expect(
                isLocal([
                    "host": host, "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate",
                ]))
        }
        for host in [
            "", "evil", "127.0.0.1", "localhost", "localhost:80", InspectAccess().host,
            "\(access.host):", "\(access.host):65536", "\(access.host):80:80",
            "\(access.host).evil",
            "evil.\(access.host)", String(access.host.dropFirst()),
        ] {
            #expect(!isLocal(["host": host]), "\(host)")
        }
        #expect(!isLocal([:]))
    }

    @Test("Root, the user that runs it and who has become this user may connect")
    func users() {
        #expect(InspectUsers.all(of: 7, becameBy: []) == [0, 7])
        #expect(InspectUsers.all(of: 7, becameBy: [8]) == [0, 7, 8])
        #expect(InspectUsers.all(of: 0, becameBy: [8, .max]) == [0, 8])
        // Nobody knows whose the browser is.
        #expect(InspectUsers.all(of: 0, becameBy: [.max]) == nil)
    }
}
