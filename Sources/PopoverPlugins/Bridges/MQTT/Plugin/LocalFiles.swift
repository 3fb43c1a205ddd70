// SPDX-License-Identifier: MIT

import Glibc
import PopoverFleet

/// What the plugin has on the disk beside what its link keeps there.
enum LocalFiles {
    struct FileError: Error {
        let message: String
    }

    /// Makes the folder, for its owner alone, where it is not there.
    static func makeFolder(_ path: String) throws(FileError) {
        var made = ""
        for name in path.split(separator: "/") {
            made += "/\(name)"
            _ = unsafe mkdir(made, 0o700)
        }
        var facts = stat()
        guard unsafe lstat(path, &facts) == 0 else {
            throw FileError(message: "\(path): \(unsafe String(cString: strerror(errno)))")
        }
        guard facts.st_mode & S_IFMT == S_IFDIR, facts.st_uid == geteuid(),
            facts.st_mode & 0o022 == 0
        else {
            throw FileError(
                message: "\(path): has to be a folder of the daemon's user's, that nobody else "
                    + "may write to")
        }
    }

    /// The keys that may command.
    static func keys(_ path: String) throws(FileError) -> KeyRing {
        guard !path.isEmpty else { return KeyRing() }
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else {
            throw FileError(message: "\(path): \(unsafe String(cString: strerror(errno)))")
        }
        defer { close(file) }
        var facts = stat()
        guard unsafe fstat(file, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG,
            facts.st_mode & 0o022 == 0, facts.st_uid == geteuid() || facts.st_uid == 0
        else {
            throw FileError(
                message: "\(path): has to be a file of root's or the daemon's user's, that nobody "
                    + "else may write to")
        }
        var bytes = [UInt8](repeating: 0, count: KeyRing.mostBytes + 1)
        let count = unsafe read(file, &bytes, bytes.count)
        guard (0...KeyRing.mostBytes).contains(count) else {
            throw FileError(message: "\(path): may have \(KeyRing.mostBytes) bytes")
        }
        do throws(KeyRing.ParsingError) {
            return try KeyRing(String(decoding: bytes.prefix(count), as: UTF8.self))
        } catch {
            throw FileError(message: "\(path): \(error)")
        }
    }

    static func variable(_ name: String) -> String {
        unsafe getenv(name).map { unsafe String(cString: $0) } ?? ""
    }

    /// What the machine is called, without its domain.
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
