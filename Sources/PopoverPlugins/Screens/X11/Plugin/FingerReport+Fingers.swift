// SPDX-License-Identifier: MIT

import PopoverModel
import PopoverScreens

extension FingerReport {
    /// Nil for a wheel.
    /// - Parameter now: microseconds of CLOCK_MONOTONIC.
    init?(_ output: Fingers.Output, on display: String, at point: Point, now: Int64) {
        guard let tool = Tool(output.key) else { return nil }
        self.init(
            Phase(output.phase), tool,
            pointer: output.key.isTouch ? Int(output.key.detail) + 1 : 0, display: display,
            point: point, time: Self.time(of: output, now: now), isSwallowed: output.isSwallowed)
    }

    /// The server's clock is CLOCK_MONOTONIC in milliseconds, modulo 2^32. A blocked press is dated at
    /// the end of its millisecond: it was not before the popover that needed the shield.
    private static func time(of output: Fingers.Output, now: Int64) -> Int64 {
        let milliseconds = now / 1000
        let ago = Int32(bitPattern: UInt32(truncatingIfNeeded: milliseconds) &- output.time)
        let begin = (milliseconds - Int64(ago)) * 1000
        return output.isSwallowed ? min(now, begin + 999) : begin
    }
}

extension FingerReport.Phase {
    fileprivate init(_ phase: Fingers.Phase) {
        switch phase {
        case .down: self = .down
        case .move: self = .move
        case .up: self = .up
        }
    }
}

extension FingerReport.Tool {
    fileprivate init?(_ key: Fingers.Key) {
        if key.isTouch {
            self = .touch
            return
        }
        switch key.detail {
        case 1: self = .mouse(.primary)
        case 2: self = .mouse(.middle)
        case 3: self = .mouse(.secondary)
        default: return nil
        }
    }
}
