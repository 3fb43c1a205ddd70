// SPDX-License-Identifier: MIT

import PopoverWire

/// Received bytes that were not split into lines yet.
final class InputBuffer {
    private struct Contents {
        var framer: LineFramer
        var bytes: ArraySlice<UInt8> = []

        mutating func nextFrame(limit: Int) -> LineFramer.Frame? {
            framer.limit = limit
            return framer.next(in: &bytes)
        }
    }

    private var contents: Contents
    /// A stored flag, since reading `contents` costs an exclusivity check.
    private(set) var isEmpty = true

    init(limit: Int) {
        contents = Contents(framer: LineFramer(limit: limit))
    }

    /// Whether a line has begun and not ended.
    var isWithinLine: Bool { contents.framer.isWithinLine }

    /// Adds received bytes; the buffer has to be empty.
    func fill(with bytes: [UInt8]) {
        contents.bytes = bytes[...]
        isEmpty = false
    }

    /// - Parameter limit: the maximum bytes of a line.
    /// - Returns: nil if no whole line is left.
    func nextFrame(limit: Int) -> LineFramer.Frame? {
        let frame = contents.nextFrame(limit: limit)
        isEmpty = contents.bytes.isEmpty
        return frame
    }

    func removeAll() {
        contents.bytes = []
        isEmpty = true
    }
}
