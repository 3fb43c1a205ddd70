// SPDX-License-Identifier: MIT

import PopoverWire

/// Lines queued for one client, sent one chunk at a time. Queued lines can be removed, but never a part
/// of one: a client that does not read gets `bye` as its next line.
final class OutputQueue {
    /// The largest chunk: what a connection may hold that the kernel has not accepted. A chunk ends with
    /// a line, unless a single line is longer.
    static let chunkBytes = 16 * 1024
    /// Memory that an empty queue keeps, enough for most answers: there may be thousands of queues.
    private static let keptBytes = 1024

    private static let lineFeed = UInt8(ascii: "\n")

    /// Unsent from `start` on; ends with the LF of a line. Moved out while it changes, which saves an
    /// exclusivity check at every access.
    private var bytes: [UInt8] = []
    private var start = 0
    /// The LF of a line that is longer than a chunk and was looked for; 0 otherwise.
    private var longLineEnd = 0
    /// A broadcast line waiting alone in the queue; stored without a copy.
    private var sharedLine: [UInt8] = []
    /// The beginning of the first line was sent.
    private(set) var isWithinLine = false
    /// Bytes in the queue.
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    /// Adds whole lines, each with its LF.
    func append(_ lines: [UInt8]) { _ = append { $0 += lines } }

    /// Adds what the body appends, which is whole lines; returns the number of bytes.
    func append(_ write: (inout [UInt8]) -> Void) -> Int {
        let shared = exchange(&sharedLine, with: [])
        var bytes = exchange(&self.bytes, with: [])
        if !shared.isEmpty { bytes.append(contentsOf: shared) }
        let before = bytes.count
        write(&bytes)
        let added = bytes.count - before
        self.bytes = bytes
        count += added
        return added
    }

    /// Adds a line that other queues hold as well.
    func append(shared line: [UInt8]) {
        guard isEmpty, line.count <= Self.chunkBytes else { return append(line) }
        sharedLine = line
        count = line.count
    }

    /// Removes the shared line; nil if there is none.
    func popSharedLine() -> [UInt8]? {
        guard !sharedLine.isEmpty else { return nil }
        count = 0
        return exchange(&sharedLine, with: [])
    }

    /// The bytes to send next, without a shared line.
    var nextChunk: ArraySlice<UInt8> {
        let count = bytes.count - start
        guard count > Self.chunkBytes else { return bytes[start...] }
        let limit = start + Self.chunkBytes
        guard limit > longLineEnd else { return bytes[start..<limit] }
        if let last = bytes[start..<limit].lastIndex(of: Self.lineFeed) {
            return bytes[start...last]
        }
        longLineEnd = bytes[limit...].firstLineFeed ?? bytes.count
        return bytes[start..<limit]
    }

    /// Removes the lines that have not begun; returns the number of bytes.
    func removeLines() -> Int {
        let end = isWithinLine ? bytes[start...].firstIndex(of: Self.lineFeed) : nil
        let kept = end.map { Array(bytes[start...$0]) } ?? []
        let removed = count - kept.count
        bytes = kept
        (start, longLineEnd) = (0, 0)
        sharedLine = []
        count = kept.count
        return removed
    }

    func removeAll() {
        isWithinLine = false
        _ = removeLines()
    }

    /// Removes a chunk of this many bytes that the connection has accepted.
    func removeFirst(_ sent: Int) {
        count -= sent
        start += sent
        if sent > 0 { isWithinLine = bytes[start - 1] != Self.lineFeed }
        var bytes = exchange(&self.bytes, with: [])
        if start == bytes.count {
            if bytes.capacity <= Self.keptBytes { bytes.erase() } else { bytes = [] }
            (start, longLineEnd) = (0, 0)
        } else if start > bytes.count / 2 {
            // Moved within their memory, they would leave copies behind.
            bytes = Array(bytes[start...])
            (start, longLineEnd) = (0, max(0, longLineEnd - start))
        }
        self.bytes = bytes
    }
}
