// SPDX-License-Identifier: MIT

import LibraryHost
import PopoverModel

/// A host on one zoo, what it reported, and a clock that stands still unless told otherwise.
final class HostFixture {
    let host: LibraryHost
    private let log: Log

    init(
        _ zoo: Zoo, settings: PluginSettings = PluginSettings(),
        microsecondsPerReading: Int64 = 0, crashMarker: CrashMarker? = nil
    ) {
        let log = Log()
        self.log = log
        log.settings = settings
        log.microsecondsPerReading = microsecondsPerReading
        host = LibraryHost(
            directories: [zoo.directory],
            clock: {
                log.now.microseconds += log.microsecondsPerReading
                return log.now
            },
            usage: { log.usage() },
            settings: { _ in log.settings }, crashMarker: crashMarker,
            report: { log.reports.append($0) })
    }

    /// What holds for every plugin.
    var settings: PluginSettings {
        get { log.settings }
        set { log.settings = newValue }
    }

    var now: Instant {
        get { log.now }
        set { log.now = newValue }
    }

    /// How far the clock goes on whenever it is read.
    var microsecondsPerReading: Int64 {
        get { log.microsecondsPerReading }
        set { log.microsecondsPerReading = newValue }
    }

    /// What the thread has used, as the host is told; at first nobody knows.
    var usage: () -> ThreadUsage? {
        get { log.usage }
        set { log.usage = newValue }
    }

    /// What plugins have logged.
    var logged: [String] {
        reports.compactMap { report in
            guard case .logged(plugin: _, level: _, message: let line) = report else { return nil }
            return line
        }
    }

    var reports: [PluginReport] { log.reports }

    private final class Log {
        var reports: [PluginReport] = []
        var settings = PluginSettings()
        var now = Instant(microseconds: 7_000_000)
        var microsecondsPerReading: Int64 = 0
        var usage: () -> ThreadUsage? = { nil }
    }

    /// The error of an expression that has to throw one.
    func cause(
        _ body: @autoclosure () throws(PluginError) -> PluginState
    ) -> PluginError.Cause? {
        do {
            _ = try body()
            return nil
        } catch {
            return error.cause
        }
    }
}
