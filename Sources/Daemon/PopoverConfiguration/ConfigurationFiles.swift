// SPDX-License-Identifier: MIT

internal import Glibc
internal import TrustedFiles

/// The files of a configuration: the main file and its drop-ins.
///
/// The search follows systemd (systemd.unit(5), tmpfiles.d(5)). The drop-ins of
/// `/etc/popoverd/popoverd.toml` are `popoverd.toml.d/*.toml` in `/usr/lib/popoverd` (vendors),
/// `/run/popoverd` (until the next boot) and `/etc/popoverd` (administrators). They apply after the
/// main file, sorted by file name across the folders. Of drop-ins with the same name, /etc wins over
/// /run and /run over /usr/lib; an empty file or a link to /dev/null thus masks the others. If /etc
/// has no main file, it comes from /run, then from /usr/lib. A main file elsewhere has only the
/// drop-ins in the folder beside it.
public struct ConfigurationFiles: Hashable, Sendable {
    /// The main file of an installed package.
    public static let usual = "/etc/popoverd/popoverd.toml"
    /// More drop-ins are treated as an error.
    static let mostDropIns = 256
    /// The search path of systemd, by precedence.
    private static let roots = ["/etc", "/run", "/usr/lib"]

    /// In the order in which they apply; later files override earlier ones.
    public private(set) var paths: [String] = []
    /// Folders that cannot be read or trusted, or too many drop-ins.
    public private(set) var errors: [ConfigurationError] = []

    public init(path: String) {
        self.init(path: path, root: "")
    }

    /// - Parameter root: prefix of each path, for tests.
    init(path: String, root: String) {
        let candidates =
            path.hasPrefix("/etc/")
            ? Self.roots.map { root + $0 + path.dropFirst("/etc".count) } : [root + path]
        paths = [candidates.first(where: Self.exists) ?? candidates[0]]
        // The first of a name masks the others.
        var dropIns: [(name: String, path: String)] = []
        for candidate in candidates {
            let folder = "\(candidate).d"
            for name in names(in: folder) where !dropIns.contains(where: { $0.name == name }) {
                dropIns.append((name, "\(folder)/\(name)"))
            }
            // Also an empty one: whoever can write to it may have removed a drop-in.
            if let distrust = TextFile.trust.distrust(ofFolder: folder) {
                errors.append(ConfigurationError(file: folder, message: distrust.description))
            }
        }
        if dropIns.count > Self.mostDropIns {
            errors.append(
                ConfigurationError(
                    file: "\(candidates[0]).d",
                    message: "expected at most \(Self.mostDropIns) drop-ins, got \(dropIns.count)"))
            return
        }
        paths += dropIns.sorted { $0.name < $1.name }.map(\.path)
    }

    private mutating func names(in folder: String) -> [String] {
        guard let stream = unsafe opendir(folder) else {
            if errno != ENOENT {
                errors.append(
                    ConfigurationError(
                        file: folder,
                        message:
                            "cannot read the folder: \(unsafe String(cString: strerror(errno)))"))
            }
            return []
        }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) {
                    unsafe String(cString: $0)
                }
            }
            // Skip hidden files and editors' backups.
            if name.hasSuffix(".toml") && !name.hasPrefix(".") { names.append(name) }
        }
        return names
    }

    private static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }
}
