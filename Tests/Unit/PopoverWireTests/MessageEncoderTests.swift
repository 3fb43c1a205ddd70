// SPDX-License-Identifier: MIT
import PopoverModel
import PopoverWire
import Testing

/// A line without its LF.
private func text(_ line: [UInt8]) -> String {
    #expect(line.last == UInt8(ascii: "\n"))
    #expect(line.count { $0 == UInt8(ascii: "\n") } == 1)
    return String(decoding: line.dropLast(), as: UTF8.self)
}

private let sheetJSON =
    #""presentation":"sheet","frame":{"x":0,"y":0,"width":400,"height":800},"side":null,"#
    + #""arrow":null,"scrolls":true,"closeButton":true"#

private let popoverJSON =
    #""presentation":"popover","frame":{"x":10,"y":20.5,"width":320,"height":200},"#
    + #""side":"bottom","arrow":{"x":50,"y":8.5},"scrolls":false"#

private let appearanceJSON =
    #""appearance":{"arrowLength":12,"arrowWidth":24,"cornerRadius":8,"margin":8,"#
    + #""material":"translucent","contrast":"normal","reducedMotion":false,"scrim":0.3}"#

private let rect = Rect(x: 1, y: 2, width: 3, height: 4)
private let rectJSON = #"{"x":1,"y":2,"width":3,"height":4}"#
private let quick = Animation(
    isAnimated: true, duration: .milliseconds(250), easing: .easeInOut, start: rect)
private let quickJSON =
    #""animate":true,"durationMs":250,"easing":"ease-in-out","from":\#(rectJSON)"#
private let stillJSON = #""animate":false,"durationMs":0"#
private let p1 = PopoverID(number: 1)
private let a1 = AlertID(number: 1)

