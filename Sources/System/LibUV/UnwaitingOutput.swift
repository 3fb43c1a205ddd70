// SPDX-License-Identifier: MIT

import CLibUV
import Glibc

/// Writes lines to an inherited descriptor without ever waiting for its reader.
///
/// O_NONBLOCK belongs to the open file description, which other processes may share. So a pipe or
/// terminal is opened once more; where that is refused, each write is small and polled for before.
public final class UnwaitingOutput {
    private let inherited: Int32
    /// Opened at the first write, when no standard stream's number is free any more.
    private var route: Route?
    /// The last line was written in part.
    private var isCut = false

    private enum Route {
        /// A description of its own, which is non-blocking.
        case own(Int32)
        case socket(Int32)
        /// Writing waits for the disk at most.
        case file(Int32)
        case polled(Int32)

        init(to inherited: Int32) {
            var status = stat()
            guard unsafe fstat(inherited, &status) == 0 else {
                self = .polled(inherited)
                return
            }
            switch status.st_mode & S_IFMT {
            case S_IFSOCK: self = .socket(inherited)
            // Another description would have another position in the file.
            case S_IFREG: self = .file(inherited)
            default:
                let flags = O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
                let own = unsafe open("/proc/self/fd/\(inherited)", flags)
                self = own >= 0 ? .own(own) : .polled(inherited)
            }
        }
    }

    /// - Parameter descriptor: stays open as long as this object exists; nil is standard error.
    public init(to descriptor: Int32? = nil) {
        inherited = descriptor ?? STDERR_FILENO
    }

    deinit {
        if case .own(let descriptor) = route { close(descriptor) }
    }

    /// - Returns: false if the text was dropped, as a whole or in part.
    public func write(_ text: String) -> Bool {
        let bytes = Array(((isCut ? "\n" : "") + text).utf8)
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = writeSome(rest)
            guard count > 0 else {
                isCut = isCut || rest.count < bytes.count
                return false
            }
            rest = rest.dropFirst(count)
        }
        isCut = false
        return true
    }

    /// - Returns: how many bytes were written; 0 or less if none can be now.
    private func writeSome(_ bytes: ArraySlice<UInt8>) -> Int {
        let route = self.route ?? Route(to: inherited)
        self.route = route
        return unsafe bytes.withUnsafeBytes { bytes in
            switch route {
            case .own(let descriptor), .file(let descriptor):
                return unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
            case .socket(let descriptor):
                let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
                return unsafe send(descriptor, bytes.baseAddress, bytes.count, flags)
            case .polled(let descriptor):
                var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                guard unsafe poll(&request, 1, 0) == 1 else { return 0 }
                // A pipe that polls as writable has room for this much (pipe(7)).
                let count = min(bytes.count, Int(PIPE_BUF))
                return unsafe Glibc.write(descriptor, bytes.baseAddress, count)
            }
        }
    }
}
