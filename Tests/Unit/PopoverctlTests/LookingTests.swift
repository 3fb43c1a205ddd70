// SPDX-License-Identifier: MIT

import FakeDaemon
import Foundation
import Testing

@Suite("popoverctl inspection commands")
struct LookingTests {
    static let scene = """
        {"sequence":42,"displays":[{"display":"main","width":800,"height":480,"scale":1,"insets":{"top":0,"left":0,"bottom":0,"right":0},"idiom":"kiosk","locked":false,"shield":true}],"popovers":[{"popover":"p1","client":"c1","app":"photos","behavior":"menu","display":"main","state":"visible","presentation":"popover","frame":{"x":240,"y":92,"width":320,"height":200},"side":"bottom","arrow":{"x":400,"y":80},"scrolls":false,"source":"share","anchor":{"x":360,"y":40,"width":80,"height":40},"passthrough":[],"title":"Share","modal":false}],"waiting":[],"alerts":[{"alert":"a2","client":"c2","app":"printer","display":"main","severity":"warning","title":"Paper","buttons":[{"id":"ok","label":"OK"}],"state":"queued"}],"panels":[],"views":[],"surfaces":[],"sources":[{"source":"share","client":"c1","app":"photos","display":"main","rect":{"x":360,"y":40,"width":80,"height":40}}],"occluders":[],"clients":[{"client":"c1","app":"photos","roles":["app"],"uid":1000,"pid":77}],"behaviors":["menu","task"],"plugins":[{"name":"menu","kind":"behaviors","path":"/lib/menu.so","version":"1.0","state":"loaded","behaviors":["menu"]},{"name":"web","kind":null,"path":"/lib/web.so","version":null,"state":"unloaded","message":"no section","behaviors":[]},{"name":"x11","kind":null,"path":"/lib/x11.so","version":null,"state":"unloaded","message":"no section","behaviors":[]}],"counters":{"taps":3,"refusals":0},"appearance":{"arrowLength":12,"arrowWidth":24,"cornerRadius":8,"margin":8}}
        """

