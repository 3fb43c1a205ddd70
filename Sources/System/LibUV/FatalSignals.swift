// SPDX-License-Identifier: MIT

import CFatalSignals
import Glibc
import Synchronization

/// Handlers for crashes: SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGTRAP and SIGFPE.
public enum FatalSignals {
    private static let isWatching = Atomic(false)
    /// Set once, before any handler can run, and read only in the child, which has one thread.
    nonisolated(unsafe) private static var crashHandler: ((Signal) -> Void)?

    /// Runs a handler in a fork of the process when the calling thread crashes. Only the first call
    /// has an effect.
    /// - Parameters:
    ///   - limitMilliseconds: how long the process waits for forks that make no progress; for one
    ///     that uses CPU time, six times that.
    ///   - write: runs in the fork, with a copy of all memory. It may hang or crash; that ends the
    ///     fork. Other threads do not exist there, and what one of them was changing may be half
    ///     changed. So may what the thread itself was changing, if somebody sent the signal; then the
    ///     process goes on for some milliseconds after a crash or a hang, and is forked again.
    public static func onCrash(
        within limitMilliseconds: UInt32, _ write: @escaping (Signal) -> Void
    ) throws(UVError) {
        guard !isWatching.exchange(true, ordering: .relaxed) else { return }
        unsafe crashHandler = write
        let status = fatal_signals_start(
            { number in
                guard let write = unsafe FatalSignals.crashHandler else { return }
                write(Signal(rawValue: number))
            }, limitMilliseconds)
        guard status == 0 else {
            throw UVError(code: -status, operation: "install crash handlers")
        }
    }
}
