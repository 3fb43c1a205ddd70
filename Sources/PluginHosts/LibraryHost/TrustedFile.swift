// SPDX-License-Identifier: MIT

import Glibc

/// A file that nobody but root, the daemon's own user and the owner of its program can have put
/// there, open for reading.
///
/// Code from a plugin runs with all of the daemon's rights, so the file and every folder above it
/// must belong to one of these three, and nobody else may write to them: whoever owns the program
/// could as well have changed that. One exception: a
/// folder of root's that is sticky, as `/tmp` is, since nobody can replace another's file there.
/// Each folder is opened from its parent without following links and judged by its descriptor, so
/// that what was judged is what is read.
struct TrustedFile: ~Copyable {
    /// Absolute, without symbolic links.
    let path: String
    let identity: FileIdentity
    let descriptor: OwnedDescriptor

    /// - Parameter path: as an administrator or a folder's listing gave it.
    init(opening path: String) throws(PluginError) {
        let resolved = try Self.resolve(path)
        let directory = try Self.openDirectory(resolved.directory, for: resolved.path)
        let flags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
        let opened = OwnedDescriptor(
            unsafe openat(directory.number, resolved.name, flags))
        guard opened.number >= 0 else {
            let cause: PluginError.Cause =
                errno == ELOOP ? .symbolicLink : .unreadable(systemMessage(errno))
            throw PluginError(resolved.path, cause)
        }
        let status = try Self.status(of: opened.number, for: resolved.path)
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw PluginError(resolved.path, .notARegularFile)
        }
        try Self.judge(status, at: resolved.path, for: resolved.path)
        guard status.st_size <= PluginLimits.fileSize else {
            throw PluginError(resolved.path, .tooLarge(limit: PluginLimits.fileSize))
        }
        self.path = resolved.path
        identity = FileIdentity(status)
        descriptor = opened
    }

    /// The absolute form of a path: its folder without symbolic links, and the name in it.
    static func resolve(
        _ path: String
    ) throws(PluginError) -> (path: String, directory: String, name: String) {
        let slash = path.lastIndex(of: "/")
        let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
        let parent = slash.map { String(path[...$0]) } ?? "."
        guard let resolved = unsafe realpath(parent, nil) else {
            throw PluginError(path, .unreadable(systemMessage(errno)))
        }
        defer { unsafe free(resolved) }
        let directory = unsafe String(cString: resolved)
        return (directory == "/" ? "/\(name)" : "\(directory)/\(name)", directory, name)
    }

    static func openDirectory(
        _ directory: String, for path: String
    ) throws(PluginError) -> OwnedDescriptor {
        let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW
        var walked = "/"
        var current = OwnedDescriptor(unsafe open(walked, flags))
        try judgeDirectory(current, at: walked, for: path)
        for component in directory.split(separator: "/") {
            walked += walked == "/" ? String(component) : "/\(component)"
            let next = OwnedDescriptor(unsafe openat(current.number, String(component), flags))
            try judgeDirectory(next, at: walked, for: path)
            current = next
        }
        return current
    }

    private static func judgeDirectory(
        _ descriptor: borrowing OwnedDescriptor, at place: String, for path: String
    ) throws(PluginError) {
        guard descriptor.number >= 0 else {
            throw PluginError(path, .unreadable("\(place): \(systemMessage(errno))"))
        }
        let status = try status(of: descriptor.number, for: path)
        try judge(status, at: place, for: path)
    }

    private static func judge(
        _ status: stat, at place: String, for path: String
    ) throws(PluginError) {
        let cause = distrust(
            owner: status.st_uid, mode: status.st_mode, trusted: trustedUsers, place: place)
        if let cause { throw PluginError(path, cause) }
    }

    /// Whose program this is, as it was when that was first asked; root where it cannot be told.
    private static let programOwner: uid_t = {
        var status = stat()
        return unsafe stat("/proc/self/exe", &status) == 0 ? status.st_uid : 0
    }()

    /// Besides root.
    static var trustedUsers: Set<uid_t> { [geteuid(), programOwner] }

    /// Why somebody else than root and the trusted users could have put it there; nil: nobody could.
    static func distrust(
        owner: uid_t, mode: mode_t, trusted: Set<uid_t>, place: String
    ) -> PluginError.Cause? {
        guard owner == 0 || trusted.contains(owner) else { return .foreignOwner(of: place) }
        let isStickyFolder = mode & S_IFMT == S_IFDIR && mode & S_ISVTX != 0
        if owner == 0 && isStickyFolder { return nil }
        return mode & (S_IWGRP | S_IWOTH) == 0 ? nil : .writableByOthers(of: place)
    }

    private static func status(of number: CInt, for path: String) throws(PluginError) -> stat {
        var status = stat()
        guard unsafe fstat(number, &status) == 0 else {
            throw PluginError(path, .unreadable(systemMessage(errno)))
        }
        return status
    }
}

/// A descriptor that is closed with its owner. Negative: there is none.
struct OwnedDescriptor: ~Copyable {
    let number: CInt

    init(_ number: CInt) {
        self.number = number
    }

    deinit {
        if number >= 0 { _ = close(number) }
    }

    /// Leaves it open for as long as the process lives.
    consuming func leak() {
        discard self
    }
}

func systemMessage(_ code: CInt) -> String {
    guard let text = unsafe strerror(code) else { return "error \(code)" }
    return unsafe String(cString: text)
}
