// SPDX-License-Identifier: MIT

import CLibUV
import Glibc

/// A stream: a connection of a Unix socket, or a pipe to a child process.
///
/// Reading passes the loop's shared buffer, to be copied within the callback. A peer's end of file
/// does not close this side: pending output is still written, until `close(then:)`.
///
/// Writing first tries to pass the bytes to the kernel at once. The rest waits in one buffer with one
/// write request in flight, so that the order is kept and `pendingBytes` bounds the memory. The
/// kernel drops descriptors that a peer sends along.
@safe
public final class PipeConnection: Handle {
    /// Called instead of `onBytes` and the other handlers; must live until the stream is closed.
    public unowned var observer: (any PipeObserver)?
    private var handlers: PipeHandlers?

    /// The most bytes pending, if a peer does not read. Callers have lower limits of their own.
    public var outputLimitBytes = 4 * 1024 * 1024

    /// Created when the kernel first accepts only a part; most connections never need it.
    private var backlog: PipeBacklog?
    /// Whether the backlog has bytes: a cheap flag, since the kernel usually accepts all at once.
    private var hasBacklog = false

    /// Takes ownership of a connected stream's descriptor, which is closed even if this throws.
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

    /// Connects to `path` without waiting; a server with a full backlog is an error (EAGAIN).
    public convenience init(_ loop: Loop, connectingTo path: String) throws(UVError) {
        let address = try SocketAddress(path: path, operation: "connect \(path)")
        let descriptor = try OwnedDescriptor.streamSocket("connect \(path)")
        guard unsafe address.withAddress({ unsafe connect(descriptor.rawValue, $0, $1) }) == 0
        else { throw UVError.last("connect \(path)") }
        try self.init(loop, adopting: descriptor.release())
    }

    /// Creates a pipe without a descriptor.
    init(unopenedOn loop: Loop) {
        super.init(loop: loop) { (raw: UnsafeMutablePointer<uv_pipe_t>) in
            // Cannot fail: it only initializes memory.
            _ = unsafe uv_pipe_init(loop.pointer, raw, 0)
        }
    }

    // MARK: Peer

    public func peerCredentials() throws(UVError) -> PeerCredentials {
        checkOpen()
        var descriptor: Int32 = -1
        try check(unsafe uv_fileno(pointer, &descriptor), "find the descriptor of a stream")
        return try PeerCredentials(descriptor: descriptor)
    }

    /// Limits the bytes that the kernel accepts before the peer reads; it may round up.
    public func limitSendBuffer(to bytes: Int32) {
        checkOpen()
        var bytes = bytes
        // A failure leaves the kernel's default.
        _ = unsafe uv_send_buffer_size(pointer, &bytes)
    }

    // MARK: Reading

    /// Starts, or resumes, reading.
    public func startReading() throws(UVError) {
        checkOpen()
        let status = unsafe uv_read_start(
            raw(as: uv_stream_t.self),
            { unsafe PipeConnection.lendBuffer($0, into: $2) },
            { raw, count, _ in unsafe PipeConnection.didRead(raw, count: count) })
        // Starting twice is no error.
        guard status != UV_EALREADY.rawValue else { return }
        try check(status, "read from a stream")
    }

