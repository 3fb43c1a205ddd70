// SPDX-License-Identifier: MIT

import CLibUV

/// A one-shot timer on the loop's clock, in milliseconds. Starting it again moves its deadline.
public final class Timer: Handle {
    private var handler: () -> Void

    /// Creates a timer that is not started.
    public init(_ loop: Loop, handler: @escaping () -> Void) {
        self.handler = handler
        super.init(loop: loop) { (raw: UnsafeMutablePointer<uv_timer_t>) in
            // Cannot fail: it only initializes memory.
            _ = unsafe uv_timer_init(loop.pointer, raw)
        }
    }

    public var isActive: Bool {
        checkOpen()
        return unsafe uv_is_active(pointer) != 0
    }

    /// Calls the handler once, this long after the start of this loop iteration.
    public func start(afterMilliseconds delay: UInt64) {
        checkOpen()
        let status = unsafe uv_timer_start(
            raw(as: uv_timer_t.self), { unsafe Timer.fire($0) }, delay, 0)
        precondition(status == 0, "libuv refused to start an open timer with a callback.")
    }

    /// Calls the handler once, when the loop's clock reaches the deadline; in the next iteration if it
    /// has passed.
    public func start(atMilliseconds deadline: UInt64) {
        let now = loop.nowMilliseconds
        start(afterMilliseconds: deadline > now ? deadline - now : 0)
    }

    public func stop() {
        checkOpen()
        _ = unsafe uv_timer_stop(raw(as: uv_timer_t.self))
    }

    override func didClose() {
        handler = {}
    }

    private static func fire(_ raw: UnsafeMutablePointer<uv_timer_t>?) {
        guard let timer = unsafe Handle.recover(raw, as: Timer.self) else { return }
        timer.loop.timerFired()
        timer.handler()
    }
}
