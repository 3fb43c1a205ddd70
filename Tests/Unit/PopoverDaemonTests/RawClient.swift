// SPDX-License-Identifier: MIT

import Glibc
import Testing

@testable import PopoverDaemon

/// A client that can do to its socket what libuv does not: close one half of it.
final class RawClient {
    private let test: TestDaemon
    private let descriptor: Int32
    private var isOpen = true

    /// - Parameter path: nil for the socket of clients.
    init(_ test: TestDaemon, at path: String? = nil) throws {
        self.test = test
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) {
            unsafe $0.copyBytes(from: (path ?? test.socket).utf8)
        }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let status = unsafe withUnsafeBytes(of: address) { bytes in
            unsafe connect(
                descriptor, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), size)
        }
        try #require(status == 0, "connect: \(errno)")
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    }

    deinit {
        if isOpen { close(descriptor) }
    }

    func send(_ line: String, ending: String = "\n") {
        let bytes = Array((line + ending).utf8)
        let count = unsafe write(descriptor, bytes, bytes.count)
        #expect(count == bytes.count)
    }

    /// Sends no more.
    func finish() {
        _ = shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Goes away as a killed process does.
    func kill() {
        isOpen = false
        _ = close(descriptor)
    }

    /// Everything until the daemon closes.
    func readToEnd() throws -> String {
        var text: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        try test.run {
            // All of it: the loop has nothing to turn for once the daemon has closed.
            var count = buffer.count
            while count > 0 {
                count = unsafe read(descriptor, &buffer, buffer.count)
                if count > 0 { text += buffer[..<count] }
            }
            return count == 0
        }
        return String(decoding: text, as: UTF8.self)
    }
}
