// SPDX-License-Identifier: MIT

internal import Glibc
internal import Synchronization

/// A queue of closures that tasks post to the connection's thread, which it wakes.
///
/// The thread runs them in order. After `end`, they run at once and without a connection, so that no
/// task waits forever.
final class OrderQueue: Sendable {
    /// The argument is nil after `end`.
    typealias Order = @Sendable (Wire?) -> Void

    private struct State {
        var orders: [Order] = []
        var lastTicket: UInt64 = 0
        var isOver = false
    }

    private let state = Mutex(State())
    /// What is posted belongs to the session that is known by then.
    let sessions = Sessions()
    /// The end of a pipe that is readable while there may be orders.
    let readEnd: Int32
    private let writeEnd: Int32

    init() throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else {
            throw SystemError(operation: "make a pipe", code: errno)
        }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        (readEnd, writeEnd) = (ends[0], ends[1])
    }

    deinit {
        close(readEnd)
        close(writeEnd)
    }

    /// Identifies a request before it has a number.
    func ticket() -> UInt64 {
        state.withLock { state in
            state.lastTicket += 1
            return state.lastTicket
        }
    }

    func post(_ order: @escaping Order) {
        let isQueued = state.withLock { state in
            if !state.isOver { state.orders.append(order) }
            return !state.isOver
        }
        guard isQueued else { return order(nil) }
        var byte: UInt8 = 0
        // If the pipe is full, the thread wakes anyway.
        _ = unsafe write(writeEnd, &byte, 1)
    }

    /// Returns the orders since the last call.
    func drain() -> [Order] {
        var bytes = [UInt8](repeating: 0, count: 64)
        while unsafe read(readEnd, &bytes, bytes.count) > 0 {}
        return state.withLock { state in
            defer { state.orders = [] }
            return state.orders
        }
    }

    /// Ends the queue; runs the remaining orders without a connection.
    func end() {
        let left = state.withLock { state in
            state.isOver = true
            defer { state.orders = [] }
            return state.orders
        }
        for order in left { order(nil) }
    }

    /// Waits for an order, until the deadline at most.
    func wait(milliseconds: Int32) {
        var polled = pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)
        _ = unsafe poll(&polled, 1, milliseconds)
    }
}
