// SPDX-License-Identifier: MIT

internal import Glibc

/// The files of which a configuration is made: the main one, and drop-ins beside it.
///
/// As systemd has it (systemd.unit(5), tmpfiles.d(5)): of `/etc/popoverd/popoverd.toml` the drop-ins
/// are `popoverd.toml.d/*.toml` in `/usr/lib/popoverd`, `/run/popoverd` and `/etc/popoverd`, for what
/// vendors, what runs now and what administrators say. They count in the order of their names,
/// wherever they are, and after the main file. Of several of the same name only one counts, that of
/// /etc before that of /run before that of /usr/lib; an empty one, and a link to /dev/null, says
/// nothing and so masks the others. Where the main file is not in /etc, it is looked for in /run,
/// then in /usr/lib. A configuration elsewhere has only the drop-ins in the folder beside it.
public struct ConfigurationFiles: Hashable, Sendable {
    /// Where a daemon's is that was installed as a package.
    public static let usual = "/etc/popoverd/popoverd.toml"
    /// More drop-ins are a mistake.
    static let mostDropIns = 256
    /// What systemd searches, the first before the others.
    private static let places = ["/etc", "/run", "/usr/lib"]

    /// In the order in which they count, the last most.
    public private(set) var paths: [String] = []
    /// Folders that cannot be read.
    public private(set) var problems: [ConfigurationError] = []

    public init(path: String) {
        self.init(path: path, root: "")
    }

    /// - Parameter root: stands before each path, so that tests have an /etc of their own.
    init(path: String, root: String) {
        let candidates =
            path.hasPrefix("/etc/")
            ? Self.places.map { root + $0 + path.dropFirst("/etc".count) } : [root + path]
        paths = [candidates.first(where: Self.exists) ?? candidates[0]]
        // The first of a name masks the others.
        var dropIns: [(name: String, path: String)] = []
        for candidate in candidates {
            let folder = "\(candidate).d"
            for name in names(in: folder) where !dropIns.contains(where: { $0.name == name }) {
                dropIns.append((name, "\(folder)/\(name)"))
            }
        }
        if dropIns.count > Self.mostDropIns {
            problems.append(
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
                problems.append(
                    ConfigurationError(
                        file: folder,
                        message: "cannot open: \(unsafe String(cString: strerror(errno)))"))
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
            // Editors' copies and hidden files are none.
            if name.hasSuffix(".toml") && !name.hasPrefix(".") { names.append(name) }
        }
        return names
    }

    private static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }
}
