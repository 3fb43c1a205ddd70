// SPDX-License-Identifier: MIT

import CLibUV
import Glibc

/// A new file that only this process's user may read. It is closed with its last reference, and must
/// be used by one thread at a time.
public final class PrivateFile {
    public let path: String
    private let descriptor: OwnedDescriptor
    /// The bytes written.
    public private(set) var bytes = 0

    /// Creates the file; no file or link of this name may exist.
    public init(creating path: String) throws(UVError) {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
        descriptor = try OwnedDescriptor(unsafe open(path, flags, 0o600), "create \(path)")
        self.path = path
    }

    public func write(_ text: [UInt8]) throws(UVError) {
        var rest = text[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { bytes in
                unsafe Glibc.write(descriptor.rawValue, bytes.baseAddress, bytes.count)
            }
            guard count >= 0 || errno == EINTR else { throw UVError.last("write \(path)") }
            rest = rest.dropFirst(max(0, count))
            bytes += max(0, count)
        }
    }

    /// Replaces a file atomically and waits for the disk: a power cut leaves old or new content.
    public static func replace(_ path: String, with content: [UInt8]) throws(UVError) {
        let temporary = "\(path).new"
        // Left by a process that ended before it was done.
        remove(temporary)
        let file = try PrivateFile(creating: temporary)
        do throws(UVError) {
            try file.write(content)
            guard fsync(file.descriptor.rawValue) == 0 else {
                throw UVError.last("sync \(temporary)")
            }
            guard unsafe rename(temporary, path) == 0 else { throw UVError.last("replace \(path)") }
        } catch {
            file.remove()
            throw error
        }
        try synchronize(folder: path.lastIndex(of: "/").map { String(path[...$0]) } ?? ".")
    }

    /// Waits until names that were added and removed are on the disk.
    public static func synchronize(folder: String) throws(UVError) {
        let directory = try OwnedDescriptor(
            unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC), "open \(folder)")
        guard fsync(directory.rawValue) == 0 else { throw UVError.last("sync \(folder)") }
    }

    /// Removes the file; it must not be written to after this.
    public func remove() { Self.remove(path) }

    /// Removes a file that may be gone already.
    public static func erase(_ path: String) throws(UVError) {
        guard unsafe unlink(path) == 0 || errno == ENOENT else {
            throw UVError.last("remove \(path)")
        }
    }

    /// Removes a file if possible.
    public static func remove(_ path: String) { _ = unsafe unlink(path) }
}

public struct FolderEntry: Hashable, Sendable {
    public var name: String
    public var bytes: Int
    /// The time of its last change, in microseconds since 1970.
    public var changed: Int64
}

extension System {
    /// The regular files in a folder, by name; none if it cannot be read.
    public static func files(in folder: String) -> [FolderEntry] {
        guard let directory = unsafe opendir(folder) else { return [] }
        defer { unsafe closedir(directory) }
        var entries: [FolderEntry] = []
        while let entry = unsafe readdir(directory) {
            let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            var status = stat()
            guard unsafe lstat("\(folder)/\(name)", &status) == 0,
                status.st_mode & S_IFMT == S_IFREG
            else { continue }
            let changed = Int64(status.st_mtim.tv_sec) * 1_000_000
            entries.append(
                FolderEntry(
                    name: name, bytes: Int(status.st_size),
                    changed: changed + Int64(status.st_mtim.tv_nsec) / 1000))
        }
        return entries.sorted { $0.name < $1.name }
    }
}
