// SPDX-License-Identifier: MIT

import CLibUV
import Glibc

/// Hears a signal as an ordinary event of the loop; signals that come in a burst may arrive as one.
///
/// Not for faults such as SIGSEGV, for which libuv leaves the behaviour undefined.
public final class SignalWatcher: Handle {
    private let signal: Signal
    private var handler: () -> Void

    public init(_ loop: Loop, signal: Signal, handler: @escaping () -> Void) throws(UVError) {
        self.signal = signal
        self.handler = handler
        try super.init(loop: loop) { (raw: UnsafeMutablePointer<uv_signal_t>) throws(UVError) in
            try check(unsafe uv_signal_init(loop.pointer, raw), "prepare for signals")
        }
        let status = unsafe uv_signal_start(
            raw(as: uv_signal_t.self), { raw, _ in unsafe SignalWatcher.deliver(raw) },
            signal.rawValue)
        guard status == 0 else {
            close()
            throw UVError(code: status, operation: "watch signal \(signal.rawValue)")
        }
        // A process inherits which signals its parent had blocked, and would never hear of them.
        Self.mask(SIG_UNBLOCK, signal)
    }

    /// Closes it at the end of a process, whose only thread this is by then: a signal that comes
    /// after the watcher must not do what it does to a process that watches for none.
    public func closeAndIgnore() {
        Self.mask(SIG_BLOCK, signal)
        close()
    }

    private static func mask(_ how: Int32, _ signal: Signal) {
        var mask = sigset_t()
        unsafe sigemptyset(&mask)
        unsafe sigaddset(&mask, signal.rawValue)
        unsafe pthread_sigmask(how, &mask, nil)
    }

    override func didClose() {
        handler = {}
    }

    private static func deliver(_ raw: UnsafeMutablePointer<uv_signal_t>?) {
        unsafe Handle.recover(raw, as: SignalWatcher.self)?.handler()
    }
}