private let draft = StoredDraft(
    key: DraftKey(uid: 1000, app: "a", key: "note"),
    content: JSONText(validated: Array(#"{"t":1.50}"#.utf8)), revision: 3, savedAt: 1234567,
    reason: "outside-tap", display: "main")

private let plugin = PluginState(
    name: "menu", kind: .behaviors, path: "/m.so", version: "1.0", state: .loaded, message: nil,
    behaviors: ["menu"])

private let pluginJSON =
    #""name":"menu","kind":"behaviors","path":"/m.so","version":"1.0","state":"loaded","#
    + #""behaviors":["menu"],"hooks":[],"statistics":{"questions":0,"badVerdicts":0,"#
    + #""slowAnswers":0,"slowestUs":0,"restarts":0}"#

private let wholePluginJSON =
    #""name":"idle","kind":"policy","path":"/usr/lib/idle.py","version":"2","#
    + #""state":"suspended","message":"it fails too often","behaviors":["task"],"#
    + #""tier":"program","hooks":["open","outside-tap","idle"],"statistics":{"questions":12,"#
    + #""badVerdicts":3,"slowAnswers":4,"slowestUs":50123,"restarts":5},"#
    + #""service":{"state":"connecting","message":"no bus","time":3000000}"#

private let answers: [(Answer, String)] = [
    (.done, "{}"),
    (
        .opened(
            Grant(
                popover: p1, presentation: popoverPresentation, draft: draft,
                appearance: Appearance(), animation: quick, scrim: 0.25,
                advice: [Advice(rule: "G16", message: "Too wide")])),
        #"{"popover":"p1",\#(popoverJSON),"draft":{"content":{"t":1.50},"revision":3,"#
            + #""savedAt":1234567,"reason":"outside-tap"},\#(appearanceJSON),\#(quickJSON),"#
            + #""scrim":0.25,"advice":[{"rule":"G16","message":"Too wide"}]}"#
    ),
    (
        .opened(
            Grant(
                popover: p1, presentation: sheet, draft: nil, appearance: Appearance(),
                advice: [])),
        #"{"popover":"p1",\#(sheetJSON),\#(appearanceJSON),\#(stillJSON),"advice":[]}"#
    ),
    (.updated(sheet, quick, scrim: 0.5), #"{\#(sheetJSON),\#(quickJSON),"scrim":0.5}"#),
    (
        .updated(sheet, quick, advice: [Advice(rule: "G16", message: "wide")]),
        #"{\#(sheetJSON),\#(quickJSON),"advice":[{"rule":"G16","message":"wide"}]}"#
    ),
    (.chosen(closes: true), #"{"closes":true}"#),
    (.detached(PanelID(number: 2), frame: rect), #"{"panel":"n2","frame":\#(rectJSON)}"#),
    (.viewPresented(ViewID(number: 3)), #"{"view":"v3"}"#),
    (.draftSaved(revision: 4, isDurable: false), #"{"revision":4,"durable":false}"#),
    (.draft(nil), #"{"draft":null}"#),
    (
        .draft(draft),
        #"{"draft":{"content":{"t":1.50},"revision":3,"savedAt":1234567,"reason":"outside-tap"}}"#
    ),
    (.drafts([]), #"{"drafts":[]}"#),
    (
        .drafts([DraftSummary(draft)]),
        #"{"drafts":[{"key":"note","bytes":10,"revision":3,"savedAt":1234567,"#
            + #""reason":"outside-tap"}]}"#
    ),
    (.alertAnswered(a1, button: "ok"), #"{"alert":"a1","button":"ok"}"#),
    (
        .judged(TapJudgement(verdict: .dismissed, deliver: true, popover: p1)),
        #"{"verdict":"dismissed","deliver":true,"popover":"p1"}"#
    ),
    (
        .judged(TapJudgement(verdict: .none, deliver: true)),
        #"{"verdict":"none","deliver":true}"#
    ),
    (.navigated(.closed), #"{"outcome":"closed"}"#),
    (
        .navigated(.moved, client: ClientID(number: 5), source: "pay"),
        #"{"outcome":"moved","client":"c5","source":"pay"}"#
    ),
    (.published(sequence: 9), #"{"sequence":9}"#),
    (.plugins([plugin]), #"{"plugins":[{\#(pluginJSON)}]}"#),
    (.plugin(plugin), "{\(pluginJSON)}"),
    (.plugin(wholePlugin), "{\(wholePluginJSON)}"),
]

private let failures: [(RequestError, String)] = [
    (
        .notJSON(offset: 7, message: "no value at byte 7"),
        #"{"code":-32700,"message":"not JSON: no value at byte 7","data":{"offset":7}}"#
    ),
    (.notARequest(message: "no batches"), #"{"code":-32600,"message":"no batches"}"#),
    (.unknownMethod("x\"y"), #"{"code":-32601,"message":"no such method: x\"y"}"#),
    (
        .badParameter(member: "size.width", message: "is missing"),
        #"{"code":-32602,"message":"size.width: is missing","data":{"member":"size.width"}}"#
    ),
    (
        .unsupportedProtocol,
        #"{"code":-32602,"message":"protocol: this daemon speaks version 1","#
            + #""data":{"member":"protocol","supported":[1]}}"#
    ),
    (
        .refused(.toggled, message: "not now", app: "b"),
        #"{"code":1,"message":"not now","#
            + #""data":{"reason":"toggled","message":"not now","app":"b"}}"#
    ),
    (
        .refused(.locked),
        #"{"code":1,"message":"the session is locked","#
            + #""data":{"reason":"locked","message":"the session is locked"}}"#
    ),
    (
        .unknown(PopoverID(number: 9)),
        #"{"code":2,"message":"unknown popover \"p9\": it has ended or never existed","#
            + #""data":{"id":"p9"}}"#
    ),
    (
        .unregistered("source", "cart"),
        #"{"code":2,"message":"unknown source \"cart\": this client has not set it","#
            + #""data":{"id":"cart"}}"#
    ),
    (
        .unknown("display", "rihgt", known: ["left", "right"]),
        #"{"code":2,"message":"unknown display \"rihgt\" (known: left, right)","#
            + #""data":{"id":"rihgt"}}"#
    ),
    (
        .unknown("plugin", "quite", known: []),
        #"{"code":2,"message":"unknown plugin \"quite\" (there is none)","data":{"id":"quite"}}"#
    ),
    (
        .unknownRequest(.number("7")),
        #"{"code":2,"message":"unknown request \"7\": it is not waiting","data":{"id":7}}"#
    ),
    (
        .unknownRequest(.string("7")),
        #"{"code":2,"message":"unknown request \"7\": it is not waiting","data":{"id":"7"}}"#
    ),
    (
        .notPermitted(needs: "owner"),
        #"{"code":3,"message":"not permitted: needs owner (only the client that made it may do "#
            + #"this)","data":{"needs":"owner"}}"#
    ),
    (
        .overLimit(name: "key", value: 256),
        #"{"code":4,"message":"the name is too long: at most 256 bytes (limits.key)","#
            + #""data":{"limit":"key","value":256}}"#
    ),
    (
        .overLimit(name: "message", value: 262_144),
        #"{"code":4,"message":"the line is too long: at most 262144 bytes (limits.message)","#
            + #""data":{"limit":"message","value":262144}}"#
    ),
    (.shuttingDown, #"{"code":5,"message":"the daemon is shutting down"}"#),
    (.failed(message: "f.toml:3: no"), #"{"code":-32603,"message":"f.toml:3: no"}"#),
]

private let closed = ClosedPopover(
    popover: p1, reason: .sourceTap, draft: .saved, returnFocus: true, isUnresponsive: false,
    display: "main")

private var unresponsive: ClosedPopover {
    var closed = closed
    closed.isUnresponsive = true
    return closed
}

private let closedJSON =
    #""popover":"p1","reason":"source-tap","draft":"saved","returnFocus":true"#

private let notifications: [(PopoverModel.Notification, String, String)] = [
    (.popoverClosed(closed), "popover.closed", "{\(closedJSON)}"),
    (.popoverClosed(unresponsive), "popover.closed", #"{\#(closedJSON),"unresponsive":true}"#),
    (
        .popoverMoved(
            p1, popoverPresentation, .none),
        "popover.moved", #"{"popover":"p1",\#(popoverJSON),\#(stillJSON)}"#
    ),
    (.popoverNudge(p1), "popover.nudge", #"{"popover":"p1"}"#),
    (
        .focusEnter(display: "main", FocusTarget(popover: p1)), "focus.enter",
        #"{"display":"main","popover":"p1"}"#
    ),
    (
        .focusEnter(display: "main", FocusTarget(source: "pay"), hasRing: true), "focus.enter",
        #"{"display":"main","source":"pay","ring":true}"#
    ),
    (.focusLeave(display: "main"), "focus.leave", #"{"display":"main"}"#),
    (
        .focusMove(display: "main", FocusTarget(source: "pay"), step: .previous), "focus.move",
        #"{"display":"main","source":"pay","step":"previous"}"#
    ),
    (
        .panelClosed(
            ClosedPanel(
                panel: PanelID(number: 1), reason: .sessionEnded, draft: .none,
                isUnresponsive: true)),
        "panel.closed",
        #"{"panel":"n1","reason":"session-ended","draft":"none","unresponsive":true}"#
    ),
    (
        .viewClosed(ViewID(number: 1), .clientGone), "view.closed",
        #"{"view":"v1","reason":"client-gone"}"#
    ),
    (
        .sourceActivated(source: "one", time: Instant(microseconds: 12)), "source.activated",
        #"{"source":"one","time":12}"#
    ),
    (
        .alertQueued(a1, request: .number("1.0")), "alert.queued",
        #"{"alert":"a1","request":1.0}"#
    ),
    (.alertDismiss(a1), "alert.dismiss", #"{"alert":"a1"}"#),
    (
        .shield(display: "main", isOn: true, except: [rect]), "shield",
        #"{"display":"main","on":true,"except":[\#(rectJSON)]}"#
    ),
    (
        .displayChanged(
            DisplayDescription(specification: wall, session: SessionID(number: 9))),
        "display.changed", #"{\#(wallJSON),"session":"s9"}"#
    ),
    (
        .displayChanged(DisplayDescription(specification: wall), isRemoved: true),
        "display.changed", #"{\#(wallJSON),"removed":true}"#
    ),
    (
        .displayChanged(DisplayDescription(specification: wall, personal: person)),
        "display.changed", #"{\#(wallJSON),"personal":\#(personJSON)}"#
    ),
]

private let presented = PresentedAlert(
    alert: a1, title: "Paper", message: nil, severity: .warning,
    buttons: [
        Button(id: "ok", label: "OK", role: .default), Button(id: "b", label: "B"),
    ], frame: rect, app: "a", scrim: 0.5)

private let calls: [(Call, String, String)] = [
    (
        .willClose(p1, .replaced, .save, deadline: .milliseconds(250), quick), "popover.willClose",
        #"{"popover":"p1","reason":"replaced","disposition":"save","deadlineMs":250,"#
            + #"\#(quickJSON)}"#
    ),
    (
        .presentAlert(presented), "alert.present",
        #"{"alert":"a1","title":"Paper","message":null,"severity":"warning","#
            + #""buttons":[{"id":"ok","label":"OK","role":"default"},{"id":"b","label":"B"}],"#
            + #""frame":\#(rectJSON),"app":"a",\#(stillJSON),"scrim":0.5}"#
    ),
]

@Suite("Lines for clients")
struct MessageEncoderTests {
    private let encoder = MessageEncoder()

    @Test("Answers have the protocol's shapes")
    func answersAreWritten() {
        for (answer, result) in answers {
            #expect(
                text(encoder.answer(answer, id: .string("i")))
                    == #"{"jsonrpc":"2.0","id":"i","result":\#(result)}"#)
        }
    }

    @Test("Failures have the protocol's codes and data")
    func failuresAreWritten() {
        for (failure, error) in failures {
            let line = #"{"jsonrpc":"2.0","id":null,"error":\#(error)}"#
            #expect(text(encoder.failure(failure, id: .null)) == line)
            #expect(text(encoder.answer(.failed(failure), id: .null)) == line)
        }
    }

    @Test("Notifications have the protocol's shapes")
    func notificationsAreWritten() {
        for (notification, method, params) in notifications {
            #expect(
                text(encoder.notification(notification))
                    == #"{"jsonrpc":"2.0","method":"\#(method)","params":\#(params)}"#)
        }
    }

    @Test("The daemon's own requests have the protocol's shapes")
    func callsAreWritten() {
        for (call, method, params) in calls {
            #expect(
                text(encoder.call(call, id: CallID(number: 7)))
                    == #"{"jsonrpc":"2.0","id":"r7","method":"\#(method)","params":\#(params)}"#)
        }
    }

    @Test("An event for missed events has no sequence number")
    func gap() {
        #expect(
            text(encoder.gap(from: 3, to: 9))
                == #"{"jsonrpc":"2.0","method":"event","params":"#
                + #"{"topic":"bus.gap","data":{"from":3,"to":9}}}"#)
    }

    @Test("A good-bye says why and for how long")
    func bye() {
        #expect(
            text(encoder.bye(.helloTimeout, retryAfter: .milliseconds(1500)))
                == #"{"jsonrpc":"2.0","method":"bye","params":"#
                + #"{"reason":"hello-timeout","retryAfterMs":1500}}"#)
    }

    @Test("A line is as it was when the next is written")
    func linesAreValues() {
        let first = encoder.answer(.published(sequence: 1), id: .null)
        let copy = first
        _ = encoder.answer(.published(sequence: 2), id: .null)
        #expect(first == copy)
        #expect(text(first) == #"{"jsonrpc":"2.0","id":null,"result":{"sequence":1}}"#)
    }

    @Test("A welcome announces every limit and every duration")
    func welcome() throws {
        let welcome = Welcome(
            client: ClientID(number: 5), displays: [DisplayDescription(specification: wall)],
            limits: Limits(), timing: Timing(), appearance: Appearance())
        let line = text(encoder.answer(.welcome(welcome), id: .number("1")))
        #expect(
            line.hasPrefix(
                #"{"jsonrpc":"2.0","id":1,"result":{"protocol":1,"server":"popoverd "#
                    + #"\#(ServerVersion.number)","client":"c5","displays":[{\#(wallJSON)}],"#
                    + #""limits":{"#))
        #expect(line.hasSuffix(#"},\#(appearanceJSON)}}"#))
        let restarted = MessageEncoder(started: Instant(microseconds: 7))
        #expect(
            text(restarted.answer(.welcome(welcome), id: .number("1")))
                == line.dropLast(2) + #","started":7}}"#)
        let node = try JSONReader().parse(Array(line.utf8), depthLimit: lineDepth)
        let limits = try #require(node.member("result")?.member("limits"))
        var document = JSONWriter()
        Discovery().write(to: &document)
        let described = try JSONReader().parse(document.bytes[...], depthLimit: lineDepth)
        #expect(
            limits.compactText
                == described.member("components")?.member("x-limits")?.compactText)
    }
}
