// SPDX-License-Identifier: MIT

/// A stream to a peer, as a session needs it: the kernel's, or one that a simulation makes up.
package protocol Connection: AnyObject {
    /// Whom it tells; held by whoever owns both.
    var reader: (any ConnectionReader)? { get set }
    var isOpen: Bool { get }
    /// Bytes that were written and that the peer's side has not taken.
    var pendingBytes: Int { get }
    /// Begins, or resumes, to hand bytes to the reader.
    func startReading() throws(ConnectionError)
    /// Leaves bytes with the peer's side, and so holds the peer back.
    func stopReading()
    /// Writes the bytes after all that were written before.
    func write(_ bytes: ArraySlice<UInt8>) throws(ConnectionError)
    /// Tells the reader when a peer that sends no more goes away altogether.
    func watchHangUp() throws(ConnectionError)
    /// Nobody is told anything after this.
    func close()
}

/// Who is told what comes over a connection.
package protocol ConnectionReader: AnyObject {
    /// - Parameters:
    ///   - bytes: at least one.
    ///   - isFull: there is probably more to read at once.
    func received(_ bytes: [UInt8], isFull: Bool)
    /// The peer will send no more. It may still read.
    func ended()
    /// Reading, or a write that was under way, failed.
    func failed(_ fault: ConnectionError)
    /// All that waited has been taken.
    func drained()
    /// A peer that had sent its last has gone altogether.
    func hungUp()
}

/// Why a connection cannot be used any more.
package struct ConnectionError: Error, Hashable, CustomStringConvertible {
    /// The peer's doing, not the system's.
    package let isPeerGone: Bool
    package let description: String

    package init(isPeerGone: Bool, _ description: String) {
        self.isPeerGone = isPeerGone
        self.description = description
    }
}
