// SPDX-License-Identifier: MIT

import Glibc
import TrustedFiles

/// The folder of a program. A program may load any file in it as code, in any language, so everything
/// there is checked like the program itself: modules, libraries, data and folders.
enum ProgramFolder {
    /// Files and folders that are checked, at each start.
    static let fileLimit = 4096
    /// Links in a row to one of them.
    static let linkLimit = 8

    /// Checks the folder of a program, whose folders above have been checked.
    static func judge(around program: String) throws(PluginError) {
        var judge = Judge(program: program, folder: parent(of: program))
        try judge.run()
    }

    /// Throws if the folder of a program holds a folder that the program must not read, or is in it.
    static func check(around program: String, hides secret: String) throws(PluginError) {
        guard let resolved = unsafe realpath(secret, nil) else { return }
        defer { unsafe free(resolved) }
        let secret = unsafe String(cString: resolved)
        let folder = parent(of: program)
        guard contains(folder, secret) || contains(secret, folder) else { return }
        throw PluginError(program, .holdsSecret(of: folder, folder: secret))
    }

    fileprivate static func contains(_ folder: String, _ path: String) -> Bool {
        folder == "/" || path == folder || path.hasPrefix(folder + "/")
    }

    private static func parent(of path: String) -> String {
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
        return folder.isEmpty ? "/" : folder
    }
}

/// Walks folders by their paths: once checked, only the trusted users can replace them.
private struct Judge {
    let program: String
    let folder: String
    private var pending: [String] = []
    private var judged: Set<String> = []
    private var count = 0

    init(program: String, folder: String) {
        self.program = program
        self.folder = folder
    }

    mutating func run() throws(PluginError) {
        // A sticky folder is no exception here: others can add files to it.
        if let status = try status(of: folder) { try judge(status, at: folder) }
        pending = [folder]
        while let next = pending.popLast() {
            if judged.insert(next).inserted { try judgeEntries(of: next) }
        }
    }

    private mutating func judgeEntries(of folder: String) throws(PluginError) {
        guard let stream = unsafe opendir(folder) else { throw unreadable(folder) }
        defer { _ = unsafe closedir(stream) }
        while let name = unsafe PluginDirectory.nextName(stream) {
            if name != ".", name != ".." { try judgeEntry(name, in: folder) }
        }
    }

    /// - Parameter links: the links that led here.
    private mutating func judgeEntry(
        _ name: String, in parent: String, links: Int = 0
    ) throws(PluginError) {
        count += 1
        let limit = ProgramFolder.fileLimit
        guard count <= limit else {
            throw PluginError(program, .tooManyFiles(of: folder, limit: limit))
        }
        let path = parent == "/" ? "/\(name)" : "\(parent)/\(name)"
        guard let status = try status(of: path) else { return }
        switch status.st_mode & S_IFMT {
        case S_IFDIR:
            try judge(status, at: path)
            pending.append(path)
        case S_IFREG: try judge(status, at: path)
        case S_IFLNK: try judgeTarget(of: path, in: parent, links: links + 1)
        // Nothing that could be loaded.
        default: return
        }
    }

    /// The way to the target is checked like the way to the program. It must not lead over other links to
    /// folders, which somebody could change.
    private mutating func judgeTarget(
        of link: String, in parent: String, links: Int
    ) throws(PluginError) {
        guard links <= ProgramFolder.linkLimit, let target = target(of: link, in: parent) else {
            throw PluginError(
                program, .distrusted(.unreadable("\(link): \(Distrust.symbolicLink)")))
        }
        try TrustedFile.judgeDirectory(target.folder, for: program)
        try judgeEntry(target.name, in: target.folder, links: links)
    }

    /// The absolute path in a link; nil if only the system can tell where it leads.
    private func target(of link: String, in parent: String) -> (folder: String, name: String)? {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = unsafe readlink(link, &bytes, bytes.count)
        let text = String(
            decoding: bytes.prefix(max(0, length)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        var steps = text.split(separator: "/").filter { $0 != "." }[...]
        var folders = text.hasPrefix("/") ? [] : parent.split(separator: "/")
        while steps.first == "..", !folders.isEmpty {
            steps.removeFirst()
            folders.removeLast()
        }
        guard let name = steps.popLast(), !steps.contains(".."), name != ".." else { return nil }
        return ("/" + (folders + steps).joined(separator: "/"), String(name))
    }

    /// Nil if it has gone, or is not there yet: only the trusted users can change that.
    private func status(of path: String) throws(PluginError) -> stat? {
        var status = stat()
        if unsafe lstat(path, &status) == 0 { return status }
        if errno == ENOENT { return nil }
        throw unreadable(path)
    }

    private func judge(_ status: stat, at path: String) throws(PluginError) {
        var mode = status.st_mode
        mode &= ~S_ISVTX
        let distrust = TrustedPath.distrust(
            owner: status.st_uid, mode: mode, trusted: TrustedPath.trustedUsers, place: path)
        if let distrust { throw PluginError(program, .distrusted(distrust)) }
    }

    private func unreadable(_ path: String) -> PluginError {
        PluginError(program, .distrusted(.unreadable("\(path): \(systemMessage(errno))")))
    }
}
