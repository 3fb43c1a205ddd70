// SPDX-License-Identifier: MIT

import Glibc

/// Accepts connections; times out after ten seconds.
final class FakeListener: Sendable {
    struct SocketError: Error {
        var code: Int32
    }

    private let descriptor: Int32

    init(path: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { place in
            unsafe place.copyBytes(from: path.utf8)
        }
        let bound = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                unsafe bind(descriptor, generic, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard bound == 0, listen(descriptor, 4) == 0 else { throw SocketError(code: errno) }
        limitWaiting(on: descriptor)
    }

    deinit {
        close(descriptor)
    }

    func accept() -> FakeSocket? {
        let accepted = Glibc.accept(descriptor, nil, nil)
        return accepted >= 0 ? FakeSocket(accepted) : nil
    }
}

/// A connection; times out after ten seconds.
final class FakeSocket {
    private let descriptor: Int32
    private var rest: [UInt8] = []

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
        limitWaiting(on: descriptor)
    }

    deinit {
        close(descriptor)
    }

    /// The next line; nil at the end.
    func line() -> String? {
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            if let end = rest.firstIndex(of: 10) {
                defer { rest.removeFirst(end + 1) }
                return String(decoding: rest[..<end], as: UTF8.self)
            }
            let count = unsafe recv(descriptor, &chunk, chunk.count, 0)
            guard count > 0 else { return nil }
            rest += chunk[..<count]
        }
    }

    func send(_ line: String) {
        let bytes = Array("\(line)\n".utf8)
        var sent = 0
        while sent < bytes.count {
            let count = unsafe bytes[sent...].withUnsafeBytes { rest in
                unsafe Glibc.send(descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            sent += count
        }
    }
}

private func limitWaiting(on descriptor: Int32) {
    var limit = timeval(tv_sec: 10, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
    unsafe setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
}
