// SPDX-License-Identifier: MIT

/// Where a story did not come out as it is written.
public struct Difference: Error, Hashable, Sendable, CustomStringConvertible {
    public let step: Scenario.Step
    public let message: String

    public var description: String {
        "line \(step.line): \(step.text.isEmpty ? "its request has to succeed" : step.text)"
            + "\n    \(message)"
    }
}