    private func daemon() throws -> FakeDaemon {
        try FakeDaemon([.welcome, .receive(#""method":"status""#), .result(Self.scene)])
    }

    @Test("status shows the scene as a tree")
    func status() throws {
        let run = try Run(daemon(), "status")
        #expect(run.status == 0)
        #expect(
            run.output == """
                popoverd, sequence 42
                ├─ display main: 800x480, kiosk, shield on
                │  ├─ alert a2 of printer (c2), warning, queued: Paper [OK]
                │  ├─ popover p1: menu of photos (c1), 320x200 at 240,92, bottom of share
                │  └─ source share of photos (c1), 80x40 at 360,40
                ├─ clients
                │  └─ c1: photos (app), user 1000, process 77
                ├─ behaviors: menu, task
                ├─ plugins
                │  ├─ menu 1.0, loaded
                │  └─ unloaded: web, x11: no section
                └─ counters
                   └─ taps 3

                """)
    }

    @Test(
        "status and list say since when a display is blank",
        arguments: [["status"], ["list", "displays"]])
    func blank(command: [String]) throws {
        let scene = Self.scene.replacingOccurrences(
            of: #""locked":false,"#, with: #""locked":false,"blank":true,"blankSince":5,"#)
        let daemon = try FakeDaemon([.welcome, .receive("status"), .result(scene)])
        let run = try Run(["--socket", daemon.path] + command)
        #expect(run.output.contains(/blank since \d{4}-\d\d-\d\dT\d\d:\d\d/), "\(run.output)")
    }

    @Test("status shows version, uptime and paths of the daemon")
    func server() throws {
        let members = #""server":"popoverd 9.1","started":5,"uptimeMs":7512345,"socket":"/s""#
        for (more, configuration) in [(#","configuration":"/c""#, "/c"), ("", "none")] {
            let scene = "\(Self.scene.dropLast()),\(members)\(more)}"
            let daemon = try FakeDaemon([.welcome, .receive("status"), .result(scene)])
            let run = try Run(daemon, "status")
            #expect(
                run.output.hasPrefix(
                    """
                    popoverd 9.1, up 2h 5m, sequence 42
                    ├─ socket: /s
                    ├─ configuration: \(configuration)
                    ├─ display main
                    """))
        }
    }

    @Test("status --limits shows a table, with gaps where the daemon reports nothing")
    func limits() throws {
        let limits = """
            "limits":[{"limit":"clients","value":2048,"used":3,"peak":70,"holder":"user 1000",\
            "hits":2},{"limit":"message","value":262144,"hits":0},{"limit":"new","value":1,"hits":0}],
            """
        let scene = Self.scene.replacingOccurrences(
            of: #""appearance""#, with: limits + #""appearance""#)
        let daemon = try FakeDaemon([.welcome, .receive("status"), .result(scene)])
        let run = try Run(daemon, "status", "--limits")
        #expect(
            run.output == """
                LIMIT    VALUE   USED  PEAK  HITS  MOST
                clients  2048    3     70    2     user 1000
                message  262144  -     -     0     -
                new      1       -     -     0     -

                """)
        let other = try FakeDaemon([.welcome, .receive("status"), .result(scene)])
        let json = try Run(other, "status", "--limits", "--json").output
        #expect(json.hasPrefix(#"[{"limit":"clients""#))
    }

    @Test("Long titles and many buttons are cut; JSON has them whole")
    func longTitle() throws {
        let title = String(repeating: "Paper is low. ", count: 20)
        let buttons = (1...9).map { "{\"id\":\"b\($0)\",\"label\":\"Remind me again\"}" }
        let scene = Self.scene.replacingOccurrences(
            of: #""title":"Paper""#, with: "\"title\":\"\(title)\""
        )
        .replacingOccurrences(
            of: #"[{"id":"ok","label":"OK"}]"#, with: "[\(buttons.joined(separator: ","))]")
        for arguments in [["status"], ["list", "alerts"]] {
            let daemon = try FakeDaemon([.welcome, .receive("status"), .result(scene)])
            let run = try Run(["--socket", daemon.path] + arguments)
            let line = try #require(run.output.split(separator: "\n").first { $0.contains("a2") })
            #expect(line.count < 200)
            #expect(line.contains("Paper is low. Paper") && line.contains("…"))
        }
        let daemon = try FakeDaemon([.welcome, .receive("status"), .result(scene)])
        #expect(try Run(daemon, "list", "alerts", "--json").output.contains(title))
    }

    @Test("status --json is the daemon's response")
    func statusJSON() throws {
        #expect(try Run(daemon(), "status", "--json").output == Self.scene + "\n")
    }

    @Test("list shows a table")
    func list() throws {
        #expect(
            try Run(daemon(), "list", "popovers").output == """
                POPOVER  STATE    BEHAVIOR  APP     DISPLAY  FRAME              SOURCE
                p1       visible  menu      photos  main     320x200 at 240,92  share

                """)
        #expect(
            try Run(daemon(), "list", "displays").output == """
                DISPLAY  SIZE     SCALE  IDIOM  SHIELD  LOCKED  BLANK
                main     800x480  1      kiosk  on      no      no

                """)
        #expect(
            try Run(daemon(), "list", "clients", "--json").output.hasPrefix(#"[{"client":"c1""#))
    }

    @Test("plugin list shows hooks, statistics and messages")
    func plugins() throws {
        let plugins = """
            {"plugins":[{"name":"idle","kind":"policy","path":"/p/idle.py","version":"2","state":"suspended","message":"it fails too often","behaviors":[],"tier":"program","hooks":["alert","idle"],"statistics":{"questions":12,"badVerdicts":3,"slowAnswers":4,"slowestUs":50123,"restarts":5}},{"name":"menu","kind":"behaviors","path":"/p/menu.so","version":"1.0","state":"loaded","behaviors":["menu"]}]}
            """
        let daemon = try FakeDaemon([.welcome, .receive("plugin.list"), .result(plugins)])
        #expect(
            try Run(daemon, "plugin", "list").output == """
                PLUGIN  TIER     STATE      VERSION  BEHAVIORS  HOOKS       ASKED  BAD  SLOW  SLOWEST   RESTARTS  PATH        MESSAGE
                idle    program  suspended  2        -          alert,idle  12     3    4     50123 µs  5         /p/idle.py  it fails too often
                menu    -        loaded     1.0      menu       -           0      0    0     0 µs      0         /p/menu.so  -

                """)
    }

    @Test("list drafts shows the drafts of one app")
    func drafts() throws {
        let daemon = try FakeDaemon([
            .receive(#""app":"mail""#), .result(FakeDaemon.welcome), .receive("draft.list"),
            .result(
                #"{"drafts":[{"key":"letter","bytes":9,"revision":3,"savedAt":1,"reason":"replaced"}]}"#
            ),
        ])
        #expect(
            try Run(daemon, "--app", "mail", "list", "drafts").output == """
                KEY     REVISION  BYTES  REASON
                letter  3         9      replaced

                """)
    }

    @Test("Without drafts the app is named, and how to select another one")
    func noDrafts() throws {
        for arguments in [["list", "drafts"], ["draft", "list"]] {
            let daemon = try FakeDaemon([
                .welcome, .receive("draft.list"), .result(#"{"drafts":[]}"#),
            ])
            let run = try Run(["--socket", daemon.path] + arguments)
            #expect(run.status == 0)
            #expect(run.output == "")
            #expect(
                run.errors == """
                    popoverctl: no drafts of app "popoverctl" (--app selects another app)

                    """)
        }
    }

    @Test("draw writes text, SVG or PNG")
    func draw() throws {
        let text = try Run(daemon(), "draw")
        #expect(text.output.hasPrefix("┏━ main 800×480, shield ━"))
        #expect(text.output.contains("▲"))
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(
            "\(UUID().uuidString).png")
        defer { try? FileManager.default.removeItem(at: file) }
        #expect(try Run(daemon(), "draw", "--png", "-o", file.path).status == 0)
        #expect(try Data(contentsOf: file).starts(with: [0x89, 0x50, 0x4E, 0x47]))
        #expect(try Run(daemon(), "draw", "--svg").output.contains("<svg"))
        let missing = try Run(daemon(), "draw", "--display", "wall")
        #expect(missing.status == 1)
        #expect(missing.errors == "popoverctl: there is no display wall\n")
    }

    @Test("monitor writes a line per event until the daemon ends")
    func monitor() throws {
        let event =
            #"{"jsonrpc":"2.0","method":"event","params":{"sequence":7,"topic":"popover.opened","time":12345678,"data":{"popover":"p1","app":"photos","title":"Two words","frame":{"x":1,"y":2,"width":3,"height":4},"arrow":null}}}"#
        let script: [FakeDaemon.Step] = [
            .welcome, .receive(#""topics":["popover.*"],"since":5"#), .send(event),
            .result(#"{"sequence":7,"snapshot":{}}"#), .send(event),
        ]
        let run = try Run(FakeDaemon(script), "monitor", "popover.*", "--since", "5")
        let line = #" popover.opened popover=p1 app=photos title="Two words" frame=1,2,3x4"#
        let lines = run.output.split(separator: "\n")
        #expect(lines.count == 2)
        for told in lines {
            let time = told.dropFirst("#7 ".count).dropLast(line.count)
            #expect(told == "#7 \(time)\(line)")
            #expect(
                time.wholeMatch(of: #/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d/#) != nil)
        }
        #expect(run.status == 3)
        let json = try Run(FakeDaemon(script), "monitor", "popover.*", "--since", "5", "--json")
        #expect(json.output.split(separator: "\n").count == 2)
        #expect(json.output.hasPrefix(#"{"sequence":7,"topic":"popover.opened""#))
    }

    @Test("monitor ends with 0 when its reader closes the pipe")
    func closedOutput() throws {
        let daemon = try FakeDaemon([
            .welcome, .receive("bus.subscribe"), .result(#"{"sequence":7}"#), .drain,
        ])
        let process = Process()
        process.executableURL = try Run.executable
        process.arguments = ["monitor", "--socket", daemon.path]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        try pipe.fileHandleForReading.close()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        #expect(process.terminationReason == .exit)
    }

    @Test("monitor ends with 0 when interrupted")
    func interrupted() throws {
        let daemon = try FakeDaemon([
            .welcome, .receive("bus.subscribe"), .result(#"{"sequence":7}"#),
            .send(#"{"jsonrpc":"2.0","method":"event","params":{"topic":"tap"}}"#), .drain,
        ])
        let process = Process()
        process.executableURL = try Run.executable
        process.arguments = ["monitor", "--socket", daemon.path]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        // It listens for sure once it has written a line.
        #expect(pipe.fileHandleForReading.availableData == Data("tap\n".utf8))
        process.interrupt()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        #expect(process.terminationReason == .exit)
    }

    @Test("wait-for ends with the first event, or with 4 on timeout")
    func waitFor() throws {
        let daemon = try FakeDaemon([
            .welcome, .receive(#""topics":["app.*"]"#), .result(#"{"sequence":7}"#),
            .send(
                #"{"jsonrpc":"2.0","method":"event","params":{"topic":"bus.gap","data":{"from":1}}}"#
            ),
            .send(
                #"{"jsonrpc":"2.0","method":"event","params":{"topic":"app.hello","data":"you"}}"#),
            .drain,
        ])
        let run = try Run(daemon, "wait-for", "app.*")
        #expect(run.status == 0)
        #expect(run.output == "app.hello you\n")
        let silent = try FakeDaemon([
            .welcome, .receive("bus.subscribe"), .result(#"{"sequence":7}"#), .drain,
        ])
        let late = try Run(silent, "wait-for", "app.*", "--timeout", "0.1")
        #expect(late.status == 4)
        #expect(late.errors == "popoverctl: timed out: no event \"app.*\"\n")
    }
}
