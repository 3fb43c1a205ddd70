// SPDX-License-Identifier: MIT

import FakeDaemon
import Foundation
import Testing

@Suite("popoverctl as a client")
struct ClientTests {
    static let grant = #"""
        {"popover":"p1","presentation":"popover","frame":{"x":240,"y":92,"width":320,"height":200},"side":"bottom","arrow":{"x":400,"y":80},"draft":{"content":{"text":"old"},"revision":1,"savedAt":0,"reason":"replaced"},"scrolls":false,"appearance":{},"advice":[]}
        """#

    private static func willClose(_ disposition: String) -> FakeDaemon.Step {
        .send(
            #"""
            {"jsonrpc":"2.0","id":"r1","method":"popover.willClose","params":{"popover":"p1","reason":"outside-tap","disposition":"\#(disposition)","deadlineMs":250}}
            """#)
    }

    private static func nudge(_ popover: String) -> FakeDaemon.Step {
        .send(#"{"jsonrpc":"2.0","method":"popover.nudge","params":{"popover":"\#(popover)"}}"#)
    }

    private static let closed = FakeDaemon.Step.send(
        #"""
        {"jsonrpc":"2.0","method":"popover.closed","params":{"popover":"p1","reason":"outside-tap","draft":"saved","returnFocus":true}}
        """#)

    private static let alertQueued = FakeDaemon.Step.send(
        #"{"jsonrpc":"2.0","method":"alert.queued","params":{"alert":"a1","request":2}}"#)

    @Test("A held popover hands over its draft, shows its events only, and ends with the popover")
    func hold() throws {
        let daemon = try FakeDaemon([
            .welcome, .receive("source.set"), .result("{}"), .receive("popover.open"),
            .result(Self.grant), Self.nudge("p9"), Self.willClose("save"),
            .receive(#""draft":{"text":"new"}"#), Self.closed, .drain,
        ])
        let run = try Run(
            daemon, "open", "--hold", "--source", "share", "--anchor", "360,40,80x40", "--size",
            "320x200", "--sides", "bottom,end", "--align", "start", "--gap", "6", "--key", "note",
            "--title", "Share", "--modal",
            "--passthrough", "0,0,10x10", "--draft", #"{"text": "new"}"#)
        #expect(run.status == 0)
        #expect(
            run.output == """
                opened p1 320x200 at 240,92, bottom, arrow 400,80
                draft {"text":"old"}
                popover.willClose popover=p1 reason=outside-tap disposition=save deadlineMs=250
                popover.closed popover=p1 reason=outside-tap draft=saved returnFocus=true

