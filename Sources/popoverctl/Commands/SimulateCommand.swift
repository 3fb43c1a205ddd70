// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import PopoverClient
internal import PopoverScenario

struct SimulateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Play scenarios with a process for each client, and show what happens.",
        discussion: """
            A scenario tells what several clients do and what each of them must see. It ends with 0 \
            when all came out as they are written, and with 1 when one did not: then its transcript \
            is shown, up to the first difference. docs/reference/scenarios.md is the language.

            Against a running daemon a scenario sets up its displays and gives them back afterwards.

            Example: popoverctl simulate --own-daemon --pace 0.5 Tests/Scenarios/G07-*.scenario
            """)

    @OptionGroup var connection: ConnectionOptions

    @Flag(help: "Start a daemon for each scenario, instead of using one that runs.")
    var ownDaemon = false

    @Option(
        help: ArgumentHelp(
            "The program of such a daemon, instead of the popoverd beside this one.",
            valueName: "path"),
        completion: .file())
    var daemon: String?

    @Option(help: ArgumentHelp("Wait so long after each line.", valueName: "seconds"))
    var pace = 0.0

    @Flag(help: "Draw the displays after each line.")
    var draw = false

    @Flag(name: .shortAndLong, help: "Show the protocol's lines.")
    var verbose = false

    @Flag(name: .shortAndLong, help: "Show only what does not come out as it is written.")
    var quiet = false

    @Option(
        help: ArgumentHelp(
            "Write the pictures that a scenario asks for into this folder.", valueName: "folder"),
        completion: .directory)
    var pictures: String?

    @Argument(
        help: ArgumentHelp("Files with a scenario each.", valueName: "file"), completion: .file())
    var files: [String]

    func validate() throws {
        guard pace >= 0, pace <= 60 else {
            throw ValidationError("--pace: expected 0 to 60 seconds")
        }
        guard !(quiet && verbose) else { throw ValidationError("either --quiet or --verbose") }
        guard !connection.json else { throw ValidationError("there is no JSON of a story") }
        guard daemon == nil || ownDaemon else {
            throw ValidationError("--daemon is of use with --own-daemon only")
        }
    }

    func run() throws {
        var scenarios: [(file: String, scenario: Scenario)] = []
        for file in files {
            do {
                let text = String(decoding: try Terminal.read(file: file), as: UTF8.self)
                scenarios.append((file, try Scenario(text: text)))
            } catch let problem as ScenarioError {
                Terminal.complain("\(file):\(problem.line ?? 1): \(problem.message)")
                throw ExitCode(ExitStatus.usage.rawValue)
            }
        }
        if let pictures { try Terminal.makeFolder(pictures) }
        var failed = 0
        for (file, scenario) in scenarios where try !play(scenario, from: file) { failed += 1 }
        guard failed == 0 else {
            Terminal.complain(
                "\(failed) of \(scenarios.count) did not come out as they are written")
            throw ExitCode(ExitStatus.refused.rawValue)
        }
    }

    /// Whether it came out as it is written.
    private func play(_ scenario: Scenario, from file: String) throws -> Bool {
        let stage = try stage()
        defer { stage.close() }
        try stage.endWhenSignalled()
        let show = SimulationShow(
            level: quiet ? .failures : verbose ? .lines : .steps, draws: draw,
            pictures: pictures,
            connect: {
                try ClientConnection(
                    path: stage.socket, app: connection.app, timeout: connection.interval)
            })
        try show.begin(scenario, file)
        let player = Player(scenario, on: stage) { show.see($0) }
        player.paceMilliseconds = UInt64(pace * 1000)
        do {
            try player.play()
        } catch let difference as Difference {
            if stage.isInterrupted { throw ExitCode(ExitStatus.refused.rawValue) }
            try show.fail("\(difference)", isDifference: true)
            return false
        } catch Stage.StageError.interrupted {
            throw ExitCode(ExitStatus.refused.rawValue)
        } catch let failure as Stage.StageError {
            try show.fail("\(failure)", isDifference: false)
            let isAlone = failure == .noDaemon
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
