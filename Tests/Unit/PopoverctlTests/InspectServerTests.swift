// SPDX-License-Identifier: MIT

import FakeDaemon
import Glibc
import LibUV
import PopoverClient
import PopoverModel
import PopoverWire
import Testing

@testable import popoverctl

@Suite("The server of the inspector")
struct InspectServerTests {
    private let loop: Loop
    private let server: InspectServer
    private let port: UInt16
    private let host: String

    init() throws {
        try self.init(users: nil)
    }

    private init(users: Set<UInt32>?) throws {
        loop = try Loop()
        let listener = try LoopbackListener(loop)
        port = listener.port
        server = try InspectServer(
            loop, listener, files: try InspectFiles(), api: InspectAPI(NoSource(), guidelines: []),
            users: users)
        host = String(server.newLink().split(separator: "/")[1])
    }

    private func end() {
        server.close()
        loop.run()
        loop.close()
    }

    /// The first line of the response, and the body.
    private func ask(_ head: String, _ body: String = "") throws -> (status: String, body: String) {
        let browser = Browser(port)
        browser.send("\(head)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
        while !browser.hasEnded { loop.runOnce() }
        let parts = browser.text.split(separator: "\r\n\r\n", maxSplits: 1)
        let lines = (parts.first ?? "").split(separator: "\r\n")
        return (String(lines.first ?? ""), String(parts.dropFirst().first ?? ""))
    }

    @Test("The link's token gives the session, which the data needs; the page's files need none")
    func session() throws {
        let host = "HTTP/1.1\r\nHost: \(host)"
        #expect(try ask("GET / \(host)").status == "HTTP/1.1 200 OK")
        #expect(try ask("GET /api/about \(host)").status == "HTTP/1.1 401 Unauthorized")
        let token = String(server.newLink().split(separator: "=")[1])
        #expect(try ask("GET /session \(host)", token).status == "HTTP/1.1 405 Method Not Allowed")
        let answer = try ask("POST /session \(host)", token)
        #expect(answer.status == "HTTP/1.1 200 OK")
        let node = try JSONReader().parse(Array(answer.body.utf8), depthLimit: 4)
        let session = try #require(node.member("session")?.string)
        #expect(try ask("POST /session \(host)", token).status == "HTTP/1.1 401 Unauthorized")
        let right = "Authorization: Bearer \(session)"
        #expect(try ask("GET /api/about \(host)\r\n\(right)").status == "HTTP/1.1 200 OK")
        #expect(try ask("POST /api/control \(host)\r\n\(right)").status == "HTTP/1.1 403 Forbidden")
        for other in ["HTTP/1.1\r\nHost: evil", "\(host)\r\nOrigin: http://evil"] {
            let answer = try ask("GET /api/about \(other)\r\n\(right)")
            #expect(answer.status == "HTTP/1.1 421 Misdirected Request")
        }
        end()
    }

    @Test("Of too many connections the oldest without a request is closed, no other")
    func crowd() throws {
        let browsers = (0..<InspectLimits.connections).map { _ in
            // Taken at once: the kernel keeps fewer waiting.
            defer { loop.runOnce() }
            return Browser(port)
        }
        browsers[0].send("GET /icon.svg HTTP/1.1\r\n")
        let other = Browser(port)
        while !browsers[0].hasEnded { loop.runOnce() }
        #expect(browsers[0].text.isEmpty)
        #expect(browsers.count { $0.hasEnded } == 1)
        other.send("GET /icon.svg HTTP/1.1\r\nHost: \(host)\r\n\r\n")
        while !other.hasEnded { loop.runOnce() }
        #expect(other.text.hasPrefix("HTTP/1.1 200 OK\r\n"))
        end()
    }

    @Test("Connections that stay open after a refusal keep nobody out")
    func refused() throws {
        let browsers = (0..<InspectLimits.connections).map { _ in
            let browser = Browser(port)
            browser.send("no request\r\n\r\n")
            while !browser.hasEnded, browser.text.isEmpty { loop.runOnce() }
            return browser
        }
        #expect(try ask("GET / HTTP/1.1\r\nHost: \(host)").status == "HTTP/1.1 200 OK")
        #expect(browsers.count { $0.hasEnded } == 1)
        end()
    }

    @Test("Connections of other users are closed")
    func users() throws {
        let strict = try InspectServerTests(users: [getuid() + 1])
        #expect(try strict.ask("GET / HTTP/1.1\r\nHost: \(strict.host)").status.isEmpty)
        strict.end()
        let own = try InspectServerTests(users: [getuid()])
        #expect(try own.ask("GET / HTTP/1.1\r\nHost: \(own.host)").status == "HTTP/1.1 200 OK")
        own.end()
        end()
    }
}

@Suite("Control by the inspector's page")
struct InspectControlTests {
    @Test("The page calls a few methods, and no other reaches the daemon")
    func methods() throws {
        let daemon = try FakeDaemon([
            .welcome, .receive("bus.subscribe"), .result(#"{"sequence":0}"#),
            .receive("popover.explain"), .result(#"{"decisions":[]}"#),
            .receive(#""method":"status""#), .result(LookingTests.scene),
            .receive("metrics"), .result("{}"),
            .receive(#""method":"status""#), .result(LookingTests.scene),
            .receive(#""method":"popover.dismiss","params":{"popover":"p1"}"#), .result("{}"),
            .drain,
        ])
        let loop = try Loop()
        let source = try LiveSource(loop) { () throws(ClientError) in
            try ClientConnection(path: daemon.path, app: "inspect", timeout: .milliseconds(5000))
        }
        let control = InspectControl(source: source)
        func status(_ body: String) -> HTTPStatus {
            control.response(to: Array(body.utf8)).status
        }
        #expect(status("{}") == .badRequest)
        #expect(status(#"{"method":"display.remove","params":{}}"#) == .forbidden)
        #expect(status(#"{"method":"popover.dismiss","params":{"popover":"p1"}}"#) == .ok)
        source.close()
        loop.run()
        loop.close()
    }
}

/// A connection that the loop of the test serves.
private final class Browser {
    private let descriptor: Int32
    private(set) var text = ""

    init(_ port: UInt16) {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        let status = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                unsafe connect(descriptor, generic, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        #expect(status == 0)
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    }

    deinit { close(descriptor) }

    func send(_ text: String) {
        let bytes = Array(text.utf8)
        let count = unsafe Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        #expect(count == bytes.count)
    }

    /// Reads what has arrived.
    var hasEnded: Bool {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return count == 0 || errno != EAGAIN }
            text += String(decoding: buffer[..<count], as: UTF8.self)
        }
    }
}

/// Nothing to inspect.
private final class NoSource: InspectSource {
    let mode = "recording"
    let title = "nothing"
    let server = "popoverd"
    let clock = (monotonic: Instant(microseconds: 0), wall: Int64(0))
    let entries = InspectEntries()
    func scene(_ number: Int) -> Scene? { nil }
}
