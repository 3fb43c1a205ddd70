// SPDX-License-Identifier: MIT

import CLibUV
import Glibc

/// Delivers a signal as an event of the loop; a burst of signals may arrive as one. Not for faults
/// such as SIGSEGV, for which libuv's behavior is undefined.
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
        // The parent may have blocked the signal; the mask is inherited.
        Self.mask(SIG_UNBLOCK, signal)
    }

    /// Closes the watcher at the end of a single-threaded process and blocks the signal: its default
    /// action must not end the process.
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
