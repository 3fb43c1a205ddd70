// SPDX-License-Identifier: MIT

import Glibc

/// A plugin's program that nobody but root, the daemon's own user and the owner of its program can
/// have put there, as it was when it was checked. The folders above it and everything in its own folder
/// are theirs, too, so that what is started and loaded is what was checked, unless one of them has
/// changed it.
public struct TrustedProgram: Hashable {
    /// Absolute, without symbolic links.
    public let path: String
    private let identity: FileIdentity

    /// - Throws: why it must not be started.
    public init(checking path: String) throws(PluginError) {
        let file = try TrustedFile(opening: path)
        guard unsafe access(file.path, X_OK) == 0 else {
            throw PluginError(file.path, .notExecutable)
        }
        try ProgramFolder.judge(around: file.path)
        self.path = file.path
        identity = file.identity
    }

    /// The reason why the program at a path must not be started now; nil if it may.
    /// - Parameter secret: a folder that must not be in the program's own.
    public static func obstacle(at path: String, hiding secret: String? = nil) -> String? {
        do throws(PluginError) {
            let program = try TrustedProgram(checking: path)
            if let secret { try ProgramFolder.check(around: program.path, hides: secret) }
            return nil
        } catch {
            return error.cause.description
        }
    }

    /// Whether the file at a path is this one, as it was when it was checked.
    public func isUnchanged(at path: String) -> Bool { FileIdentity(ofFileAt: path) == identity }

    public static func exists(_ path: String) -> Bool { FileIdentity(ofFileAt: path) != nil }

    /// The programs of a search path, and those that a file in an earlier folder hides.
    public static func files(in directories: [String]) -> (paths: [String], hidden: [String]) {
        let files = PluginDirectory.programs(in: directories)
        return (files.paths, files.hidden)
    }

    public static func find(_ name: String, in directories: [String]) -> String? {
        if name.contains("/") { return nil }
        return directories.map { "\($0)/popover-\(name).plugin" }.first(where: exists)
    }

    /// What a program has to call itself: its file's name without prefix and suffix.
    /// - Parameter orLibrary: the path may be a library's, and so may be its name.
    public static func pluginName(ofFileAt path: String, orLibrary: Bool = false) -> String {
        if orLibrary, path.hasSuffix(".so") { return PluginDirectory.pluginName(ofFileAt: path) }
        var name = path.split(separator: "/").last ?? ""
        if name.hasPrefix("popover-") { name.removeFirst("popover-".count) }
        if let dot = name.firstIndex(of: ".") { name = name[..<dot] }
        return String(name)
    }
}
