// SPDX-License-Identifier: MIT

public import PopoverModel

/// Something that the daemon should log or count; nothing in it needs a decision.
public enum PluginReport: Hashable, Sendable {
    /// The plugin logged a line.
    case logged(plugin: String, level: Level, message: String)
    /// Its answer made no sense and counted as `abstain`.
    case badVerdict(plugin: String, behavior: String, message: String)
    /// Its answer took longer than `PluginLimits.softBudget`.
    case slow(plugin: String, behavior: String, took: Interval)
    /// A folder could not be searched, or not all of it.
    case directorySkipped(path: String, message: String)

    public enum Level: Hashable, Sendable {
        case debug
        case info
        case warning
        case error
    }
}
