// SPDX-License-Identifier: MIT

import Glibc

/// Blocking system calls on descriptors, as far as the actor needs them.
enum Stream {
    private static let chunk = 65_536

    /// A connected socket; nil if nobody listens.
    static func connect(to path: String) -> Int32? {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { place in
            // A longer path matches no socket.
            unsafe place.copyBytes(from: path.utf8.prefix(place.count - 1))
        }
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        let outcome = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                unsafe Glibc.connect(
                    descriptor, generic, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        return outcome == 0 ? descriptor : nil
    }

    /// Waits until one of them can be read, or has ended.
    static func wait(for first: Int32, or second: Int32) -> (first: Bool, second: Bool) {
        var polled = [
            pollfd(fd: first, events: Int16(POLLIN), revents: 0),
            pollfd(fd: second, events: Int16(POLLIN), revents: 0),
        ]
        while unsafe poll(&polled, nfds_t(polled.count), -1) < 0 {}
        return (polled[0].revents != 0, polled[1].revents != 0)
    }

    /// The available bytes; nil at the end.
    static func read(_ descriptor: Int32) -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: chunk)
        let count = unsafe Glibc.read(descriptor, &buffer, buffer.count)
        return count > 0 ? Array(buffer.prefix(count)) : nil
    }

    /// Writes everything, or as much as the other side takes before it goes away.
    static func write(_ bytes: some Collection<UInt8>, to descriptor: Int32) {
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { bytes in
                unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
            }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    static func complain(_ message: String) {
        write(Array("popover-actor: \(message)\n".utf8), to: STDERR_FILENO)
    }
}
