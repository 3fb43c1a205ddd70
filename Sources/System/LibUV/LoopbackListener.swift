// SPDX-License-Identifier: MIT

import CLibUV
import CPeers
import Glibc

/// Accepts TCP connections on 127.0.0.1: from programs of this machine, whatever their user.
///
/// Names such as `localhost` lead browsers to ::1, too, where another user could listen. So the same port is
/// taken there, and connections to it are refused.
///
/// A failed accept stops it for `pauseMilliseconds`; clients wait in the kernel's backlog meanwhile.
@safe
public final class LoopbackListener {
    /// The port that it listens on.
    public let port: UInt16

    private let loop: Loop
    private let descriptor: Int32
    /// Bound to ::1; nil without IPv6.
    private let twin: Int32?
    /// Asks the kernel whose connections are; negative where it cannot be asked.
    private let peers: Int32
    private var poll: DescriptorPoll?
    private var pause: Timer?
    private var onConnection: ((PipeConnection, UInt32?) -> Void)?

    private static let backlog: Int32 = 16
    private static let pauseMilliseconds: UInt64 = 100
    /// How often a free port is looked for: it has to be free on both addresses.
    private static let attempts = 8
    private static let type = Int32(
        SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)

    /// Binds to a port; 0 is any free one. Connections wait until `listen`. An error leaves no handle.
    public init(_ loop: Loop, port: UInt16 = 0) throws(UVError) {
        loop.checkThread()
        self.loop = loop
        let bound = try Self.bindBoth(to: port, attempts: port == 0 ? Self.attempts : 1)
        descriptor = bound.listener
        twin = bound.twin
        self.port = bound.port
        peers = peers_open()
    }

    /// Starts to take connections. The handler owns the connection and has to read from it or close it;
    /// it also gets the user at its other end, if the kernel tells.
    public func listen(
        onConnection: @escaping (_ connection: PipeConnection, _ user: UInt32?) -> Void
    ) throws(UVError) {
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
        for open in [descriptor, twin, peers] {
            if let open, open >= 0 { _ = Glibc.close(open) }
        }
    }

    private func accept() {
        let flags = Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let client = accept4(descriptor, nil, nil, flags)
        guard client >= 0 else {
            if ![EAGAIN, EINTR, ECONNABORTED].contains(errno) { wait() }
            return
        }
        var user: UInt32 = 0
        let isKnown = unsafe peers >= 0 && peer_user(peers, client, &user)
        do throws(UVError) {
            onConnection?(try PipeConnection(loop, adopting: client), isKnown ? user : nil)
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

extension LoopbackListener {
    private static func bindBoth(
        to port: UInt16, attempts: Int
    ) throws(UVError) -> (listener: Int32, twin: Int32?, port: UInt16) {
        var taken = port
        let listener = try bind(to: &taken)
        do throws(UVError) {
            let twin = try bindTwin(to: taken)
            return (listener.release(), twin, taken)
        } catch {
            guard error.isAddressInUse, attempts > 1 else { throw error }
        }
        return try bindBoth(to: port, attempts: attempts - 1)
    }

    /// - Parameter port: 0 becomes a free one.
    private static func bind(to port: inout UInt16) throws(UVError) -> OwnedDescriptor {
        let operation = "listen on 127.0.0.1:\(port)"
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
                unsafe Glibc.bind(owned.rawValue, generic, size) == 0
                    && Glibc.listen(owned.rawValue, Self.backlog) == 0
                    && getsockname(owned.rawValue, generic, &size) == 0
            }
        }
        guard isListening else { throw UVError.last(operation) }
        port = UInt16(bigEndian: address.sin_port)
        return owned
    }

    /// Takes a port of ::1 without listening. It must not be shared, so that nobody else can listen there.
    /// nil: the machine has no such address.
    private static func bindTwin(to port: UInt16) throws(UVError) -> Int32? {
        let number = socket(AF_INET6, type, 0)
        guard number >= 0 else { return nil }
        let owned = OwnedDescriptor(adopting: number)
        var yes: Int32 = 1
        unsafe setsockopt(
            owned.rawValue, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &yes,
            socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        address.sin6_port = port.bigEndian
        address.sin6_addr = in6addr_loopback
        let isBound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                unsafe Glibc.bind(
                    owned.rawValue, generic, socklen_t(MemoryLayout<sockaddr_in6>.size)) == 0
            }
        }
        if isBound { return owned.release() }
        let error = UVError.last("take [::1]:\(port)")
        guard error.isAddressInUse else { return nil }
        throw error
    }
}
