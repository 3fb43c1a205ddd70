// SPDX-License-Identifier: MIT

import Glibc

/// Reads whole lines from a descriptor that it owns, each within the tests' patience.
final class LineReader {
    private let descriptor: Int32  // owned; closed in deinit
    private var rest: [UInt8] = []
    private var hasEnded = false
    /// Every line that was read.
    private(set) var seen: [String] = []

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// The next line without its end; nil when there are no more.
    func next() throws -> String? {
        let deadline = ContinuousClock.now + patience
        while true {
            if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: rest[..<end], as: UTF8.self)
                rest.removeSubrange(...end)
                seen.append(line)
                return line
            }
            if hasEnded {
                guard !rest.isEmpty else { return nil }
                defer { rest = [] }
                seen.append(String(decoding: rest, as: UTF8.self))
                return seen.last
            }
            try read(until: deadline)
        }
    }

    /// The next line, while repeating the action that causes it.
    func next(while cause: () throws -> Void) throws -> String? {
        let deadline = ContinuousClock.now + patience
        var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while rest.isEmpty, unsafe poll(&polled, 1, 1) == 0 {
            guard ContinuousClock.now < deadline else { throw ProgramError("nothing came of it") }
            try cause()
        }
        return try next()
    }

    /// Everything until the end.
    func all() throws -> String {
        var lines: [String] = []
        while let line = try next() { lines.append(line) }
        return lines.joined(separator: "\n")
    }

    private func read(until deadline: ContinuousClock.Instant) throws {
        var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while unsafe poll(&polled, 1, 1000) <= 0 {
            guard ContinuousClock.now < deadline else {
                throw ProgramError("timed out", seen: seen.suffix(40).joined(separator: "\n"))
            }
        }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = unsafe Glibc.read(descriptor, &buffer, buffer.count)
        if count > 0 {
            rest += buffer.prefix(count)
        } else if count == 0 || errno != EINTR {
            hasEnded = true
        }
    }
}
