// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import PopoverClient
internal import PopoverCore
internal import PopoverDrawing
internal import PopoverModel
internal import PopoverRecording

struct ReplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Replay a recording and compare the decisions.",
        discussion: """
            Needs no daemon, clients or plugins. Shows each event with the decision of this \
            version. The exit status is 0 if every decision equals the recorded one, 1 if a \
            decision differs, and 2 if the file is not a recording or is incomplete.

            Example: popoverctl replay --until 812 /var/lib/popoverd/recordings/crash-*
            """)

    @OptionGroup var connection: ConnectionOptions

    @Option(
        help: ArgumentHelp(
            "Stop after the event with this number and draw the displays.", valueName: "n"))
    var until: Int?

    @Flag(help: "Show only the differences, and do not stop at the first one.")
    var diff = false

    @Argument(
        help: ArgumentHelp("Recording to replay; - is standard input.", valueName: "file"),
        completion: .file())
    var file: String

    /// The width of a timeline when standard output is not a terminal.
    private static let plainWidth = 200

    func validate() throws {
        if let until, until < 0 { throw ValidationError("--until: expected 0 or more") }
    }

    func run() throws {
        let bytes = try Terminal.read(recording: file)
        let recording: Recording
        do throws(RecordingError) {
            recording = try Recording(bytes)
        } catch {
            throw unreadable(error)
        }
        try play(Replay(recording))
    }

    private func play(_ start: consuming Replay) throws {
        var replay = start
        let header = replay.recording.header
        var timeline: Timeline?
        var differences = 0
        var taken = 0
        while taken < until ?? .max, let entry = replay.nextEntry() {
            if timeline == nil {
                timeline = Timeline(start: entry.at, width: width)
                if showsEvents { try Terminal.print(timeline?.heading(of: header) ?? "") }
            }
            taken += 1
            // Show the event first: handling it may crash this process, as it crashed the daemon.
            if showsEvents { try Terminal.print(timeline?.line(of: entry) ?? "") }
            if entry.effects == nil {
                Terminal.complain(
                    "event \(entry.number): the daemon crashed while handling this event")
            }
            let step = replay.step(entry)
            if connection.json { try Terminal.print(step.json) }
            if showsEvents {
                let lines = timeline?.lines(of: step.effects).dropFirst() ?? ""
                if !lines.isEmpty { try Terminal.print(String(lines)) }
            }
            guard let difference = step.difference else { continue }
            differences += 1
            if !connection.json { try Terminal.print(Timeline.words(of: difference)) }
            if !diff { break }
        }
        try finish(replay, taken: taken, differences: differences)
    }

    private func finish(_ replay: borrowing Replay, taken: Int, differences: Int) throws {
        if until != nil, !connection.json {
            let picture = try SceneText.render(
                replay.arbiter.scene, width: Terminal.width, hasColor: Terminal.hasColor)
            try Terminal.print(Array(picture.utf8))
        }
        if let error = replay.recording.error { throw unreadable(error) }
        if let limit = replay.recording.end?.limit {
            Terminal.complain("the recording stopped at its limit: \(limit)")
        }
        let isFaithful = replay.recording.end?.isFaithful ?? true
        if !isFaithful {
            Terminal.complain("the daemon's final state differs from the replayed state")
        }
        if differences == 0, isFaithful {
            if !connection.json { try Terminal.print("\(taken) events, decided as recorded") }
            return
        }
        if diff, !connection.json {
            try Terminal.print("\(taken) events, \(differences) decided differently")
        }
        throw ExitCode(ExitStatus.refused.rawValue)
    }

    private var showsEvents: Bool { !diff && !connection.json }

    private var width: Int { Terminal.isOutputTerminal ? Terminal.width : Self.plainWidth }

    private func unreadable(_ error: RecordingError) -> ErrorReport {
        ErrorReport(.file, "\(file):\(error.line): \(error.message)")
    }
}
