// SPDX-License-Identifier: MIT

import LibUV
import PopoverModel
import PopoverSessions

/// Lines that libraries have sent, on their way to be read as a client's.
///
/// They are read in a later turn of the loop, so many of them in each: a library that answers every
/// line with another takes its turns as clients do, and nothing calls back into what is running.
final class PluginOutbox {
    /// Lines in a turn.
    static let turn = 16
    /// Lines that may wait; what comes then is dropped and told.
    static let most = 4096

    private let read: (_ plugin: String, _ line: [UInt8]) -> Void
    private let log: Log
    private var lines: [(plugin: String, line: [UInt8])] = []
    private var wakeup: Wakeup?

    init(_ loop: Loop, log: Log, read: @escaping (_ plugin: String, _ line: [UInt8]) -> Void) {
        self.log = log
        self.read = read
        do throws(UVError) {
            wakeup = try Wakeup(loop) { [unowned self] in takeTurn() }
            wakeup?.keepsLoopRunning = false
        } catch {
            log.write(.error, "plugins cannot send anything: \(error)")
        }
    }

    func send(_ line: [UInt8], of plugin: String) {
        guard lines.count < Self.most else {
            return log.limited(
                .warning, cause: "lines of \(plugin)",
                "plugin \(plugin): a line is dropped, \(Self.most) wait already")
        }
        lines.append((plugin, line))
        wakeup?.send()
    }

    private func takeTurn() {
        let turn = lines.prefix(Self.turn)
        lines.removeFirst(turn.count)
        for (plugin, line) in turn { read(plugin, line) }
        if !lines.isEmpty { wakeup?.send() }
    }

    func close() {
        lines = []
        wakeup?.close()
        wakeup = nil
    }
}
