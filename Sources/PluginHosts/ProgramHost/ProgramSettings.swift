// SPDX-License-Identifier: MIT

internal import LibUV
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
    /// It may send requests; and it runs without a sandbox, unless its manifest says what it needs.
    public var isTrusted = false
    /// What the administrator lets it do in its sandbox.
    public var grants = Sandbox()
    /// What its manifest says that it needs; nil: not asked yet, or it says nothing.
    var needs: Sandbox?
    /// Of the words that it may say.
    public var limits = Limits()
    /// Takes whatever it calls itself: for who tries a plugin that has no place yet.
    public var acceptsAnyName = false

    /// The sandbox that it runs in; nil: it may do everything that the daemon's user may.
    var sandbox: Sandbox? { isTrusted ? needs?.here.union(grants) : grants }

    public init(name: String, path: String) {
        self.name = name
        self.path = path
    }
}

extension Sandbox {
    /// With the daemon's variables, and without paths that this machine does not have: a program can
    /// need what is there.
    fileprivate var here: Sandbox {
        var sandbox = self
        sandbox.readPaths = readPaths.compactMap(Self.path)
        sandbox.writePaths = writePaths.compactMap(Self.path)
        return sandbox
    }

    private static func path(_ need: String) -> String? {
        var path = need
        if need.hasPrefix("$") {
            let name = need.dropFirst().prefix { $0 != "/" }
            guard let value = LibUV.environment(String(name)) else { return nil }
            path = value + need.dropFirst(name.count + 1)
        }
        return path.hasPrefix("/") && System.exists(path) ? path : nil
    }
}
