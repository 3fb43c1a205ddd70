// SPDX-License-Identifier: MIT

import PopoverModel

/// Whether a client takes what waits for it.
struct Progress {
    /// Bytes that have to be taken in a stall's time, or the client stands still: one byte a second
    /// is no progress.
    static let leastBytes = 4096
    /// How often in a stall's time one looks: the kernel does not say when it takes a part of
    /// something.
    private static let looksPerStall: Int64 = 10

    /// When enough was taken last, as far as one has looked.
    private(set) var latest = Instant(microseconds: 0)
    private var taken = 0

    init() {}

    init(taken: Int, at now: Instant) {
        self.taken = taken
        latest = now
    }

    /// - Parameter taken: bytes that the client has taken, of all time.
    mutating func look(taken: Int, at now: Instant) {
        guard taken - self.taken >= Self.leastBytes else { return }
        self = Progress(taken: taken, at: now)
    }

    /// From one look to the next.
    static func look(every stall: Interval) -> Interval {
        .milliseconds(max(1, stall.milliseconds / looksPerStall))
    }
}
