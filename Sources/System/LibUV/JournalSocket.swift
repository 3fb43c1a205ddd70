// SPDX-License-Identifier: MIT

import CLibUV
import Glibc

/// Sends entries to systemd's journal in its native protocol: fields, one datagram for each entry
/// (https://systemd.io/JOURNAL_NATIVE_PROTOCOL).
public final class JournalSocket: Sendable {
    public static let path = "/run/systemd/journal/socket"

    private let descriptor: Int32
    private let address: SocketAddress

    /// Does not need a listening journald, which may be restarted at any time.
    public init(path: String = JournalSocket.path) throws(UVError) {
        let operation = "write to the journal at \(path)"
        address = try SocketAddress(path: path, operation: operation)
        let type = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue)
        let owned = try OwnedDescriptor(socket(AF_UNIX, type, 0), operation)
        var timeout = timeval(tv_sec: 1, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        guard unsafe setsockopt(owned.rawValue, SOL_SOCKET, SO_SNDTIMEO, &timeout, size) == 0
        else { throw UVError.last(operation) }
        descriptor = owned.release()
    }

    deinit {
        _ = close(descriptor)
    }

    /// - Parameter waits: waits up to a second for a busy journald.
    /// - Returns: false if the entry was not accepted.
    public func send(_ fields: [(name: String, value: String)], waits: Bool = false) -> Bool {
        let bytes = Self.entry(fields)
        let flags = Int32(MSG_NOSIGNAL) | (waits ? 0 : Int32(MSG_DONTWAIT))
        let count = unsafe address.withAddress { address, size in
            Int32(
                clamping: unsafe sendto(
                    descriptor, bytes, bytes.count, flags, address, size))
        }
        return count == bytes.count
    }

    /// A value that contains a line end is sent with its length, so that it cannot forge a field.
    static func entry(_ fields: [(name: String, value: String)]) -> [UInt8] {
        var bytes: [UInt8] = []
        for (name, value) in fields {
            bytes += name.utf8
            if value.utf8.contains(UInt8(ascii: "\n")) {
                bytes.append(UInt8(ascii: "\n"))
                let length = UInt64(value.utf8.count)
                for shift in stride(from: UInt64(0), to: 64, by: 8) {
                    bytes.append(UInt8(truncatingIfNeeded: length >> shift))
                }
            } else {
                bytes.append(UInt8(ascii: "="))
            }
            bytes += value.utf8
            bytes.append(UInt8(ascii: "\n"))
        }
        return bytes
    }
}
