// SPDX-License-Identifier: MIT

import CPluginGuard
public import PopoverModel

/// A thread's use of the machine so far: over a call, it tells whether the time was the call's.
public struct ThreadUsage: Hashable, Sendable {
    /// How long it was on a processor.
    public var busy: Interval
    /// How often it gave up its processor to wait; being put aside for others does not count.
    public var sleeps: Int64

    public init(busy: Interval, sleeps: Int64) {
        self.busy = busy
        self.sleeps = sleeps
    }

    /// The calling thread's; nil where the system does not tell.
    public static var current: ThreadUsage? {
        var usage = thread_usage()
        guard unsafe thread_usage_read(&usage) == 0 else { return nil }
        return ThreadUsage(busy: Interval(microseconds: usage.busy_us), sleeps: usage.sleeps)
    }

    /// How long a call may be busy.
    public static let busyBudget = PluginLimits.softBudget.forThisBuild

    /// Whether what began with the other was slow by its own doing: it was busy for longer than it
    /// may, or it slept. Otherwise it was ready to run and the machine ran others.
    func isOverBudget(since start: ThreadUsage) -> Bool {
        let wasBusy = busy.microseconds - start.busy.microseconds
        return sleeps > start.sleeps || wasBusy > Self.busyBudget.microseconds
    }
}
