// SPDX-License-Identifier: MIT

public struct ScenarioError: Error, Hashable, Sendable, CustomStringConvertible {
    public var message: String
    /// From 1; nil for the whole scenario.
    public var line: Int?

    init(_ message: String, line: Int? = nil) {
        self.message = message
        self.line = line
    }

    /// The same error at a line, unless it has one.
    func at(line: Int) -> ScenarioError { ScenarioError(message, line: self.line ?? line) }

    public var description: String { line.map { "line \($0): \(message)" } ?? message }
}
