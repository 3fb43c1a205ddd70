// SPDX-License-Identifier: MIT

/// Whole lines on their way to one client, of which a part at a time goes to its connection.
///
/// What has not gone yet can still be taken back, so that a client that does not read can be told
/// so in its next line instead of after everything that it left unread.
struct OutputQueue {
    /// What goes to the connection at once, unless one line is longer.
    static let chunkBytes = 64 * 1024
    /// An empty queue keeps no more memory than this, which most answers fit in: there may be
    /// thousands of queues.
    private static let keptBytes = 1024

    /// From `start` on it is still to go; ends with a line's LF.
    private var bytes: [UInt8] = []
    private var start = 0

    var count: Int { bytes.count - start }
    var isEmpty: Bool { count == 0 }

    /// Adds whole lines, each with its LF.
    mutating func append(_ lines: [UInt8]) {
        bytes.append(contentsOf: lines)
    }

    /// What goes next; nil when there is nothing to go. It ends with a line.
    var nextChunk: ArraySlice<UInt8>? {
        guard !isEmpty else { return nil }
        guard count > Self.chunkBytes else { return bytes[start...] }
        let lineFeed = UInt8(ascii: "\n")
        let most = start + Self.chunkBytes
        if let last = bytes[start..<most].lastIndex(of: lineFeed) { return bytes[start...last] }
        return bytes[start...(bytes[most...].firstIndex(of: lineFeed) ?? bytes.count - 1)]
    }

    /// The chunk of so many bytes has gone to the connection.
    mutating func removeFirst(_ count: Int) {
        start += count
        if start == bytes.count {
            bytes.removeAll(keepingCapacity: bytes.capacity <= Self.keptBytes)
            start = 0
        } else if start > bytes.count / 2 {
            bytes.removeFirst(start)
            start = 0
        }
    }
}
