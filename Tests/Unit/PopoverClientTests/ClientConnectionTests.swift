// SPDX-License-Identifier: MIT

import FakeDaemon
import Glibc
import PopoverClient
import PopoverModel
import PopoverWire
import Testing

@Suite("ClientConnection")
struct ClientConnectionTests {
    private func connect(
        to daemon: FakeDaemon, timeout: Int64 = 5000
    ) throws(ClientError) -> ClientConnection {
        try ClientConnection(
            path: daemon.path, app: "photos", roles: [.app, .shell],
            timeout: .milliseconds(timeout))
    }

    @Test("A failed connection closes its descriptor once: the number may belong to another then")
    func failing() {
        errno = 0
        #expect(throws: ClientError.self) {
            try ClientConnection(path: "/nowhere", app: "photos", timeout: .milliseconds(5000))
        }
        #expect(errno != EBADF)
    }

    @Test("It says hello and learns its id")
    func hello() throws {
        let daemon = try FakeDaemon([
            .receive(#""app":"photos","roles":["app","shell"]"#), .result(FakeDaemon.welcome),
        ])
        let connection = try connect(to: daemon)
        #expect(connection.client.description == "c7")
        #expect(connection.welcome.member("server")?.string == "fake")
    }

    @Test("A call returns its response and queues earlier messages in order")
    func interleaved() throws {
        let daemon = try FakeDaemon([
            .welcome, .receive(#""method":"tap""#),
            .send(#"{"jsonrpc":"2.0","method":"shield","params":{"on":true}}"#),
            .send(
                #"{"jsonrpc":"2.0","id":"r1","method":"popover.willClose","params":{"popover":"p1"}}"#
            ),
            .result(#"{"verdict":"dismissed","deliver":false,"popover":"p1"}"#),
            .receive(#""id":"r1""#),
        ])
        let connection = try connect(to: daemon)
        let judgement = try connection.tap(TapReport(point: Point(x: 1, y: 2.5)))
        #expect(judgement.verdict == .dismissed)
        #expect(judgement.popover?.description == "p1")
        guard case .notification("shield", let params)? = try connection.nextMessage(deadline: nil)
        else {
            Issue.record("The shield comes first")
            return
        }
        #expect(params.member("on")?.bool == true)
        guard case .request(let request)? = try connection.nextMessage(deadline: nil) else {
            Issue.record("Then the request")
            return
        }
        #expect(request.method == "popover.willClose")
        try connection.answerWillClose(
            request, draft: JSONText(validated: Array(#"{"text":"hi"}"#.utf8)))
        #expect(
            daemon.lines() == [
                #"{"jsonrpc":"2.0","id":2,"method":"tap","params":{"x":1,"y":2.5}}"#,
                #"{"jsonrpc":"2.0","id":"r1","result":{"draft":{"text":"hi"}}}"#,
            ])
    }

    @Test("The response to begin arrives as a message")
    func begun() throws {
        let daemon = try FakeDaemon([
            .welcome, .receive("alert.raise"), .result(#"{"alert":"a1","button":"ok"}"#), .drain,
        ])
        let connection = try connect(to: daemon)
        let number = try connection.beginAlert(
            AlertRequest(
                title: "Paper", severity: .warning, buttons: [Button(id: "ok", label: "OK")]))
        guard case .reply(number, .success(let result))? = try connection.nextMessage(deadline: nil)
        else {
            Issue.record("The reply comes")
            return
        }
        #expect(result.member("button")?.string == "ok")
    }

    @Test("An open sends every member and decodes the grant")
    func open() throws {
        let daemon = try FakeDaemon([
            .welcome, .receive("popover.open"),
            .result(
                #"""
                {"popover":"p3","presentation":"popover","frame":{"x":1,"y":2,"width":3,"height":4},"side":"top","arrow":{"x":5,"y":6},"draft":{"content":[1],"revision":2,"savedAt":0,"reason":"replaced"},"scrolls":true,"appearance":{},"advice":[{"rule":"G16","message":"shorter"}]}
                """#),
        ])
        var request = OpenRequest(behavior: "menu", size: Size(width: 320, height: 200))
        request.source = "share"
        request.sides = [.top, .left]
        request.minimum = Size(width: 300, height: 100)
        request.key = "k"
        request.isModal = true
        request.help = "Choose."
        request.buttons = [Button(id: "a", label: "A", role: .cancel)]
        request.severity = .info
        var appearance = DeclaredAppearance()
        appearance.background = DeclaredColor("#fff")
        appearance.text = DeclaredColor("#00000080")
        appearance.hasArrow = false
        appearance.hasBorder = false
        request.appearance = appearance
        request.wait = .milliseconds(0)
        let opened = try connect(to: daemon).open(request)
        #expect(opened.popover.description == "p3")
        #expect(
            opened.presentation
                == .popover(
                    frame: Rect(x: 1, y: 2, width: 3, height: 4), side: .top,
                    arrow: Point(x: 5, y: 6), scrolls: true))
        #expect(opened.draft?.bytes == Array("[1]".utf8))
        #expect(opened.advice == [Advice(rule: "G16", message: "shorter")])
        #expect(
            daemon.requests() == [
                ##"""
                {"method":"popover.open","params":{"behavior":"menu","size":{"width":320,"height":200},"source":"share","sides":["top","left"],"minimum":{"width":300,"height":100},"key":"k","modal":true,"help":"Choose.","buttons":[{"id":"a","label":"A","role":"cancel"}],"severity":"info","appearance":{"background":"#ffffff","text":"#00000080","arrow":false,"border":false},"waitMs":0}}
                """##
            ])
    }

    @Test("An error has its code, reason and member")
    func errors() throws {
        let daemon = try FakeDaemon([
            .welcome, .receive("status"),
            .error(#"{"code":1,"message":"locked","data":{"reason":"locked"}}"#),
        ])
        let connection = try connect(to: daemon)
        #expect(
            throws: ClientError.daemon(
                DaemonError(
                    code: 1, message: "locked",
                    data: JSONText(validated: Array(#"{"reason":"locked"}"#.utf8)),
                    reason: "locked"))
        ) { try connection.status() }
    }

    @Test("A missing socket and an overlong path are noDaemon")
    func noDaemon() {
        let long = "/tmp/" + String(repeating: "a", count: 110)
        for path in ["/tmp/nobody-listens-here", long] {
            let error = #expect(throws: ClientError.self) {
                try ClientConnection(path: path, app: "x", timeout: .milliseconds(1000))
            }
            guard case .noDaemon(path, _)? = error else {
                Issue.record("\(path) has no daemon")
                return
            }
        }
    }

    @Test("A call times out, and its late response is dropped")
    func silence() throws {
        let daemon = try FakeDaemon([
            .welcome, .receive("status"), .receive("draft.list"),
            .send(#"{"jsonrpc":"2.0","id":2,"result":{"late":true}}"#),
            .result(#"{"drafts":[]}"#), .drain,
        ])
        let connection = try connect(to: daemon)
        #expect(throws: ClientError.timedOut("no response to status")) {
            try connection.call("status", timeout: .milliseconds(20))
        }
        let drafts = try connection.call("draft.list")
        #expect(drafts.member("drafts")?.kind == .array)
        #expect(try connection.nextMessage(deadline: .now) == nil)
    }

    @Test("The end of the connection has the reason of the bye")
    func bye() throws {
        let daemon = try FakeDaemon([
            .welcome, .send(#"{"jsonrpc":"2.0","method":"bye","params":{"reason":"shutdown"}}"#),
        ])
        let connection = try connect(to: daemon)
        #expect(throws: ClientError.disconnected(reason: "shutdown")) {
            try connection.nextMessage(deadline: nil)
        }
    }

    @Test(
        "Another version of the protocol is a mismatch",
        arguments: [
            FakeDaemon.Step.result(#"{"protocol":2,"client":"c1"}"#),
            .error(#"{"code":-32602,"message":"no","data":{"member":"protocol"}}"#),
        ])
    func mismatch(answer: FakeDaemon.Step) throws {
        let daemon = try FakeDaemon([.receive("hello"), answer])
        let error = #expect(throws: ClientError.self) { try connect(to: daemon) }
        guard case .protocolMismatch? = error else {
            Issue.record("\(String(describing: error)) is no mismatch")
            return
        }
    }

    @Test("A refusal of hello for another reason is the daemon's error")
    func refusedHello() throws {
        let daemon = try FakeDaemon([
            .receive("hello"), .error(#"{"code":-32602,"message":"no","data":{"member":"app"}}"#),
        ])
        let error = #expect(throws: ClientError.self) { try connect(to: daemon) }
        guard case .daemon(let refusal)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(refusal.member == "app")
    }

    @Test(
        "Neither text nor an object without a method and a result is understood",
        arguments: ["hello?", #"{"jsonrpc":"2.0","id":1}"#])
    func garbage(line: String) throws {
        let daemon = try FakeDaemon([.welcome, .send(line)])
        let connection = try connect(to: daemon)
        let error = #expect(throws: ClientError.self) {
            try connection.nextMessage(deadline: nil)
        }
        guard case .notUnderstood? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("An error without an id belongs to the waiting request")
    func anonymousError() throws {
        let daemon = try FakeDaemon([
            .welcome, .receive("status"),
            .send(#"{"jsonrpc":"2.0","id":null,"error":{"code":4,"message":"too long"}}"#),
        ])
        let connection = try connect(to: daemon)
        #expect(throws: ClientError.daemon(DaemonError(code: 4, message: "too long"))) {
            try connection.call("status")
        }
    }

    @Test("A response without an id belongs to a begun request if there is one", arguments: [1, 2])
    func anonymousResponse(begun: Int) throws {
        let requests = (0..<begun).map { _ in FakeDaemon.Step.receive("alert.raise") }
        let daemon = try FakeDaemon(
            [.welcome] + requests + [
                .send(#"{"jsonrpc":"2.0","id":null,"result":{}}"#),
                .send(#"{"jsonrpc":"2.0","id":null,"method":"shield","params":{}}"#), .drain,
            ])
        let connection = try connect(to: daemon)
        let numbers = try (0..<begun).map { _ in try connection.begin("alert.raise") }
        if begun == 1 {
            guard case .reply(numbers[0], _)? = try connection.nextMessage(deadline: nil) else {
                Issue.record("The reply comes")
                return
            }
        }
        guard case .notification("shield", _)? = try connection.nextMessage(deadline: nil) else {
            Issue.record("Nothing else comes before the notification")
            return
        }
    }

    @Test("Waiting ends when the reader of the output has gone")
    func outputClosed() throws {
        let daemon = try FakeDaemon([.welcome, .drain])
        let connection = try connect(to: daemon)
        var ends: [Int32] = [-1, -1]
        try #require(unsafe pipe(&ends) == 0)
        defer { close(ends[1]) }
        close(ends[0])
        connection.output = ends[1]
        #expect(throws: ClientError.outputClosed) { try connection.nextMessage(deadline: nil) }
    }
}
