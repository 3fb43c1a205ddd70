// SPDX-License-Identifier: MIT

import Glibc
import TrustedFiles

/// Which plugins' files came through their trials, for the next daemon, which then starts no process
/// to try them.
///
/// What it is: text, one line for the program that has tried them and one for each file, with all
/// that tells a file from another without reading it (`FileIdentity`), and a last line that counts
/// them. A file that has changed in any way, or lies elsewhere, is not found in it, and another
/// program believes none of it. What is damaged is as if it were not there: then all are tried.
///
/// What it does not do: it proves nothing. What a file needs beside itself can have changed, so a
/// daemon that finds that the one before died in a plugin must not believe it (`CrashMarker`).
public struct ProbeCache: Hashable, Sendable {
    struct Entry: Hashable {
        /// Absolute.
        let path: String
        /// As `FileIdentity` reads.
        let identity: String
    }

    var entries: Set<Entry> = []

    private static let title = "popoverd-trials-1"
    private static let end = "end"
    /// Of the file, in bytes: as much as the longest paths of all files of two folders take.
    private static let mostBytes = 1 << 20

    public init() {}

    /// Reads what an earlier daemon has written; nil where there is none, where it is damaged or
    /// another program's, and where somebody else could have written it.
    public init?(path: String) {
        guard let bytes = Self.bytes(ofFileAt: path),
            let text = String(validating: bytes, as: UTF8.self)
        else { return nil }
        self.init(text: text)
    }

    /// Its text; nil where this program's own file cannot be distinguished from others.
    public var text: String? {
        guard let program = FileIdentity.ofThisProgram else { return nil }
        var lines = entries.compactMap { entry in
            // Such a path can be tried every time.
            entry.path.contains(where: \.isNewline)
                ? nil : "\(entry.identity) \(entry.path)\n"
        }
        lines.sort()
        return "\(Self.title) \(program)\n\(lines.joined())\(Self.end) \(lines.count)\n"
    }

    init?(text: String) {
        guard let program = FileIdentity.ofThisProgram else { return nil }
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
        guard lines.popLast() == "", let last = lines.popLast(),
            lines.popFirst() == "\(Self.title) \(program)", last == "\(Self.end) \(lines.count)"
        else { return nil }
        for line in lines {
            // Five numbers, and the path, which may have spaces.
            let words = line.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: false)
            guard words.count == 6,
                words[..<5].allSatisfy({ Int64($0) != nil || UInt64($0) != nil }),
                words[5].hasPrefix("/")
            else { return nil }
            let identity = words[..<5].joined(separator: " ")
            entries.insert(Entry(path: String(words[5]), identity: identity))
        }
    }

    /// Nil where it is not the daemon's alone, or too large to be what a daemon has written.
    private static func bytes(ofFileAt path: String) -> [UInt8]? {
        let flags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
        let file = OwnedDescriptor(unsafe open(path, flags))
        var status = stat()
        guard file.number >= 0, unsafe fstat(file.number, &status) == 0,
            status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
            status.st_mode & (S_IWGRP | S_IWOTH) == 0, status.st_nlink == 1,
            (1...mostBytes).contains(Int(status.st_size))
        else { return nil }
        return unsafe [UInt8](unsafeUninitializedCapacity: Int(status.st_size)) { buffer, count in
            count = max(0, unsafe read(file.number, buffer.baseAddress, buffer.count))
        }
    }
}
