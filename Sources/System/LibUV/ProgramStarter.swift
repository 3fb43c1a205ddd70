// SPDX-License-Identifier: MIT

import CLibUV

/// Starts programs without having the loop wait: a new process has to be given a processor before
/// it becomes the program, and where others have them that takes as long as it takes.
///
/// It has a thread of its own, from the first start to its end. What `prctl(2)` calls the death of
/// a parent is that of this thread: programs that are to end with their parent end with it.
public final class ProgramStarter {
    /// How many may be under way.
    static let capacity = 256

    private let loop: Loop
    private var worker: OrderedWorker<Void>?
    private var isClosed = false

    public init(_ loop: Loop) {
        self.loop = loop
    }

    /// Starts a program, one after the other; `handler` is called once, in a later turn, with the
    /// process or with why there is none. `onExit` is called once after that, when it has ended.
    ///
    /// Throws when there is nothing to start it with: no descriptor, no thread.
    public func start(
        _ options: ChildProcess.Options, onExit: @escaping (ChildProcess.Exit) -> Void,
        then handler: @escaping (Result<ChildProcess, UVError>) -> Void
    ) throws(UVError) {
        loop.checkThread()
        precondition(!isClosed, "A program was to be started after the end.")
        let worker = try readyWorker()
        let streams = try ChildStreams(loop, options)
        let order = StartOrder(options, streams)
        let isTaken = worker.submit { _ -> Result<StartOrder.Started, UVError> in
            Result { () throws(UVError) in try order.carryOut() }
        } then: { [loop] started in
            let process = Result { () throws(UVError) in
                try ChildProcess(loop, options, streams, started, onExit: onExit)
            }
            handler(process)
        }
        guard isTaken else {
            streams.close()
            throw UVError(
                code: UV_EAGAIN.rawValue, operation: "start \(options.program)",
                detail: "\(Self.capacity) others are being started")
        }
    }

    func readyWorker() throws(UVError) -> OrderedWorker<Void> {
        if let worker { return worker }
        let worker = try OrderedWorker<Void>(
            loop, name: "starter", capacity: Self.capacity, makeState: {})
        self.worker = worker
        return worker
    }

    /// Starts no more. What is under way is still told, after which the thread ends.
    public func close() {
        loop.checkThread()
        guard !isClosed else { return }
        isClosed = true
        worker?.close()
        worker = nil
    }
}
