// SPDX-License-Identifier: MIT

import CLibUV
import Glibc

/// A stream to a peer: one connection of a Unix socket, or a pipe to a child process.
///
/// Reading hands out the loop's shared buffer, to be copied from within the callback. A peer's end
/// of file does not close our side: what was written still goes out, until `close(then:)`.
///
/// Writing first tries to hand the bytes to the kernel at once. What it does not take waits in one
/// buffer, and one write request is in flight at a time, so order holds and memory is what
/// `pendingBytes` says. Descriptors that a peer sends along are dropped by the kernel, since the
/// bytes are read without asking for them.
@safe
public final class PipeConnection: Handle {
    /// Told of everything in place of `onBytes` and its kind, and there until the stream is closed.
    public unowned var observer: (any PipeObserver)?
    private var handlers: PipeHandlers?

    /// More than this may not wait to be written: the last resort against a peer that does not
    /// read. Callers have lower limits of their own.
    public var outputLimitBytes = 4 * 1024 * 1024

    /// Made when the kernel first leaves something, which it never does for most.
    private var backlog: PipeBacklog?
    /// Whether something is in it: looking at a flag costs no check that nobody changes it meanwhile,
    /// and the kernel takes almost everything at once.
    private var isWaiting = false

    /// Takes over a connected stream's descriptor, which is closed also when this throws.
    public convenience init(_ loop: Loop, adopting descriptor: Int32) throws(UVError) {
        let owned = OwnedDescriptor(adopting: descriptor)
        self.init(unopenedOn: loop)
        let status = unsafe uv_pipe_open(raw(as: uv_pipe_t.self), owned.rawValue)
        guard status == 0 else {
            close()
            throw UVError(code: status, operation: "use descriptor \(descriptor) as a stream")
        }
        _ = owned.release()
    }

    /// Connects to the socket at `path`, now or not at all: a Unix socket never keeps a client
    /// waiting, and a server whose backlog is full is an error (EAGAIN).
    public convenience init(_ loop: Loop, connectingTo path: String) throws(UVError) {
        let address = try SocketAddress(path: path, operation: "connect \(path)")
        let descriptor = try OwnedDescriptor.streamSocket("connect \(path)")
        guard unsafe address.withAddress({ unsafe connect(descriptor.rawValue, $0, $1) }) == 0
        else { throw UVError.last("connect \(path)") }
        try self.init(loop, adopting: descriptor.release())
    }

    /// Makes a pipe that libuv will open when it starts a child process.
    init(unopenedOn loop: Loop) {
        super.init(loop: loop) { (raw: UnsafeMutablePointer<uv_pipe_t>) in
            // Cannot fail: it fills in memory.
            _ = unsafe uv_pipe_init(loop.pointer, raw, 0)
        }
    }

    // MARK: Who

    /// Who the peer is; see `PeerCredentials`.
    public func peerCredentials() throws(UVError) -> PeerCredentials {
        checkOpen()
        var descriptor: Int32 = -1
        try check(unsafe uv_fileno(pointer, &descriptor), "find the descriptor of a stream")
        return try PeerCredentials(descriptor: descriptor)
    }

    // MARK: Reading

    /// Begins, or resumes, to hand bytes to `onBytes`.
    public func startReading() throws(UVError) {
        checkOpen()
        let status = unsafe uv_read_start(
            raw(as: uv_stream_t.self),
            { unsafe PipeConnection.lendBuffer($0, into: $2) },
            { raw, count, _ in unsafe PipeConnection.didRead(raw, count: count) })
        // Asking for what is so already is no fault.
        guard status != UV_EALREADY.rawValue else { return }
        try check(status, "read from a stream")
    }

    /// Leaves bytes with the kernel, and so holds the peer back.
    public func stopReading() {
        checkOpen()
        _ = unsafe uv_read_stop(raw(as: uv_stream_t.self))
    }

