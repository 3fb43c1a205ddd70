// SPDX-License-Identifier: MIT

/// Which events a program certainly had, so that a new start of it gets those that follow again.
struct EventMark {
    /// The last that was handed to it, be it read or not.
    private var sent: Int64?
    /// The last that has left for it entirely.
    private var written: Int64?
    /// What it has said itself.
    private var seen: Int64?

    /// Where to go on; nil where it has had none.
    var resumeAfter: Int64? { seen ?? written }

    /// An event was sent; `isWritten` unless it waits for room.
    mutating func send(_ sequence: Int64, isWritten: Bool) {
        sent = sequence
        if isWritten { written = sequence }
    }

    /// All that waited has been written.
    mutating func drain() {
        written = sent
    }

    /// It has dealt with all up to this; what it cannot have seen does not count.
    mutating func see(_ sequence: Int64) {
        guard let sent else { return }
        seen = max(seen ?? 0, min(sequence, sent))
    }

    /// What was on its way to a program that has ended is lost.
    mutating func end() {
        sent = resumeAfter
    }
}
