// SPDX-License-Identifier: MIT

import Glibc
import PopoverModel

/// A folder that is emptied and removed when it is dropped.
final class TemporaryFolder {
    let path: String

    init() {
        var template = Array("/tmp/popover-storage-XXXXXX".utf8CString)
        unsafe template.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress, unsafe mkdtemp(start) != nil else {
                preconditionFailure("no temporary folder")
            }
        }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit {
        for name in names { unsafe unlink("\(path)/\(name)") }
        unsafe rmdir(path)
    }

    var database: String { "\(path)/drafts.sqlite3" }

    /// Of its files, sorted.
    var names: [String] {
        guard let folder = unsafe opendir(path) else { return [] }
        defer { unsafe closedir(folder) }
        var names: [String] = []
        while let entry = unsafe readdir(folder) {
            let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// The content of all its files.
    func bytes() -> [UInt8] {
        names.flatMap { Self.read("\(path)/\($0)") }
    }

    func mode(of name: String) -> mode_t {
        var status = stat()
        unsafe stat("\(path)/\(name)", &status)
        return status.st_mode & 0o777
    }

    static func read(_ path: String) -> [UInt8] {
        guard let file = unsafe fopen(path, "r") else { return [] }
        defer { unsafe fclose(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while case let count = unsafe fread(&chunk, 1, chunk.count, file), count > 0 {
            bytes += chunk.prefix(count)
        }
        return bytes
    }

    /// Removes a file or an empty folder.
    static func remove(_ path: String) {
        unsafe Glibc.remove(path)
    }

    static func write(_ bytes: [UInt8], to path: String) {
        guard let file = unsafe fopen(path, "w") else { return }
        unsafe fwrite(bytes, 1, bytes.count, file)
        unsafe fclose(file)
    }
}

extension [UInt8] {
    func firstRange(of text: String) -> Int? {
        let pattern = Array(text.utf8)
        guard count >= pattern.count, let first = pattern.first else { return nil }
        return (0...(count - pattern.count)).first { start in
            self[start] == first && self[start..<(start + pattern.count)].elementsEqual(pattern)
        }
    }
}

extension StoredDraft {
    /// A draft of user 1000's app `notes`.
    static func sample(
        _ key: String, _ content: String = "{\"text\":\"a\"}", revision: Int64 = 1
    ) -> StoredDraft {
        StoredDraft(
            key: DraftKey(uid: 1000, app: "notes", key: key),
            content: JSONText(validated: Array(content.utf8)), revision: revision,
            savedAt: 1_700_000_000_000_000, reason: "outside-tap", display: "main")
    }
}
