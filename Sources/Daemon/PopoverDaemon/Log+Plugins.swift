// SPDX-License-Identifier: MIT

import LibraryHost
import PopoverModel
import PopoverSessions

extension Log {
    /// Says what a library did, at most a few times a while.
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
                "plugin \(plugin): its \(call) makes no sense: \(message)")
        case .slow(let plugin, let call, let took):
            limited(
                .warning, cause: "slowness of \(plugin)",
                "plugin \(plugin): its \(call) took \(took.microseconds) µs")
        case .suspended(let plugin, let pause):
            write(
                .warning,
                "plugin \(plugin) was slow too often: it is not called for \(pause.milliseconds) ms"
            )
        case .resumed(let plugin): write(.info, "plugin \(plugin) is called again")
        case .notWatched(let plugin, let descriptor):
            limited(
                .warning, cause: "plugin \(plugin)",
                "plugin \(plugin): its descriptor \(descriptor) cannot be watched")
        case .directorySkipped(let path, let message):
            write(.warning, "plugins in \(path) were not found: \(message)")
        }
    }
}
