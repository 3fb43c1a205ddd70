// SPDX-License-Identifier: MIT

import PopoverModel

/// Times of input: one in another unit than microseconds would be long before anything visible.
extension Arbiter {
    /// The error of a time that is the present in milliseconds or seconds, and long past as it is.
    func wrongUnit(of time: Instant?) -> RequestError? {
        guard let time, now - time > .seconds(10) else { return nil }
        let clocks = [now.microseconds, now.microseconds &+ wallClockAhead]
        for (unit, factor) in [("milliseconds", Int64(1000)), ("seconds", 1_000_000)] {
            let (count, overflows) = time.microseconds.multipliedReportingOverflow(by: factor)
            guard !overflows, clocks.contains(where: { ($0 &- count).magnitude <= 60_000_000 })
            else {
                continue
            }
            let message =
                "has to count microseconds of CLOCK_MONOTONIC, and \(time.microseconds) looks "
                + "like \(unit)"
            return .badParameter(member: "time", message: message)
        }
        return nil
    }
}
