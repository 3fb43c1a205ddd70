// SPDX-License-Identifier: MIT

import Testing

@testable import PopoverFleet

@Suite("What goes out, and where")
struct FleetWordTests {
    private func event(_ topic: String, _ data: String, topics: [String] = ["*"]) -> String? {
        let reader = FleetWordReader(filter: EventFilter(topics: topics))
        let line =
            #"{"jsonrpc":"2.0","method":"event","params":{"sequence":7,"topic":"\#(topic)","#
            + #""time":4000000,"data":\#(data)}}"#
        guard case .event(let event, _, _) = reader.read(line, wall: 90_000, monotonic: 5_000_000)
        else { return nil }
        return event.map {
            String(
                decoding: $0.payload(kiosk: "k", epoch: "e", sequence: 3), as: UTF8.self)
        }
    }

    @Test("An event has its number, the time on the wall, and what may be told")
    func payload() {
        let told = event(
            "alert.queued",
            #"{"alert":"a1","title":"Meyer","key":"k","message":"m","button":"b","x":1,"y":2,"#
                + #""severity":"info","roles":["app"],"frame":{"x":1}}"#)
        #expect(
            told == #"{"epoch":"e","sequence":3,"kiosk":"k","topic":"alert.queued","time":89000,"#
                + #""data":{"alert":"a1","severity":"info","roles":["app"]}}"#)
    }

    @Test("A list in a list and an object stay here")
    func nested() {
        let told = event("client.joined", #"{"roles":[["deep"]],"app":{"a":"b"}}"#)
        #expect(told?.hasSuffix(#""data":{}}"#) == true)
    }

    @Test("What clients publish goes out where it is named, and not when it is long")
    func published() {
        #expect(event("app.till.sold", #""x""#) == nil)
        #expect(event("app.till.sold", #""x""#, topics: ["app.*"])?.hasSuffix(#""x"}"#) == true)
        let long = "\"" + String(repeating: "x", count: EventFilter.mostPublished) + "\""
        #expect(
            event("app.till.sold", long, topics: ["app.till.*"])?
                .hasSuffix(#"{"omittedBytes":4098}}"#) == true)
    }

    @Test(
        "Globs choose topics",
        arguments: [
            ("*", "tap", true), ("alert.*", "alert.queued", true), ("alert.*", "alert", false),
            ("*.closed", "popover.closed", true), ("*.closed", "popover.closed.x", false),
            ("a*b*c", "a.b.b.c", true), ("", "tap", false),
        ])
    func globs(_ glob: String, _ topic: String, _ matches: Bool) {
        #expect(EventFilter(topics: [glob]).lets(topic) == matches)
    }

    @Test("Usually nothing of popovers, taps, drafts and clients' own words goes out")
    func usual() {
        let filter = EventFilter(topics: EventFilter.usualTopics)
        for topic in ["tap", "popover.opened", "draft.saved", "advice", "app.shop.sold"] {
            #expect(!filter.lets(topic))
        }
        for topic in ["alert.queued", "session.ended", "plugin.failed"] {
            #expect(filter.lets(topic))
        }
    }

    @Test("Topics of a kiosk are its own")
    func topics() throws {
        let topics = try KioskTopics(prefix: "a/b", kiosk: "hall-3", groups: ["lobby"])
        #expect(topics.status == "a/b/hall-3/status")
        #expect(topics.event(of: "alert.queued") == "a/b/hall-3/event/alert/queued")
        #expect(
            topics.commands == [
                "a/b/hall-3/command", "a/b/@lobby/command", "a/b/@all/command",
            ])
        // A client chooses these names: none may be a pattern, or somebody else's topic.
        for topic in ["app.+", "app.#", "app.a/b", "app..x", "app.é", "app.a b", ""] {
            #expect(topics.event(of: topic) == nil)
        }
    }

    @Test(
        "Names that are none are refused",
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
        "Times are read as they are written",
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
        "What is no time is none",
        arguments: [
            "", "2027-01-15", "2027-02-29T00:00:00Z", "2027-13-01T00:00:00Z",
            "2027-01-15T24:00:00Z", "2027-01-15T08:00:00+01:00", "2027-01-15T08:00:00.5Z",
            "2027-01-15t08:00:00Z", "+027-01-15T08:00:00Z",
        ])
    func noTimes(_ text: String) {
        #expect(WallTime.seconds(text) == nil)
    }

    @Test("A file of keys says in which line it is wrong")
    func keyRings() throws {
        let key = SigningKey()
        let text = key.verifyingKey.text
        let ring = try KeyRing("# on call\n\nops \(text) ping,alert.* # all of them\r\n")
        #expect(ring.count == 1)
        #expect(ring.gives(.clear, to: "ops") && !ring.gives(.endSession, to: "ops"))
        for (words, message) in [
            ("ops \(text)", "line 2: has to be a name, a key and rights"),
            ("a/b \(text) ping", "line 2: \"a/b\""),
            ("ops \(key.text) ping", "line 2: this is a secret key"),
            ("ops k4.public.AAAA ping", "line 2: the key has to be"),
            ("ops \(text) fly", "line 2: there is no command \"fly\""),
            ("ops \(text) ping,", "line 2: there is no command \"\""),
            ("ops \(text) ping\nops \(text) ping", "line 3: ops is there twice"),
        ] {
            do {
                _ = try KeyRing("\n" + words)
                Issue.record("\(words) is taken")
            } catch {
                #expect(error.description.hasPrefix(message), "\(error)")
            }
        }
    }
}
