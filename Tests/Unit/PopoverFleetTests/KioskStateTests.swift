// SPDX-License-Identifier: MIT

import PopoverWire
import Testing

@testable import PopoverFleet

@Suite("Events, topics, times and keys of a fleet")
struct KioskStateTests {
    private let reader = JSONReader()

    /// A second after that.
    private func change(
        _ state: KioskState, _ topic: String, _ data: String, time: Int64 = 4_000_000
    ) -> KioskState.Change? {
        guard let data = try? reader.parse(Array(data.utf8), depthLimit: 64) else { return nil }
        return state.apply(topic: topic, time: time, data, wall: 90_000, monotonic: 5_000_000)
    }

    private func event(_ topic: String, _ data: String, topics: [String] = ["*"]) -> String? {
        let state = KioskState(filter: EventFilter(topics: topics))
        guard case .event(let event, _, _) = change(state, topic, data) else { return nil }
        return event.map {
            String(
                decoding: $0.payload(kiosk: "k", epoch: "e", sequence: 3), as: UTF8.self)
        }
    }

    @Test("An event carries its number, the wall time and the members that may leave the kiosk")
    func payload() {
        let told = event(
            "alert.queued",
            #"{"alert":"a1","title":"Meyer","key":"k","message":"m","button":"b","x":1,"y":2,"#
                + #""severity":"info","roles":["app"],"frame":{"x":1}}"#)
        #expect(
            told == #"{"epoch":"e","sequence":3,"kiosk":"k","topic":"alert.queued","time":89000,"#
                + #""data":{"alert":"a1","severity":"info","roles":["app"]}}"#)
    }

    @Test("An event of a clock that is ahead happens now")
    func ahead() throws {
        let state = KioskState(filter: EventFilter(topics: ["*"]))
        guard case .event(let event?, _, _) = change(state, "tap", "{}", time: 9_000_000) else {
            Issue.record("no event")
            return
        }
        let payload = event.payload(kiosk: "k", epoch: "e", sequence: 3)
        #expect(String(decoding: payload, as: UTF8.self).contains(#""time":90000"#))
    }

    @Test("A command that the daemon could not carry out has failed, and no other")
    func verdicts() {
        for reason in CommandError.Reason.allCases {
            let entry = AuditEntry(CommandError(reason, "no"), kiosk: "k", time: 0)
            #expect(entry.verdict == (reason == .failed ? .failed : .refused))
        }
    }

    @Test("A file has at most so many keys")
    func mostKeys() throws {
        func ring(_ count: Int) throws -> KeyRing {
            let text = SigningKey().verifyingKey.text
            return try KeyRing((0..<count).map { "key-\($0) \(text) ping" }.joined(separator: "\n"))
        }
        #expect(try ring(KeyRing.mostKeys).count == KeyRing.mostKeys)
        #expect(throws: KeyRing.ParsingError.self) { try ring(KeyRing.mostKeys + 1) }
    }

    @Test("A response, an error and a queued alert name their request")
    func requests() {
        let state = KioskState(filter: EventFilter(topics: []))
        func change(_ line: String) -> KioskState.Change? {
            state.apply(ServerMessage(line, reader: reader))
        }
        #expect(
            change(#"{"id":"hello","result":{"server":"7.1"}}"#) == .welcome(version: "7.1"))
        #expect(change(#"{"id":"fleet-3","result":{}}"#) == .response(request: "fleet-3"))
        #expect(
            change(#"{"id":"fleet-3","error":{"message":"no"}}"#)
                == .error(request: "fleet-3", message: "no"))
        #expect(
            change(#"{"method":"alert.queued","params":{"request":"fleet-4"}}"#)
                == .alertQueued(request: "fleet-4"))
        for line in ["", "{", #"{"id":7,"result":{}}"#, #"{"id":null,"error":{}}"#] {
            #expect(change(line) == nil)
        }
    }

    @Test("A subscription and later events keep the highest severity")
    func alerts() {
        let state = KioskState(filter: EventFilter(topics: []))
        let snapshot = #"{"alerts":[{"alert":"a1","severity":"warning"}],"displays":[{},{}]}"#
        guard
            case .subscribed(let health, let alerts) = state.apply(
                ServerMessage(
                    #"{"id":"fleet-subscribe","result":{"snapshot":\#(snapshot)}}"#,
                    reader: reader))
        else {
            Issue.record("no subscription")
            return
        }
        #expect(health.displays == 2)
        #expect(String(decoding: alerts.payload, as: UTF8.self).contains("warning"))
        guard
            case .event(nil, "alert.answered", let left?) = change(
                state, "alert.answered", #"{"alert":"a1"}"#)
        else {
            Issue.record("no change of alerts")
            return
        }
        #expect(
            String(decoding: left.payload, as: UTF8.self) == #"{"count":0,"severity":"none"}"#)
    }

    @Test("Nested lists and objects are not sent")
    func nested() {
        let told = event("client.joined", #"{"roles":[["deep"]],"app":{"a":"b"}}"#)
        #expect(told?.hasSuffix(#""data":{}}"#) == true)
    }

    @Test("A client's event is sent where a pattern names it, without data that is too long")
    func published() {
        #expect(event("app.till.sold", #""x""#) == nil)
        #expect(event("app.till.sold", #""x""#, topics: ["app.*"])?.hasSuffix(#""x"}"#) == true)
        let long = "\"" + String(repeating: "x", count: EventFilter.mostPublished) + "\""
        #expect(
            event("app.till.sold", long, topics: ["app.till.*"])?
                .hasSuffix(#"{"omittedBytes":4098}}"#) == true)
    }

    @Test(
        "Patterns select topics",
        arguments: [
            ("*", "tap", true), ("alert.*", "alert.queued", true), ("alert.*", "alert", false),
            ("*.closed", "popover.closed", true), ("*.closed", "popover.closed.x", false),
            ("a*b*c", "a.b.b.c", true), ("", "tap", false),
        ])
    func globs(_ glob: String, _ topic: String, _ matches: Bool) {
        #expect(EventFilter(topics: [glob]).allows(topic) == matches)
    }

    @Test("The default topics exclude popovers, taps, drafts and clients' events")
    func usual() {
        let filter = EventFilter(topics: EventFilter.usualTopics)
        for topic in ["tap", "popover.opened", "draft.saved", "advice", "app.shop.sold"] {
            #expect(!filter.allows(topic))
        }
        for topic in ["alert.queued", "session.ended", "plugin.failed"] {
            #expect(filter.allows(topic))
        }
    }

    @Test("A kiosk has its own MQTT topics")
    func topics() throws {
        let topics = try KioskTopics(prefix: "a/b", kiosk: "hall-3", groups: ["lobby"])
        #expect(topics.status == "a/b/hall-3/status")
        #expect(topics.event(of: "alert.queued") == "a/b/hall-3/event/alert/queued")
        #expect(
            topics.commands == [
                "a/b/hall-3/command", "a/b/@lobby/command", "a/b/@all/command",
            ])
        // A client chooses these names: none may be a pattern, or another kiosk's topic.
        for topic in ["app.+", "app.#", "app.a/b", "app..x", "app.é", "app.a b", ""] {
            #expect(topics.event(of: topic) == nil)
        }
    }

    @Test(
        "Invalid names are refused",
        arguments: ["", "a/b", "#", "+", "@all", "é", String(repeating: "a", count: 65)])
    func names(_ name: String) {
        #expect(throws: KioskTopics.NameError.self) {
            try KioskTopics(prefix: "popoverd", kiosk: name, groups: [])
        }
        #expect(throws: KioskTopics.NameError.self) {
            try KioskTopics(prefix: "popoverd", kiosk: "k", groups: [name])
        }
    }

    @Test(
        "A time is parsed as it is formatted",
        arguments: [
            (0, "1970-01-01T00:00:00Z"), (951_782_400, "2000-02-29T00:00:00Z"),
            (1_800_000_000, "2027-01-15T08:00:00Z"), (-1, "1969-12-31T23:59:59Z"),
            (253_402_300_799, "9999-12-31T23:59:59Z"),
        ] as [(Int64, String)])
    func times(_ seconds: Int64, _ text: String) {
        #expect(WallTime.text(seconds) == text)
        #expect(WallTime.seconds(text) == seconds)
    }

    @Test(
        "An invalid time is not parsed",
        arguments: [
            "", "2027-01-15", "2027-02-29T00:00:00Z", "2027-13-01T00:00:00Z",
            "2027-01-15T24:00:00Z", "2027-01-15T08:00:00+01:00", "2027-01-15T08:00:00.5Z",
            "2027-01-15t08:00:00Z", "+027-01-15T08:00:00Z", "2027-01-15T08:00:60Z",
            "2027-01-15T8:00:00Z", "2027-01-15T08:00:00Z ", "2027-01-15 08:00:00Z", "T::Z--",
            "99999999999-01-15T08:00:00Z", "2027-01-15T08:00:00+00:00Z",
        ])
    func invalidTimes(_ text: String) {
        #expect(WallTime.seconds(text) == nil)
    }

    @Test("An error in a file of keys names its line")
    func keyRings() throws {
        let key = SigningKey()
        let text = key.verifyingKey.text
        let ring = try KeyRing("# on call\n\nops \(text) ping,alert.* # all of them\r\n")
        #expect(ring.count == 1)
        #expect(ring.gives(.clear, to: "ops") && !ring.gives(.endSession, to: "ops"))
        for (words, message) in [
            ("ops \(text)", "line 2: expected a name, a key and rights"),
            ("a/b \(text) ping", "line 2: name \"a/b\""),
            ("ops \(key.text) ping", "line 2: the key is secret"),
            ("ops k4.public.AAAA ping", "line 2: the key is not a k4.public key"),
            ("ops \(text) fly", "line 2: right \"fly\" matches no command"),
            ("ops \(text) ping,", "line 2: right \"\" matches no command"),
            ("ops \(text) ping\nops \(text) ping", "line 3: name \"ops\" is used twice"),
        ] {
            do {
                _ = try KeyRing("\n" + words)
                Issue.record("\(words) is accepted")
            } catch {
                #expect(error.description.hasPrefix(message), "\(error)")
            }
        }
    }
}
