// SPDX-License-Identifier: MIT

import CLibUV
import Glibc

/// Accepts the connections of a Unix socket, whatever fails.
///
/// It accepts by itself, on a `DescriptorPoll`, because libuv's own listener falls short in two cases:
/// without free descriptors, libuv 1.44.2 accepts and closes clients silently, and after a failed
/// accept it may stop for good. Here no failure ends the listening: clients wait in the kernel's
/// backlog while the listener backs off.
///
/// | what                              | value                                                |
/// |-----------------------------------|------------------------------------------------------|
/// | backoff after a failed accept     | 10 ms, doubled at each failure up to 1 s             |
/// | descriptors reserved from clients | 5, for the process's own files and child processes   |
/// | accepts in one loop iteration     | 16, so that a flood leaves room for other work       |
/// | rejections before a pause         | 144, and 5 ms: a flood waits and costs little        |
@safe
public final class PipeListener {
    /// The most connections not accepted yet. Further clients block in `connect`, or get EAGAIN.
    public static let backlog: Int32 = 128
    static let reservedDescriptors = 5
    static let backOffMilliseconds: ClosedRange<UInt64> = 10...1000
    private static let acceptsPerIteration = 16
    /// Rejections between pauses. A rejection takes some microseconds; with the pauses a flood uses a
    /// fraction of a CPU. More than the backlog, so that a client in it is reached before the pause.
    static let rejectionsPerPause = Int(backlog) + 16
    static let pauseMilliseconds: UInt64 = 5
    /// Between two attempts to make the socket file again.
    static let restorationMilliseconds: UInt64 = 5000

    /// Called for each peer before a connection is created: nil accepts it. Otherwise it is rejected
    /// with these bytes, as far as the kernel accepts them at once.
    public var onArrival: ((PeerProcess) -> [UInt8]?)?
    /// Called with the reason at each step of the backoff.
    public var onShortage: ((UVError) -> Void)?

    /// Called after the socket file was removed or replaced: nil if it was made again.
    public var onRestoration: ((UVError?) -> Void)?

    private let loop: Loop
    private var descriptor: Int32
    /// Of the socket file; nil for an inherited socket.
    private let filePath: String?
    /// Of the file itself, not of its folder: at rest, nothing wakes the process.
    private var watch: FileWatch?
    private var restoration: Timer?
    /// A pending connection to itself.
    private var probe: ListenerProbe?
    private var file: SocketFile?
    private let operation: String
    private var state = State.idle
    private var poll: DescriptorPoll?
    private var backOff: Timer?
    private var onConnection: ((PipeConnection) -> Void)?
    /// Since the last pause.
    private var rejections = 0

    private enum State: Equatable {
        /// Not listening. Next: `accepting`, `closed`.
        case idle
        /// Next: `pausing`, `backingOff`, `closed`.
        case accepting
        /// After many rejections. Next: `accepting`, `backingOff`, `closed`.
        case pausing
        /// An accept failed; the next is after `delay` milliseconds. Next: `retrying`, `closed`.
        case backingOff(delay: UInt64)
        /// Accepting again; failure doubles the `delay`. Next: `accepting`, `backingOff`, `closed`.
        case retrying(delay: UInt64)
        case closed
    }

    /// Binds to `path`, with a lock on `<path>.lock`; replaces a stale socket file. Throws, and
    /// leaves the file alone, if the path is too long, its directory does not exist, a process
    /// serves the socket (`isAddressInUse`), or it is another kind of file.
    /// - Parameters:
    ///   - mode: permissions of the file, whatever the umask.
    ///   - group: the group of the file; nil for the process's group.
    public init(_ loop: Loop, path: String, mode: UInt32 = 0o660, group: UInt32? = nil)
        throws(UVError)
    {
        loop.checkThread()
        let file = try SocketFile(path: path, mode: mode, group: group)
        self.loop = loop
        operation = "listen on \(path)"
        filePath = path
        descriptor = file.descriptor
        self.file = consume file
    }

