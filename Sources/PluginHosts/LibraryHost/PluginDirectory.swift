// SPDX-License-Identifier: MIT

import Glibc
import PopoverModel
import TrustedFiles

/// What the names of plugins' files look like, and where they are.
public enum PluginDirectory {
    private static let prefixes = ["libpopover-", "popover-"]
    private static let suffix = ".so"

    /// The search path of a daemon: the configured folder, then the folder of the bundled plugins.
    /// - Parameter programDirectory: the daemon's own; it has the bundled plugins, too, of a program
    ///   that was built and not installed.
    public static func searchPath(configured: String?, programDirectory: String) -> [String] {
        let installed = "\(programDirectory)/../lib/popoverd/plugins"
        let bundled = unsafe access(installed, F_OK) == 0 ? installed : programDirectory
        return [configured, bundled].compactMap(\.self)
    }

    /// The libraries of a search path, each with what its file calls the plugin.
    public static func libraries(in directories: [String]) -> [(name: String, path: String)] {
        files(in: directories) { _ in }.paths.map { (pluginName(ofFileAt: $0), $0) }
    }

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

    /// The files of a search path, folder by folder, sorted by name in each.
    struct Files {
        private(set) var paths: [String] = []
        /// Files of plugins that an earlier folder has a file of.
        private(set) var hidden: [String] = []
        private var names: Set<String> = []

        /// Adds the files of one folder.
        mutating func add(_ folder: [(name: String, path: String)]) {
            for (name, path) in folder where !paths.contains(path) {
                if names.contains(name) { hidden.append(path) } else { paths.append(path) }
            }
            names.formUnion(folder.map(\.name))
        }
    }

    static func files(in directories: [String], report: (PluginReport) -> Void) -> Files {
        var files = Files()
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
            var folder: [(name: String, path: String)] = []
            for name in names.prefix(limit) {
                guard let path = try? TrustedFile.resolve("\(directory)/\(name)").path else {
                    // The directory went away under us: nothing in it can be loaded.
                    break
                }
                folder.append((pluginName(ofFileAt: name), path))
            }
            files.add(folder)
        }
        return files
    }

    /// The programs of a search path; none from a folder that cannot be read.
    static func programs(in directories: [String]) -> Files {
        var files = Files()
        for directory in directories {
            guard let stream = unsafe opendir(directory) else { continue }
            defer { _ = unsafe closedir(stream) }
            var names: [String] = []
            while let name = unsafe nextName(stream) {
                if name.hasPrefix("popover-"), name.hasSuffix(".plugin") { names.append(name) }
            }
            files.add(
                names.sorted().prefix(PluginLimits.filesPerDirectory).compactMap { name in
                    (try? TrustedFile.resolve("\(directory)/\(name)").path).map { (name, $0) }
                })
        }
        return files
    }

    static func nextName(_ stream: OpaquePointer) -> String? {
        guard let entry = unsafe readdir(stream) else { return nil }
        return unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
            unsafe name.withMemoryRebound(to: CChar.self, capacity: 256) { bytes in
                unsafe String(cString: bytes)
            }
        }
    }
}
