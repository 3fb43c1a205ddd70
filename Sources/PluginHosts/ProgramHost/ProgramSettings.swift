// SPDX-License-Identifier: MIT

public import PopoverModel
internal import PopoverWire

/// A plugin's program, and what the administrator decided about it.
public struct ProgramSettings: Hashable, Sendable {
    /// What it has to call itself.
    public var name: String
    /// The program's file, absolute. Whether it can be trusted is the caller's to check.
    public var path: String
    public var options: [PluginOption] = []
    /// MiB of address space.
    public var memory = ProgramLimits.memory
    /// It may send requests; and it runs without a sandbox, unless its manifest says what it needs.
    public var isTrusted = false
    /// What the administrator lets it do in its sandbox.
    public var grants = Sandbox()
    /// What it has said before it enters its sandbox; nil: not asked yet, or it needs none.
    var manifest: Manifest?
    /// The daemon's state folder, absolute; nil: nothing lasts.
    public var state: String?
    /// Where the daemon listens, absolute; nil: nowhere.
    public var socket: String?
    /// Of the words that it may say.
    public var limits = Limits()
    /// Takes whatever it calls itself: for who tries a plugin that has no place yet.
    public var acceptsAnyName = false

    /// The sandbox that it runs in; nil: it may do everything that the daemon's user may.
    var sandbox: Sandbox? {
        guard isTrusted else { return grants }
        return manifest.flatMap { Needs(self, $0).sandbox }?.union(grants)
    }

    public init(name: String, path: String) {
        self.name = name
        self.path = path
    }
}
