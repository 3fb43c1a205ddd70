// SPDX-License-Identifier: MIT

import CLibUV
import Glibc

/// Tells when the peer of a connection has gone altogether.
///
/// A connection's `onEnd` comes alike from a peer that only sends no more and from one that was
/// killed, and libuv looks no further after it. This watches for what distinguishes them: the
/// kernel reports a hang-up (EPOLLHUP) only when both directions are closed, and then always.
@safe
public final class HangUpWatch {
    private let poll: DescriptorPoll
    /// libuv has one watcher for each descriptor, so this one needs its own.
    private let descriptor: OwnedDescriptor

    /// `handler` is called once; it may close the watch and the connection.
    public init(
        _ connection: PipeConnection, handler: @escaping () -> Void
    ) throws(UVError) {
        connection.checkOpen()
        let operation = "watch a stream for its peer's end"
        var original: Int32 = -1
        try check(unsafe uv_fileno(connection.pointer, &original), operation)
        descriptor = try OwnedDescriptor(fcntl(original, F_DUPFD_CLOEXEC, 0), operation)
        var handler: (() -> Void)? = handler
        poll = try DescriptorPoll(connection.loop, descriptor: descriptor.rawValue) { _ in
            // An error of the descriptor is an end as well.
            let tell = handler
            handler = nil
            tell?()
        }
        do throws(UVError) {
            // Unix sockets know no urgent data, so only the hang-up comes.
            try poll.start(DescriptorPoll.Events(rawValue: Int32(UV_PRIORITIZED.rawValue)))
        } catch {
            poll.close()
            throw error
        }
    }

    /// Ends the watch. It is to be closed before its connection is.
    public func close() {
        if poll.isOpen { poll.close() }
    }
}
