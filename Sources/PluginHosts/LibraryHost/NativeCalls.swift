// SPDX-License-Identifier: MIT

import CPluginGuard
import Glibc
import PopoverModel
import Synchronization
import TrustedFiles

/// The door through which every call into a plugin goes: it leaves a crashMarker and is guarded.
final class NativeCalls {
    private let crashMarker: CrashMarker?
    private let isGuarded: Bool
    private var isRunning = false

    init(crashMarker: CrashMarker?, isGuarded: Bool) {
        self.crashMarker = crashMarker
        self.isGuarded = isGuarded
    }

    /// Calls do not nest: what a plugin calls back never comes in here.
    @inline(__always)
    func run<Result, Failure: Error>(
        _ call: NativeCall, of name: CallerName, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        precondition(!isRunning, "a plugin is called from within a report")
        isRunning = true
        crashMarker?.write(call, of: name)
        if isGuarded { unsafe plugin_guard_enter(name.bytes) }
        defer {
            if isGuarded { plugin_guard_leave() }
            crashMarker?.erase()
            isRunning = false
        }
        return try body()
    }
}

/// Ends the process when a plugin's call does not return; what the process has to switch on once.
public enum PluginGuard {
    private static let isRunning = Atomic(false)

    /// Watches every guarded host's calls from now on; returns the system's reason if it cannot.
    public static func start() -> String? {
        if isRunning.exchange(true, ordering: .relaxed) { return nil }
        let limit = UInt32(PluginLimits.hardBudget.milliseconds)
        let status = plugin_guard_start(limit)
        return status == 0 ? nil : systemMessage(status)
    }
}
