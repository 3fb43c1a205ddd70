// SPDX-License-Identifier: MIT

internal import Glibc
internal import Synchronization

/// Where tasks leave orders for the thread that has the connection, and what wakes it.
///
/// Orders are carried out in the order in which they came, on that thread. When it is over they are
/// carried out at once, without a connection, so that nobody waits for ever.
final class Mailbox: Sendable {
    /// Gets nil when the connection is over for good.
    typealias Order = @Sendable (Wire?) -> Void

    private struct State {
        var orders: [Order] = []
        var lastTicket: UInt64 = 0
        var isOver = false
    }

    private let state = Mutex(State())
    /// A pipe that holds a byte while there may be orders.
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

    /// A name for a request before it has a number.
    func ticket() -> UInt64 {
        state.withLock { state in
            state.lastTicket += 1
            return state.lastTicket
        }
    }

    func post(_ order: @escaping Order) {
        let isTaken = state.withLock { state in
            if !state.isOver { state.orders.append(order) }
            return !state.isOver
        }
        guard isTaken else { return order(nil) }
        var byte: UInt8 = 0
        // A full pipe wakes as well as one that holds this byte.
        _ = unsafe write(writeEnd, &byte, 1)
    }

    /// What was left since the last call.
    func takeOrders() -> [Order] {
        var bytes = [UInt8](repeating: 0, count: 64)
        while unsafe read(readEnd, &bytes, bytes.count) > 0 {}
        return state.withLock { state in
            defer { state.orders = [] }
            return state.orders
        }
    }

    /// No order is taken any more; those that are there are refused.
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

/// The system does not let this process have what a client needs: descriptors, threads.
public struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
    public let operation: String
    /// Of `errno`.
    public let code: Int32

    public var description: String {
        unsafe "cannot \(operation): \(String(cString: strerror(code)))"
    }
}

/// A thread that runs on its own until its work is done.
enum WireThread {
    private final class Work {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    static func start(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
        let work = unsafe Unmanaged.passRetained(Work(body))
        var attributes = pthread_attr_t()
        unsafe pthread_attr_init(&attributes)
        defer { unsafe pthread_attr_destroy(&attributes) }
        unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        var thread = pthread_t()
        let code = unsafe pthread_create(
            &thread, &attributes,
            { pointer in
                guard let pointer = unsafe pointer else { return nil }
                unsafe Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().body()
                return nil
            }, work.toOpaque())
        guard code == 0 else {
            unsafe work.release()
            throw SystemError(operation: "start a thread", code: code)
        }
    }
}
