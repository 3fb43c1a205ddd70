// SPDX-License-Identifier: MIT

import Glibc

/// Opens files that nobody but root, the daemon's own user and the owner of its program can have put
/// where they are.
///
/// What such a file says is done with all of the daemon's rights, so the file and every folder above it
/// must belong to one of these three, and nobody else may write to them: whoever owns the program
/// could as well have changed that. One exception: a
/// folder of root's that is sticky, as `/tmp` is, since nobody can replace another's file there.
/// Each folder is opened from its parent without following links and checked by its descriptor, so
/// that what was checked is what is read.
public struct TrustedPath: Sendable {
    /// Links in a row.
    static let linkLimit = 8
    /// O_PATH of asm-generic/fcntl.h, which Swift does not see: a folder needs not be readable.
    private static let pathOnly: Int32 = 0o10_000_000

    /// Whether a user is trusted besides those three.
    private let trusts: @Sendable (UInt32) -> Bool

    /// - Parameter trusts: asked only about the owner of what is not trusted otherwise.
    public init(alsoTrusting trusts: @escaping @Sendable (UInt32) -> Bool = { _ in false }) {
        self.trusts = trusts
    }

    /// Opens a regular file for reading, without waiting for anybody. What is no regular file is not
    /// opened, since opening a device can already do something.
    /// - Parameters:
    ///   - path: as an administrator or a folder's listing gave it.
    ///   - followsLinks: a link's folder and its target's are checked; /dev/null is an empty file.
    public func openFile(
        _ path: String, followsLinks: Bool = false
    ) throws(Distrust) -> OwnedDescriptor {
        var path = path
        for _ in 0...Self.linkLimit {
            let (resolved, folder, name) = try Self.resolve(path)
            let directory = try openDirectory(folder)
            let status = try Self.status(of: name, in: directory)
            if followsLinks, Self.isNothing(status) {
                return OwnedDescriptor(unsafe openat(directory.number, name, O_RDONLY | O_CLOEXEC))
            }
            guard status.st_mode & S_IFMT == S_IFLNK else {
                try Self.checkKind(status)
                return try open(name, in: directory, at: resolved)
            }
            guard followsLinks else { throw .symbolicLink }
            // Everybody may write to a link, says its mode, but nobody can.
            try judge(owner: status.st_uid, mode: S_IFLNK, at: resolved)
            let target = try Self.target(of: name, in: directory)
            path = target.hasPrefix("/") ? target : "\(folder)/\(target)"
        }
        throw .unreadable(systemMessage(ELOOP))
    }

    private func open(
        _ name: String, in directory: borrowing OwnedDescriptor, at place: String
    ) throws(Distrust) -> OwnedDescriptor {
        let flags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
        let file = OwnedDescriptor(unsafe openat(directory.number, name, flags))
        guard file.number >= 0 else {
            if errno == ELOOP { throw .symbolicLink }
            throw .unreadable(systemMessage(errno))
        }
        // It may be another one by now.
        let status = try Self.status(of: file)
        try Self.checkKind(status)
        try judge(owner: status.st_uid, mode: status.st_mode, at: place)
        return file
    }

    /// Opens a folder, only to open what is in it, after it and every folder above it were checked.
    /// - Parameter path: absolute, without symbolic links.
    public func openDirectory(_ path: String) throws(Distrust) -> OwnedDescriptor {
        let flags = Self.pathOnly | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW
        var walked = "/"
        var current = OwnedDescriptor(unsafe Glibc.open(walked, flags))
        try judge(current, at: walked)
        for component in path.split(separator: "/") {
            walked += walked == "/" ? String(component) : "/\(component)"
            let next = OwnedDescriptor(unsafe openat(current.number, String(component), flags))
            try judge(next, at: walked)
            current = next
        }
        return current
    }

