// SPDX-License-Identifier: MIT

import PopoverModel
import Synchronization

@testable import PopoverDaemon

/// What was logged, as `level message`.
final class LoggedLines: Sendable {
    private let lines = Mutex<[String]>([])

    var all: [String] { lines.withLock { $0 } }

    func add(_ line: String) {
        lines.withLock { $0.append(line) }
    }
}

struct RecordingLog: LogSink {
    let lines: LoggedLines

    func write(_ line: LogLine) { lines.add("\(line.level.rawValue) \(line.message)") }
}
