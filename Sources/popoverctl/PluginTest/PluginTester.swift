// SPDX-License-Identifier: MIT

internal import PopoverModel

/// A plugin that runs beside this process, without a daemon.
///
/// A library runs in a process of this program's; a program is started, asked over its standard
/// streams. Either is ended when its tester goes.
protocol PluginTester {
    /// What it calls itself, with its version: `quiz 1.0`.
    var title: String { get }
    /// What it provides, by name; questions may be about these, or about anybody's where it is a
    /// policy.
    var behaviors: [String] { get }
    /// Whether a daemon would ask it this: it has the hook, for everyone's popovers or for its own.
    func isAsked(_ question: Question) -> Bool
    /// - Throws: why there is no answer, or none that makes sense.
    func ask(_ question: Question) throws(PluginTestError) -> Reply
    /// Ends it; it is not asked after.
    func close()
}

/// What a plugin says to a question, and how long that took it.
struct Reply: Hashable, Sendable {
    var verdict: Verdict
    var interval: Interval

    init(verdict: Verdict, after interval: Interval) {
        self.verdict = verdict
        self.interval = interval
    }
}

/// Why a plugin or its questions cannot be had, or why it gives no answer.
struct PluginTestError: Error, Hashable, Sendable {
    var message: String

    init(_ message: String) {
        self.message = message
    }
}

/// The ways in which a plugin's file can be run.
enum PluginTesters {
    /// Loads a library (`*.so`), by the checks of a daemon, or starts a program.
    /// - Parameter patience: how long it may take to start, and to answer one question.
    static func open(
        _ file: String, options: [OptionArgument], patience: Interval
    ) throws(PluginTestError) -> any PluginTester {
        let values = OptionArgument.options(options)
        try OptionArgument.check(values)
        guard !file.hasSuffix(".so") else {
            return try LibraryTester(file: file, options: options, patience: patience)
        }
        return try ProgramTester(file: file, options: values, patience: patience)
    }
}
