// SPDX-License-Identifier: MIT

import CLibUV
import Glibc

/// Accepts TCP connections on 127.0.0.1: from programs of this machine, whatever their user.
///
/// A failed accept stops it for `pauseMilliseconds`; clients wait in the kernel's backlog meanwhile.
@safe
public final class LoopbackListener {
    /// The port that it listens on.
    public let port: UInt16

    private let loop: Loop
    private let descriptor: Int32
    private var poll: DescriptorPoll?
    private var pause: Timer?
    private var onConnection: ((PipeConnection) -> Void)?

    private static let backlog: Int32 = 16
    private static let pauseMilliseconds: UInt64 = 100

    /// Binds to a port; 0 is any free one. Connections wait until `listen`. An error leaves no handle.
    public init(_ loop: Loop, port: UInt16 = 0) throws(UVError) {
        loop.checkThread()
        let operation = "listen on 127.0.0.1:\(port)"
        let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let owned = try OwnedDescriptor(socket(AF_INET, type, 0), operation)
        // A port whose last connections have just ended is free for the next run.
        var yes: Int32 = 1
        unsafe setsockopt(
            owned.rawValue, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                unsafe bind(owned.rawValue, generic, size) == 0
                    && Glibc.listen(owned.rawValue, Self.backlog) == 0
                    && getsockname(owned.rawValue, generic, &size) == 0
            }
        }
        guard isListening else { throw UVError.last(operation) }
        self.port = UInt16(bigEndian: address.sin_port)
        self.loop = loop
        descriptor = owned.release()
    }

    /// Starts to take connections. The handler owns the connection and has to read from it or close it.
    public func listen(onConnection: @escaping (PipeConnection) -> Void) throws(UVError) {
        loop.checkThread()
        precondition(poll == nil, "A listener was started twice.")
        let poll = try DescriptorPoll(loop, descriptor: descriptor) { [unowned self] _ in accept() }
        self.poll = poll
        self.onConnection = onConnection
        pause = Timer(loop) { [unowned self] in resume() }
        try poll.start(.readable)
    }

    /// Stops listening; connections stay open.
    public func close() {
        loop.checkThread()
        onConnection = nil
        pause?.close()
        poll?.close()
        _ = Glibc.close(descriptor)
    }

    private func accept() {
        let flags = Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let client = accept4(descriptor, nil, nil, flags)
        guard client >= 0 else {
            if ![EAGAIN, EINTR, ECONNABORTED].contains(errno) { wait() }
            return
        }
        do throws(UVError) {
            onConnection?(try PipeConnection(loop, adopting: client))
        } catch {
            wait()
        }
    }

    private func wait() {
        poll?.stop()
        pause?.start(afterMilliseconds: Self.pauseMilliseconds)
    }

    private func resume() {
        do throws(UVError) {
            try poll?.start(.readable)
        } catch {
            wait()
        }
    }
}
