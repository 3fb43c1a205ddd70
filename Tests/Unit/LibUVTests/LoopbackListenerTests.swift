// SPDX-License-Identifier: MIT

import Glibc
import LibUV
import Testing

@Suite("Listening on the loopback address")
struct LoopbackListenerTests {
    @Test("It tells its port, which nobody else can listen on")
    func port() throws {
        try Self.withPort { loop in
            let listener = try LoopbackListener(loop)
            #expect(listener.port != 0)
            let error = #expect(throws: UVError.self) {
                _ = try LoopbackListener(loop, port: listener.port)
            }
            #expect(error?.isAddressInUse == true)
            listener.close()
            let again = try LoopbackListener(loop, port: listener.port)
            #expect(again.port == listener.port)
            again.close()
        }
    }

    @Test("Nobody else can listen on its port of ::1, to which localhost leads as well")
    func twin() throws {
        try Self.withPort { loop in
            guard let other = Self.listener(on: 0) else { return }
            let port = other.port
            let error = #expect(throws: UVError.self) {
                _ = try LoopbackListener(loop, port: port)
            }
            #expect(error?.isAddressInUse == true)
            close(other.descriptor)
            let listener = try LoopbackListener(loop, port: port)
            #expect(Self.listener(on: port) == nil)
            listener.close()
            guard let last = Self.listener(on: port) else { throw Self.taken }
            close(last.descriptor)
        }
    }

    private static let taken = UVError(code: -EADDRINUSE, operation: "listen on ::1")

    /// Begins again with another port where a program of the machine takes one that was free for a moment.
    private static func withPort(_ test: (Loop) throws -> Void) throws {
        for _ in 1..<8 {
            do {
                return try withLoop(test)
            } catch let error as UVError where error.isAddressInUse {}
        }
        try withLoop(test)
    }

    @Test("It tells the user of a connection")
    func user() throws {
        try withLoop { loop in
            let listener = try LoopbackListener(loop)
            var users: [UInt32?] = []
            try listener.listen { connection, user in
                users.append(user)
                connection.close()
            }
            let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = listener.port.bigEndian
            address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
            let status = unsafe withUnsafePointer(to: &address) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                    unsafe connect(client, generic, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
            #expect(status == 0)
            while users.isEmpty { loop.runOnce() }
            #expect(users == [getuid()])
            close(client)
            listener.close()
        }
    }

    /// A socket that listens on ::1, where it can, and its port.
    private static func listener(on port: UInt16) -> (descriptor: Int32, port: UInt16)? {
        let descriptor = socket(AF_INET6, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        var yes: Int32 = 1
        unsafe setsockopt(
            descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        address.sin6_port = port.bigEndian
        address.sin6_addr = in6addr_loopback
        var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
        let isListening = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                unsafe bind(descriptor, generic, size) == 0 && listen(descriptor, 1) == 0
                    && getsockname(descriptor, generic, &size) == 0
            }
        }
        if isListening { return (descriptor, UInt16(bigEndian: address.sin6_port)) }
        close(descriptor)
        return nil
    }
}
