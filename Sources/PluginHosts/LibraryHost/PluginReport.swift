// SPDX-License-Identifier: MIT

public import PopoverModel

/// Something that the daemon should log or count; nothing in it needs a decision.
public enum PluginReport: Hashable, Sendable {
    /// The plugin logged a line.
    case logged(plugin: String, level: Level, message: String)
    /// What it answered made no sense and counted as `abstain`, or as nothing.
    case badAnswer(plugin: String, call: NativeCall, message: String)
    /// A call took longer than `PluginLimits.softBudget`.
    case slow(plugin: String, call: NativeCall, took: Interval)
    /// Too many calls were slow: it is not called for so long.
    case suspended(plugin: String, pause: Interval)
    /// It was called again and answered in time.
    case resumed(plugin: String)
    /// A folder could not be searched, or not all of it.
    case directorySkipped(path: String, message: String)

    public enum Level: Hashable, Sendable {
        case debug
        case info
        case warning
        case error
    }
}
