// SPDX-License-Identifier: MIT
import PopoverModel
import PopoverWire

/// A method with a valid value for every member, and what that means.
struct MethodSample {
    var method: Method
    var members: [MemberSample]
    /// With all members.
    var full: Request
    /// With the members alone that it cannot do without.
    var least: Request

    init(_ method: Method, _ members: [MemberSample], _ full: Request, least: Request? = nil) {
        self.method = method
        self.members = members
        self.full = full
        self.least = least ?? full
    }

    var needed: [MemberSample] { members.filter(\.isNeeded) }

    /// The params with all members, but one of them with another value, or without it for nil.
    func params(_ name: String, _ json: String?) -> String {
        Self.params(
            members.compactMap { member in
                guard member.name == name else { return member }
                return json.map { MemberSample(member.name, member.shape, $0) }
            })
    }

    static func params(_ members: [MemberSample]) -> String {
        "{" + members.map { "\"\($0.name)\":\($0.json)" }.joined(separator: ",") + "}"
    }
}

struct MemberSample {
    var name: String
    var shape: MemberShape
    var json: String
    var isNeeded = true
    /// The member that is told missing when this one is, where another would do instead.
    var alternative: String?

    init(_ name: String, _ shape: MemberShape, _ json: String) {
        self.name = name
        self.shape = shape
        self.json = json
    }

    static func optional(_ name: String, _ shape: MemberShape, _ json: String) -> MemberSample {
        var member = MemberSample(name, shape, json)
        member.isNeeded = false
        return member
    }

    func insteadOf(_ name: String) -> MemberSample {
        var member = self
        member.alternative = name
        return member
    }
}

