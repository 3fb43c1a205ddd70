// SPDX-License-Identifier: MIT

import CLibUV
import Glibc

/// A private temporary folder, removed with its content when the last reference is dropped.
public final class TemporaryDirectory {
    /// Without a final slash; short enough for a socket in it, unless `TMPDIR` is long.
    public let path: String

    /// Creates a folder in `$TMPDIR` or `/tmp` whose name begins with `prefix`.
    public init(prefix: String) throws(UVError) {
        let parent = environment("TMPDIR").flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
        var template = Array("\(parent)/\(prefix)-XXXXXX".utf8CString)
        let made = unsafe template.withUnsafeMutableBufferPointer { buffer in
            unsafe buffer.baseAddress.flatMap { start in
                unsafe mkdtemp(start).map { unsafe String(cString: $0) }
            }
        }
        guard let made else { throw UVError.last("create a folder in \(parent)") }
        path = made
    }

    deinit {
        Self.remove(path)
    }

    public func write(_ text: String, as name: String) throws(UVError) {
        let file = "\(path)/\(name)"
        let descriptor = unsafe open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw UVError.last("create \(file)") }
        let owned = OwnedDescriptor(adopting: descriptor)
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { bytes in
                unsafe Glibc.write(owned.rawValue, bytes.baseAddress, bytes.count)
            }
            guard count >= 0 || errno == EINTR else { throw UVError.last("write \(file)") }
            rest = rest.dropFirst(max(0, count))
        }
    }

    /// Removes a file, or a folder with its content; does not follow symbolic links.
    private static func remove(_ path: String) {
        if unsafe unlink(path) == 0 { return }
        guard let folder = unsafe opendir(path) else { return }
        while let entry = unsafe readdir(folder) {
            let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != "." && name != ".." { remove("\(path)/\(name)") }
        }
        unsafe closedir(folder)
        unsafe rmdir(path)
    }
}
