// SPDX-License-Identifier: MIT

public import PopoverModel

/// A plugin's program, and what the administrator decided about it.
public struct ProgramSettings: Hashable, Sendable {
    /// What it has to call itself.
    public var name: String
    /// The program's file, absolute. Whether it can be trusted is the caller's to check.
    public var path: String
    public var options: [PluginOption] = []
    /// MiB of address space.
    public var memory = ProgramLimits.memory
    /// Of the words that it may say.
    public var limits = Limits()
    /// Takes whatever it calls itself: for who tries a plugin that has no place yet.
    public var acceptsAnyName = false

    public init(name: String, path: String) {
        self.name = name
        self.path = path
    }
}
