// SPDX-License-Identifier: MIT

import PopoverModel

/// The outputs and displays that the configuration names: those that are missing leave a screen black.
package struct ExpectedDisplays {
    private let outputs: [(name: String, display: String)]
    private let apps: [(name: String, display: String)]
    /// Those that still hold.
    private var warnings: [String] = []

    package init(
        outputs: [(name: String, display: String)] = [],
        apps: [(name: String, display: String)] = []
    ) {
        self.outputs = outputs
        self.apps = apps
    }

    /// What is wrong now and was not before.
    ///
    /// - Parameter shown: the display of each output that shows something.
    mutating func warnings(about found: [StageOutput], shown: [UInt32: String]) -> [String] {
        let earlier = warnings
        warnings = current(found, shown)
        return warnings.filter { !earlier.contains($0) }
    }

    private func current(_ found: [StageOutput], _ shown: [UInt32: String]) -> [String] {
        if found.isEmpty { return ["no output is left: connect a screen, or turn it on"] }
        let connected = found.map { output in
            shown[output.id].map { "\(output.name) (display \($0))" } ?? output.name
        }.joined(separator: ", ")
        let missing = outputs.filter { expected in !found.contains { $0.name === expected.name } }
            .map { output in
                "output \(output.name) (display \(output.display)) is not connected, only \(connected): "
                    + "connect it, or change its name in [[output]] and restart popover-stage"
            }
        let unused = found.filter { shown[$0.id] == nil }.map { output in
            "output \(output.name) shows nothing, since another has its display: "
                + "give it a display of its own in [[output]] and restart popover-stage"
        }
        let displays = shown.values
        let hidden = apps.filter { app in !displays.contains { $0 === app.display } }.map { app in
            "the app \(app.name) is not shown: there is no display \(app.display), only \(connected): "
                + "connect its output, or change display in its [[app]] and reload popover-stage"
        }
        return missing + unused + hidden
    }
}
