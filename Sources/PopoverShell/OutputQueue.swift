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
    private(set) var bytes: [UInt8] = []
    private var start = 0

    var count: Int { bytes.count - start }
    var isEmpty: Bool { count == 0 }

    /// Adds whole lines, each with its LF.
    mutating func append(_ lines: [UInt8]) {
        bytes.append(contentsOf: lines)
    }

    /// Where in `bytes` the next chunk lies; nil when there is nothing to go. It ends with a line.
    var nextChunk: Range<Int>? {
        guard !isEmpty else { return nil }
        guard count > Self.chunkBytes else { return start..<bytes.count }
        let lineFeed = UInt8(ascii: "\n")
        let most = start + Self.chunkBytes
        if let last = bytes[start..<most].lastIndex(of: lineFeed) { return start..<(last + 1) }
        let end = bytes[most...].firstIndex(of: lineFeed) ?? bytes.count - 1
        return start..<(end + 1)
    }

    /// The chunk has gone to the connection.
    mutating func remove(_ chunk: Range<Int>) {
        start = chunk.upperBound
        if start == bytes.count {
            bytes.removeAll(keepingCapacity: bytes.capacity <= Self.keptBytes)
            start = 0
        } else if start > bytes.count / 2 {
            bytes.removeFirst(start)
            start = 0
        }
    }

    /// Takes back everything that has not gone.
    mutating func removeAll() {
        bytes = []
        start = 0
    }
}
