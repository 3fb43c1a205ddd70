// SPDX-License-Identifier: MIT

import CLibUV
import Glibc

/// An event loop of libuv, and through it the whole of this module.
///
/// `LibUV` is a small, safe face of libuv 1.44.2: loops, timers, sockets, signals, processes. Its
/// callers need no unsafe code.
///
/// What it is responsible for:
/// 1. *Ownership.* The loop owns every open handle: a handle is pinned from its making to its close
///    callback, so dropping the last reference to it neither closes nor frees it.
/// 2. *Threads.* A loop belongs to the thread that made it, and so do its handles. That is checked
///    at every entrance and in every callback; breaking it traps. `Wakeup` alone may be used from
///    elsewhere, and `OrderedWorker` brings results home through one.
/// 3. *States.* A handle is open, closing or closed. Using one that is not open is a bug and traps;
///    a callback that arrives late is dropped.
/// 4. *Errors.* What the operating system refuses is thrown as `UVError`. Only bugs trap.
/// 5. *Limits.* Output that waits is counted and limited, accepts are counted and paced, queues
///    have a capacity.
///
/// Nothing polls: a loop with nothing to do makes no wake-ups. libuv's pool of threads is not used.
///
/// What it deliberately does not do: it knows no protocol and no popover, has no futures and no
/// tasks, never retries for its caller, and never closes a handle from a finaliser.
@safe
public final class Loop {
    /// One read of any connection brings at most this many bytes.
    public static let readLimitBytes = 64 * 1024

    let pointer: UnsafeMutablePointer<uv_loop_t>
    /// All connections read into the same memory: libuv asks for it immediately before it fills it
    /// and hands it over, so it is free again when the callback returns.
    let readBuffer: UnsafeMutableBufferPointer<UInt8>
    private let thread = pthread_self()
    private var isClosed = false

    /// How many handles are open or closing.
    public internal(set) var handleCount = 0

    /// Makes a loop that belongs to the calling thread.
    public init() throws(UVError) {
        let pointer = UnsafeMutablePointer<uv_loop_t>.allocate(capacity: 1)
        unsafe pointer.initialize(to: uv_loop_t())
        let status = unsafe uv_loop_init(pointer)
        guard status == 0 else {
            unsafe pointer.deallocate()
            throw UVError(code: status, operation: "make a loop")
        }
        unsafe self.pointer = unsafe pointer
        unsafe readBuffer = .allocate(capacity: Self.readLimitBytes)
    }

    deinit {
        precondition(isClosed, "A loop was dropped without being closed.")
        unsafe pointer.deallocate()
        unsafe readBuffer.deallocate()
    }

    /// Runs until nothing is left to wait for, or until `stop()`.
    public func run() {
        checkThread()
        _ = unsafe uv_run(pointer, UV_RUN_DEFAULT)
    }

    /// Waits for events once and handles them.
    public func runOnce() {
        checkThread()
        _ = unsafe uv_run(pointer, UV_RUN_ONCE)
    }

    /// Makes `run()` return at the end of this turn. Handles stay as they are.
    public func stop() {
        checkThread()
        unsafe uv_stop(pointer)
    }

    /// Ends the loop. Every handle must be closed by then, its close callback included.
    public func close() {
        checkThread()
        precondition(!isClosed, "A loop was closed twice.")
        let status = unsafe uv_loop_close(pointer)
        precondition(status == 0, "A loop was closed with open handles: \(openHandleKinds).")
        isClosed = true
    }

    /// Milliseconds of a clock that never goes back, as of the start of this turn. It stands still
    /// while the machine is suspended. Deadlines of timers are on this clock.
    public var nowMilliseconds: UInt64 {
        checkThread()
        return unsafe uv_now(pointer)
    }

    /// The kinds of all handles that are not closed yet, sorted, such as `["pipe", "timer"]`.
    public var openHandleKinds: [String] {
        checkThread()
        let kinds = KindList()
        unsafe uv_walk(
            pointer,
            { handle, context in
                guard let handle = unsafe handle, let context = unsafe context else { return }
                let kinds = unsafe Unmanaged<KindList>.fromOpaque(context).takeUnretainedValue()
                let name = unsafe uv_handle_type_name(unsafe uv_handle_get_type(handle))
                kinds.names.append(unsafe name.map { unsafe String(cString: $0) } ?? "unknown")
            },
            Unmanaged.passUnretained(kinds).toOpaque())
        return kinds.names.sorted()
    }

    func checkThread() {
        precondition(
            pthread_equal(thread, pthread_self()) != 0,
            "A loop or a handle was used outside of its thread.")
    }

    private final class KindList {
        var names: [String] = []
    }
}