    private static func lendBuffer(
        _ raw: UnsafeMutablePointer<uv_handle_t>?, into buffer: UnsafeMutablePointer<uv_buf_t>?
    ) {
        guard let connection = unsafe Handle.recover(raw, as: PipeConnection.self),
            let buffer = unsafe buffer
        else { return }
        unsafe buffer.pointee.base = unsafe UnsafeMutableRawPointer(
            connection.loop.readBuffer.baseAddress)?.assumingMemoryBound(to: CChar.self)
        unsafe buffer.pointee.len = Loop.readLimitBytes
    }

    private static func didRead(_ raw: UnsafeMutablePointer<uv_stream_t>?, count: Int) {
        // A count of 0 means that there was nothing to read after all.
        guard let connection = unsafe Handle.recover(raw, as: PipeConnection.self), count != 0
        else { return }
        if count > 0 {
            let bytes = unsafe UnsafeBufferPointer(rebasing: connection.loop.readBuffer[..<count])
            connection.told?.received(unsafe bytes.span)
        } else if count == Int(UV_EOF.rawValue) {
            connection.told?.ended()
        } else {
            connection.told?.failed(
                UVError(code: Int32(count), operation: "read from a stream"))
        }
    }

    // MARK: Writing

    /// Bytes that the kernel has not taken yet.
    public var pendingBytes: Int {
        checkOpen()
        guard isWaiting, let backlog else { return 0 }
        let inRequest = unsafe uv_stream_get_write_queue_size(raw(as: uv_stream_t.self))
        return backlog.waiting.count + inRequest
    }

    /// Writes the bytes, after all that were written before. They are copied as far as they have to
    /// wait.
    public func write(_ bytes: [UInt8]) throws(UVError) {
        try write(bytes.span)
    }

    /// Writes the bytes, after all that were written before. They are copied as far as they have to
    /// wait.
    ///
    /// Throws without having queued anything when the peer is gone, and ENOBUFS when more than
    /// `outputLimitBytes` would wait; the stream is not to be used on after either, since the
    /// kernel may have taken a part.
    public func write(_ bytes: Span<UInt8>) throws(UVError) {
        checkOpen()
        try unsafe bytes.withUnsafeBytes { bytes throws(UVError) in
            guard !isWaiting else { return try unsafe queue(bytes) }
            let rest = try unsafe offer(bytes)
            if unsafe !rest.isEmpty { try unsafe queue(rest) }
        }
        if isWaiting { try flush() }
    }

    /// Puts the bytes where the next `flush()` or `write(_:)` finds them: several small messages
    /// then cost one system call.
    public func enqueue(_ bytes: Span<UInt8>) throws(UVError) {
        checkOpen()
        try unsafe bytes.withUnsafeBytes { bytes throws(UVError) in try unsafe queue(bytes) }
    }

    /// Writes what was enqueued.
    public func flush() throws(UVError) {
        checkOpen()
        guard let backlog, backlog.waiting.count > 0 && backlog.inFlight.count == 0 else { return }
        swap(&backlog.waiting, &backlog.inFlight)
        var buffer = unsafe uv_buf_init(
            UnsafeMutableRawPointer(mutating: backlog.inFlight.bytes.baseAddress)?
                .assumingMemoryBound(to: CChar.self),
            UInt32(backlog.inFlight.count))
        // Tries at once what the kernel takes, and waits for room for the rest.
        let status = unsafe uv_write(backlog.request, raw(as: uv_stream_t.self), &buffer, 1) {
            unsafe PipeConnection.didWrite($0, status: $1)
        }
        guard status == 0 else {
            backlog.inFlight.removeAll()
            isWaiting = false
            throw UVError(code: status, operation: "write to a stream")
        }
    }

