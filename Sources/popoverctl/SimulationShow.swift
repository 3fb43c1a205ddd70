// SPDX-License-Identifier: MIT

internal import PopoverClient
internal import PopoverDrawing
internal import PopoverScenario

/// Shows a scenario while it is played, and keeps its transcript for when it fails.
final class SimulationShow {
    enum Level: Int, Comparable {
        case failures
        case steps
        /// The protocol's lines as well.
        case lines

        static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
    }

    private let level: Level
    private let draws: Bool
    private let pictures: String?
    private let connect: () throws -> ClientConnection
    private var transcript: [String] = []
    private var log: [String] = []
    /// What went wrong with showing it; playing goes on.
    private var trouble: (any Error)?
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

    func see(_ moment: Moment) {
        do {
            switch moment {
            case .step(let step):
                if !step.text.isEmpty { try say("  \(step.text)", at: .steps) }
            // There is nothing to draw while the daemon is away.
            case .done: if draws { try? drawText() }
            case .traffic(let client, let line, let isIncoming):
                try say("      \(client) \(isIncoming ? "<-" : "->") \(line)", at: .lines)
            case .picture(let name): if let pictures { try drawPicture("\(pictures)/\(name).png") }
            case .log(let log):
                for line in log.split(separator: "\n") { self.log.append("  popoverd: \(line)") }
            }
        } catch {
            trouble = trouble ?? error
        }
    }

    func end() throws {
        if let trouble { throw trouble }
        if level >= .steps { try Terminal.print("  all of it is so\n") }
    }

    /// Writes what has not been shown of the transcript, the first difference, and what the daemon
    /// has logged.
    func fail(_ message: String, isDifference: Bool) throws {
        let transcript = level == .failures ? self.transcript : []
        let message = isDifference ? "  NOT SO: \(message)" : "  CANNOT BE PLAYED: \(message)"
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
        try Terminal.write(try SceneDrawing.png(scene, display: nil, scale: 0.5), toFile: file)
    }
}
