// SPDX-License-Identifier: MIT

import PopoverWire

/// Received bytes that were not split into lines yet.
final class InputBuffer {
    // Moved out while they change: in-place changes by another module would cost an exclusivity
    // check at every access.
    private var framer: LineFramer
    private var bytes: ArraySlice<UInt8> = []

    init(limit: Int) {
        framer = LineFramer(limit: limit)
    }

    var isEmpty: Bool { bytes.isEmpty }

    /// The memory that it takes.
    var count: Int { bytes.count + framer.count }

    /// Whether a line has begun and not ended.
    var isWithinLine: Bool { framer.isWithinLine }

    /// Adds received bytes; the buffer has to be empty.
    func fill(with bytes: [UInt8]) {
        self.bytes = bytes[...]
    }

    /// - Parameter limit: the maximum bytes of a line.
    /// - Returns: nil if no whole line is left.
    func nextFrame(limit: Int) -> LineFramer.Frame? {
        var framer = exchange(&self.framer, with: LineFramer(limit: limit))
        var bytes = exchange(&self.bytes, with: [])
        framer.limit = limit
        let frame = framer.next(in: &bytes)
        self.framer = framer
        self.bytes = bytes
        return frame
    }

    func removeAll() {
        bytes = []
        framer = LineFramer(limit: framer.limit)
    }
}
