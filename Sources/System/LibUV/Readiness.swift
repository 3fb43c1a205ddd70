// SPDX-License-Identifier: MIT

import CLibUV
import Glibc

/// Sends this process's state to systemd, such as `READY=1` or `STATUS=…`, one assignment on each line
/// (sd_notify(3)).
/// - Parameter waits: waits up to a second for a busy systemd; otherwise that is an error.
/// - Returns: false if `NOTIFY_SOCKET` is unset.
@discardableResult
public func notifySystemd(_ state: String, waits: Bool = true) throws(UVError) -> Bool {
    guard let name = environment("NOTIFY_SOCKET"), !name.isEmpty else { return false }
    let operation = "notify \(name)"
    let address =
        name.hasPrefix("@")
        ? try SocketAddress(abstract: String(name.dropFirst()), operation: operation)
        : try SocketAddress(path: name, operation: operation)
    let type = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue)
    let descriptor = try OwnedDescriptor(socket(AF_UNIX, type, 0), operation)
    var timeout = timeval(tv_sec: 1, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    guard unsafe setsockopt(descriptor.rawValue, SOL_SOCKET, SO_SNDTIMEO, &timeout, size) == 0,
        unsafe address.withAddress({ unsafe connect(descriptor.rawValue, $0, $1) }) == 0
    else { throw UVError.last(operation) }
    let bytes = Array(state.utf8)
    let flags = Int32(MSG_NOSIGNAL) | (waits ? 0 : Int32(MSG_DONTWAIT))
    guard unsafe send(descriptor.rawValue, bytes, bytes.count, flags) == bytes.count else {
        throw UVError.last(operation)
    }
    return true
}

/// Reports readiness to s6 by a newline on a descriptor; closes it unless it is a standard stream.
public func writeReadiness(to descriptor: Int32) throws(UVError) {
    let operation = "write readiness to descriptor \(descriptor)"
    defer { if descriptor > STDERR_FILENO { close(descriptor) } }
    var written: Int
    repeat {
        written = unsafe write(descriptor, "\n", 1)
    } while written < 0 && errno == EINTR
    guard written == 1 else { throw UVError.last(operation) }
}

/// The timeout of systemd's watchdog for this process (sd_watchdog_enabled(3)); nil if it is off.
public func watchdogMilliseconds() -> UInt64? {
    guard let microseconds = environment("WATCHDOG_USEC").flatMap({ UInt64($0) }),
        microseconds > 0
    else { return nil }
    if let process = environment("WATCHDOG_PID"), Int32(process) != getpid() { return nil }
    return max(1, microseconds / 1000)
}
