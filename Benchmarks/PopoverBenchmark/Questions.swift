// SPDX-License-Identifier: MIT

import LibUV
import PopoverModel

/// Typical questions to plugins.
enum Questions {
    static let outsideTap = Question.outsideTap(
        Question.PopoverFacts(
            popover: PopoverID(number: 100_000), behavior: "confirm", app: "shop",
            display: "main", key: "order-4711", title: "Pay now?", isModal: false),
        isKey: false)

    static let open = Question.open(
        Question.OpenFacts(
            behavior: "confirm", app: "shop", display: "main",
            displaySize: Size(width: 1920, height: 1080), isCompact: false,
            size: Size(width: 320, height: 200), key: "order-4711", title: "Pay now?",
            isModal: false))
}

/// The clock of the daemon's hosts.
enum BenchmarkClock {
    static var now: Instant {
        Instant(microseconds: Int64(SystemTime.monotonicMicroseconds))
    }
}