                """)
        #expect(
            daemon.requests() == [
                #"{"method":"source.set","params":{"source":"share","rect":{"x":360,"y":40,"width":80,"height":40}}}"#,
                #"{"method":"popover.open","params":{"behavior":"inspector","size":{"width":320,"height":200},"source":"share","sides":["bottom","end"],"align":"start","gap":6,"passthrough":[{"x":0,"y":0,"width":10,"height":10}],"key":"note","modal":true,"title":"Share"}}"#,
                #"{"jsonrpc":"2.0","id":"r1","result":{"draft":{"text":"new"}}}"#
                    .replacingOccurrences(of: #"{"jsonrpc":"2.0","#, with: "{"),
            ])
    }

    @Test("An open sends all declared members and shows the advice")
    func declares() throws {
        let advice = #""advice":[{"rule":"G31","message":"too\u001bgray"}]"#
        let grant = Self.grant.replacingOccurrences(of: #""advice":[]"#, with: advice)
        let daemon = try FakeDaemon([.welcome, .receive("popover.open"), .result(grant)])
        let run = try Run(
            daemon, "open", "--anchor", "0,0,9x9", "--help-text", "Choose.", "--severity", "info",
            "--background", "#fff", "--text-color", "#77777780", "--hide-arrow", "--hide-border")
        #expect(run.status == 0)
        #expect(run.output.hasSuffix("\nadvice G31: too gray\n"))
        let request = daemon.requests().last ?? ""
        let declared =
            ##""help":"Choose.","severity":"info","appearance":{"background":"#ffffff","##
            + ##""text":"#77777780","arrow":false,"border":false}}}"##
        #expect(request.hasSuffix(declared), "\(request)")
        let wrong = try Run(daemon, "open", "--anchor", "0,0,9x9", "--background", "white")
        #expect(wrong.status == 2)
    }

    @Test("A discarded draft is not handed over; JSON output has one object per line")
    func discard() throws {
        let daemon = try FakeDaemon([
            .welcome, .receive("popover.open"), .result(Self.grant), Self.willClose("discard"),
            .receive(#""result":{}"#), Self.closed, .drain,
        ])
        let run = try Run(
            daemon, "--json", "open", "--hold", "--anchor", "1,2,3x4", "--draft", "1")
        let lines = run.output.split(separator: "\n")
        #expect(run.status == 0)
        #expect(lines.count == 3)
        #expect(lines[0].hasPrefix(#"{"event":"opened","result":{"popover":"p1""#))
        #expect(lines[2].hasPrefix(#"{"event":"popover.closed","params":{"popover":"p1""#))
    }

    @Test("Standard input controls a held popover")
    func commands() throws {
        let daemon = try FakeDaemon([
            .welcome, .receive("popover.open"), .result(Self.grant),
            .receive("popover.choose"), .error(#"{"code":1,"message":"not now"}"#),
            .receive("popover.choose"), .result(#"{"closes":false}"#),
            .receive("popover.close"), .result("{}"), Self.closed, .drain,
        ])
        let run = try Run(
            ["--socket", daemon.path, "open", "--hold", "--commands", "--anchor", "1,2,3x4"],
            input: "choose 1\nchoose {\"a\": 1}\njump\ncancel\n")
        #expect(run.status == 0)
        #expect(run.output.contains("\nchosen closes=false\n"))
        #expect(
            run.errors == """
                popoverctl: not now
                popoverctl: "jump": expected draft JSON, choose JSON, done or cancel

