// SPDX-License-Identifier: MIT

import CLibUV
import Glibc
import Synchronization

/// One thread that does work one piece after the other, in the order in which it was asked for.
///
/// Meant for a disk: a loop never waits for it, and what is written first is on it first, which
/// libuv's pool of threads does not promise. Work copies in and copies out: it sees its own values
/// and the worker's `State`, which is made, used and dropped on the worker's thread and need not be
/// safe to share. Results come back on the loop's thread, in the same order.
@safe
public final class OrderedWorker<State> {
    /// How many pieces of work may be under way.
    public let capacity: Int

    private let loop: Loop
    private let shared: Shared
    private let thread: pthread_t
    private var wakeup: Wakeup?
    /// One for each piece of work whose result was not delivered yet, oldest first.
    private var deliveries: [() -> Void] = []
    private var isClosing = false
    private var closeHandler: (() -> Void)?

    /// Starts the thread; `name` is its name in the process list, 15 bytes at most.
    ///
    /// `makeState` runs on the worker's thread, before all work. When it can fail, let its value
    /// say so.
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

    /// Has `work` done on the worker's thread, and its result handed to `completion` on the loop's.
    ///
    /// Returns false, and does nothing, when `capacity` pieces are under way already.
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

    /// Has all submitted work done and its results delivered, then ends the thread; `handler` is
    /// called when that has happened.
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
        // It has said that it is about to return, so this does not block.
        pthread_join(thread, nil)
        wakeup.close(then: closeHandler)
        closeHandler = nil
    }

    /// The handler is set when the worker is complete, and goes away with the wake-up.
    private final class WakeupTarget {
        var handler: (() -> Void)?
    }

    private final class Outcome<Result: Sendable>: Sendable {
        let value = Mutex<Result?>(nil)
    }

    /// What both threads see.
    private final class Shared: Sendable {
        /// nil is the end.
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

        /// The life of the worker's thread.
        func work(_ makeState: () -> State) {
            run(makeState)
            // The state is gone by now.
            contents.withLock { $0.hasEnded = true }
            wakeup.send()
        }

        private func run(_ makeState: () -> State) {
            var state = makeState()
            while true {
                arrival.wait()
                // One signal may come for jobs that were taken together before.
                let jobs = contents.withLock { contents in
                    defer { contents.jobs = [] }
                    return contents.jobs
                }
                for job in jobs {
                    guard let job else { return }
                    job(&state)
                    contents.withLock { $0.finished += 1 }
                    wakeup.send()
                }
            }
        }
    }
}

/// A counting semaphore. `@unchecked`: the pointer is only given to calls that are safe on every
/// thread.
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

/// Starts a thread that receives no signals: they belong to the loop's.
private func startThread(
    name: String, _ body: @escaping @Sendable () -> Void
) throws(UVError) -> pthread_t {
    let context = unsafe Unmanaged.passRetained(ThreadBody(run: body))
    var all = sigset_t()
    var previous = sigset_t()
    unsafe sigfillset(&all)
    // A thread inherits the mask of the one that starts it.
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
