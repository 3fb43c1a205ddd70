// SPDX-License-Identifier: MIT

import CPluginGuard
public import PopoverModel

/// A thread's use of the machine so far: over a call, it tells whether the time was the call's.
public struct ThreadUsage: Hashable, Sendable {
    /// How long it was on a processor.
    public var busy: Interval
    /// How long it was ready to run while others had the processor; 0 where the kernel does not tell.
    public var ready: Interval
    /// How often it gave up its processor to wait; being put aside for others does not count.
    public var sleeps: Int64

    public init(busy: Interval, ready: Interval, sleeps: Int64) {
        self.busy = busy
        self.ready = ready
        self.sleeps = sleeps
    }

    /// The calling thread's; nil where the system does not tell.
    public static var current: ThreadUsage? {
        var usage = thread_usage()
        guard unsafe thread_usage_read(&usage) == 0 else { return nil }
        return ThreadUsage(
            busy: Interval(microseconds: usage.busy_us),
            ready: Interval(microseconds: usage.ready_us), sleeps: usage.sleeps)
    }

    /// How long a call may be busy.
    public static let busyBudget = PluginLimits.softBudget.forThisBuild

    /// Whether a call that began with the other and took so long was slow by its own doing: it was
    /// busy or asleep for longer than it may. Otherwise the machine ran others meanwhile.
    func isOverBudget(since start: ThreadUsage, took: Interval) -> Bool {
        let wasBusy = busy.microseconds - start.busy.microseconds
        let wasReady = ready.microseconds - start.ready.microseconds
        // Who never gave up the processor was not asleep, even where the kernel does not tell `ready`.
        let wasAsleep = sleeps > start.sleeps ? took.microseconds - wasBusy - wasReady : 0
        return wasBusy > Self.busyBudget.microseconds
            || wasAsleep > PluginLimits.softBudget.microseconds
    }
}
