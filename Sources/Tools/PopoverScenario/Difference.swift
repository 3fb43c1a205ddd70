// SPDX-License-Identifier: MIT

/// A step whose outcome differs from the scenario.
public struct Difference: Error, Hashable, Sendable, CustomStringConvertible {
    public let step: Scenario.Step
    public let message: String

    public var description: String {
        "line \(step.line): \(step.text.isEmpty ? "its request must succeed" : step.text)"
            + "\n    \(message)"
    }
}
