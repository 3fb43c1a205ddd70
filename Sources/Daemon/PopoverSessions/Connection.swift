// SPDX-License-Identifier: MIT

/// A byte stream to a peer, as a session needs it: the kernel's, or a simulated one.
package protocol Connection: AnyObject {
    /// Receives what happens on the connection; not retained here.
    var reader: (any ConnectionReader)? { get set }
    var isOpen: Bool { get }
    /// Bytes that were written and not yet accepted by the peer's side.
    var pendingBytes: Int { get }
    /// Starts, or resumes, passing bytes to the reader.
    func startReading() throws(ConnectionError)
    /// Leaves bytes in the kernel, which holds the peer back.
    func stopReading()
    /// Writes the bytes after everything that was written before.
    func write(_ bytes: ArraySlice<UInt8>) throws(ConnectionError)
    /// Reports to the reader when a half-closed peer hangs up.
    func watchHangUp() throws(ConnectionError)
    /// The reader is not called after this.
    func close()
}

package protocol ConnectionReader: AnyObject {
    /// - Parameters:
    ///   - bytes: at least one.
    ///   - isFull: whether the read buffer was full, so that more bytes probably wait.
    func received(_ bytes: [UInt8], isFull: Bool)
    /// The peer sends no more. It may still read.
    func ended()
    /// Reading, or a pending write, failed.
    func failed(_ error: ConnectionError)
    func drained()
    /// A half-closed peer has hung up.
    func hungUp()
}

package struct ConnectionError: Error, Hashable, CustomStringConvertible {
    /// Caused by the peer, not by the system.
    package let isPeerGone: Bool
    package let description: String

    package init(isPeerGone: Bool, _ description: String) {
        self.isPeerGone = isPeerGone
        self.description = description
    }
}