    /// Gives the kernel what it takes now; returns the rest.
    private func offer(_ bytes: UnsafeRawBufferPointer) throws(UVError) -> UnsafeRawBufferPointer {
        guard bytes.count > 0 else { return unsafe bytes }
        var buffer = unsafe uv_buf_init(
            UnsafeMutableRawPointer(mutating: bytes.baseAddress)?
                .assumingMemoryBound(to: CChar.self),
            UInt32(clamping: bytes.count))
        let taken = unsafe uv_try_write(raw(as: uv_stream_t.self), &buffer, 1)
        guard taken != UV_EAGAIN.rawValue else { return unsafe bytes }
        try check(taken, "write to a stream")
        return unsafe UnsafeRawBufferPointer(rebasing: bytes[Int(taken)...])
    }

    private func queue(_ bytes: UnsafeRawBufferPointer) throws(UVError) {
        guard bytes.count <= outputLimitBytes - pendingBytes else {
            throw UVError(
                code: UV_ENOBUFS.rawValue, operation: "write to a stream",
                detail: "\(pendingBytes) bytes are waiting; \(outputLimitBytes) may")
        }
        guard bytes.count > 0 else { return }
        let backlog = self.backlog ?? PipeBacklog()
        self.backlog = backlog
        unsafe backlog.waiting.append(bytes)
        isWaiting = true
    }

    private static func didWrite(_ request: UnsafeMutablePointer<uv_write_t>?, status: Int32) {
        guard let request = unsafe request,
            let connection = unsafe Handle.recover(request.pointee.handle, as: PipeConnection.self),
            let backlog = connection.backlog
        else { return }
        backlog.inFlight.removeAll()
        connection.isWaiting = backlog.waiting.count > 0
        do throws(UVError) {
            try check(status, "write to a stream")
            try connection.flush()
        } catch {
            connection.told?.failed(error)
            return
        }
        if backlog.inFlight.count == 0 {
            connection.told?.drained()
        }
    }

    override func didClose() {
        observer = nil
        handlers = nil
    }
}

// MARK: Who is told

/// One who is told what happens to a stream. Where there are many streams it takes less memory than a
/// closure for each word.
public protocol PipeObserver: AnyObject {
    /// At least one byte, which is valid during the call only.
    func received(_ bytes: Span<UInt8>)
    /// The peer will send no more. It may still read.
    func ended()
    /// Reading, or a write that was under way, failed; all that is left is to close.
    func failed(_ error: UVError)
    /// All that waited has gone to the kernel.
    func drained()
}

extension PipeConnection {
    /// See `PipeObserver`, as for the other three.
    public var onBytes: ((Span<UInt8>) -> Void)? {
        get { handlers?.onBytes }
        set { ownHandlers.onBytes = newValue }
    }

    public var onEnd: (() -> Void)? {
        get { handlers?.onEnd }
        set { ownHandlers.onEnd = newValue }
    }

    public var onFailure: ((UVError) -> Void)? {
        get { handlers?.onFailure }
        set { ownHandlers.onFailure = newValue }
    }

    public var onDrain: (() -> Void)? {
        get { handlers?.onDrain }
        set { ownHandlers.onDrain = newValue }
    }

    private var ownHandlers: PipeHandlers {
        if let handlers { return handlers }
        let made = PipeHandlers()
        handlers = made
        return made
    }

    private var told: (any PipeObserver)? { observer ?? handlers }
}

/// What the kernel has not taken.
@safe
private final class PipeBacklog {
    var waiting = OutputBuffer()
    var inFlight = OutputBuffer()
    let request = UnsafeMutablePointer<uv_write_t>.allocate(capacity: 1)

    init() { unsafe request.initialize(to: uv_write_t()) }

    deinit { unsafe request.deallocate() }
}

private final class PipeHandlers: PipeObserver {
    var onBytes: ((Span<UInt8>) -> Void)?
    var onEnd: (() -> Void)?
    var onFailure: ((UVError) -> Void)?
    var onDrain: (() -> Void)?

    func received(_ bytes: Span<UInt8>) { onBytes?(bytes) }
    func ended() { onEnd?() }
    func failed(_ error: UVError) { onFailure?(error) }
    func drained() { onDrain?() }
}
