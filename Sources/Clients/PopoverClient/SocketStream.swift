// SPDX-License-Identifier: MIT

internal import Glibc
package import PopoverModel

/// A connected Unix socket with deadlines.
@safe
package final class SocketStream {
    let path: String
    let descriptor: Int32  // owned; closed in deinit
    private var buffer = [UInt8](repeating: 0, count: 64 * 1024)

    /// The longest path, in bytes: what `sun_path` holds without its NUL.
    private static let longestPath = 107

    /// Connects to `path`; nil is where clients look for the socket.
    package init(path given: String?, deadline: Instant) throws(ClientError) {
        let search = SocketPath()
        let path = given ?? search.current
        self.path = path
        guard path.utf8.count <= Self.longestPath, !path.utf8.contains(0) else {
            throw .noDaemon(path: path, cause: "a socket path has 1 to \(Self.longestPath) bytes")
        }
        descriptor = socket(
            AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw .noDaemon(path: path, cause: Self.words(errno)) }
        // `connect` blocks while the daemon's backlog is full; this limits it.
        var limit = Self.time(until: deadline)
        unsafe setsockopt(
            descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        guard Self.connect(descriptor, to: path) == 0 else {
            let code = errno  // `deinit` closes the descriptor, for every property is set.
            if code == EAGAIN { throw .timedOut("no connection to \"\(path)\"") }
            if code == EACCES { throw .noAccess(path: path) }
            let more = given == nil ? search.explanation(of: code, at: path) : ""
            throw .noDaemon(path: path, cause: Self.words(code) + more)
        }
    }

    deinit {
        close(descriptor)
    }

    /// The process that began to listen: the daemon, or systemd for it. nil in another PID namespace.
    package var peerProcess: Int32? {
        // struct ucred: pid, uid and gid, four bytes each (unix(7)). Swift cannot see its name.
        var numbers: (Int32, UInt32, UInt32) = (0, 0, 0)
        var size = socklen_t(MemoryLayout.size(ofValue: numbers))
        let status = unsafe getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &numbers, &size)
        return status == 0 && numbers.0 > 0 ? numbers.0 : nil
    }

    /// The error of a connection of the wrong type, which no server notices: EPROTOTYPE if a process
    /// serves this path, ECONNREFUSED if none does.
    package static func probe(_ path: String) -> Int32 {
        guard path.utf8.count <= longestPath else { return ENAMETOOLONG }
        let descriptor = socket(
            AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return errno }
        defer { close(descriptor) }
        return connect(descriptor, to: path) == 0 ? 0 : errno
    }

    /// Sends everything, or throws.
    func send(_ bytes: [UInt8], deadline: Instant) throws(ClientError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { bytes in
                unsafe Glibc.send(
                    descriptor, bytes.baseAddress, bytes.count,
                    Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
            }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                guard case .socket = try wait(for: POLLOUT, deadline: deadline, watch: Watch())
                else { throw .timedOut("the daemon reads no requests") }
            } else if errno != EINTR {
                // Lines that the daemon sent before it closed can still be read.
                return
            }
        }
    }

    /// Half-closes the connection; the daemon's lines can still be received.
    func finish() {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    /// The result of waiting for bytes.
    enum Arrival {
        /// Empty when the connection has ended.
        case bytes(ArraySlice<UInt8>)
        /// The watched input is readable.
        case input
        case deadline
    }

    /// Descriptors to watch while waiting for the socket.
    package struct Watch {
        /// A descriptor that this process writes to; when its reader closes it, waiting ends with
        /// `outputClosed`.
        package var output: Int32?
        /// A descriptor that this process reads.
        package var input: Int32?

        package init(output: Int32? = nil, input: Int32? = nil) {
            self.output = output
            self.input = input
        }
    }

    /// Waits for bytes; a nil deadline waits forever.
    func receive(deadline: Instant?, watch: Watch) throws(ClientError) -> Arrival {
        while true {
            let count = unsafe recv(
                descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            if count >= 0 { return .bytes(buffer[..<count]) }
            if errno == EAGAIN {
                switch try wait(for: POLLIN, deadline: deadline, watch: watch) {
                case .socket: continue
                case .input: return .input
                case .deadline: return .deadline
                }
            } else if errno != EINTR {
                return .bytes([])
            }
        }
    }

    private enum Readiness {
        case socket
        case input
        case deadline
    }

    private func wait(
        for events: Int32, deadline: Instant?, watch: Watch
    ) throws(ClientError) -> Readiness {
        // `poll` ignores negative descriptors.
        var polled = [
            pollfd(fd: descriptor, events: Int16(events), revents: 0),
            pollfd(fd: watch.output ?? -1, events: 0, revents: 0),
            pollfd(fd: watch.input ?? -1, events: Int16(POLLIN), revents: 0),
        ]
        while true {
            var milliseconds: Int32 = -1
            if let deadline {
                let left = deadline - .now
                guard left.microseconds > 0 else { return .deadline }
                milliseconds = Int32(clamping: left.milliseconds + 1)
            }
            let count = unsafe poll(&polled, nfds_t(polled.count), milliseconds)
            guard count > 0 else { continue }
            if polled[0].revents != 0 { return .socket }
            if polled[1].revents != 0 { throw .outputClosed }
            return .input
        }
    }

    private static func connect(_ descriptor: Int32, to path: String) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { place in
            unsafe place.copyBytes(from: path.utf8)
        }
        return unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                unsafe Glibc.connect(
                    descriptor, generic, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }

    private static func time(until deadline: Instant) -> timeval {
        // Zero would mean no limit.
        let left = max(1000, (deadline - .now).microseconds)
        return timeval(tv_sec: Int(left / 1_000_000), tv_usec: Int(left % 1_000_000))
    }

    /// The system's message, in lower case as it stands in the middle of a sentence.
    private static func words(_ code: Int32) -> String {
        unsafe String(cString: strerror(code)).lowercased()
    }
}
