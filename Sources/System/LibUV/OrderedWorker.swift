// SPDX-License-Identifier: MIT

import CLibUV
import Glibc
import Synchronization

/// A thread that runs jobs one after the other, in the order of submission.
///
/// It is meant for disks: a loop never waits for it, and writes keep their order, which libuv's
/// thread pool does not guarantee. Jobs share only the worker's `State`, which is created, used and
/// dropped on the worker's thread and need not be sendable. Results are delivered on the loop's
/// thread, in the same order. What a job leaves on the stack is overwritten before.
@safe
public final class OrderedWorker<State> {
    /// The most jobs whose results were not delivered yet.
    public let capacity: Int

    private let loop: Loop
    private let shared: Shared
    private let thread: pthread_t
    private var wakeup: Wakeup?
    /// Deliveries of pending jobs, oldest first.
    private var deliveries: [() -> Void] = []
    private var isClosing = false
    private var closeHandler: (() -> Void)?

    /// Starts the thread.
    /// - Parameters:
    ///   - name: the thread's name in the process list, at most 15 bytes.
    ///   - makeState: runs on the worker's thread, before all jobs.
    public init(
        _ loop: Loop, name: String, capacity: Int, makeState: @escaping @Sendable () -> State
    ) throws(UVError) {
        precondition(capacity > 0, "A worker without capacity can do no work.")
        precondition(name.utf8.count <= 15, "The name of a thread has at most 15 bytes.")
        self.loop = loop
        self.capacity = capacity
        let wakeupBox = WakeupTarget()
        let wakeup = try Wakeup(loop) { wakeupBox.handler?() }
        let shared = Shared(wakeup: wakeup)
        self.shared = shared
        do throws(UVError) {
            thread = try startThread(name: name) { shared.work(makeState) }
        } catch {
            wakeup.close()
            throw error
        }
        self.wakeup = wakeup
        wakeupBox.handler = { [self] in deliver() }
    }

    /// Runs `work` on the worker's thread, then `completion` with its result on the loop's.
    /// - Returns: false, without running it, if `capacity` jobs are pending.
    public func submit<Result: Sendable>(
        _ work: @escaping @Sendable (inout State) -> Result,
        then completion: @escaping (Result) -> Void
    ) -> Bool {
        loop.checkThread()
        precondition(!isClosing, "A worker was given work after it was closed.")
        guard deliveries.count < capacity else { return false }
        let outcome = Outcome<Result>()
        deliveries.append {
            guard let result = outcome.value.withLock({ $0 }) else {
                preconditionFailure("A worker reported work as done that it had not done.")
            }
            completion(result)
        }
        shared.push { state in
            let result = work(&state)
            outcome.value.withLock { $0 = result }
        }
        return true
    }

    /// Ends the thread after all jobs were run and their results delivered; then calls `handler`.
    public func close(then handler: (() -> Void)? = nil) {
        loop.checkThread()
        precondition(!isClosing, "A worker was closed twice.")
        isClosing = true
        closeHandler = handler
        shared.push(nil)
    }

    private func deliver() {
        let (finished, hasEnded) = shared.takeFinished()
        let ready = deliveries.prefix(finished)
        deliveries.removeFirst(finished)
        for delivery in ready { delivery() }
        guard hasEnded, let wakeup else { return }
        self.wakeup = nil
        // The thread is about to return, so this does not block.
        pthread_join(thread, nil)
        wakeup.close(then: closeHandler)
        closeHandler = nil
    }

    /// The handler is set when the worker is initialized, and dropped with the wake-up.
    private final class WakeupTarget {
        var handler: (() -> Void)?
    }

    private final class Outcome<Result: Sendable>: Sendable {
        let value = Mutex<Result?>(nil)
    }

    /// The state that both threads use.
    private final class Shared: Sendable {
        /// nil ends the thread.
        typealias Job = (@Sendable (inout State) -> Void)?

        private struct Contents {
            var jobs: [Job] = []
            var finished = 0
            var hasEnded = false
        }

        private let contents = Mutex(Contents())
        private let arrival = Semaphore()
        private let wakeup: Wakeup

        init(wakeup: Wakeup) {
            self.wakeup = wakeup
        }

        func push(_ job: Job) {
            contents.withLock { $0.jobs.append(job) }
            arrival.signal()
        }

        func takeFinished() -> (finished: Int, hasEnded: Bool) {
            contents.withLock { contents in
                defer { contents.finished = 0 }
                return (contents.finished, contents.hasEnded)
            }
        }

        /// The body of the worker's thread.
        func work(_ makeState: () -> State) {
            run(makeState)
            // The state is dropped by now.
            contents.withLock { $0.hasEnded = true }
            wakeup.send()
        }

        private func run(_ makeState: () -> State) {
            var state = makeState()
            while true {
                arrival.wait()
                // A signal may belong to jobs that an earlier iteration has run.
                let jobs = contents.withLock { contents in
                    defer { contents.jobs = [] }
                    return contents.jobs
                }
                for job in jobs {
                    guard let job else { return }
                    job(&state)
                    // SQLite leaves whole pages of drafts there.
                    erase_stack()
                    contents.withLock { $0.finished += 1 }
                    wakeup.send()
                }
            }
        }
    }
}

/// A counting semaphore. `@unchecked`: the pointer is used only by thread-safe calls.
@safe
private final class Semaphore: @unchecked Sendable {
    private let pointer: UnsafeMutablePointer<sem_t>

    init() {
        unsafe pointer = .allocate(capacity: 1)
        let status = unsafe sem_init(pointer, 0, 0)
        precondition(status == 0, "A semaphore of value 0 was refused.")
    }

    deinit {
        unsafe sem_destroy(pointer)
        unsafe pointer.deallocate()
    }

    func signal() {
        unsafe sem_post(pointer)
    }

    func wait() {
        while unsafe sem_wait(pointer) != 0 && errno == EINTR {}
    }
}

/// Starts a thread that blocks all signals; the loop's thread handles them.
private func startThread(
    name: String, _ body: @escaping @Sendable () -> Void
) throws(UVError) -> pthread_t {
    let context = unsafe Unmanaged.passRetained(ThreadBody(run: body))
    var all = sigset_t()
    var previous = sigset_t()
    unsafe sigfillset(&all)
    // A thread inherits the signal mask of its creator.
    unsafe pthread_sigmask(SIG_BLOCK, &all, &previous)
    var thread = pthread_t()
    let status = unsafe pthread_create(
        &thread, nil,
        { context in
            guard let context = unsafe context else { return nil }
            unsafe Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().run()
            return nil
        }, context.toOpaque())
    unsafe pthread_sigmask(SIG_SETMASK, &previous, nil)
    guard status == 0 else {
        unsafe context.release()
        throw UVError(code: -status, operation: "start the thread \(name)")
    }
    unsafe pthread_setname_np(thread, name)
    return thread
}

private final class ThreadBody: Sendable {
    let run: @Sendable () -> Void

    init(run: @escaping @Sendable () -> Void) {
        self.run = run
    }
}
