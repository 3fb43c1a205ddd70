// SPDX-License-Identifier: MIT

import CFatalSignals
import Glibc
import Synchronization

/// Faults that end the process: SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGTRAP and SIGFPE.
public enum FatalSignals {
    private static let isWatching = Atomic(false)
    /// Set once, before any handler can run, and read in the child alone, which has one thread.
    nonisolated(unsafe) private static var crashHandler: ((Signal) -> Void)?

    /// Has this process leave word before it dies of a fault of the calling thread; the first to
    /// ask is the one that is heard.
    ///
    /// - Parameters:
    ///   - limitMilliseconds: how long the process lives on for copies that stand still; for one
    ///     that computes, six times that.
    ///   - write: runs in a copy of the process, with everything as it was. It may do what it
    ///     likes: when it hangs or dies, the copy does. No other thread is there, and what one of
    ///     them was about to change is half changed.
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
            throw UVError(code: -status, operation: "watch for faults")
        }
    }
}
