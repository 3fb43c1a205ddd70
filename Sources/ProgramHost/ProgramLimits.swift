// SPDX-License-Identifier: MIT

public import PopoverModel

/// What one program of a plugin's may cost, and how long each step of its life may take.
public enum ProgramLimits {
    /// From its start to its manifest, and from `init` to the answer to it.
    public static let manifest = Interval.milliseconds(2000)
}
