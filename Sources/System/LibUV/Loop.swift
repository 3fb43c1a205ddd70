// SPDX-License-Identifier: MIT

import CLibUV
import Glibc

/// An event loop of libuv.
///
/// The module `LibUV` is a small, safe wrapper of libuv 1.44.2: loops, timers, sockets, signals,
/// processes. Its callers need no unsafe code.
///
/// Guarantees:
/// 1. *Ownership.* The loop owns every open handle until its close callback; dropping the last
///    reference to a handle neither closes nor frees it.
/// 2. *Threads.* A loop and its handles belong to the thread that created the loop. Every method and
///    callback checks that and traps. Only `Wakeup` may be used from other threads; `OrderedWorker`
///    returns its results through one.
/// 3. *States.* A handle is open, closing or closed. Using one that is not open traps; a late
///    callback is dropped.
/// 4. *Errors.* Errors of the operating system are thrown as `UVError`. Only bugs trap.
/// 5. *Limits.* Pending output is counted and limited, accepts are counted and paced, queues have a
///    capacity.
///
/// Nothing polls: an idle loop never wakes up. libuv's thread pool is not used.
///
/// The module knows no protocol and no popover, has no futures and no tasks, never retries for its
/// caller, and never closes a handle in a deinitializer.
@safe
public final class Loop {
    /// The most bytes of one read.
    public static let readLimitBytes = 64 * 1024

    let pointer: UnsafeMutablePointer<uv_loop_t>
    /// All connections read into the same buffer: libuv requests it right before a read, and it is
    /// free again, and zeroed, when the callback returns.
    let readBuffer: UnsafeMutableBufferPointer<UInt8>
    private let thread = pthread_self()
    private var isClosed = false
    private var runsOnce = false

    /// The handles that are open or closing.
    public internal(set) var handleCount = 0

    /// Creates a loop that belongs to the calling thread.
    public init() throws(UVError) {
        let pointer = UnsafeMutablePointer<uv_loop_t>.allocate(capacity: 1)
        unsafe pointer.initialize(to: uv_loop_t())
        let status = unsafe uv_loop_init(pointer)
        guard status == 0 else {
            unsafe pointer.deallocate()
            throw UVError(code: status, operation: "create an event loop")
        }
        unsafe self.pointer = unsafe pointer
        unsafe readBuffer = .allocate(capacity: Self.readLimitBytes)
    }

    deinit {
        precondition(isClosed, "A loop was dropped without being closed.")
        unsafe pointer.deallocate()
        unsafe readBuffer.deallocate()
    }

    /// Runs until no handle is active, or until `stop()`.
    public func run() {
        checkThread()
        _ = unsafe uv_run(pointer, UV_RUN_DEFAULT)
    }

    /// Waits for events once and handles them; a timer that fires is one.
    public func runOnce() {
        checkThread()
        runsOnce = true
        _ = unsafe uv_run(pointer, UV_RUN_ONCE)
        runsOnce = false
    }

    /// libuv before 1.45 handles timers that are due, and waits for another event nevertheless.
    func timerFired() {
        if runsOnce { unsafe uv_stop(pointer) }
    }

    /// Makes `run()` return at the end of this iteration. Handles stay open.
    public func stop() {
        checkThread()
        unsafe uv_stop(pointer)
    }

    /// A `uv_loop_t *`, for C code that has handles of its own on the loop.
    public var raw: UnsafeMutableRawPointer { unsafe UnsafeMutableRawPointer(pointer) }

    /// Closes the loop. All handles must be closed, including their close callbacks.
    public func close() {
        checkThread()
        precondition(!isClosed, "A loop was closed twice.")
        let status = unsafe uv_loop_close(pointer)
        precondition(status == 0, "A loop was closed with open handles: \(openHandleKinds).")
        isClosed = true
    }

    /// The monotonic clock at the start of this iteration, in milliseconds. It stops while the machine
    /// is suspended. Timers use this clock.
    public var nowMilliseconds: UInt64 {
        checkThread()
        return unsafe uv_now(pointer)
    }

    /// Brings that clock up to date, after work that took long: timers that start then count from here.
    public func updateTime() {
        checkThread()
        unsafe uv_update_time(pointer)
    }

    /// The kinds of all handles that are not closed, sorted, such as `["pipe", "timer"]`.
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
