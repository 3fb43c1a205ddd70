// SPDX-License-Identifier: MIT

import LibraryHost
import PopoverModel
import PopoverSessions

extension Log {
    /// Logs what a library did, at a limited rate.
    func write(_ report: PluginReport) {
        switch report {
        case .logged(let plugin, let level, let message):
            let text = "plugin \(plugin): \(message)"
            switch level {
            case .debug: limited(.debug, cause: "plugin \(plugin)", text)
            case .info: limited(.info, cause: "plugin \(plugin)", text)
            case .warning: limited(.warning, cause: "plugin \(plugin)", text)
            case .error: limited(.error, cause: "plugin \(plugin)", text)
            }
        case .badAnswer(let plugin, let call, let message):
            limited(
                .warning, cause: "verdicts of \(plugin)",
                "plugin answer invalid: plugin=\(plugin) call=\("\(call)".logQuoted)"
                    + " error=\(message.logQuoted)")
        case .slow(let plugin, let call, let took):
            limited(
                .warning, cause: "slowness of \(plugin)",
                "plugin call slow: plugin=\(plugin) call=\("\(call)".logQuoted)"
                    + " microseconds=\(took.microseconds)")
        case .suspended(let plugin, let pause):
            write(
                .warning,
                "plugin calls suspended: too many slow calls plugin=\(plugin)"
                    + " pauseMs=\(pause.milliseconds)")
        case .resumed(let plugin): write(.info, "plugin calls resumed: plugin=\(plugin)")
        case .directorySkipped(let path, let message):
            write(
                .warning,
                "plugin folder skipped: path=\(path.logQuoted) error=\("\(message)".logQuoted)")
        }
    }
}
