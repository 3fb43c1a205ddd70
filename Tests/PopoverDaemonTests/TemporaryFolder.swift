// SPDX-License-Identifier: MIT

import Glibc

/// A folder that goes away with its last owner.
final class TemporaryFolder {
    let path: String

    init() {
        var template = Array("/tmp/popoverd-test-XXXXXX".utf8CString)
        path = unsafe template.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress, let made = unsafe mkdtemp(base) else {
                preconditionFailure("A temporary folder could not be made: \(errno)")
            }
            return unsafe String(cString: made)
        }
    }

    deinit {
        Self.remove(path)
    }

    private static func remove(_ path: String) {
        if unsafe unlink(path) == 0 { return }
        for name in names(in: path) { remove("\(path)/\(name)") }
        _ = unsafe rmdir(path)
    }

    /// What is in a folder.
    static func names(in path: String) -> [String] {
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

    func write(_ text: String, to name: String) {
        let file = unsafe open("\(path)/\(name)", O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        precondition(file >= 0, "A file could not be made: \(errno)")
        let bytes = Array(text.utf8)
        let count = unsafe Glibc.write(file, bytes, bytes.count)
        precondition(count == bytes.count, "A file could not be written: \(errno)")
        _ = close(file)
    }

    func remove(_ name: String) {
        Self.remove("\(path)/\(name)")
    }

    func contains(_ name: String) -> Bool {
        unsafe access("\(path)/\(name)", F_OK) == 0
    }
}
