// SPDX-License-Identifier: MIT

import PopoverModel

/// Detects a client that stopped reading its output.
struct StallDetector {
    /// Bytes a client must read within `Limits.outputStall`: a byte a second is no progress.
    static let minimumBytes = 4096
    /// Checks within `Limits.outputStall`; the kernel does not report partial reads.
    private static let checksPerStall: Int64 = 10

    /// When the client was last seen to have read enough.
    private(set) var lastProgress = Instant(microseconds: 0)
    private var read = 0

    init() {}

    /// - Parameter read: all bytes that the client has ever read.
    init(read: Int, at now: Instant) {
        self.read = read
        lastProgress = now
    }

    mutating func update(read: Int, at now: Instant) {
        guard read - self.read >= Self.minimumBytes else { return }
        self = StallDetector(read: read, at: now)
    }

    static func checkInterval(for stall: Interval) -> Interval {
        .milliseconds(max(1, stall.milliseconds / checksPerStall))
    }
}
