// SPDX-License-Identifier: MIT

internal import PopoverClient
internal import PopoverDrawing
internal import PopoverScenario

/// Shows a scenario while it plays, and keeps its transcript in case it fails.
final class SimulationShow {
    enum Level: Int, Comparable {
        case failures
        case steps
        /// Steps, and the lines of the protocol.
        case lines

        static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
    }

    private let level: Level
    private let draws: Bool
    private let pictures: String?
    private let connect: () throws -> ClientConnection
    private var transcript: [String] = []
    private var log: [String] = []
    /// The first error while showing it; playing continues.
    private var error: (any Error)?
    private var lastPicture = ""

    init(
        level: Level, draws: Bool, pictures: String?,
        connect: @escaping () throws -> ClientConnection
    ) {
        self.level = level
        self.draws = draws
        self.pictures = pictures
        self.connect = connect
    }

    func begin(_ scenario: Scenario, _ file: String) throws {
        let proves = scenario.proves.isEmpty ? "" : " (\(scenario.proves.joined(separator: ", ")))"
        transcript = ["\(file): \(scenario.title)\(proves)"]
        if level >= .steps { try Terminal.print(transcript[0]) }
    }

    func handle(_ moment: Moment) {
        do {
            switch moment {
            case .step(let step):
                if !step.text.isEmpty { try say("  \(step.text)", at: .steps) }
            // While the daemon is stopped, there is nothing to draw.
            case .done: if draws { try? drawText() }
            case .traffic(let client, let line, let isIncoming):
                try say("      \(client) \(isIncoming ? "<-" : "->") \(line)", at: .lines)
            case .picture(let name): if let pictures { try drawPicture("\(pictures)/\(name).png") }
            case .log(let log):
                for line in log.split(separator: "\n") { self.log.append("  popoverd: \(line)") }
            }
        } catch {
            self.error = self.error ?? error
        }
    }

    func end() throws {
        if let error { throw error }
        if level >= .steps { try Terminal.print("  passed\n") }
    }

    /// Writes the transcript if it was not shown yet, the first difference, and the daemon's log.
    func fail(_ message: String, isDifference: Bool) throws {
        let transcript = level == .failures ? self.transcript : []
        let message = isDifference ? "  FAILED: \(message)" : "  ERROR: \(message)"
        for line in transcript + [message] + log + [""] {
            try Terminal.print(line)
        }
    }

    private func say(_ line: String, at least: Level) throws {
        transcript.append(line)
        if level >= least { try Terminal.print(line) }
    }

    private func drawText() throws {
        let scene = try connect().status()
        let picture = try SceneText.render(
            scene, display: nil, width: Terminal.width, hasColor: Terminal.hasColor)
        guard picture != lastPicture else { return }
        lastPicture = picture
        try Terminal.print(Array(picture.utf8))
    }

    private func drawPicture(_ file: String) throws {
        let scene = try connect().status()
        let picture = try SceneDrawing.png(scene, display: nil, scale: 0.5)
        if let warning = picture.warning { Terminal.complain("\(file): \(warning)") }
        try Terminal.write(picture.bytes, toFile: file)
    }
}