    /// Why somebody else could have put something into a folder; nil: nobody could, or there is none.
    public func distrust(ofFolder path: String) -> Distrust? {
        guard let resolved = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(resolved) }
        do throws(Distrust) {
            _ = try openDirectory(unsafe String(cString: resolved))
            return nil
        } catch {
            if case .unreadable = error { return nil }
            return error
        }
    }

    private func judge(
        _ folder: borrowing OwnedDescriptor, at place: String
    ) throws(Distrust) {
        guard folder.number >= 0 else {
            throw .unreadable("\(place): \(systemMessage(errno))")
        }
        let status = try Self.status(of: folder)
        try judge(owner: status.st_uid, mode: status.st_mode, at: place)
    }

    private func judge(owner: UInt32, mode: UInt32, at place: String) throws(Distrust) {
        func distrust(_ trusted: Set<UInt32>) -> Distrust? {
            Self.distrust(owner: owner, mode: mode, trusted: trusted, place: place)
        }
        guard let first = distrust(Self.trustedUsers) else { return }
        guard case .foreignOwner = first, trusts(owner) else { throw first }
        if let second = distrust([owner]) { throw second }
    }
}

extension TrustedPath {
    /// The absolute form of a path: its folder without symbolic links, and the name in it.
    public static func resolve(
        _ path: String
    ) throws(Distrust) -> (path: String, directory: String, name: String) {
        let slash = path.lastIndex(of: "/")
        let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
        let parent = slash.map { String(path[...$0]) } ?? "."
        guard let resolved = unsafe realpath(parent, nil) else {
            throw .unreadable(systemMessage(errno))
        }
        defer { unsafe free(resolved) }
        let directory = unsafe String(cString: resolved)
        return (directory == "/" ? "/\(name)" : "\(directory)/\(name)", directory, name)
    }

    /// Whose program this is, as it was when that was first asked; root where that is unknown.
    private static let programOwner: UInt32 = {
        var status = stat()
        return unsafe stat("/proc/self/exe", &status) == 0 ? status.st_uid : 0
    }()

    /// Besides root.
    public static var trustedUsers: Set<UInt32> { [geteuid(), programOwner] }

    /// Why somebody else than root and the trusted users could have put it there; nil: nobody could.
    public static func distrust(
        owner: UInt32, mode: UInt32, trusted: Set<UInt32>, place: String
    ) -> Distrust? {
        guard owner == 0 || trusted.contains(owner) else { return .foreignOwner(of: place) }
        let isStickyFolder = mode & S_IFMT == S_IFDIR && mode & S_ISVTX != 0
        if owner == 0 && isStickyFolder { return nil }
        return mode & (S_IWGRP | S_IWOTH) == 0 ? nil : .writableByOthers(of: place)
    }

    private static func status(of file: borrowing OwnedDescriptor) throws(Distrust) -> stat {
        var status = stat()
        guard unsafe fstat(file.number, &status) == 0 else {
            throw .unreadable(systemMessage(errno))
        }
        return status
    }

    /// Of a link itself.
    private static func status(
        of name: String, in directory: borrowing OwnedDescriptor
    ) throws(Distrust) -> stat {
        var status = stat()
        guard unsafe fstatat(directory.number, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
            throw .unreadable(systemMessage(errno))
        }
        return status
    }

    private static func target(
        of link: String, in directory: borrowing OwnedDescriptor
    ) throws(Distrust) -> String {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = unsafe readlinkat(directory.number, link, &bytes, bytes.count)
        guard length > 0, length < bytes.count else { throw .unreadable(systemMessage(errno)) }
        return String(decoding: bytes[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Whether it is /dev/null, the device 1, 3 (null(4)).
    private static func isNothing(_ status: stat) -> Bool {
        status.st_mode & S_IFMT == S_IFCHR && status.st_rdev == 1 << 8 | 3
    }

    private static func checkKind(_ status: stat) throws(Distrust) {
        switch status.st_mode & S_IFMT {
        case S_IFREG: return
        case S_IFDIR: throw .irregular("a folder")
        case S_IFIFO: throw .irregular("a pipe")
        case S_IFSOCK: throw .irregular("a socket")
        case S_IFLNK: throw .symbolicLink
        default: throw .irregular("a device")
        }
    }
}
