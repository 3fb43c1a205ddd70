// SPDX-License-Identifier: MIT

public import Glibc

/// The file operations that tests need.
public enum Files {
    /// A failed system call.
    public struct FileError: Error, CustomStringConvertible {
        public let description: String

        fileprivate init(_ what: String) {
            let code = errno
            description = unsafe "cannot \(what): \(String(cString: strerror(code)))"
        }
    }

    public static func write(_ text: String, to path: String) throws(FileError) {
        try write(Array(text.utf8), to: path)
    }

    public static func write(_ bytes: [UInt8], to path: String) throws(FileError) {
        guard let file = unsafe fopen(path, "we") else { throw FileError("write \(path)") }
        let count = unsafe fwrite(bytes, 1, bytes.count, file)
        // Buffered data may fail to be written only now.
        guard unsafe fclose(file) == 0, count == bytes.count else {
            throw FileError("write all of \(path)")
        }
    }

    /// A script that can be started.
    public static func writeProgram(_ text: String, to path: String) throws(FileError) {
        try write(text, to: path)
        guard unsafe chmod(path, 0o755) == 0 else { throw FileError("make \(path) executable") }
        // It cannot be started while a process that was forked meanwhile still has it open for writing. The
        // kernel grants this lease when none has.
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw FileError("open \(path)") }
        defer { close(file) }
        // F_SETLEASE; Swift does not see what GNU adds.
        while fcntl(file, 1024, Int32(F_RDLCK)) != 0, errno == EAGAIN { sched_yield() }
    }

    /// All of its bytes; none where it cannot be read.
    public static func read(_ path: String) -> [UInt8] {
        guard let file = unsafe fopen(path, "re") else { return [] }
        defer { unsafe fclose(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while case let count = unsafe fread(&chunk, 1, chunk.count, file), count > 0 {
            bytes += chunk.prefix(count)
        }
        return bytes
    }

    /// Makes a new file, or replaces an old one's content.
    public static func copy(_ path: String, to other: String) throws(FileError) {
        try write(read(path), to: other)
    }

    /// Atomic: no reader sees half a file.
    public static func move(_ path: String, to other: String) throws(FileError) {
        guard unsafe rename(path, other) == 0 else {
            throw FileError("move \(path) to \(other)")
        }
    }

    public static func makeFolder(_ path: String) throws(FileError) {
        guard unsafe mkdir(path, 0o755) == 0 else {
            throw FileError("make \(path)")
        }
    }

    /// The file's type and permissions; nil if there is none.
    public static func mode(_ path: String) -> (kind: mode_t, permissions: mode_t)? {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return nil }
        return (status.st_mode & S_IFMT, status.st_mode & 0o7777)
    }

    /// The names in a folder, sorted; empty if there is none.
    public static func names(in folder: String) -> [String] {
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
    public static func remove(_ path: String) {
        if mode(path)?.kind == S_IFDIR {
            for name in names(in: path) { remove("\(path)/\(name)") }
            unsafe rmdir(path)
        } else {
            unsafe unlink(path)
        }
    }
}
