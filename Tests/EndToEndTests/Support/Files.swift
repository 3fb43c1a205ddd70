// SPDX-License-Identifier: MIT

import Glibc

/// Files, as far as worlds need them.
enum Files {
    static func write(_ text: String, to path: String) throws {
        guard let file = unsafe fopen(path, "w") else {
            throw Trouble("cannot write \(path): error \(errno)")
        }
        defer { unsafe fclose(file) }
        let bytes = Array(text.utf8)
        guard unsafe fwrite(bytes, 1, bytes.count, file) == bytes.count else {
            throw Trouble("cannot write all of \(path)")
        }
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

    static func copy(_ path: String, to other: String) throws {
        let bytes = read(path)
        guard !bytes.isEmpty, let file = unsafe fopen(other, "w") else {
            throw Trouble("cannot copy \(path) to \(other)")
        }
        unsafe fwrite(bytes, 1, bytes.count, file)
        unsafe fclose(file)
    }

    /// In one step, so that nobody sees half a file.
    static func move(_ path: String, to other: String) throws {
        guard unsafe rename(path, other) == 0 else {
            throw Trouble("cannot move \(path) to \(other): error \(errno)")
        }
    }

    static func makeFolder(_ path: String) throws {
        guard unsafe mkdir(path, 0o755) == 0 else {
            throw Trouble("cannot make \(path): error \(errno)")
        }
    }

    /// What kind of file it is and its permissions; nil where there is none.
    static func mode(_ path: String) -> (kind: mode_t, permissions: mode_t)? {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return nil }
        return (status.st_mode & S_IFMT, status.st_mode & 0o7777)
    }

    static func names(in folder: String) -> [String] {
        guard let open = unsafe opendir(folder) else { return [] }
        defer { unsafe closedir(open) }
        var names: [String] = []
        while let entry = unsafe readdir(open) {
            let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// Removes a file, or a folder with everything in it.
    static func remove(_ path: String) {
        if mode(path)?.kind == S_IFDIR {
            for name in names(in: path) { remove("\(path)/\(name)") }
            unsafe rmdir(path)
        } else {
            unsafe unlink(path)
        }
    }
}
