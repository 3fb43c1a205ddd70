// SPDX-License-Identifier: MIT

import CLibUV
import Glibc

/// A new file that nobody but this process's user may read, written from its beginning on. It is
/// closed when its last owner goes. To be used by one thread at a time.
public final class PrivateFile {
    public let path: String
    private let descriptor: OwnedDescriptor
    /// So far.
    public private(set) var bytes = 0

    /// Makes the file; there must be none, nor a link of this name.
    public init(creating path: String) throws(UVError) {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
        descriptor = try OwnedDescriptor(unsafe open(path, flags, 0o600), "make \(path)")
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

    /// Puts a file of this content in the place of what is there. It waits for the disk, and after a
    /// loss of power there is the old content or the new one, whole.
    public static func replace(_ path: String, with content: [UInt8]) throws(UVError) {
        let fresh = "\(path).new"
        // Of a process that has come to its end before it was done.
        remove(fresh)
        let file = try PrivateFile(creating: fresh)
        do throws(UVError) {
            try file.write(content)
            guard fsync(file.descriptor.rawValue) == 0 else { throw UVError.last("sync \(fresh)") }
            guard unsafe rename(fresh, path) == 0 else { throw UVError.last("replace \(path)") }
        } catch {
            file.remove()
            throw error
        }
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        let directory = try OwnedDescriptor(
            unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC), "open \(folder)")
        guard fsync(directory.rawValue) == 0 else { throw UVError.last("sync \(folder)") }
    }

    /// Removes it; it may be written to no more.
    public func remove() { Self.remove(path) }

    /// Removes a file, if it is there and may be removed.
    public static func remove(_ path: String) { _ = unsafe unlink(path) }
}

/// What is known of a file in a folder.
public struct FolderEntry: Hashable, Sendable {
    public var name: String
    public var bytes: Int
    /// When it was changed last, in microseconds since 1970.
    public var changed: Int64
}

extension System {
    /// The regular files in a folder, by name; none where it cannot be read.
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
