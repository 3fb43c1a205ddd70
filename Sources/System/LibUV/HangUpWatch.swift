// SPDX-License-Identifier: MIT

import CLibUV
import Glibc

/// Reports when the peer of a connection hangs up. A connection's `onEnd` does not distinguish a
/// half-closed peer from a killed one, and libuv polls no further after it. The kernel reports a
/// hang-up (EPOLLHUP) if and only if both directions are closed.
@safe
public final class HangUpWatch {
    private let poll: DescriptorPoll
    /// A duplicate, since libuv allows one watcher for each descriptor.
    private let descriptor: OwnedDescriptor

    /// `handler` is called once; it may close the watch and the connection.
    public init(
        _ connection: PipeConnection, handler: @escaping () -> Void
    ) throws(UVError) {
        connection.checkOpen()
        let operation = "watch a stream for a hang-up"
        var original: Int32 = -1
        try check(unsafe uv_fileno(connection.pointer, &original), operation)
        descriptor = try OwnedDescriptor(fcntl(original, F_DUPFD_CLOEXEC, 0), operation)
        var handler: (() -> Void)? = handler
        poll = try DescriptorPoll(connection.loop, descriptor: descriptor.rawValue) { _ in
            // An error of the descriptor is an end as well.
            let callback = handler
            handler = nil
            callback?()
        }
        do throws(UVError) {
            // Unix sockets have no urgent data, so only the hang-up is reported.
            try poll.start(DescriptorPoll.Events(rawValue: Int32(UV_PRIORITIZED.rawValue)))
        } catch {
            poll.close()
            throw error
        }
    }

    /// Ends the watch; call it before the connection is closed.
    public func close() {
        if poll.isOpen { poll.close() }
    }
}
