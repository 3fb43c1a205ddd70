// SPDX-License-Identifier: MIT

/// What is wrong with a scenario's text, and where.
public struct ScenarioError: Error, Hashable, Sendable, CustomStringConvertible {
    public var message: String
    /// Counted from 1; nil where it is about no single line.
    public var line: Int?

    init(_ message: String, line: Int? = nil) {
        self.message = message
        self.line = line
    }

    /// The same, at a line, unless it has one.
    func at(line: Int) -> ScenarioError { ScenarioError(message, line: self.line ?? line) }

    public var description: String { line.map { "line \($0): \(message)" } ?? message }
}
