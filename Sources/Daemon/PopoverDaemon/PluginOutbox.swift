// SPDX-License-Identifier: MIT

import LibUV
import PopoverModel
import PopoverSessions

/// Lines that libraries have sent as clients, handled in later loop iterations, a few in each: a
/// library that answers every line cannot starve clients, and nothing calls back into running code.
final class PluginOutbox {
    /// Lines handled in one loop iteration.
    static let batchLimit = 16
    /// The most queued lines; further lines are dropped and logged.
    static let capacity = 4096

    private let handle: (_ plugin: String, _ line: [UInt8]) -> Void
    private let log: Log
    private var lines: [(plugin: String, line: [UInt8])] = []
    private var wakeup: Wakeup?

    init(_ loop: Loop, log: Log, handle: @escaping (_ plugin: String, _ line: [UInt8]) -> Void) {
        self.log = log
        self.handle = handle
        do throws(UVError) {
            wakeup = try Wakeup(loop) { [unowned self] in handleBatch() }
            wakeup?.keepsLoopRunning = false
        } catch {
            log.write(.error, "plugin requests disabled: error=\("\(error)".logQuoted)")
        }
    }

    func send(_ line: [UInt8], from plugin: String) {
        guard lines.count < Self.capacity else {
            return log.limited(
                .warning, cause: "lines of \(plugin)",
                "plugin request dropped: queue full plugin=\(plugin) limit=\(Self.capacity)")
        }
        lines.append((plugin, line))
        wakeup?.send()
    }

    private func handleBatch() {
        let batch = lines.prefix(Self.batchLimit)
        lines.removeFirst(batch.count)
        for (plugin, line) in batch { handle(plugin, line) }
        if !lines.isEmpty { wakeup?.send() }
    }

    func close() {
        lines = []
        wakeup?.close()
        wakeup = nil
    }
}
