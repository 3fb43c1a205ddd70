// SPDX-License-Identifier: MIT

import PopoverWire

/// Received bytes that were not split into lines yet.
struct InputBuffer {
    private var framer: LineFramer
    private var bytes: ArraySlice<UInt8> = []

    init(limit: Int) {
        framer = LineFramer(limit: limit)
    }

    var isEmpty: Bool { bytes.isEmpty }

    /// Whether a line has begun and not ended.
    var isWithinLine: Bool { framer.isWithinLine }

    /// Adds received bytes; the buffer has to be empty.
    mutating func fill(with bytes: [UInt8]) {
        self.bytes = bytes[...]
    }

    /// - Parameter limit: the maximum bytes of a line.
    /// - Returns: nil if no whole line is left.
    mutating func nextFrame(limit: Int) -> LineFramer.Frame? {
        framer.limit = limit
        return framer.next(in: &bytes)
    }

    mutating func removeAll() { bytes = [] }
}