                """)
        #expect(
            daemon.requests().contains(
                #"{"method":"popover.choose","params":{"popover":"p1","choice":{"a":1}}}"#))
        #expect(
            daemon.requests().contains(
                #"{"method":"popover.close","params":{"popover":"p1","outcome":"cancel"}}"#))
    }

    @Test("The last draft of standard input is handed over, also after the end of input")
    func draftFromInput() throws {
        let daemon = try FakeDaemon([
            .welcome, .receive("popover.open"), .result(Self.grant),
            .receive("popover.choose"), .result(#"{"closes":false}"#),
            Self.willClose("save"), .receive(#""result":{"draft":[2]}"#), Self.closed, .drain,
        ])
        let run = try Run(
            [
                "--socket", daemon.path, "open", "--hold", "--commands", "--anchor", "1,2,3x4",
                "--draft", "1",
            ],
            input: "draft [2]\nchoose 1\n")
        #expect(run.status == 0)
        #expect(run.errors == "")
    }

    @Test("An alert waits for its answer and writes the button")
    func alert() throws {
        let daemon = try FakeDaemon([
            .welcome, .receive("alert.raise"), Self.alertQueued,
            .result(#"{"alert":"a1","button":"go"}"#),
        ])
        let run = try Run(
            daemon, "alert", "--wait", "Fire", "--severity", "critical", "--message", "Leave",
            "--button", "go=Leave now:destructive", "--button", "stay")
        #expect(run.status == 0)
        #expect(run.output == "go\n")
        #expect(run.errors == "popoverctl: alert.queued alert=a1 request=2\n")
        #expect(
            daemon.requests() == [
                #"{"method":"alert.raise","params":{"title":"Fire","severity":"critical","buttons":[{"id":"go","label":"Leave now","role":"destructive"},{"id":"stay","label":"stay"}],"message":"Leave"}}"#
            ])
    }

    @Test("A line of standard input answers an alert that the command shows")
    func selfRendered() throws {
        let daemon = try FakeDaemon([
            .receive(#""app":"popoverctl"}"#), .result(FakeDaemon.welcome), .receive("alert.raise"),
            .send(
                #"""
                {"jsonrpc":"2.0","id":"r1","method":"alert.present","params":{"alert":"a1","title":"Fire"}}
                """#),
            .receive(#""id":"r1","result":{}"#), .receive("alert.answer"), .result("{}"),
            .send(#"{"jsonrpc":"2.0","id":2,"result":{"alert":"a1","button":"go"}}"#), .drain,
        ])
        let run = try Run(
            ["--socket", daemon.path, "alert", "--wait", "Fire", "--renderer", "self"],
            input: "go\n")
        #expect(run.status == 0)
        #expect(run.output == "go\n")
        #expect(run.errors == "popoverctl: alert.present alert=a1 title=Fire\n")
        #expect(
            daemon.requests().last
                == #"{"method":"alert.answer","params":{"alert":"a1","button":"go"}}"#)
    }

    @Test(
        "Standard input that ends without an answer withdraws the alert",
        arguments: [("", []), ("nonsense\n", ["popoverctl: no such button"])])
    func selfRenderedWithoutAnswer(input: String, rejections: [String]) throws {
        let answered: [FakeDaemon.Step] = [
            .receive("alert.answer"), .error(#"{"code":-32602,"message":"no such button"}"#),
        ]
        let daemon = try FakeDaemon(
            [
                .welcome, .receive("alert.raise"),
                .send(
                    #"""
                    {"jsonrpc":"2.0","id":"r1","method":"alert.present","params":{"alert":"a1"}}
                    """#),
                .receive(#""id":"r1","result":{}"#),
            ] + (rejections.isEmpty ? [] : answered)
                + [.receive("alert.cancel"), .result("{}"), .drain])
        let run = try Run(
            ["--socket", daemon.path, "alert", "--wait", "Fire", "--renderer", "self"],
            input: input)
        #expect(run.status == 1)
        #expect(run.output == "")
        let messages =
            ["popoverctl: alert.present alert=a1"] + rejections
            + ["popoverctl: standard input ended without an answer; the alert is withdrawn", ""]
        #expect(run.errors == messages.joined(separator: "\n"))
        #expect(
            daemon.requests().last == #"{"method":"alert.cancel","params":{"alert":"a1"}}"#)
    }

    @Test("A refused alert ends with 1; without --wait the command ends when the alert is queued")
    func alertEnds() throws {
        let refused = try FakeDaemon([
            .welcome, .receive("alert.raise"), Self.alertQueued,
            .error(#"{"code":1,"message":"nobody","data":{"reason":"no-renderer"}}"#),
        ])
        #expect(try Run(refused, "alert", "--wait", "Fire").status == 1)
        let queued = try FakeDaemon([
            .welcome, .receive("alert.raise"), Self.alertQueued, .drain,
        ])
        #expect(try Run(queued, "alert", "Fire").status == 0)
    }

    @Test("render --answer answers each alert")
    func render() throws {
        let daemon = try FakeDaemon([
            .receive(#""roles":["shell"]"#), .result(FakeDaemon.welcome),
            .send(
                #"{"jsonrpc":"2.0","id":"r9","method":"alert.present","params":{"alert":"a1","title":"Paper","buttons":[{"id":"ok","label":"OK"}]}}"#
            ),
            .receive(#""id":"r9","result":{}"#), .receive("alert.answer"), .result("{}"),
        ])
        let run = try Run(daemon, "render", "--answer", "ok")
        #expect(run.output.hasPrefix("alert.present alert=a1 title=Paper"))
        #expect(
            daemon.requests().last
                == #"{"method":"alert.answer","params":{"alert":"a1","button":"ok"}}"#)
    }

    @Test("A held source shows the taps that are forwarded to it")
    func source() throws {
        let daemon = try FakeDaemon([
            .welcome, .receive("source.set"), .result("{}"),
            .send(
                #"{"jsonrpc":"2.0","method":"source.activated","params":{"source":"share","time":5}}"#
            ),
        ])
        let run = try Run(daemon, "source", "share", "840,60,110x44", "--hold")
        #expect(
            run.output == """
                source share 110x44 at 840,60
                source.activated source=share time=5

