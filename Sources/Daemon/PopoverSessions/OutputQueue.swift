// SPDX-License-Identifier: MIT

import PopoverWire

/// Whole lines queued for one client, sent one chunk at a time. Queued lines can be removed: a
/// client that does not read gets `bye` as its next line.
final class OutputQueue {
    /// The largest chunk, unless a single line is longer.
    static let chunkBytes = 64 * 1024
    /// Memory that an empty queue keeps, enough for most answers: there may be thousands of queues.
    private static let keptBytes = 1024

    /// Unsent from `start` on; ends with the LF of a line. Moved out while it changes, which saves an
    /// exclusivity check at every access.
    private var bytes: [UInt8] = []
    private var start = 0
    /// A broadcast line waiting alone in the queue; stored without a copy.
    private var sharedLine: [UInt8] = []
    /// Bytes in the queue.
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    /// Adds whole lines, each with its LF.
    func append(_ lines: [UInt8]) {
        let shared = exchange(&sharedLine, with: [])
        var bytes = exchange(&self.bytes, with: [])
        bytes.append(contentsOf: shared)
        bytes.append(contentsOf: lines)
        self.bytes = bytes
        count += lines.count
    }

    /// Adds a line that other queues hold as well.
    func append(shared line: [UInt8]) {
        guard isEmpty else { return append(line) }
        sharedLine = line
        count = line.count
    }

    /// Removes the shared line; nil if there is none.
    func popSharedLine() -> [UInt8]? {
        guard !sharedLine.isEmpty else { return nil }
        count = 0
        return exchange(&sharedLine, with: [])
    }

    /// The lines to send next, without a shared line.
    var nextChunk: ArraySlice<UInt8> {
        let count = bytes.count - start
        guard count > Self.chunkBytes else { return bytes[start...] }
        let lineFeed = UInt8(ascii: "\n")
        let limit = start + Self.chunkBytes
        if let last = bytes[start..<limit].lastIndex(of: lineFeed) { return bytes[start...last] }
        return bytes[start...(bytes[limit...].firstIndex(of: lineFeed) ?? bytes.count - 1)]
    }

    func removeAll() {
        bytes = []
        start = 0
        sharedLine = []
        count = 0
    }

    /// Removes a chunk of this many bytes that the connection has accepted.
    func removeFirst(_ sent: Int) {
        count -= sent
        start += sent
        var bytes = exchange(&self.bytes, with: [])
        if start == bytes.count {
            if bytes.capacity <= Self.keptBytes { bytes.erase() } else { bytes = [] }
            start = 0
        } else if start > bytes.count / 2 {
            // Moved within their memory, they would leave copies behind.
            bytes = Array(bytes[start...])
            start = 0
        }
        self.bytes = bytes
    }
}
