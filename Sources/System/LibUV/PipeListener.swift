// SPDX-License-Identifier: MIT

import CLibUV
import Glibc

/// Accepts the connections of a Unix socket, and goes on doing so.
///
/// It accepts by itself, on a `DescriptorPoll`, because libuv's own listener falls short in the two
/// cases that matter: out of descriptors, libuv 1.44.2 accepts and closes clients without a word,
/// and after a failing accept it can stay silent for good. Here nothing that fails ends the
/// listening: clients wait in the kernel's backlog while the listener backs off.
///
/// | what                                   | value                                          |
/// |----------------------------------------|------------------------------------------------|
/// | back-off after a failing accept        | 10 ms, doubled at each failure up to 1 s       |
/// | descriptors that clients may not take  | 5, for files and processes of our own          |
/// | looked at in one turn of the loop      | 16, so that a flood leaves room for others     |
/// | turned away, then a pause              | 144, and 5 ms: a crowd waits, and costs little |
@safe
public final class PipeListener {
    /// Connections that nobody has accepted yet; who comes then waits in `connect`, or is told
    /// EAGAIN. Whoever comes behind a crowd waits until as many are turned away.
    public static let backlog: Int32 = 128
    static let reservedDescriptors = 5
    static let backOffMilliseconds: ClosedRange<UInt64> = 10...1000
    private static let acceptsPerTurn = 16
    /// Turning somebody away takes some microseconds. With a pause after so many a crowd, however
    /// large, takes a fraction of a processor; they are more than the backlog, so that whoever
    /// waits in it is reached before the next pause.
    static let turnedAwayPerPause = Int(backlog) + 16
    static let pauseMilliseconds: UInt64 = 5

    /// Asked of each who comes, before anything is made for them: nil lets them in; otherwise
    /// these are the last words to them, of which they get what the kernel takes at once.
    public var onArrival: ((PeerProcess) -> [UInt8]?)?
    /// Called when accepting has to wait, with the reason; once at each step of the back-off.
    public var onShortage: ((UVError) -> Void)?

    private let loop: Loop
    private let descriptor: Int32
    /// A connection to itself that it has not accepted yet.
    private var probe: ListenerProbe?
    private var file: SocketFile?
    private let operation: String
    private var state = State.idle
    private var poll: DescriptorPoll?
    private var backOff: Timer?
    private var onConnection: ((PipeConnection) -> Void)?
    /// Since the last pause.
    private var turnedAway = 0

    private enum State: Equatable {
        /// Nobody can connect. Can go to: `accepting`, `closed`.
        case idle
        /// Can go to: `pausing`, `backingOff`, `closed`.
        case accepting
        /// Many were turned away. Can go to: `accepting`, `backingOff`, `closed`.
        case pausing
        /// An accept failed; `delay` milliseconds pass until the next. Can go to: `retrying`,
        /// `closed`.
        case backingOff(delay: UInt64)
        /// Accepting again; if it still fails, for twice the `delay`. Can go to: `accepting`,
        /// `backingOff`, `closed`.
        case retrying(delay: UInt64)
        case closed
    }

    /// Binds to `path`, with a lock on `<path>.lock`; removes a socket file that nobody serves.
    ///
    /// Throws, and leaves the file alone, when the path is too long, its directory does not exist,
    /// the socket is served (`isAddressInUse`; by whom is in the text), or it is another kind of
    /// file.
    ///
    /// - Parameters:
    ///   - mode: permissions of the file, whatever the umask.
    ///   - group: the group of the file; that of the process when nil.
    public init(_ loop: Loop, path: String, mode: UInt32 = 0o660, group: UInt32? = nil)
        throws(UVError)
    {
        loop.checkThread()
        let file = try SocketFile(path: path, mode: mode, group: group)
        self.loop = loop
        operation = "listen on \(path)"
        descriptor = file.descriptor
        self.file = consume file
    }

