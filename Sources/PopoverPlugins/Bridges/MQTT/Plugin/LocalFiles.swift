// SPDX-License-Identifier: MIT

import Glibc
import PopoverFleet

/// The plugin's folder and key file, the host name and the wall clock.
enum LocalFiles {
    struct FileError: Error, CustomStringConvertible {
        let description: String

        init(_ description: String) { self.description = description }

        /// A system call on the file has failed; `errno` says why.
        fileprivate init(errnoAt what: String) {
            self.init("\(what): \(unsafe String(cString: strerror(errno)))")
        }
    }

    /// Creates the folder with mode 0700 where it is missing.
    static func makeFolder(_ path: String) throws(FileError) {
        var made = ""
        for name in path.split(separator: "/") {
            made += "/\(name)"
            _ = unsafe mkdir(made, 0o700)
        }
        var facts = stat()
        guard unsafe lstat(path, &facts) == 0 else {
            throw FileError(errnoAt: "cannot create folder \"\(path)\"")
        }
        guard facts.st_mode & S_IFMT == S_IFDIR, facts.st_uid == geteuid(),
            facts.st_mode & 0o022 == 0
        else {
            throw FileError(
                "folder \"\(path)\" is not safe: it must belong to the daemon's user and be "
                    + "writable by nobody else")
        }
    }

    /// The keys that may sign commands; none where there is no path.
    static func keys(_ path: String) throws(FileError) -> KeyRing {
        guard !path.isEmpty else { return KeyRing() }
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else {
            throw FileError(errnoAt: "cannot read keys \"\(path)\"")
        }
        defer { close(file) }
        var facts = stat()
        guard unsafe fstat(file, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG,
            facts.st_mode & 0o022 == 0, facts.st_uid == geteuid() || facts.st_uid == 0
        else {
            throw FileError(
                "keys \"\(path)\" can be changed by others: the file must belong to root or the "
                    + "daemon's user, and nobody else may write to it")
        }
        var bytes = [UInt8](repeating: 0, count: KeyRing.mostBytes + 1)
        let count = unsafe read(file, &bytes, bytes.count)
        guard (0...KeyRing.mostBytes).contains(count) else {
            throw FileError(
                "keys \"\(path)\" are larger than the limit of \(KeyRing.mostBytes) bytes")
        }
        do throws(KeyRing.ParsingError) {
            return try KeyRing(String(decoding: bytes.prefix(count), as: UTF8.self))
        } catch {
            throw FileError("keys \"\(path)\", \(error)")
        }
    }

    /// The host name without its domain.
    static var machine: String {
        var bytes = [CChar](repeating: 0, count: 256)
        guard unsafe gethostname(&bytes, bytes.count - 1) == 0 else { return "" }
        let name = bytes.prefix { $0 != 0 && $0 != CChar(UInt8(ascii: ".")) }
        return String(decoding: name.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Milliseconds since 1970.
    static var wallClock: Int64 {
        var now = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &now)
        return Int64(now.tv_sec) * 1000 + Int64(now.tv_nsec) / 1_000_000
    }
}