    /// Takes ownership of a bound stream socket, such as systemd's; its file is never removed. The
    /// descriptor is closed even if this throws.
    public init(_ loop: Loop, descriptor: Int32) throws(UVError) {
        loop.checkThread()
        let owned = OwnedDescriptor(adopting: descriptor)
        operation = "listen on descriptor \(descriptor)"
        filePath = nil
        guard Self.option(SO_DOMAIN, of: descriptor) == AF_UNIX,
            Self.option(SO_TYPE, of: descriptor) == Int32(SOCK_STREAM.rawValue)
        else {
            throw UVError(
                code: UV_EINVAL.rawValue, operation: operation, detail: "not a Unix stream socket")
        }
        let flags = fcntl(descriptor, F_GETFL)
        guard flags >= 0, fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) == 0,
            fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0
        else { throw UVError.last(operation) }
        self.loop = loop
        self.descriptor = owned.release()
    }

    /// The path to which the socket is bound, also for an inherited one; nil if it has none.
    public var path: String? { SocketAddress.path(boundTo: descriptor) }

    /// Starts to accept. The handler owns the connection and has to read from it or close it.
    public func listen(onConnection: @escaping (PipeConnection) -> Void) throws(UVError) {
        loop.checkThread()
        precondition(state == .idle, "A listener was started twice.")
        try startPolling()
        backOff = Timer(loop) { [self] in retry() }
        self.onConnection = onConnection
        state = .accepting
        if filePath != nil { restoration = Timer(loop) { [self] in restoreFile() } }
        watchFile()
    }

    private func startPolling() throws(UVError) {
        guard Glibc.listen(descriptor, Self.backlog) == 0 else { throw UVError.last(operation) }
        let poll = try DescriptorPoll(loop, descriptor: descriptor) { [self] in polled($0) }
        do throws(UVError) {
            try poll.start(.readable)
        } catch {
            poll.close()
            throw error
        }
        self.poll = poll
    }

    // MARK: The socket file

    private func watchFile() {
        watch?.close()
        watch = nil
        guard let filePath else { return }
        do throws(UVError) {
            watch = try FileWatch(loop, path: filePath) { [self] _ in restoreFile() }
        } catch {
            onRestoration?(error)
        }
    }

    /// Makes the socket file again if it was removed or replaced; tries again later if that fails.
    public func restoreFile() {
        guard state != .idle, state != .closed else { return }
        do throws(UVError) {
            guard let old = try file?.restore() else { return }
            // Clients that have connected by the old name.
            if state == .accepting { acceptWaiting() }
            poll?.close()
            poll = nil
            _ = Glibc.close(old)
            guard state != .closed, let current = file?.descriptor else { return }
            descriptor = current
            try startPolling()
            watchFile()
            onRestoration?(nil)
        } catch {
            restoration?.start(afterMilliseconds: Self.restorationMilliseconds)
            onRestoration?(error)
        }
    }

    /// Stops listening, and removes the socket file if this listener has bound it. `handler` is called
    /// when its handles are closed, in a later iteration if it listened.
    public func close(then handler: (() -> Void)? = nil) {
        loop.checkThread()
        precondition(state != .closed, "A listener was closed twice.")
        state = .closed
        onConnection = nil
        onShortage = nil
        onArrival = nil
        onRestoration = nil
        probe = nil
        watch?.close()
        watch = nil
        restoration?.close()
        restoration = nil
        backOff?.close()
        let poll = self.poll
        self.poll = nil
        backOff = nil
        // libuv allows closing a polled descriptor as soon as its handle is closing.
        poll?.close(then: handler)
        if let file = file.take() {
            file.remove()
        } else {
            _ = Glibc.close(descriptor)
        }
        if poll == nil { handler?() }
    }

    /// Connects to itself, and calls `handler` once that connection was accepted and closed. Cancels a
    /// pending probe. Throws if no client could connect now: EAGAIN if the backlog is full, another
    /// error if the socket file is gone.
    public func probe(then handler: @escaping () -> Void) throws(UVError) {
        loop.checkThread()
        probe = nil
        probe = try ListenerProbe(of: descriptor, handler: handler)
    }

    // MARK: Accepting

    private func polled(_ report: DescriptorPoll.Report) {
        switch report {
        case .ready: acceptWaiting()
        case .failed(let error): wait(after: error)
        }
    }

    private func acceptWaiting() {
        // Set while nothing was opened since the reserve was checked.
        var hasReserve = false
        for _ in 0..<Self.acceptsPerIteration {
            do throws(UVError) {
                if !hasReserve { try checkReserve() }
                hasReserve = true
                guard let client = try acceptOne() else { return }
                state = .accepting
                if let probe, probe.isPeer(of: client.rawValue) {
                    self.probe = nil
                    probe.handler()
                    continue
                }
                if reject(client.rawValue) {
                    rejections += 1
                    if rejections == Self.rejectionsPerPause { return pause() }
                    continue
                }
                let connection = try PipeConnection(loop, adopting: client.release())
                hasReserve = false
                onConnection?(connection)
            } catch {
                return wait(after: error)
            }
            // The owner may have closed the listener.
            guard state == .accepting else { return }
        }
    }

    /// The next connection; nil if none waits.
    private func acceptOne() throws(UVError) -> OwnedDescriptor? {
        let flags = Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let client = accept4(descriptor, nil, nil, flags)
        if client >= 0 { return OwnedDescriptor(adopting: client) }
        let error = UVError.last("accept a connection")
        // ECONNABORTED: the client has gone; the next iteration finds others.
        if [-EAGAIN, -EINTR, -ECONNABORTED].contains(error.code) { return nil }
        throw error
    }

    /// - Returns: whether the peer was rejected.
    private func reject(_ client: Int32) -> Bool {
        // If the credentials cannot be read, the handler of the connection decides.
        guard let onArrival, let peer = try? PeerProcess(descriptor: client),
            let reply = onArrival(peer)
        else { return false }
        _ = unsafe send(client, reply, reply.count, Int32(MSG_NOSIGNAL))
        return true
    }

    /// Throws EMFILE if a client would use a reserved descriptor. Opens the reserve and closes it again:
    /// descriptor numbers say nothing, since there may be gaps.
    private func checkReserve() throws(UVError) {
        var probes: [Int32] = []
        defer { for probe in probes { _ = Glibc.close(probe) } }
        for _ in 0...Self.reservedDescriptors {
            let probe = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
            guard probe >= 0 else {
                throw UVError.last(
                    "accept a connection",
                    detail: "the last \(Self.reservedDescriptors) descriptors are reserved")
            }
            probes.append(probe)
        }
    }

    private func wait(after error: UVError) {
        let maximum = Self.backOffMilliseconds.upperBound
        let delay =
            switch state {
            case .retrying(let previous): min(previous * 2, maximum)
            case .idle, .accepting, .pausing, .backingOff, .closed:
                Self.backOffMilliseconds.lowerBound
            }
        state = .backingOff(delay: delay)
        poll?.stop()
        backOff?.start(afterMilliseconds: delay)
        onShortage?(error)
    }

    /// Leaves a flood in the kernel's backlog for a moment.
    private func pause() {
        state = .pausing
        rejections = 0
        poll?.stop()
        backOff?.start(afterMilliseconds: Self.pauseMilliseconds)
    }

    private func retry() {
        switch state {
        case .backingOff(let delay): state = .retrying(delay: delay)
        case .pausing: state = .accepting
        case .idle, .accepting, .retrying, .closed: return
        }
        do throws(UVError) {
            try poll?.start(.readable)
        } catch {
            wait(after: error)
        }
    }

    private static func option(_ name: Int32, of descriptor: Int32) -> Int32? {
        var value: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        let status = unsafe getsockopt(descriptor, SOL_SOCKET, name, &value, &size)
        return status == 0 ? value : nil
    }
}
