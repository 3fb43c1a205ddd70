// SPDX-License-Identifier: MIT
import PopoverModel
import PopoverWire
import Testing

/// Sets one member of a fact, and what that adds to its data.
private struct FactSample: Sendable {
    var set: @Sendable (inout Fact) -> Void
    var json: String

    init(_ json: String, _ set: @escaping @Sendable (inout Fact) -> Void) {
        self.set = set
        self.json = json
    }
}

private let samples = [
    FactSample(#""popover":"p1""#) { $0.popover = PopoverID(number: 1) },
    FactSample(#""alert":"a2""#) { $0.alert = AlertID(number: 2) },
    FactSample(#""panel":"n3""#) { $0.panel = PanelID(number: 3) },
    FactSample(#""view":"v4""#) { $0.view = ViewID(number: 4) },
    FactSample(#""client":"c5""#) { $0.client = ClientID(number: 5) },
    FactSample(#""app":"shop""#) { $0.app = "shop" },
    FactSample(#""display":"main""#) { $0.display = "main" },
    FactSample(#""reason":"limit""#) { $0.reason = "limit" },
    FactSample(#""message":"words""#) { $0.message = "words" },
    FactSample(#""behavior":"menu""#) { $0.behavior = "menu" },
    FactSample(#""source":"button""#) { $0.source = "button" },
    FactSample(#""key":"note""#) { $0.key = "note" },
    FactSample(#""revision":6"#) { $0.revision = 6 },
    FactSample(#""bytes":7"#) { $0.bytes = 7 },
    FactSample(#""title":"Ink""#) { $0.title = "Ink" },
    FactSample(#""severity":"warning""#) { $0.severity = .warning },
    FactSample(#""button":"ok""#) { $0.button = "ok" },
    FactSample(
        #""presentation":"sheet","frame":{"x":0,"y":0,"width":400,"height":800},"side":null,"#
            + #""arrow":null,"scrolls":true,"closeButton":true"#
    ) { $0.presentation = sheet },
    FactSample(#""x":1,"y":2.5"#) { $0.point = Point(x: 1, y: 2.5) },
    FactSample(#""verdict":"passed""#) { $0.verdict = .passed },
    FactSample(#""roles":["app","shell"]"#) { $0.roles = [.app, .shell] },
    FactSample(#""plugin":"menu""#) { $0.plugin = "menu" },
    FactSample(#""service":"serving""#) { $0.service = .serving },
    FactSample(#""rule":"G16""#) { $0.rule = "G16" },
    FactSample(json(Array(displayMembers.dropFirst()))) { $0.specification = Shared(wall) },
    FactSample(#""session":"s7""#) { $0.session = SessionID(number: 7) },
    FactSample(#""sessions":["s7"]"#) { $0.sessions = [SessionID(number: 7)] },
    FactSample(#""personal":\#(personJSON)"#) { $0.personal = Shared(person) },
    FactSample(#""removed":true"#) { $0.isRemoved = true },
    FactSample(#""unresponsive":false"#) { $0.isUnresponsive = false },
    FactSample(#""options":["limits.clients"]"#) { $0.options = ["limits.clients"] },
    FactSample(
        #""pid":12,"rect":{"x":1,"y":2,"width":3,"height":4},"ring":true,"foreign":true"#
    ) { $0.focus = Shared(ringed) },
    FactSample(
        #""kind":"warned","role":"tab","text":"Fire.","language":"de","urgency":"assertive""#
    ) {
        $0.announcement = Shared(
            Announcement(
                kind: .warned, role: .tab, text: "Fire.", language: "de", urgency: .assertive))
    },
]

/// Its target stands in the fact's own members.
private var ringed: DisplayFocus {
    var focus = DisplayFocus()
    focus.pid = 12
    focus.rect = Rect(x: 1, y: 2, width: 3, height: 4)
    focus.hasRing = true
    focus.isForeign = true
    return focus
}

private func data(_ fact: Fact) -> String {
    written { $0.value(fact) }
}

@Suite("Events of the bus")
struct BusEventTests {
    @Test("An event says which it is, what about and when")
    func envelope() {
        var fact = Fact()
        fact.popover = PopoverID(number: 1)
        let event = BusEvent(
            sequence: 42, time: Instant(microseconds: 99), topic: .popoverOpened, fact: fact)
        #expect(
            String(decoding: MessageEncoder().event(event), as: UTF8.self)
                == #"{"jsonrpc":"2.0","method":"event","params":{"sequence":42,"#
                + #""topic":"popover.opened","time":99,"data":{"popover":"p1"}}}"# + "\n")
    }

    @Test("Each member of a fact has its name, and members that do not apply are omitted")
    func members() {
        #expect(data(Fact()) == "{}")
        for sample in samples {
            var fact = Fact()
            sample.set(&fact)
            // A display's size alone would not say whose it is.
            let name = fact.specification.map { "\"display\":\"\($0.name)\"," } ?? ""
            #expect(data(fact) == "{\(name)\(sample.json)}")
        }
    }

    @Test("A fact with everything has every member once, in one order")
    func everything() {
        var fact = Fact()
        for sample in samples { sample.set(&fact) }
        // Whose it is decides who is told what, and is told to nobody.
        fact.owner = 4711
        #expect(data(fact) == "{" + samples.map(\.json).joined(separator: ",") + "}")
    }

    @Test("Every member of a fact but its owner and what a client published has a sample")
    func samplesAreComplete() {
        var fact = Fact()
        for sample in samples { sample.set(&fact) }
        let missing = Mirror(reflecting: fact).children.filter { child in
            Mirror(reflecting: child.value).children.isEmpty
        }
        #expect(missing.compactMap(\.label) == ["owner", "published"])
    }

    @Test("Published data is the whole data of its event")
    func published() {
        var fact = Fact()
        fact.client = ClientID(number: 1)
        fact.published = JSONText(validated: Array("[1,null]".utf8))
        #expect(data(fact) == "[1,null]")
    }
}
