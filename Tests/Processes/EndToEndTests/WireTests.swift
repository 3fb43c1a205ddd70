// SPDX-License-Identifier: MIT

import Testing

/// Lines that are wrong, too long or too many never harm other clients.
@Suite("Lines over the socket")
struct WireTests {
    private static func isOver(_ client: ActorProcess, _ reason: String) throws -> Bool {
        let bye = try client.next("bye")["params"]
        try client.waitForEnd()
        return bye["reason"].string == reason && bye["retryAfterMs"].number != nil
    }

    /// The next answer without an id.
    private static func error(_ client: ActorProcess) throws -> ErrorResponse {
        ErrorResponse(try client.answer(to: nil)["error"])
    }

    @Test(
        "Invalid JSON is answered with its byte offset; the connection stays open",
        arguments: [
            ("nonsense", 0), ("{", 1), (#"{"a":1,}"#, nil), (#"{"a":1,"a":2}"#, nil),
            (#"{"a":"\ud800"}"#, nil), (String(repeating: "[", count: 200_000), nil),
            (#"{"a":01}"#, nil), ("\u{FEFF}{}", 0), ("{} {}", nil),
        ] as [(String, Int?)])
    func malformed(line: String, offset: Int?) throws {
        let client = try World().actor()
        client.send(text: line + "\n")
        let error = try Self.error(client)
        #expect(error.code == -32700)
        let told = try #require(error.data["offset"].number)
        #expect((0...Double(line.utf8.count)).contains(told))
        if let offset { #expect(told == Double(offset)) }
        try client.fence()
    }

    @Test(
        "JSON that is no request is answered with an error",
        arguments: [
            "[]", "[1]", "null", "1", "{}", #"{"jsonrpc":"2.0","id":{},"method":"status"}"#,
            #"{"jsonrpc":"2.0","id":true,"method":"status"}"#,
        ])
    func noRequest(line: String) throws {
        let client = try World().actor()
        client.send(text: line + "\n")
        #expect(try Self.error(client).code == -32600)
        try client.fence()
    }

    @Test("A line in many pieces, with CR and empty lines around it, is one request")
    func pieces() throws {
        let client = try World().actor()
        let line = #"{"jsonrpc":"2.0","id":"pieces","method":"draft.list"}"#
        client.send(text: "\n\r\n\n")
        for character in line { client.send(text: String(character)) }
        client.send(text: "\r\n")
        #expect(try client.result(of: "pieces") == ["drafts": []])
    }

    @Test("A line that is too long is refused and skipped")
    func tooLong() throws {
        let world = try World("[limits]\nmessage = 4096\ncontent = 3072\ndraft = 3072\n")
        let client = try world.actor()
        let bystander = try world.actor("bystander")
        client.send(text: #"{"a":""# + String(repeating: "x", count: 5000))
        let error = try Self.error(client)
        #expect(error.code == 4)
        #expect(error.data == ["limit": "message", "value": 4096])
        try bystander.fence()
        client.send(text: String(repeating: "x", count: 100_000) + "\"}\n")
        try client.fence()
    }

    @Test("A client that keeps sending nonsense is disconnected; others stay")
    func nonsense() throws {
        let world = try World()
        let client = try world.actor()
        let bystander = try world.actor("bystander")
        client.send(text: String(repeating: "nonsense\n", count: 8))
        #expect(try Self.isOver(client, "malformed"))
        try bystander.fence()
    }

    @Test("Thousands of requests in one write are answered in order without starving others")
    func many() throws {
        let world = try World()
        let client = try world.actor()
        let bystander = try world.actor("bystander")
        let ids = (0..<2000).map { "r\($0)" }
        client.send(
            text: ids.map { #"{"jsonrpc":"2.0","id":"\#($0)","method":"draft.list"}"# + "\n" }
                .joined())
        try bystander.fence()
        _ = try client.answer(to: ids[ids.count - 1])
        let answered = client.inbox.filter { $0["method"].isNull }.compactMap { $0["id"].string }
        #expect(answered == Array(ids.dropLast()))
    }

    @Test("Hello must come first, once, in time and in this version")
    func hello() throws {
        let world = try World("[timing]\nhelloMs = 100\n")
        let early = try world.stranger()
        #expect(try early.refusal("status").reason == "hello-first")
        let version = try early.refusal("hello", ["protocol": 2, "app": "x"])
        #expect(version.member == "protocol")
        #expect(version.data["supported"].elements.contains(1))
        try early.greet()
        #expect(try early.refusal("hello", ["protocol": 1, "app": "x"]).code == -32600)
        let silent = try world.stranger()
        #expect(try Self.isOver(silent, "hello-timeout"))
        try early.fence()
    }

    @Test("A half-closed connection gets its answers before it is closed")
    func halfClose() throws {
        let world = try World()
        let client = try world.actor()
        let watcher = try world.observer("client.left")
        let last = client.begin("draft.list")
        client.finish()
        #expect(try client.result(of: last) == ["drafts": []])
        try client.waitForEnd()
        try watcher.event("client.left", ["app": "shop"])
    }

    @Test("A half-closed connection stays open until its waiting open is answered")
    func halfCloseWaiting() throws {
        let world = try World()
        let owner = try world.actor("owner")
        let client = try world.actor()
        try owner.open()
        let waiting = client.beginOpen(at: Spot.corner)
        let asked = try owner.next("popover.willClose")
        client.finish()
        owner.reply(to: asked)
        #expect(try client.result(of: waiting)["presentation"] == "popover")
        try client.waitForEnd()
    }

    @Test("A request piped through socat is answered")
    func socat() throws {
        let world = try World()
        let socat = try Child(
            "/usr/bin/socat", ["-t", "30", "-", "UNIX-CONNECT:\(world.socket)"])
        let hello: JSON = ["protocol": 1, "app": "script"]
        socat.write(
            """
            {"jsonrpc":"2.0","id":1,"method":"hello","params":\(hello)}
            {"jsonrpc":"2.0","id":2,"method":"draft.list"}

            """)
        socat.closeInput()
        var answered: [Double] = []
        while let line = try socat.output.next() {
            let message = try #require(JSON(text: line.utf8))
            if let id = message["id"].number, message["method"].isNull { answered.append(id) }
        }
        #expect(answered == [1, 2])
        #expect(try socat.wait() == 0)
        try world.actor().fence()
    }

    @Test("Errors name the exceeded limit", arguments: ["sources", "surfaces", "occluders"])
    func limits(name: String) throws {
        let client = try World("[limits]\n\(name) = 2\n").actor()
        let kind = String(name.dropLast())
        let area = kind == "surface" ? "frame" : "rect"
        func params(_ number: Int) -> JSON {
            .object([kind: .string("n\(number)"), area: Spot.corner])
        }
        for number in 1...2 { try client.call("\(kind).set", params(number)) }
        try client.call("\(kind).set", params(2))
        let refusal = try client.refusal("\(kind).set", params(3))
        #expect(refusal.code == 4)
        #expect(refusal.data == ["limit": .string(name), "value": 2])
    }

    @Test("A draft over the limit is refused on save and reported on close")
    func draftLimit() throws {
        let world = try World(World.unhurried + "[limits]\ndraft = 1024\n")
        let client = try world.actor()
        let watcher = try world.observer("draft.discarded")
        let large = JSON.string(String(repeating: "x", count: 2000))
        let refusal = try client.refusal("draft.save", ["key": "k", "content": large])
        #expect(refusal.code == 4)
        #expect(refusal.data["limit"] == "draft")
        let popover = try client.open("task", ["key": "k"])["popover"]
        try client.call("tap", Spot.outside)
        client.reply(to: try client.next("popover.willClose"), ["draft": large])
        try watcher.event("draft.discarded", ["key": "k", "reason": "limit"])
        try client.expectClosed(popover, "outside-tap", draft: "none", returnFocus: true)
    }

    @Test("A connection over the limit is refused; others stay")
    func quota() throws {
        let world = try World("[limits]\nclientsPerUser = 3\n")
        let clients = try (0..<3).map { try world.actor("client-\($0)") }
        let tooMany = try world.stranger()
        #expect(try Self.isOver(tooMany, "quota"))
        for client in clients { try client.fence() }
    }
}
