// SPDX-License-Identifier: MIT

import Glibc
import PopoverTestSupport
import Testing

/// popoverctl as scripts use it: output, errors and exit statuses, against a real daemon.
@Suite("popoverctl")
struct ControlTests {
    private static let button = "600,380,80x40"

    @Test("Options may come before or after the command")
    func options() throws {
        let world = try World()
        let before = try world.control("--json", "--timeout", "20", "status")
        let after = try Child(
            Program.control.path(), ["status", "--json", "--socket", world.socket])
        #expect(before.status == 0)
        #expect(before.json["displays"][0]["display"] == "main")
        #expect(JSON(text: try after.output.all().utf8)?["displays"][0]["display"] == "main")
        #expect(try after.wait() == 0)
    }

    @Test("status names the version, uptime, socket and configuration of the daemon")
    func server() throws {
        let world = try World()
        let output = try world.control("status").output
        #expect(output.hasPrefix("popoverd 0.1.0, up "))
        #expect(output.contains("socket: \(world.socket)\n"))
        #expect(output.contains("configuration: \(world.configuration)\n"))
    }

    @Test("Results go to stdout, errors to stderr, with the documented exit statuses")
    func statuses() throws {
        let world = try World()
        let rows: [(arguments: [String], status: Int32)] = [
            (["status"], 0), (["call", "draft.list"], 0), (["version"], 0), (["--help"], 0),
            (["close", "p999"], 1), (["call", "no.such.method"], 1),
            (["explode"], 2), (["status", "--nonsense"], 2), (["tap", "left", "top"], 2),
            (["--timeout", "0.05", "wait-for", "app.never"], 4),
            (["call", "popover.open", #"{"behavior":"menu"}"#, "--role", "observer"], 1),
            (["config", "check", "\(world.folder)/bad.toml"], 78),
        ]
        try Files.write("nonsense = 1\n", to: "\(world.folder)/bad.toml")
        for row in rows {
            let child = try Child(
                Program.control.path(), row.arguments,
                environment: ["POPOVERD_SOCKET": world.socket])
            child.closeInput()
            let output = try child.output.all()
            let errors = try child.errors.all()
            #expect(try child.wait() == row.status, "\(row.arguments): \(errors)")
            #expect(output.isEmpty == (row.status != 0), "\(row.arguments)")
            #expect(errors.isEmpty == (row.status == 0), "\(row.arguments)")
        }
    }

    @Test("Without a daemon it exits with 3 and names the socket")
    func noDaemon() throws {
        let world = try World(asleep: "")
        let outcome = try world.control("status")
        #expect(outcome.status == 3)
        #expect(outcome.errors.contains(world.socket))
    }

    @Test("explain gives the reasons of decisions and the questions to plugins")
    func explain() throws {
        let world = try World()
        let shop = try world.actor()
        let popover = try #require(try shop.open()["popover"].string)
        let run = try world.control("explain", popover)
        #expect(run.status == 0)
        #expect(run.output.contains(" 0.000s open \(popover) of "))
        #expect(run.output.contains(": granted\n└─ because the display was free"))
        let answer = try world.control("--json", "explain").json
        #expect(answer["decisions"][0]["outcome"] == "granted")
        #expect(answer["decisions"][0]["testimonies"].elements.isEmpty)
        #expect(try world.control("explain", "p9").status == 1)
        try shop.call("popover.close", ["popover": .string(popover), "outcome": "done"])
    }

    @Test("A forbidden command exits with 5")
    func notPermitted() throws {
        let world = try World()
        let shop = try world.actor()
        let popover = try #require(try shop.open()["popover"].string)
        let outcome = try world.control("close", popover)
        #expect(outcome.status == 5)
        #expect(outcome.output.isEmpty && !outcome.errors.isEmpty)
    }

    @Test("open --hold acts as a client: it hands over its draft and prints events")
    func holding() throws {
        let world = try World()
        let fingers = try world.actor("fingers", ["input"])
        let holder = try world.runningControl(
            "--json", "open", "--hold", "--behavior", "task", "--size", "320x200", "--anchor",
            Self.button, "--key", "letter", "--draft", #"{"text":"Dear"}"#)
        let opened = try #require(try holder.output.next())
        #expect(opened.contains("\"p1\""))
        #expect(try fingers.call("tap", Spot.outside)["verdict"] == "dismissed")
        let told = try holder.output.all()
        #expect(told.contains("popover.closed"))
        #expect(told.contains("outside-tap"))
        #expect(try holder.wait() == 0)
        let shown = try world.control("--json", "draft", "show", "letter")
        #expect(shown.json["draft"]["content"] == ["text": "Dear"])
    }

    @Test("Killing open --hold closes its popover as client-gone")
    func killedHolder() throws {
        let world = try World()
        let watcher = try world.observer("popover.closed")
        let holder = try world.runningControl("open", "--hold", "--anchor", Self.button)
        #expect(try holder.output.next()?.contains("p1") == true)
        try holder.kill()
        try watcher.event("popover.closed", ["reason": "client-gone"])
    }

    @Test("alert --wait prints the chosen button")
    func alerting() throws {
        let world = try World()
        let shell = try world.shell()
        let raiser = try world.runningControl(
            "alert", "--wait", "Paper is low", "--button", "later=Later", "--button", "ok=OK")
        let asked = try shell.next("alert.present")["params"]
        #expect(asked["title"] == "Paper is low")
        try shell.call("alert.answer", ["alert": asked["alert"], "button": "later"])
        #expect(try raiser.output.all().split(separator: "\n").last == "later")
        #expect(try raiser.wait() == 0)
    }

    @Test("An alert without a renderer exits with 1")
    func noRenderer() throws {
        let world = try World()
        #expect(try world.control("alert", "--wait", "Paper is low").status == 1)
    }

    @Test("monitor --json prints one event a line and exits with 0 on SIGINT")
    func monitoring() throws {
        let world = try World()
        let watcher = try world.observer("client.joined")
        let monitor = try world.runningControl("--json", "monitor", "app.*")
        try watcher.event("client.joined", ["app": "popoverctl"])
        let shop = try world.actor()
        // It joins before it subscribes, so that it may miss the first ones.
        let line = try monitor.output.next(while: {
            try shop.call("bus.publish", ["topic": "app.tick", "data": 1])
        })
        let seen = line.flatMap { JSON(text: $0.utf8) }
        let event = try #require(seen)
        #expect(event["topic"] == "app.tick")
        #expect(event.names.isSuperset(of: ["sequence", "topic", "time", "data"]))
        monitor.signal(SIGINT)
        #expect(try monitor.wait() == 0)
    }

    @Test("draw shows the scene as text, SVG and PNG")
    func drawing() throws {
        let world = try World()
        let shop = try world.actor()
        try shop.open("menu", ["title": "Colors"])
        let text = try world.control("draw")
        #expect(text.status == 0)
        #expect(!text.output.isEmpty)
        let svg = try world.control("draw", "--svg")
        #expect(svg.output.contains("<svg") && svg.output.contains("</svg>"))
        let png = "\(world.folder)/scene.png"
        #expect(try world.control("draw", "--png", "-o", png).status == 0)
        #expect(Array(Files.read(png).prefix(4)) == [0x89, 0x50, 0x4E, 0x47])
    }

    @Test("Completions exist for every shell", arguments: ["bash", "zsh", "fish"])
    func completions(shell: String) throws {
        let world = try World(asleep: "")
        let outcome = try world.control("completions", shell)
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("popoverctl"))
        #expect(outcome.output.contains("monitor"))
    }

    @Test("The everyday commands work")
    func everyday() throws {
        let world = try World()
        let shop = try world.actor()
        #expect(try world.control("draft", "save", "note", #"{"a":[1,null]}"#).status == 0)
        #expect(
            JSON(text: try world.control("draft", "show", "note").output.utf8)
                == ["a": [1, nil]])
        #expect(try world.control("draft", "list").output.contains("note"))
        #expect(try world.control("draft", "discard", "note").status == 0)
        #expect(try world.control("draft", "show", "note").output == "null")
        let popover = try #require(try shop.open("task", ["key": "k"])["popover"].string)
        #expect(try world.control("list", "popovers").output.contains(popover))
        #expect(try world.control("tap", "20", "20").output.contains("dismissed"))
        shop.reply(to: try shop.next("popover.willClose"), ["draft": 1])
        try shop.next("popover.closed")
        #expect(try world.control("session", "end").status == 0)
        #expect(try shop.call("draft.list") == ["drafts": []])
        #expect(
            try world.control("display", "set", "left", "1024x768").status == 0)
        #expect(try world.control("list", "displays").output.contains("left"))
        #expect(try world.control("plugin", "list").output.contains("menu"))
    }
}
