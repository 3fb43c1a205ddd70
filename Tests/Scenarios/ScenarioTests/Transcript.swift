// SPDX-License-Identifier: MIT

import PopoverModel
import PopoverScenario

/// The transcript of a scenario's run.
struct Transcript {
    private(set) var text = ""
    private(set) var difference: Difference?

    init(of scenario: Scenario) throws {
        var lines: [String] = []
        let stage = try Stage(
            .own(program: "\(ScenarioFiles.programs)/popoverd"),
            relay: "\(ScenarioFiles.programs)/popoverctl", patience: .milliseconds(30_000))
        defer { stage.close() }
        let player = Player(scenario, on: stage) { moment in
            switch moment {
            case .step(let step): lines.append("line \(step.line): \(step.text)")
            case .traffic(let client, let line, let isIncoming):
                lines.append("    \(client) \(isIncoming ? "<-" : "->") \(line)")
            case .log(let log): lines.append(log)
            case .done, .picture: break
            }
        }
        do {
            try player.play()
        } catch let difference as Difference {
            self.difference = difference
            lines.append("\(difference)")
        }
        text = lines.joined(separator: "\n")
    }
}
