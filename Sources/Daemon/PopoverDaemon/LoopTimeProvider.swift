// SPDX-License-Identifier: MIT

import LibUV
import PopoverModel
import PopoverSessions

/// The system's clocks, and alarms on the event loop.
final class LoopTimeProvider: TimeProvider {
    private let loop: Loop

    init(_ loop: Loop) {
        self.loop = loop
    }

    var now: Instant { Clock.now }
    var wallClockAhead: Int64 { Clock.wallClockAhead }

    func alarm(_ handler: @escaping () -> Void) -> any Alarm {
        LoopAlarm(LibUV.Timer(loop, handler: handler))
    }
}

private final class LoopAlarm: Alarm {
    private let timer: LibUV.Timer

    init(_ timer: LibUV.Timer) {
        self.timer = timer
    }

    var isSet: Bool { timer.isActive }

    func set(after delay: Interval) {
        timer.start(afterMilliseconds: UInt64(clamping: delay.milliseconds))
    }

    func set(at instant: Instant) {
        // Rounded up, so that the instant has passed when the timer fires.
        timer.start(atMilliseconds: UInt64(max(0, instant.microseconds) + 999) / 1000)
    }

    func stop() { timer.stop() }
    func close() { timer.close() }
}
