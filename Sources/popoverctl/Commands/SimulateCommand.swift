// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import PopoverClient
internal import PopoverModel
internal import PopoverScenario

struct SimulateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Play scenarios with a process for each client.",
        discussion: """
            A scenario describes what several clients do, and what each of them must see. The exit \
            status is 0 if every scenario matches, and 1 if one differs; then its transcript is \
            shown up to the first difference. docs/reference/scenarios.md describes the language.

            Against a running daemon, a scenario sets up its displays and restores them afterwards.

            Example: popoverctl simulate --own-daemon --pace 500ms Tests/Scenarios/G07-*.scenario
            """)

    @OptionGroup var connection: ConnectionOptions

    @Flag(help: "Start a daemon for each scenario instead of using the running one.")
    var ownDaemon = false

    @Option(
        help: ArgumentHelp(
            "Program to start as the daemon, instead of the popoverd next to popoverctl.",
            valueName: "path"),
        completion: .file())
    var daemon: String?

    @Option(help: ArgumentHelp("Pause after each line.", valueName: "duration"))
    var pace = Interval.milliseconds(0)

    @Flag(help: "Draw the displays after each line.")
    var draw = false

    @Flag(name: .shortAndLong, help: "Show the lines of the protocol.")
    var verbose = false

    @Flag(name: .shortAndLong, help: "Show only scenarios that differ.")
    var quiet = false

    @Option(
        help: ArgumentHelp(
            "Write the pictures of the scenarios into this folder.", valueName: "folder"),
        completion: .directory)
    var pictures: String?

    @Argument(
        help: ArgumentHelp("Scenario files.", valueName: "file"), completion: .file())
    var files: [String]

    func validate() throws {
        guard pace <= Interval.milliseconds(60_000) else {
            throw ValidationError("--pace: expected at most 1m")
        }
        guard !(quiet && verbose) else { throw ValidationError("--quiet excludes --verbose") }
        guard !connection.json else { throw ValidationError("simulate has no --json") }
        guard daemon == nil || ownDaemon else {
            throw ValidationError("--daemon needs --own-daemon")
        }
    }

    func run() throws {
        var scenarios: [(file: String, scenario: Scenario)] = []
        for file in files {
            do {
                let text = String(decoding: try Terminal.read(file: file), as: UTF8.self)
                scenarios.append((file, try Scenario(text: text)))
            } catch let error as ScenarioError {
                throw ErrorReport(.file, "\(file):\(error.line ?? 1): \(error.message)")
            }
        }
        if let pictures { try Terminal.makeFolder(pictures) }
        var failed = 0
        for (file, scenario) in scenarios where try !play(scenario, from: file) { failed += 1 }
        guard failed == 0 else {
            throw ErrorReport(.refused, "\(failed) of \(scenarios.count) scenarios differ")
        }
    }

    /// Plays a scenario; returns false if what clients see differs from what is written.
    private func play(_ scenario: Scenario, from file: String) throws -> Bool {
        let stage = try stage()
        defer { stage.close() }
        try stage.endWhenSignaled()
        let show = SimulationShow(
            level: quiet ? .failures : verbose ? .lines : .steps, draws: draw,
            pictures: pictures,
            connect: {
                try ClientConnection(
                    path: stage.socket, app: connection.app, timeout: connection.interval)
            })
        try show.begin(scenario, file)
        let player = Player(scenario, on: stage) { show.handle($0) }
        player.paceMilliseconds = UInt64(pace.milliseconds)
        do {
            try player.play()
        } catch let difference as Difference {
            if stage.isInterrupted { throw ExitCode(ExitStatus.refused.rawValue) }
            try show.fail("\(difference)", isDifference: true)
            return false
        } catch Stage.StageError.interrupted {
            throw ExitCode(ExitStatus.refused.rawValue)
        } catch let error as Stage.StageError {
            try show.fail("\(error)", isDifference: false)
            let isAlone = error == .noDaemon
            throw ExitCode((isAlone ? ExitStatus.noDaemon : .usage).rawValue)
        }
        try show.end()
        return true
    }

    private func stage() throws -> Stage {
        let place: Stage.Place
        if ownDaemon {
            place = .own(program: daemon)
        } else {
            place = .running(socket: connection.socket ?? SocketPath.discover())
        }
        return try Stage(place, patience: connection.interval)
    }
}