    /// Takes over a stream socket that the system bound, such as systemd; its file is never
    /// removed. The descriptor is closed also when this throws.
    public init(_ loop: Loop, descriptor: Int32) throws(UVError) {
        loop.checkThread()
        let owned = OwnedDescriptor(adopting: descriptor)
        operation = "listen on descriptor \(descriptor)"
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

    /// Begins to accept. The handler owns the connection from then on: it reads from it, or closes
    /// it to refuse it.
    public func listen(onConnection: @escaping (PipeConnection) -> Void) throws(UVError) {
        loop.checkThread()
        precondition(state == .idle, "A listener was told twice to listen.")
        guard Glibc.listen(descriptor, Self.backlog) == 0 else { throw UVError.last(operation) }
        let poll = try DescriptorPoll(loop, descriptor: descriptor) { [self] in polled($0) }
        do throws(UVError) {
            try poll.start(.readable)
        } catch {
            poll.close()
            throw error
        }
        self.poll = poll
        backOff = Timer(loop) { [self] in retry() }
        self.onConnection = onConnection
        state = .accepting
    }

    /// Ends the listening, and removes the socket's file if this listener bound it and it is still
    /// the same. `handler` is called when its handles are closed, in a later turn if it listened.
    public func close(then handler: (() -> Void)? = nil) {
        loop.checkThread()
        precondition(state != .closed, "A listener was closed twice.")
        state = .closed
        onConnection = nil
        onShortage = nil
        onArrival = nil
        probe = nil
        backOff?.close()
        let poll = self.poll
        self.poll = nil
        backOff = nil
        // libuv lets a polled descriptor be closed as soon as its handle is closing.
        poll?.close(then: handler)
        if let file = file.take() {
            file.remove()
        } else {
            _ = Glibc.close(descriptor)
        }
        if poll == nil { handler?() }
    }

    /// Connects as a client would, and calls `handler` once that connection was accepted; it is
    /// closed then, and nobody else hears of it. One that is under way is given up. Throws when no
    /// client can connect now: EAGAIN where too many wait, others where the socket's file is gone.
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
        // Nothing that was opened since can have taken of the reserve.
        var hasReserve = false
        for _ in 0..<Self.acceptsPerTurn {
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
                if turnAway(client.rawValue) {
                    turnedAway += 1
                    if turnedAway == Self.turnedAwayPerPause { return pause() }
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

    /// The next connection; nil when there is none.
    private func acceptOne() throws(UVError) -> OwnedDescriptor? {
        let flags = Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let client = accept4(descriptor, nil, nil, flags)
        if client >= 0 { return OwnedDescriptor(adopting: client) }
        let error = UVError.last("accept a connection")
        // ECONNABORTED: that client has gone; others may wait, and are found in the next turn.
        if [-EAGAIN, -EINTR, -ECONNABORTED].contains(error.code) { return nil }
        throw error
    }

    /// Whether this one is not let in; then it has been told so.
    private func turnAway(_ client: Int32) -> Bool {
        // Whose credentials cannot be read is looked at again by whoever gets the connection.
        guard let onArrival, let peer = try? PeerProcess(descriptor: client),
            let words = onArrival(peer)
        else { return false }
        _ = unsafe send(client, words, words.count, Int32(MSG_NOSIGNAL))
        return true
    }

    /// Throws EMFILE when a client would take one of the reserve: opens as many as there must be, and
    /// gives them back. Numbers alone would not tell, since there may be gaps in those in use.
    private func checkReserve() throws(UVError) {
        var probes: [Int32] = []
        defer { for probe in probes { _ = Glibc.close(probe) } }
        for _ in 0...Self.reservedDescriptors {
            let probe = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
            guard probe >= 0 else {
                throw UVError.last(
                    "accept a connection",
                    detail: "the last \(Self.reservedDescriptors) descriptors are kept in reserve")
            }
            probes.append(probe)
        }
    }

    private func wait(after error: UVError) {
        let longest = Self.backOffMilliseconds.upperBound
        let delay =
            switch state {
            case .retrying(let previous): min(previous * 2, longest)
            case .idle, .accepting, .pausing, .backingOff, .closed:
                Self.backOffMilliseconds.lowerBound
            }
        state = .backingOff(delay: delay)
        poll?.stop()
        backOff?.start(afterMilliseconds: delay)
        onShortage?(error)
    }

    /// Leaves a crowd that is turned away to the kernel for a moment.
    private func pause() {
        state = .pausing
        turnedAway = 0
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
