// SPDX-License-Identifier: MIT

import Glibc
import PopoverTestSupport
import Testing

/// The daemon as a program: its socket, its options, its signals.
@Suite("The daemon's command line")
struct DaemonTests {
    @Test("The socket belongs to its user and group and is removed at exit")
    func socket() throws {
        let world = try World()
        let mode = try #require(Files.mode(world.socket))
        #expect(mode.kind == S_IFSOCK)
        #expect(mode.permissions == 0o660)
        world.daemon?.signal(SIGTERM)
        #expect(try world.daemon?.wait() == 0)
        #expect(Files.mode(world.socket) == nil)
    }

    @Test("A stale socket is replaced")
    func stale() throws {
        let world = try World()
        try world.cutPower()
        #expect(Files.mode(world.socket)?.kind == S_IFSOCK)
        try world.start()
        try world.actor().fence()
    }

    @Test("A second daemon on the same socket refuses to start")
    func served() throws {
        let world = try World()
        let other = try World(asleep: World.unhurried)
        let second = try Child(
            Program.daemon.path(), ["--socket", world.socket, "--state", other.state])
        #expect(try second.errors.all().contains(world.socket))
        #expect(try second.wait() != 0)
        try world.actor().fence()
        withExtendedLifetime(other) {}
    }

    @Test("A file that is no socket is left alone")
    func foreignFile() throws {
        let world = try World(asleep: World.unhurried)
        try Files.write("precious", to: world.socket)
        let child = try world.launch()
        #expect(try child.errors.all().contains(world.socket))
        #expect(try child.wait() != 0)
        #expect(Files.read(world.socket) == Array("precious".utf8))
    }

    @Test("A socket path that is too long is refused, not truncated")
    func longPath() throws {
        let world = try World(asleep: World.unhurried)
        let path = "\(world.folder)/" + String(repeating: "s", count: 120)
        let child = try Child(
            Program.daemon.path(), ["--socket", path, "--state", world.state])
        #expect(try child.errors.all().contains(path))
        #expect(try child.wait() != 0)
        #expect(!Files.names(in: world.folder).contains { $0.hasPrefix("sss") })
    }

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

    @Test("A socket from systemd is used instead of the path and not removed")
    func activation() throws {
        let world = try World(asleep: World.unhurried)
        let path = "\(world.folder)/handed-over"
        let launcher = try Child(
            "/usr/bin/python3",
            ["-c", Self.launcher, path, Program.daemon.path()] + world.daemonArguments.dropLast(2))
        // The launcher listens before it executes the daemon.
        #expect(try launcher.output.next() == "listening")
        let client = try Child(Program.actor.path(), [path])
        client.write(
            #"{"send":{"jsonrpc":"2.0","id":1,"method":"hello","params":{"protocol":1,"#
                + #""app":"x"}}}"# + "\n")
        let hello = try #require(try client.output.next())
        #expect(JSON(text: hello.utf8)?["result"]["protocol"] == 1)
        #expect(Files.mode(world.socket) == nil)
        launcher.signal(SIGTERM)
        #expect(try launcher.wait() == 0)
        #expect(Files.mode(path)?.kind == S_IFSOCK)
    }

    /// Sets up the child as systemd does between fork and exec.
    private static let launcher = """
        import os, socket, sys
        s = socket.socket(socket.AF_UNIX)
        s.bind(sys.argv[1])
        s.listen(8)
        print("listening", flush=True)
        os.dup2(s.fileno(), 3, inheritable=True)
        os.environ.update(LISTEN_FDS="1", LISTEN_PID=str(os.getpid()))
        os.execv(sys.argv[2], sys.argv[2:])
        """

    /// Leaves room for few descriptors: none is inherited but those that every child has.
    private static let limiter = """
        import os, resource, sys
        os.closerange(4, 4096)
        resource.setrlimit(resource.RLIMIT_NOFILE, (32, 32))
        os.execv(sys.argv[1], sys.argv[1:])
        """

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
        #expect(good.output.contains("ok"))
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

    @Test("SIGHUP loads a valid configuration and ignores a broken one")
    func reload() throws {
        let world = try World("[timing]\ncloseMs = 1234\n")
        let watcher = try world.observer("config.reloaded")
        let root = try world.actor("root")
        #expect(root.welcome["limits"]["closeMs"] == 1234)
        try world.configure("[timing]\ncloseMs = 2345\n")
        world.daemon?.signal(SIGHUP)
        try watcher.event("config.reloaded")
        #expect(try world.actor().welcome["limits"]["closeMs"] == 2345)
        try world.configure("[timing]\ncloseMs = 3456\nwindow = 1\n")
        world.daemon?.signal(SIGHUP)
        // The daemon logs the error and goes on as before.
        while let line = try world.daemon?.errors.next(), !line.contains("window") {}
        #expect(try world.actor().welcome["limits"]["closeMs"] == 2345)
        let refusal = try root.refusal("config.reload")
        #expect(
            refusal.error["message"].string?.contains("\(world.configuration):3") == true)
        #expect(try world.actor().welcome["limits"]["closeMs"] == 2345)
    }

    @Test("A thousand SIGHUPs do no harm")
    func storm() throws {
        let world = try World()
        for _ in 0..<1000 { world.daemon?.signal(SIGHUP) }
        try world.actor().open()
    }

    @Test("With few descriptors new clients wait until some are free")
    func descriptors() throws {
        let world = try World(asleep: World.unhurried)
        let daemon = try Child(
            "/usr/bin/python3",
            ["-c", Self.limiter, Program.daemon.path()] + world.daemonArguments)
        #expect(try daemon.readiness.next() == "")
        let survivor = try world.actor("survivor")
        try survivor.open("task", ["key": "k"])
        let crowd = try (0..<40).map { _ in try world.stranger("crowd") }
        // More connections than descriptors: connected clients are served.
        for _ in 0..<20 { try survivor.fence() }
        for client in crowd { try client.kill() }
        // Descriptors are free again and nothing was lost.
        let late = try world.actor("late")
        #expect(try late.call("status")["popovers"].elements.count == 1)
        daemon.signal(SIGKILL)
    }
}
