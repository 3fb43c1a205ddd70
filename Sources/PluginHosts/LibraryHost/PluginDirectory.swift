// SPDX-License-Identifier: MIT

import Glibc
import PopoverModel

/// What the names of plugins' files look like, and where they are.
enum PluginDirectory {
    private static let prefixes = ["libpopover-", "popover-"]
    private static let suffix = ".so"

    /// What a plugin is called before it can be asked: its file's name without prefix and suffix.
    static func pluginName(ofFileAt path: String) -> String {
        var name = path.split(separator: "/").last ?? ""
        if let prefix = prefixes.first(where: name.hasPrefix) { name.removeFirst(prefix.count) }
        if name.hasSuffix(suffix) { name.removeLast(suffix.count) }
        return String(name)
    }

    /// The first file in the directories that is named after a plugin.
    static func find(_ name: String, in directories: [String]) -> String? {
        guard !name.contains("/") else { return nil }
        for directory in directories {
            for prefix in prefixes {
                let path = "\(directory)/\(prefix)\(name)\(suffix)"
                if unsafe access(path, F_OK) == 0 { return path }
            }
        }
        return nil
    }

    /// The paths of all plugins' files, directory by directory, by name in each, none twice.
    static func files(
        in directories: [String], report: (PluginReport) -> Void
    ) -> [String] {
        var paths: [String] = []
        for directory in directories {
            guard let stream = unsafe opendir(directory) else {
                report(.directorySkipped(path: directory, message: systemMessage(errno)))
                continue
            }
            defer { _ = unsafe closedir(stream) }
            var names: [String] = []
            while let name = unsafe nextName(stream) {
                if name.hasSuffix(suffix), prefixes.contains(where: name.hasPrefix) {
                    names.append(name)
                }
            }
            names.sort()
            let limit = PluginLimits.filesPerDirectory
            if names.count > limit {
                let message = "only the first \(limit) of \(names.count) plugins are taken"
                report(.directorySkipped(path: directory, message: message))
            }
            for name in names.prefix(limit) {
                guard let path = try? TrustedFile.resolve("\(directory)/\(name)").path else {
                    // The directory went away under us: nothing in it can be loaded.
                    break
                }
                if !paths.contains(path) { paths.append(path) }
            }
        }
        return paths
    }

    /// The paths of all programs in a folder, by name; none where it cannot be read.
    static func programs(in directory: String) -> [String] {
        guard let stream = unsafe opendir(directory) else { return [] }
        defer { _ = unsafe closedir(stream) }
        var names: [String] = []
        while let name = unsafe nextName(stream) {
            if name.hasPrefix("popover-"), name.hasSuffix(".plugin") { names.append(name) }
        }
        return names.sorted().prefix(PluginLimits.filesPerDirectory).compactMap { name in
            try? TrustedFile.resolve("\(directory)/\(name)").path
        }
    }

    private static func nextName(_ stream: OpaquePointer) -> String? {
        guard let entry = unsafe readdir(stream) else { return nil }
        return unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
            unsafe name.withMemoryRebound(to: CChar.self, capacity: 256) { bytes in
                unsafe String(cString: bytes)
            }
        }
    }
}
