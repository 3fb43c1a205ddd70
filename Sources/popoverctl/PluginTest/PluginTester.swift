// SPDX-License-Identifier: MIT

internal import PopoverModel

/// Runs a plugin without a daemon: a library in a child process, a program over its standard streams.
protocol PluginTester {
    /// The plugin's name and version: `quiz 1.0`.
    var title: String { get }
    var behaviors: [String] { get }
    /// Whether a daemon would ask this question, because the plugin has the hook.
    func isAsked(_ question: Question) -> Bool
    /// - Throws: why there is no valid verdict.
    func ask(_ question: Question) throws(PluginTestError) -> Reply
    /// Ends the plugin; `ask` must not be called afterwards.
    func close()
}

/// A verdict and the time it took.
struct Reply: Hashable, Sendable {
    var verdict: Verdict
    var interval: Interval

    init(verdict: Verdict, after interval: Interval) {
        self.verdict = verdict
        self.interval = interval
    }
}

/// Why a plugin or a question file cannot be loaded, or why there is no verdict.
struct PluginTestError: Error, Hashable, Sendable {
    var message: String

    init(_ message: String) {
        self.message = message
    }

    static let timedOut = PluginTestError("timed out")
}

/// Opens the tester for a plugin's file.
enum PluginTesters {
    /// Loads a library (`*.so`) after the checks of a daemon, or starts a program.
    /// - Parameter timeout: for the start, and for each question.
    static func open(
        _ file: String, options: [OptionArgument], timeout: Interval
    ) throws(PluginTestError) -> any PluginTester {
        let values = OptionArgument.options(options)
        try OptionArgument.check(values)
        guard !file.hasSuffix(".so") else {
            return try LibraryTester(file: file, options: options, timeout: timeout)
        }
        return try ProgramTester(file: file, options: values, timeout: timeout)
    }
}
