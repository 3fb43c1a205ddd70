// SPDX-License-Identifier: MIT

internal import Glibc

/// The system refuses a resource that a client needs: descriptors or a thread.
public struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
    public let operation: String
    /// The value of `errno`.
    public let code: Int32

    public var description: String {
        unsafe "cannot \(operation): \(String(cString: strerror(code)))"
    }
}

/// Starts a detached thread that blocks all signals: the program's own threads handle them.
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
        var all = sigset_t()
        var previous = sigset_t()
        unsafe sigfillset(&all)
        // A thread inherits the signal mask of its creator.
        unsafe pthread_sigmask(SIG_SETMASK, &all, &previous)
        var thread = pthread_t()
        let code = unsafe pthread_create(
            &thread, &attributes,
            { pointer in
                guard let pointer = unsafe pointer else { return nil }
                unsafe Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().body()
                return nil
            }, work.toOpaque())
        unsafe pthread_sigmask(SIG_SETMASK, &previous, nil)
        guard code == 0 else {
            unsafe work.release()
            throw SystemError(operation: "start a thread", code: code)
        }
    }
}
