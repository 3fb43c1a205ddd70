// SPDX-License-Identifier: MIT

import CLibUV
import Synchronization

/// Wakes a loop from any thread: the only thing in this module that other threads may touch.
///
/// Sends coalesce: many before the loop looks are one call of the handler. So it carries nothing;
/// what there is to say lies in a queue behind a mutex, and the handler takes all of it.
///
/// `@unchecked`: `handle` is touched only by the loop's thread, which `Handle` checks; the pointer
/// for the other threads is guarded by the mutex and taken away before the handle closes.
@safe
public final class Wakeup: @unchecked Sendable {
    private let handle: AsyncHandle
    private let target: Mutex<Target>

    /// `handler` is called on the loop's thread, at least once after every `send()`.
    public init(_ loop: Loop, handler: @escaping () -> Void) throws(UVError) {
        let handle = try AsyncHandle(loop, handler: handler)
        self.handle = handle
        target = unsafe Mutex(Target(pointer: handle.raw(as: uv_async_t.self)))
    }

    /// Wakes the loop. From any thread; does nothing once the wake-up is closed.
    public func send() {
        // What was put into a queue before must be visible before libuv looks at its pending flag:
        // before 1.53 it reads that flag without ordering, and would skip a wake-up that is needed.
        atomicMemoryFence(ordering: .sequentiallyConsistent)
        target.withLock { target in
            if let pointer = unsafe target.pointer {
                _ = unsafe uv_async_send(pointer)
            }
        }
    }

    /// Whether the loop keeps running for its sake; true at first. On the loop's thread.
    public var keepsLoopRunning: Bool {
        get { handle.keepsLoopRunning }
        set { handle.keepsLoopRunning = newValue }
    }

    /// Closes it, on the loop's thread; see `Handle.close(then:)`.
    public func close(then handler: (() -> Void)? = nil) {
        target.withLock { unsafe $0.pointer = nil }
        handle.close(then: handler)
    }

    /// `@unchecked`: a pointer that only `uv_async_send` is given, which is safe on every thread.
    @safe
    private struct Target: @unchecked Sendable {
        var pointer: UnsafeMutablePointer<uv_async_t>?
    }
}

private final class AsyncHandle: Handle {
    private var handler: () -> Void

    init(_ loop: Loop, handler: @escaping () -> Void) throws(UVError) {
        self.handler = handler
        try super.init(loop: loop) { (raw: UnsafeMutablePointer<uv_async_t>) throws(UVError) in
            try check(
                unsafe uv_async_init(loop.pointer, raw) { unsafe AsyncHandle.deliver($0) },
                "prepare a wake-up")
        }
    }

    override func didClose() {
        handler = {}
    }

    private static func deliver(_ raw: UnsafeMutablePointer<uv_async_t>?) {
        unsafe Handle.recover(raw, as: AsyncHandle.self)?.handler()
    }
}
