// SPDX-License-Identifier: MIT

import LibUV
import PopoverTestSupport
import Testing

@testable import PopoverDaemon

@Suite("Metrics over HTTP")
struct MetricsExchangeTests {
    private func answer(_ request: String) -> String? {
        var exchange = MetricsExchange()
        return exchange.receive(request.utf8) { "x 1\n" }
            .map { String(decoding: $0, as: UTF8.self) }
    }

    @Test(
        "Each request has its status",
        arguments: [
            ("GET /metrics HTTP/1.1\r\nHost: a", "200 OK"), ("GET /metrics?a=b HTTP/1.0", "200 OK"),
            ("POST /metrics HTTP/1.1", "405 Method Not Allowed"),
            ("GET /metrics2 HTTP/1.1", "404 Not Found"), ("GET /metrics", "400 Bad Request"),
        ])
    func status(head: String, status: String) {
        #expect(answer(head) == nil)
        #expect(answer(head + "\r\n\r\n")?.hasPrefix("HTTP/1.0 \(status)\r\n") == true)
        #expect(answer(head + "\n\n")?.hasPrefix("HTTP/1.0 \(status)\r\n") == true)
    }

    @Test("HEAD has the length of the body, without the body")
    func head() throws {
        let get = try #require(answer("GET /metrics HTTP/1.1\r\n\r\n"))
        #expect(get.contains("Content-Length: 4\r\n"))
        #expect(answer("HEAD /metrics HTTP/1.1\r\n\r\n") == String(get.dropLast(4)))
    }

    @Test("A head is limited to the byte, and answered once")
    func limit() {
        var exchange = MetricsExchange()
        func receive(_ bytes: Int) -> Int? {
            exchange.receive(repeatElement(UInt8(ascii: "x"), count: bytes)) { "" }?.count
        }
        #expect(receive(MetricsExchange.headLimit) == nil)
        #expect(receive(1) != nil)
        #expect(receive(1) == nil)
    }
}

@Suite("The socket of the metrics")
struct MetricsSocketTests {
    private let test: TestDaemon
    private let path: String

    init() throws {
        test = try TestDaemon()
        path = test.folder.path + "/metrics.sock"
    }

    private func serve(_ text: String, _ work: () throws -> Void) throws {
        let socket = try MetricsSocket(test.loop, at: .path(path), log: test.daemon.log) { text }
        try socket.listen()
        try work()
        socket.close()
        test.end()
    }

    @Test("One scraper too many is turned away, and the others are served")
    func crowd() throws {
        try serve("x 1\n") {
            let scrapers = try (0..<MetricsSocket.connectionLimit).map { _ in
                try RawClient(test, at: path)
            }
            #expect(try RawClient(test, at: path).readToEnd() == "")
            for scraper in scrapers {
                scraper.send("GET /metrics HTTP/1.1\r\n\r")
                #expect(try scraper.readToEnd().hasSuffix("\r\n\r\nx 1\n"))
            }
        }
    }

    @Test("A scraper that sends no more still reads to the end")
    func halfClosed() throws {
        let text = String(repeating: "x", count: 4_000_000)
        try serve(text) {
            let scraper = try RawClient(test, at: path)
            scraper.send("GET /metrics HTTP/1.1\r\n\r")
            scraper.finish()
            #expect(try scraper.readToEnd().hasSuffix(text))
        }
    }
}