    /// Leaves bytes in the kernel, which holds the peer back.
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
        // A count of 0 means EAGAIN.
        guard let connection = unsafe Handle.recover(raw, as: PipeConnection.self), count != 0
        else { return }
        if count > 0 {
            let loop = connection.loop
            let bytes = unsafe UnsafeBufferPointer(rebasing: loop.readBuffer[..<count])
            connection.receiver?.received(unsafe bytes.span)
            unsafe loop.readBuffer[..<count].update(repeating: 0)
        } else if count == Int(UV_EOF.rawValue) {
            connection.receiver?.ended()
        } else {
            connection.receiver?.failed(
                UVError(code: Int32(count), operation: "read from a stream"))
        }
    }

    // MARK: Writing

    /// Bytes that the kernel has not accepted yet.
    public var pendingBytes: Int {
        checkOpen()
        guard hasBacklog, let backlog else { return 0 }
        let inRequest = unsafe uv_stream_get_write_queue_size(raw(as: uv_stream_t.self))
        return backlog.waiting.count + inRequest
    }

    public func write(_ bytes: [UInt8]) throws(UVError) {
        try write(bytes.span)
    }

    /// Writes the bytes after all earlier ones. Only bytes that have to wait are copied. Throws
    /// without queueing anything if the peer is gone, and ENOBUFS if more than `outputLimitBytes`
    /// would be pending. Do not use the stream after an error: the kernel may have accepted a part.
    public func write(_ bytes: Span<UInt8>) throws(UVError) {
        checkOpen()
        try unsafe bytes.withUnsafeBytes { bytes throws(UVError) in
            guard !hasBacklog else { return try unsafe queue(bytes) }
            let rest = try unsafe writeNow(bytes)
            if unsafe !rest.isEmpty { try unsafe queue(rest) }
        }
        if hasBacklog { try flush() }
    }

    /// Queues the bytes for the next `flush()` or `write(_:)`: small messages share a system call.
    public func enqueue(_ bytes: Span<UInt8>) throws(UVError) {
        checkOpen()
        try unsafe bytes.withUnsafeBytes { bytes throws(UVError) in try unsafe queue(bytes) }
    }

    public func flush() throws(UVError) {
        checkOpen()
        guard let backlog, backlog.waiting.count > 0 && backlog.inFlight.count == 0 else { return }
        swap(&backlog.waiting, &backlog.inFlight)
        var buffer = unsafe uv_buf_init(
            UnsafeMutableRawPointer(mutating: backlog.inFlight.bytes.baseAddress)?
                .assumingMemoryBound(to: CChar.self),
            UInt32(backlog.inFlight.count))
        // libuv writes what the kernel accepts now, and waits for room for the rest.
        let status = unsafe uv_write(backlog.request, raw(as: uv_stream_t.self), &buffer, 1) {
            unsafe PipeConnection.didWrite($0, status: $1)
        }
        guard status == 0 else {
            backlog.inFlight.removeAll()
            hasBacklog = false
            throw UVError(code: status, operation: "write to a stream")
        }
    }

    /// Writes what the kernel accepts now; returns the rest.
    private func writeNow(_ bytes: UnsafeRawBufferPointer) throws(UVError) -> UnsafeRawBufferPointer
    {
        guard bytes.count > 0 else { return unsafe bytes }
        var buffer = unsafe uv_buf_init(
            UnsafeMutableRawPointer(mutating: bytes.baseAddress)?
                .assumingMemoryBound(to: CChar.self),
            UInt32(clamping: bytes.count))
        let written = unsafe uv_try_write(raw(as: uv_stream_t.self), &buffer, 1)
        guard written != UV_EAGAIN.rawValue else { return unsafe bytes }
        try check(written, "write to a stream")
        return unsafe UnsafeRawBufferPointer(rebasing: bytes[Int(written)...])
    }

    private func queue(_ bytes: UnsafeRawBufferPointer) throws(UVError) {
        guard bytes.count <= outputLimitBytes - pendingBytes else {
            throw UVError(
                code: UV_ENOBUFS.rawValue, operation: "write to a stream",
                detail: "\(pendingBytes) bytes are pending; the limit is \(outputLimitBytes)")
        }
        guard bytes.count > 0 else { return }
        let backlog = self.backlog ?? PipeBacklog()
        self.backlog = backlog
        unsafe backlog.waiting.append(bytes)
        hasBacklog = true
    }

    private static func didWrite(_ request: UnsafeMutablePointer<uv_write_t>?, status: Int32) {
        guard let request = unsafe request,
            let connection = unsafe Handle.recover(request.pointee.handle, as: PipeConnection.self),
            let backlog = connection.backlog
        else { return }
        backlog.inFlight.removeAll()
        connection.hasBacklog = backlog.waiting.count > 0
        do throws(UVError) {
            try check(status, "write to a stream")
            try connection.flush()
        } catch {
            connection.receiver?.failed(error)
            return
        }
        if backlog.inFlight.count == 0 {
            connection.receiver?.drained()
        }
    }

    override func didClose() {
        observer = nil
        handlers = nil
    }
}

// MARK: Observers

/// Receives the events of a stream. For many streams, it needs less memory than four closures each.
public protocol PipeObserver: AnyObject {
    /// At least one byte, valid during the call only.
    func received(_ bytes: Span<UInt8>)
    /// The peer sends no more. It may still read.
    func ended()
    /// Reading, or a pending write, failed; the stream has to be closed.
    func failed(_ error: UVError)
    /// The kernel has accepted all pending bytes.
    func drained()
}

extension PipeConnection {
    /// The handlers are called like the methods of `PipeObserver`.
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

    private var receiver: (any PipeObserver)? { observer ?? handlers }
}

/// Bytes that the kernel has not accepted.
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
