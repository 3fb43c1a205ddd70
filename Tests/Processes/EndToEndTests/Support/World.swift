// SPDX-License-Identifier: MIT

import PopoverTestSupport

/// A folder of a test's own, with a daemon in it and any number of clients, each a process.
///
/// Worlds share nothing, so tests can run in parallel. A test always waits for
/// an event: a client's line, an exit, readiness. Every process ends with its world.
final class World {
    private let temporary = TemporaryFolder()
    private(set) var daemon: Child?
    /// The daemon's configuration.
    var environment: [String: String] = [:]

    /// Rules that need an answer in time must not fail because the machine is busy; tests about
    /// missed deadlines have worlds of their own.
    static let unhurried = """
        [timing]
        closeMs = 10000
        toggleMs = 10000
        waitMs = 10000
        presentMs = 20000
        pingMs = 20000

        """

    /// A world whose daemon listens.
    convenience init(_ configuration: String = World.unhurried) throws {
        try self.init(asleep: configuration)
        try start()
    }

    /// A world whose daemon is not started.
    init(asleep configuration: String) throws {
        try configure(configuration)
    }

    deinit {
        // Before its folder goes.
        daemon = nil
    }

    var folder: String { temporary.path }
    var socket: String { "\(folder)/s" }
    var state: String { "\(folder)/state" }
    var configuration: String { "\(folder)/popoverd.toml" }

    var daemonArguments: [String] {
        ["--config", configuration, "--socket", socket, "--state", state, "--ready-fd", "3"]
    }

    /// Writes the configuration, which a running daemon does not read until it is told to.
    func configure(_ text: String) throws {
        try Files.write(text, to: configuration)
    }

    /// Starts the daemon and returns when it says that it listens.
    func start() throws {
        let child = try launch()
        guard try child.readiness.next() == "" else {
            throw ProgramError("popoverd did not become ready", seen: try child.errors.all())
        }
    }

    /// Starts the daemon and does not wait for it.
    @discardableResult
    func launch() throws -> Child {
        let child = try Child(
            Program.daemon.path(), daemonArguments, environment: environment)
        daemon = child
        return child
    }

    /// A client that has said hello.
    func actor(_ app: String = "shop", _ roles: [String] = ["app"]) throws -> ActorProcess {
        let actor = try ActorProcess(self, app: app)
        try actor.greet(roles)
        return actor
    }

    /// A client that sees these topics from now on.
    func observer(_ topics: String...) throws -> ActorProcess {
        let actor = try actor("watcher", ["observer"])
        try actor.call("bus.subscribe", ["topics": .array(topics.map { .string($0) })])
        return actor
    }

    /// A shell that takes every alert that it is asked to present.
    func shell(_ app: String = "shell") throws -> ActorProcess {
        let shell = try actor(app, ["shell"])
        try shell.always("alert.present", [:])
        return shell
    }

    /// Runs popoverctl to its end.
    func control(_ arguments: String..., input: String? = nil) throws -> Outcome {
        let child = try Child(
            Program.control.path(), ["--socket", socket] + arguments)
        if let input { child.write(input) }
        child.closeInput()
        let output = try child.output.all()
        let errors = try child.errors.all()
        return Outcome(status: try child.wait(), output: output, errors: errors)
    }

    /// popoverctl as a process that goes on.
    func runningControl(_ arguments: String...) throws -> Child {
        try Child(Program.control.path(), ["--socket", socket] + arguments)
    }

    /// A program's exit status and output.
    struct Outcome {
        var status: Int32
        var output: String
        var errors: String

        /// Its output as JSON.
        var json: JSON { JSON(text: output.utf8) ?? .null }
    }
}