private let rectJSON = #"{"x":1,"y":-2.5,"width":30,"height":0}"#
private let rect = Rect(x: 1, y: -2.5, width: 30, height: 0)
private let place = Place(display: "main", surface: "window")
private let placeMembers = [display, MemberSample.optional("surface", .name, #""window""#)]
private let display = MemberSample.optional("display", .display, #""main""#)
private let popover = MemberSample("popover", .identifier, #""p7""#)
private let p7 = PopoverID(number: 7)

/// A row, or several, for every method.
let methodSamples: [MethodSample] =
    registrationSamples + popoverSamples + viewSamples + draftSamples + alertSamples + tapSamples
    + busSamples + focusSamples + displaySamples + administrationSamples

private let registrationSamples = [
    MethodSample(
        .hello,
        [
            MemberSample("protocol", .integer(least: nil), "1"),
            MemberSample("app", .app, #""org.example_shop-2""#),
            .optional("roles", .roles, #"["input","app","input"]"#),
            .optional("shield", .flag, "true"), .optional("focus", .flag, "true"),
            .optional("onBehalfOf", .object, #"{"pid":2147483647,"uid":4294967294}"#),
        ],
        .hello(
            Hello(
                protocolVersion: 1, app: "org.example_shop-2", roles: [.app, .input],
                wantsShields: true, wantsFocus: true,
                represented: RepresentedProcess(pid: 2_147_483_647, uid: 4_294_967_294))),
        least: .hello(Hello(protocolVersion: 1, app: "org.example_shop-2", roles: [.app]))),
    MethodSample(
        .setSurface,
        [
            MemberSample("surface", .name, #""window""#), display,
            MemberSample("frame", .rect, rectJSON),
        ],
        .setSurface("window", display: "main", frame: rect),
        least: .setSurface("window", display: nil, frame: rect)),
    MethodSample(
        .removeSurface, [MemberSample("surface", .name, #""window""#)], .removeSurface("window")),
    MethodSample(
        .setSource,
        [MemberSample("source", .name, #""button""#), MemberSample("rect", .rect, rectJSON)]
            + placeMembers + [.optional("edge", .choice, #""start""#)] + controlMembers,
        .setSource("button", rect: rect, place, edge: .start, control),
        least: .setSource("button", rect: rect, Place())),
    MethodSample(
        .removeSource, [MemberSample("source", .name, #""button""#)], .removeSource("button")),
    MethodSample(
        .setOccluder,
        [
            MemberSample("occluder", .name, #""keys""#), MemberSample("rect", .rect, rectJSON),
            display,
        ],
        .setOccluder("keys", rect: rect, display: "main"),
        least: .setOccluder("keys", rect: rect, display: nil)),
    MethodSample(
        .removeOccluder, [MemberSample("occluder", .name, #""keys""#)], .removeOccluder("keys")),
    MethodSample(
        .cancelRequest, [MemberSample("request", .requestID, #""seven""#)],
        .cancelRequest(.string("seven"))),
    MethodSample(
        .cancelRequest, [MemberSample("request", .requestID, "7")], .cancelRequest(.number("7"))),
]

private var wholeOpen: OpenRequest {
    var open = OpenRequest(behavior: "menu", size: Size(width: 320, height: 200.5), place: place)
    open.source = "button"
    open.anchor = rect
    open.sides = [.left, .top, .end]
    open.align = .start
    open.gap = 2.5
    open.within = .surface
    open.avoid = [rect]
    open.passthrough = [rect, rect]
    open.minimum = Size(width: 100, height: 50)
    open.key = "note"
    open.isModal = true
    open.title = "Colors"
    open.help = "Choose one."
    open.severity = .critical
    var appearance = DeclaredAppearance()
    appearance.background = DeclaredColor(red: 0xFF, green: 0, blue: 0x0A, alpha: 0x80)
    appearance.text = DeclaredColor(red: 0x11, green: 0x22, blue: 0xFF)
    appearance.hasArrow = false
    appearance.hasBorder = false
    open.appearance = appearance
    open.buttons = [
        Button(id: "", label: "Done"), Button(id: "", label: "Skip"),
        Button(id: "no", label: "Cancel", role: .cancel),
    ]
    open.expands = true
    open.isPrivate = true
    open.hit = [rect]
    open.wait = .milliseconds(10_000)
    return open
}

private var wholeChanges: PopoverChanges {
    var changes = PopoverChanges()
    changes.size = Size(width: 320, height: 200.5)
    changes.anchor = rect
    changes.sides = [.left, .start]
    changes.align = .end
    changes.gap = 0
    changes.within = .display
    changes.avoid = []
    changes.passthrough = [rect]
    changes.hit = [rect]
    changes.isModal = false
    changes.title = ""
    changes.help = "Choose."
    changes.buttons = [Button(id: "", label: "Done")]
    return changes
}

private let popoverSamples = [
    MethodSample(
        .open,
        [
            .optional("behavior", .name, #""menu""#),
            MemberSample("size", .size, #"{"width":320,"height":200.5}"#),
            .optional("source", .name, #""button""#), .optional("anchor", .rect, rectJSON),
            .optional("sides", .sides, #"["left","top","left","end"]"#),
            .optional("align", .choice, #""start""#), .optional("gap", .extent, "2.5"),
            .optional("within", .choice, #""surface""#),
            .optional("avoid", .rects, "[\(rectJSON)]"),
            .optional("passthrough", .rects, "[\(rectJSON),\(rectJSON)]"),
            .optional("minimum", .size, #"{"width":100,"height":50}"#),
            .optional("key", .name, #""note""#), .optional("modal", .flag, "true"),
            .optional("title", .text, #""Colors""#),
            .optional(
                "buttons", .popoverButtons,
                #"["Done",{"label":"Skip","id":null},{"id":"no","label":"Cancel","role":"cancel"}]"#
            ),
            .optional("expands", .flag, "true"), .optional("hit", .rects, "[\(rectJSON)]"),
            .optional("help", .text, #""Choose one.""#), .optional("private", .flag, "true"),
            .optional("severity", .choice, #""critical""#),
            .optional(
                "appearance", .object,
                ##"{"background":"#Ff000a80","text":"#12f","arrow":false,"border":false,"x":1}"##),
            .optional("waitMs", .interval(most: 10_000), "10000"),
        ] + placeMembers,
        .open(wholeOpen),
        least: .open(OpenRequest(behavior: "inspector", size: Size(width: 320, height: 200.5)))),
    MethodSample(
        .update,
        [
            popover, .optional("size", .size, #"{"width":320,"height":200.5}"#),
            .optional("anchor", .rect, rectJSON), .optional("sides", .sides, #"["left","start"]"#),
            .optional("align", .choice, #""end""#), .optional("gap", .extent, "0"),
            .optional("within", .choice, #""display""#),
            .optional("avoid", .rects, "[]"), .optional("passthrough", .rects, "[\(rectJSON)]"),
            .optional("hit", .rects, "[\(rectJSON)]"), .optional("modal", .flag, "false"),
            .optional("title", .text, #""""#), .optional("help", .text, #""Choose.""#),
            .optional("buttons", .popoverButtons, #"["Done"]"#),
        ],
        .update(p7, wholeChanges), least: .update(p7, PopoverChanges())),
    MethodSample(
        .choose,
        [
            popover, MemberSample("choice", .any, #"{"row": [1, null]}"#),
            .optional("label", .text, #""Two tickets""#),
        ],
        .choose(
            p7, choice: JSONText(validated: Array(#"{"row":[1,null]}"#.utf8)), label: "Two tickets"),
        least: .choose(p7, choice: JSONText(validated: Array(#"{"row":[1,null]}"#.utf8)))),
    MethodSample(
        .close, [popover, MemberSample("outcome", .choice, #""cancel""#)],
        .close(p7, outcome: .cancel)),
    MethodSample(
        .detach, [popover, .optional("frame", .rect, rectJSON)], .detach(p7, frame: rect),
        least: .detach(p7, frame: nil)),
    MethodSample(
        .setPanel,
        [
            MemberSample("panel", .identifier, #""n3""#),
            MemberSample("frame", .rect, rectJSON),
        ],
        .setPanel(PanelID(number: 3), frame: rect)),
    MethodSample(
        .raisePanel, [MemberSample("panel", .identifier, #""n3""#)],
        .raisePanel(PanelID(number: 3))),
    MethodSample(
        .closePanel,
        [
            MemberSample("panel", .identifier, #""n3""#),
            .optional("outcome", .choice, #""cancel""#),
        ],
        .closePanel(PanelID(number: 3), outcome: .cancel),
        least: .closePanel(PanelID(number: 3))),
]

private let viewSamples = [
    MethodSample(
        .presentView,
        [
            MemberSample("kind", .choice, #""sheet""#), .optional("frame", .rect, rectJSON),
            display,
            .optional("closePopover", .flag, "true"),
        ],
        .presentView(
            ViewRequest(kind: .sheet, frame: rect, display: "main", closePopover: true)),
        least: .presentView(ViewRequest(kind: .sheet))),
    MethodSample(
        .closeView, [MemberSample("view", .identifier, #""v4""#)], .closeView(ViewID(number: 4))),
]

private let draftSamples = [
    MethodSample(
        .saveDraft,
        [
            MemberSample("key", .name, #""note""#), MemberSample("content", .any, "[1.50]"),
            .optional("revision", .integer(least: 0), "2.0"), .optional("sync", .flag, "true"),
        ],
        .saveDraft(
            key: "note", content: JSONText(validated: Array("[1.50]".utf8)), revision: 2,
            sync: true),
        least: .saveDraft(
            key: "note", content: JSONText(validated: Array("[1.50]".utf8)), revision: nil,
            sync: false)),
    MethodSample(.loadDraft, [MemberSample("key", .name, #""note""#)], .loadDraft(key: "note")),
    MethodSample(.listDrafts, [], .listDrafts),
    MethodSample(.discover, [], .discover),
    MethodSample(
        .discardDraft, [MemberSample("key", .name, #""note""#)], .discardDraft(key: "note")),
]

private let alertButtons = [
    Button(id: "ok", label: "OK", role: .default), Button(id: "no", label: ""),
]

private var wholeAlert: AlertRequest {
    var alert = AlertRequest(title: "Paper", severity: .critical, buttons: alertButtons)
    alert.message = "Out of paper"
    alert.key = "printer"
    alert.display = "main"
    alert.renderer = .self
    alert.timeout = Interval(microseconds: 1_500)
    alert.isPrivate = true
    return alert
}

private let alertSamples = [
    MethodSample(
        .raiseAlert,
        [
            MemberSample("title", .text, #""Paper""#),
            MemberSample("severity", .choice, #""critical""#),
            MemberSample(
                "buttons", .alertButtons,
                #"[{"id":"ok","label":"OK","role":"default"},{"id":"no","label":"","role":null}]"#),
            .optional("message", .text, #""Out of paper""#),
            .optional("key", .name, #""printer""#), display,
            .optional("renderer", .choice, #""self""#),
            .optional("timeoutMs", .interval(most: nil), "1.5"),
            .optional("private", .flag, "true"),
        ],
        .raiseAlert(wholeAlert),
        least: .raiseAlert(
            AlertRequest(title: "Paper", severity: .critical, buttons: alertButtons))),
    MethodSample(
        .answerAlert,
        [MemberSample("alert", .identifier, #""a5""#), MemberSample("button", .name, #""ok""#)],
        .answerAlert(AlertID(number: 5), button: "ok")),
    MethodSample(
        .cancelAlert, [MemberSample("alert", .identifier, #""a5""#)],
        .cancelAlert(AlertID(number: 5))),
]

private let tapMembers =
    [
        MemberSample("x", .length, "10.5"), MemberSample("y", .length, "-20"),
        .optional("time", .integer(least: 0), "123456789"),
        .optional("pointer", .integer(least: nil), "-3"), .optional("swallowed", .flag, "true"),
    ] + placeMembers

private let wholeTap = TapReport(
    point: Point(x: 10.5, y: -20), place: place, time: Instant(microseconds: 123_456_789),
    pointer: -3, wasSwallowed: true)

private let leastTap = TapReport(point: Point(x: 10.5, y: -20))

private let tapSamples = [
    MethodSample(.tap, tapMembers, .tap(wholeTap), least: .tap(leastTap)),
    MethodSample(
        .pointer,
        [
            MemberSample("phase", .choice, #""up""#), .optional("kind", .choice, #""pen""#),
            .optional("button", .choice, #""middle""#),
        ] + tapMembers,
        .pointer(PointerReport(phase: .up, report: wholeTap, kind: .pen, button: .middle)),
        least: .pointer(PointerReport(phase: .up, report: leastTap))),
    MethodSample(
        .key,
        [
            MemberSample("key", .name, #""Escape""#), display,
            .optional("time", .integer(least: 0), "0"),
            .optional("composing", .flag, "true"),
        ],
        .key("Escape", display: "main", time: Instant(microseconds: 0), isComposing: true),
        least: .key("Escape", display: nil, time: nil)),
]

private let busSamples = [
    MethodSample(
        .subscribe,
        [
            MemberSample("topics", .topics, #"["popover.*","tap"]"#),
            .optional("since", .integer(least: 0), "0"),
        ],
        .subscribe(topics: ["popover.*", "tap"], since: 0),
        least: .subscribe(topics: ["popover.*", "tap"], since: nil)),
    MethodSample(
        .unsubscribe, [MemberSample("topics", .topics, #"["tap"]"#)],
        .unsubscribe(topics: ["tap"])),
    MethodSample(
        .publish,
        [MemberSample("topic", .topic, #""app.s""#), MemberSample("data", .any, "null")],
        .publish(topic: "app.s", data: .null)),
]
