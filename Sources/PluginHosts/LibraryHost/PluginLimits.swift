// SPDX-License-Identifier: MIT

public import PopoverModel

/// The host's own limits; those of the interface are in `popover_plugin.h`.
public enum PluginLimits {
    /// Bytes of a library: it is copied into memory.
    public static let fileSize = 32 << 20
    /// Libraries loaded since the start, the replaced ones included: none is ever unmapped.
    public static let images = 64
    /// Files taken from one folder.
    public static let filesPerDirectory = 64
    /// Bytes of a line that a plugin logs; the rest is cut off.
    public static let logLine = 1024
    /// Bytes of a descriptor, of whatever later version; a larger one is a lie.
    static let descriptorSize: UInt32 = 4096
    /// A call that takes longer is reported: the loop stands still meanwhile.
    public static let softBudget = Interval.milliseconds(1)
    /// A call that takes longer ends the process.
    public static let hardBudget = Interval.milliseconds(5000)
    /// So many calls over `softBudget` within `strikeWindow` suspend a plugin.
    public static let strikes = 3
    public static let strikeWindow = Interval.milliseconds(60_000)
    /// How long it is suspended; each time that follows within `strikeWindow` twice as long.
    public static let shortestSuspension = Interval.milliseconds(5000)
    public static let longestSuspension = Interval.milliseconds(60_000)
    /// Two deaths of the daemon in a plugin's calls within this put it into quarantine.
    public static let deathWindow = Interval.milliseconds(600_000)
}