                """)
    }

    /// A verb, the request that it makes, the result, and what is written.
    struct Order: CustomTestStringConvertible, Sendable {
        var arguments: [String]
        var request: String
        var result = "{}"
        var output = ""

        var testDescription: String { arguments.joined(separator: " ") }
    }

    private static let folder = FileManager.default.currentDirectoryPath

    static let orders = [
        Order(
            arguments: ["tap", "20", "7.5", "--display", "main", "--swallowed"],
            request:
                #"{"method":"tap","params":{"x":20,"y":7.5,"display":"main","swallowed":true}}"#,
            result: #"{"verdict":"dismissed","deliver":true,"popover":"p1"}"#,
            output: "dismissed, deliver, popover p1\n"),
        Order(
            arguments: ["key", "Escape"],
            request: #"{"method":"key","params":{"key":"Escape"}}"#,
            result: #"{"verdict":"idle","deliver":false}"#, output: "idle\n"),
        Order(
            arguments: ["key", "--composing", "Escape"],
            request: #"{"method":"key","params":{"key":"Escape","composing":true}}"#,
            result: #"{"verdict":"idle","deliver":true}"#, output: "idle, deliver\n"),
        Order(
            arguments: ["choose", "p1", #"["a", 1]"#],
            request: #"{"method":"popover.choose","params":{"popover":"p1","choice":["a",1]}}"#,
            result: #"{"closes":true}"#, output: "closes\n"),
        Order(
            arguments: ["close", "p1", "--cancel"],
            request: #"{"method":"popover.close","params":{"popover":"p1","outcome":"cancel"}}"#),
        Order(
            arguments: ["dismiss", "--display", "main", "--discard"],
            request: #"{"method":"popover.dismiss","params":{"display":"main","discard":true}}"#),
        Order(
            arguments: ["source", "menu", "0,0,80x40", "--edge", "start"],
            request:
                #"{"method":"source.set","params":{"source":"menu","rect":{"x":0,"y":0,"width":80,"height":40},"edge":"start"}}"#,
            output: "source menu 80x40 at 0,0\n"),
        Order(
            arguments: ["occluder", "keyboard", "0,500,800x200"],
            request:
                #"{"method":"occluder.set","params":{"occluder":"keyboard","rect":{"x":0,"y":500,"width":800,"height":200}}}"#,
            output: "occluder keyboard 800x200 at 0,500\n"),
        Order(
            arguments: [
                "display", "set", "wall", "1080x1920", "--insets", "1,2,3,4", "--idiom", "tablet",
            ],
            request:
                #"{"method":"display.update","params":{"display":"wall","width":1080,"height":1920,"insets":{"top":1,"left":2,"bottom":3,"right":4},"idiom":"tablet"}}"#
        ),
        Order(
            arguments: [
                "display", "set", "wall", "--scale", "2", "--no-translucency", "--contrast", "high",
                "--no-reduced-motion", "--direction", "rtl", "--tap-ms", "1500", "--tap-slop",
                "24.5", "--opens", "asked", "--text-scale", "1.5", "--language", "de", "--speech",
                "--slow-press-ms", "300", "--reach", "0,400,1280x400",
            ],
            request: #"{"method":"display.update","params":{"display":"wall","scale":2,"#
                + #""translucency":false,"tapMs":1500,"tapSlop":24.5,"opens":"asked","#
                + #""textScale":1.5,"contrast":"high","reducedMotion":false,"language":"de","#
                + #""direction":"rtl","speech":true,"slowPressMs":300,"#
                + #""reach":{"x":0,"y":400,"width":1280,"height":400}}}"#),
        Order(
            arguments: ["display", "remove", "wall"],
            request: #"{"method":"display.remove","params":{"display":"wall"}}"#),
        Order(
            arguments: ["draft", "save", "note", "[1]"],
            request:
                #"{"method":"draft.save","params":{"key":"note","content":[1],"sync":true}}"#,
            result: #"{"revision":4,"durable":false}"#, output: "revision 4, not yet on disk\n"),
        Order(
            arguments: ["draft", "save", "note", "1", "--session", "s7"],
            request: #"{"method":"draft.save","params":"#
                + #"{"key":"note","content":1,"sync":true,"session":"s7"}}"#,
            result: #"{"revision":1,"durable":true}"#, output: "revision 1\n"),
        Order(
            arguments: ["draft", "show", "note"],
            request: #"{"method":"draft.load","params":{"key":"note"}}"#,
            result: #"{"draft":{"content":{"a":1},"revision":1}}"#, output: "{\"a\":1}\n"),
        Order(
            arguments: ["draft", "discard", "note"],
            request: #"{"method":"draft.discard","params":{"key":"note"}}"#),
        Order(
            arguments: ["navigate", "next", "--display", "main"],
            request: #"{"method":"navigate","params":{"step":"next","display":"main"}}"#,
            result: #"{"outcome":"moved","client":"c1","source":"pay"}"#, output: "moved c1 pay\n"
        ),
        Order(
            arguments: [
                "session", "set", "--text-scale", "1.5", "--no-reduced-motion", "--speech",
                "--language", "de", "--reach", "0,400,1280x400",
            ],
            request: #"{"method":"session.set","params":{"textScale":1.5,"reducedMotion":false,"#
                + #""language":"de","speech":true,"#
                + #""reach":{"x":0,"y":400,"width":1280,"height":400}}}"#),
        Order(
            arguments: ["session", "lock", "--display", "main"],
            request: #"{"method":"session.lock","params":{"display":"main"}}"#),
        Order(
            arguments: ["plugin", "load", "/lib/quiz.so"],
            request: #"{"method":"plugin.load","params":{"path":"/lib/quiz.so"}}"#,
            result: #"{"name":"quiz","state":"failed","message":"no table"}"#,
            output: "quiz failed: no table\n"),
        Order(
            arguments: ["plugin", "load", "quiz.plugin"],
            request: #"{"method":"plugin.load","params":{"path":"\#(folder)/quiz.plugin"}}"#,
            result: #"{"name":"quiz","state":"starting"}"#, output: "quiz starting\n"),
        Order(
            arguments: ["plugin", "load", "quiz-2"],
            request: #"{"method":"plugin.load","params":{"name":"quiz-2"}}"#,
            result: #"{"name":"quiz-2","state":"starting"}"#, output: "quiz-2 starting\n"),
        Order(
            arguments: ["plugin", "reload", "menu"],
            request: #"{"method":"plugin.reload","params":{"name":"menu"}}"#,
            result: #"{"name":"menu","state":"loaded"}"#, output: "menu loaded\n"),
        Order(
            arguments: ["plugin", "clear", "quiz"],
            request: #"{"method":"plugin.clear","params":{"name":"quiz"}}"#,
            result: #"{"name":"quiz","state":"starting"}"#, output: "quiz starting\n"),
        Order(
            arguments: ["config", "reload"], request: #"{"method":"config.reload","params":{}}"#),
        Order(
            arguments: ["call", "metrics"], request: #"{"method":"metrics"}"#,
            result: #"{"text":""}"#, output: "{\"text\":\"\"}\n"),
    ]

    @Test("A command sends one request and writes its result", arguments: orders)
    func order(row: Order) throws {
        let daemon = try FakeDaemon([.welcome, .receive("method"), .result(row.result), .drain])
        let run = try Run(["--socket", daemon.path] + row.arguments)
        #expect(run.status == 0)
        #expect(run.errors == "")
        #expect(run.output == row.output)
        #expect(daemon.requests() == [row.request])
    }
}
