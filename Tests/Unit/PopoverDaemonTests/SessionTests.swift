// SPDX-License-Identifier: MIT

import LibUV
import PopoverCore
import PopoverModel
import PopoverSessions
import PopoverTestSupport
import Testing

@testable import PopoverDaemon

@Suite struct SessionTests {
    @Test("A request sent byte by byte is answered once")
    func byteByByte() throws {
        let test = try TestDaemon()
        let client = try test.connect()
        let hello = #"{"jsonrpc":"2.0","id":1,"method":"hello","params":{"protocol":1,"app":"a"}}"#
        for byte in (hello + "\r\n").utf8 {
            client.write(String(decoding: [byte], as: UTF8.self))
            test.loop.runOnce()
        }
        #expect(try client.answer("1").contains(#""client":"c1""#))
        #expect(!client.lines.contains { $0.contains(#""id":1"#) })
        test.end()
    }

    @Test("Ten thousand pipelined requests are answered in order, and others are served meanwhile")
    func fairness() throws {
        let test = try TestDaemon("[limits]\noutputBytes = 4194304\n")
        let greedy = try test.client("greedy")
        let bystander = try test.client("bystander")
        var text = ""
        for number in 1...10_000 {
            text += #"{"jsonrpc":"2.0","id":\#(number),"method":"draft.list"}"# + "\n"
        }
        greedy.write(text)
        // The flood is under way when the other one asks.
        _ = try greedy.answer("1")
        _ = try bystander.ask("draft.list")
        #expect(greedy.lines.count < 5000)
        try test.run { greedy.lines.count >= 9999 }
        let answers = greedy.lines.filter { $0.contains(#""drafts""#) }
        let numbers = answers.compactMap { line in
            line.firstRange(of: "\"id\":").flatMap { range in
                Int(line[range.upperBound...].prefix { $0.isNumber })
            }
        }
        #expect(numbers == Array(2...10_000))
        test.end()
    }

    @Test("A line at the limit works, a longer one is error 4, and the next one works")
    func tooLong() throws {
        let test = try TestDaemon("[limits]\nmessage = 4096\n")
        let client = try test.client()
        let start = #"{"jsonrpc":"2.0","id":5,"method":"draft.list","x":""#
        let exact = start + String(repeating: "x", count: 4096 - start.utf8.count - 2) + "\"}"
        client.send(exact)
        #expect(try client.answer("5").contains("result"))
        client.send(exact + " ")
        let error = try client.answer("null")
        #expect(error.contains(#""code":4"#) && error.contains(#""limit":"message""#))
        #expect(error.contains("4096"))
        #expect(try client.ask("draft.list").contains("result"))
        #expect(test.daemon.engine.sessions.counters.linesTooLong == 1)
        test.end()
    }

    @Test("An endless line is read one buffer at a time, and is not stored")
    func endless() throws {
        let test = try TestDaemon()
        let client = try test.client()
        let counters = test.daemon.engine.sessions.counters
        client.write(String(repeating: "x", count: 500_000))
        var largest: Int64 = 0
        let start = counters.bytesRead
        while counters.bytesRead < start + 500_000 {
            let before = counters.bytesRead
            test.loop.runOnce()
            largest = max(largest, counters.bytesRead - before)
        }
        #expect(largest == Int64(Loop.readLimitBytes))
        #expect(try client.answer("null").contains(#""limit":"message""#))
        client.send("")
        #expect(try client.ask("draft.list").contains("result"))
        test.end()
    }

    @Test("Lines that are not JSON are errors, and too many of them disconnect the client")
    func malformed() throws {
        let test = try TestDaemon()
        let client = try test.client()
        for _ in 1...7 { client.send("{]") }
        for _ in 1...7 { #expect(try client.answer("null").contains("-32700")) }
        #expect(try client.ask("draft.list").contains("result"))
        client.send("{]")
        try client.waitForEnd()
        #expect(client.lines.last?.contains(#""reason":"malformed""#) == true)
        #expect(test.daemon.engine.sessions.counters.disconnects(.malformed) == 1)
        test.end()
    }

    @Test("JSON that is not a request is an error, but never disconnects the client")
    func notARequest() throws {
        let test = try TestDaemon()
        let client = try test.client()
        for _ in 1...20 { client.send("[]") }
        for _ in 1...20 { #expect(try client.answer("null").contains("-32600")) }
        #expect(try client.ask("draft.list").contains("result"))
        test.end()
    }

    @Test("After a half-close all requests are answered, and then the connection ends")
    func halfClose() throws {
        let test = try TestDaemon()
        let client = try RawClient(test)
        client.send(#"{"jsonrpc":"2.0","id":1,"method":"hello","params":{"protocol":1,"app":"a"}}"#)
        client.send(#"{"jsonrpc":"2.0","id":2,"method":"draft.list"}"#)
        client.send("half a line", ending: "")
        client.finish()
        let text = try client.readToEnd()
        #expect(text.contains(#""id":1"#) && text.contains(#""id":2"#))
        #expect(test.daemon.engine.sessions.counters.linesCutOff == 1)
        #expect(test.daemon.engine.sessions.counters.disconnects(.client) == 1)
        test.end()
    }

    @Test("A half-closed client that waits for an answer lives until it hangs up")
    func hangUp() throws {
        let test = try TestDaemon()
        let shell = try test.client("shell", roles: #","roles":["shell"]"#)
        let client = try RawClient(test)
        client.send(#"{"jsonrpc":"2.0","id":1,"method":"hello","params":{"protocol":1,"app":"a"}}"#)
        client.send(
            #"{"jsonrpc":"2.0","id":2,"method":"alert.raise","params":{"title":"t","#
                + #""severity":"info","buttons":[{"id":"ok","label":"OK"}]}}"#)
        client.finish()
        _ = try shell.line { $0.contains("alert.present") }
        #expect(test.daemon.engine.sessions.counters.disconnects(.client) == 0)
        client.kill()
        _ = try shell.line { $0.contains("alert.dismiss") }
        #expect(test.daemon.engine.sessions.counters.disconnects(.client) == 1)
        test.end()
    }

    @Test("A client without hello is disconnected after its timeout")
    func helloTimeout() throws {
        let test = try TestDaemon("[timing]\nhelloMs = 100\n")
        let client = try test.connect()
        try client.waitForEnd()
        #expect(client.lines.last?.contains(#""reason":"hello-timeout""#) == true)
        test.end()
    }

    @Test("A client that stops reading gets bye slow")
    func stall() throws {
        let test = try TestDaemon("[limits]\noutputStallMs = 1000\n")
        let client = try test.client()
        let content = String(repeating: "x", count: 100_000)
        _ = try client.ask("draft.save", #"{"key":"k","content":"\#(content)"}"#)
        client.connection.stopReading()
        // Far more than the kernel takes, and far less than the limit.
        for number in 100..<105 {
            client.send(
                #"{"jsonrpc":"2.0","id":\#(number),"method":"draft.load","params":{"key":"k"}}"#)
        }
        try test.run { test.daemon.engine.sessions.counters.disconnects(.slow) == 1 }
        client.read()
        try client.waitForEnd()
        #expect(client.lines.last?.contains(#""reason":"slow""#) == true)
        test.end()
    }

    @Test("A client over its output limit gets bye slow at once, and does not affect others")
    func slow() throws {
        let test = try TestDaemon("[limits]\nmessage = 4096\noutputBytes = 8192\n")
        let slow = try test.client("slow")
        let publisher = try test.client("publisher", roles: #","roles":["shell"]"#)
        slow.connection.stopReading()
        var width = 1000
        // What everyone is told is no event, and is never left out.
        while test.daemon.engine.sessions.counters.disconnects(.slow) == 0 {
            width = 2001 - width
            _ = try publisher.ask(
                "display.set", #"{"display":"main","width":\#(width),"height":800}"#)
        }
        // Its connection is still open, for it to learn why.
        slow.read()
        try slow.waitForEnd()
        #expect(slow.lines.last?.contains(#""reason":"slow""#) == true)
        #expect(try publisher.ask("draft.list").contains("result"))
        test.end()
    }

    @Test("Requests of a client that leaves answers unread wait until it reads")
    func heldBack() throws {
        let test = try TestDaemon()
        let client = try test.client()
        let content = String(repeating: "x", count: 100_000)
        _ = try client.ask("draft.save", #"{"key":"k","content":"\#(content)"}"#)
        client.connection.stopReading()
        for number in 100..<164 {
            client.send(
                #"{"jsonrpc":"2.0","id":\#(number),"method":"draft.load","params":{"key":"k"}}"#)
        }
        let bystander = try test.client("bystander")
        for _ in 1...100 { _ = try bystander.ask("draft.list") }
        // 6.4 MB of answers are owed; no more than half the limit and one answer may wait.
        #expect(test.daemon.engine.sessions.counters.bytesWritten < 2_500_000)
        client.read()
        for number in 100..<164 { _ = try client.answer("\(number)") }
        test.end()
    }

    @Test("Requests far beyond the announced rate are a flood")
    func flood() throws {
        let test = try TestDaemon()
        var settings = Settings(displays: [], administrators: [])
        settings.limits.requestsPerSecond = 10
        let client = try test.client()
        test.daemon.engine.sessions.configure(settings)
        for _ in 1...100 { client.send(#"{"jsonrpc":"2.0","method":"draft.list"}"#) }
        try client.waitForEnd()
        #expect(client.lines.last?.contains(#""reason":"flood""#) == true)
        test.end()
    }

    @Test("When a client dies, observers get client.left")
    func death() throws {
        let test = try TestDaemon()
        let observer = try test.client("observer")
        _ = try observer.ask("bus.subscribe", #"{"topics":["client.left"]}"#)
        let client = try test.client("dies")
        client.close()
        let event = try observer.line { $0.contains("client.left") }
        #expect(event.contains(#""client":"c2""#) && event.contains(#""app":"dies""#))
        test.end()
    }

    @Test("A user over the connection limit is refused until a connection ends")
    func quota() throws {
        let test = try TestDaemon("[limits]\nclients = 3\nclientsPerUser = 2\n")
        let first = try test.client("first")
        let second = try test.client("second")
        let third = try test.connect()
        try third.waitForEnd()
        #expect(third.lines.last?.contains(#""reason":"quota""#) == true)
        #expect(third.lines.last?.contains("retryAfterMs") == true)
        #expect(test.daemon.engine.sessions.counters.connectionsRefused == 1)
        first.close()
        _ = try second.ask("draft.list")
        let fourth = try test.client("fourth")
        #expect(try fourth.ask("draft.list").contains("result"))
        test.end()
    }

    @Test("On shutdown every client gets bye, and the socket is removed")
    func shutdown() throws {
        let test = try TestDaemon()
        let client = try test.client()
        test.daemon.shutDown()
        try client.waitForEnd()
        #expect(client.lines.last?.contains(#""reason":"shutdown""#) == true)
        #expect(test.daemon.finish() == .success)
        #expect(!test.folder.contains("popoverd.sock"))
    }

    @Test("The status contains session counters and the use of every limit")
    func counters() throws {
        let test = try TestDaemon("[limits]\nclientsPerUser = 2\nsubscriptions = 1\n")
        let client = try test.client("shop")
        _ = try client.ask("bus.subscribe", #"{"topics":["app.*"]}"#)
        _ = try client.ask("bus.subscribe", #"{"topics":["alert.*"]}"#)
        let second = try test.client("second")
        try test.connect().waitForEnd()
        let status = try client.ask("status")
        #expect(status.contains("connectionsAccepted"))
        #expect(status.contains("disconnects.slow"))
        for name in Limits.Name.allCases {
            #expect(status.contains(#"{"limit":"\#(name.rawValue)","value":"#))
        }
        #expect(
            status.contains(
                #"{"limit":"subscriptions","value":1,"used":1,"holder":"c1 shop","hits":1}"#))
        #expect(status.contains(#"{"limit":"clientsPerUser","value":2,"used":2,"holder":"user "#))
        #expect(status.contains(#"{"limit":"clients","value":2048,"used":2,"peak":2,"#))
        second.close()
        test.end()
    }

    @Test("A subscriber that reads again gets the newest states and the gaps")
    func eventsHeldBack() throws {
        let test = try TestDaemon("[limits]\nmessage = 4096\noutputBytes = 16384\n")
        let slow = try test.client("slow")
        _ = try slow.ask("bus.subscribe", #"{"topics":["app.*"]}"#)
        let publisher = try test.client("publisher")
        slow.connection.stopReading()
        let data = #"{"topic":"app.x","data":"\#(String(repeating: "x", count: 2000))"}"#
        while test.daemon.engine.sessions.counters.eventsLost < 10 {
            _ = try publisher.ask("bus.publish", data)
        }
        slow.read()
        _ = try slow.line { $0.contains("bus.gap") }
        let last = try publisher.ask("bus.publish", #"{"topic":"app.done","data":1}"#)
        #expect(last.contains("sequence"))
        try test.run { slow.lines.contains { $0.contains("app.done") } || slow.hasEnded }
        #expect(!slow.hasEnded)
        #expect(test.daemon.engine.sessions.counters.disconnects(.slow) == 0)
        test.end()
    }

    @Test(
        "A request for history is answered completely, even beyond the output limit",
        arguments: [
            ("message = 4096\noutputBytes = 65536", 500), ("historyEvents = 1000", 5000),
        ])
    func history(limits: String, size: Int) throws {
        let test = try TestDaemon("[limits]\n\(limits)\n")
        let publisher = try test.client("publisher")
        let data = #"{"topic":"app.x","data":"\#(String(repeating: "x", count: size))"}"#
        for _ in 1...190 { _ = try publisher.ask("bus.publish", data) }
        let reader = try test.client("reader")
        _ = try reader.ask("bus.subscribe", #"{"topics":["app.*"],"since":0}"#)
        let fitting = min(190, test.daemon.engine.sessions.limits.historyBytes / (size + 2))
        try test.run {
            reader.lines.count { $0.contains("app.x") } >= fitting - 1 || reader.hasEnded
        }
        _ = try publisher.ask("bus.publish", #"{"topic":"app.done","data":1}"#)
        try test.run { reader.lines.contains { $0.contains("app.done") } || reader.hasEnded }
        // What is forgotten comes before all that is remembered.
        let remembered = reader.lines.filter { $0.contains("bus.gap") || $0.contains("app.") }
            .drop { $0.contains("bus.gap") }
        #expect(!remembered.contains { $0.contains("bus.gap") })
        #expect(test.daemon.engine.sessions.counters.eventsLost == 0)
        test.end()
    }

    @Test("Held events come before the answer to a subscription and before its gap")
    func order() throws {
        let test = try TestDaemon(
            "[limits]\nmessage = 4096\noutputBytes = 16384\nhistoryEvents = 2\n")
        let slow = try test.client("slow")
        _ = try slow.ask("bus.subscribe", #"{"topics":["app.*"]}"#)
        let publisher = try test.client("publisher")
        slow.connection.stopReading()
        let data = #"{"topic":"app.x","data":"\#(String(repeating: "x", count: 2000))"}"#
        while test.daemon.engine.sessions.counters.eventsLost < 10 {
            _ = try publisher.ask("bus.publish", data)
        }
        let before = test.daemon.engine.sessions.counters.linesRead
        let params = #"{"topics":["a"],"since":1}"#
        slow.send(#"{"jsonrpc":"2.0","id":9,"method":"bus.subscribe","params":\#(params)}"#)
        try test.run { test.daemon.engine.sessions.counters.linesRead > before }
        slow.read()
        try test.run { slow.lines.count { $0.contains("bus.gap") } == 2 || slow.hasEnded }
        let told = slow.lines.compactMap { line in
            line.contains("bus.gap") ? "gap" : line.contains(#""id":9,"#) ? "answer" : nil
        }
        #expect(told == ["gap", "answer", "gap"])
        test.end()
    }
}
