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
}
