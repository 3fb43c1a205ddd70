// SPDX-License-Identifier: MIT

import Glibc
import PopoverTestSupport
import Testing

/// The daemon as a program: how it starts, and how it ends.
@Suite("The daemon's command line")
struct DaemonTests {
    @Test("The environment gives the socket's path when no option does")
    func environment() throws {
        let world = try World(asleep: "")
        let path = "\(world.folder)/elsewhere"
        let child = try Child(
            Program.daemon.path(), ["--state", world.state, "--ready-fd", "3"],
            environment: ["POPOVERD_SOCKET": path])
        #expect(try child.readiness.next() == "")
        #expect(Files.mode(path)?.kind == S_IFSOCK)
        child.signal(SIGTERM)
        #expect(try child.wait() == 0)
        withExtendedLifetime(world) {}
    }

    @Test("--check reports errors with file and line and changes nothing")
    func check() throws {
        let world = try World(asleep: World.unhurried)
        func check() throws -> (status: Int32, output: String, errors: String) {
            let child = try Child(Program.daemon.path(), world.daemonArguments + ["--check"])
            let output = try child.output.all()
            return (try child.wait(), output, child.errors.seen.joined(separator: "\n"))
        }
        let good = try check()
        #expect(good.status == 0)
        #expect(good.output == "\(world.configuration): valid")
        try world.configure("[timing]\ncloseMs = \"soon\"\n")
        let bad = try check()
        #expect(bad.status == 78)
        #expect(bad.errors.contains("\(world.configuration):2"))
        #expect(bad.errors.contains("closeMs"))
        #expect(Files.names(in: world.folder) == ["popoverd.toml"])
    }

    @Test("A wrong configuration at start exits with 78")
    func brokenStart() throws {
        let world = try World(asleep: "[limits]\nclients = 0\n")
        let child = try world.launch()
        #expect(try child.errors.all().contains("\(world.configuration):2"))
        #expect(try child.wait() == 78)
        #expect(Files.mode(world.socket) == nil)
    }

    @Test("A thousand SIGHUPs do no harm")
    func storm() throws {
        let world = try World()
        for _ in 0..<1000 { world.daemon?.signal(SIGHUP) }
        try world.actor().open()
    }

    @Test("A shutdown waits for a silent owner until the deadline only")
    func silentShutdown() throws {
        let world = try World("[timing]\ncloseMs = 40\n")
        let silent = try world.actor()
        try silent.call("draft.save", ["key": "k", "content": "old"])
        let popover = try silent.open("task", ["key": "k"])["popover"]
        #expect(try world.actor("root").call("shutdown") == [:])
        try silent.next("popover.closed", ["popover": popover, "draft": "kept"])
        #expect(try world.daemon?.wait() == 0)
        try world.start()
        let draft = try world.actor().call("draft.load", ["key": "k"])["draft"]
        #expect(draft["content"] == "old")
    }
}
