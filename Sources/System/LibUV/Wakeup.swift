// SPDX-License-Identifier: MIT

import CLibUV
import Synchronization

/// Wakes a loop from any thread: the only type in this module that other threads may use.
///
/// Several sends may cause one call of the handler. Messages therefore belong in a queue behind a
/// mutex, which the handler empties.
///
/// `@unchecked`: `handle` is used only by the loop's thread, which `Handle` checks. The mutex guards
/// the pointer for other threads, which is removed before the handle closes.
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

    /// Wakes the loop; callable from any thread. Does nothing after `close`.
    public func send() {
        // Queued messages must be visible before libuv reads its pending flag. Versions before 1.53
        // read it without ordering, and would skip a needed wake-up.
        atomicMemoryFence(ordering: .sequentiallyConsistent)
        target.withLock { target in
            if let pointer = unsafe target.pointer {
                _ = unsafe uv_async_send(pointer)
            }
        }
    }

    /// Closes it; call it on the loop's thread (`Handle.close(then:)`).
    public func close(then handler: (() -> Void)? = nil) {
        target.withLock { unsafe $0.pointer = nil }
        handle.close(then: handler)
    }

    /// `@unchecked`: the pointer is used only by `uv_async_send`, which is thread-safe.
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
