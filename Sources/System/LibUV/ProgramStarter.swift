// SPDX-License-Identifier: MIT

import CLibUV

/// Starts programs without blocking the loop: on a busy machine a new process may wait long for a CPU
/// before it executes the program.
///
/// It has a thread, from the first start until `close()`. For `prctl(2)` this thread is the parent:
/// programs with a parent-death signal end with it.
public final class ProgramStarter {
    /// The most starts in progress.
    static let capacity = 256

    private let loop: Loop
    private var worker: OrderedWorker<Void>?
    private var isClosed = false

    public init(_ loop: Loop) {
        self.loop = loop
    }

    /// Starts programs one after the other; throws if no descriptor or thread is left. `handler` is
    /// called once, in a later iteration, with the process or an error; `onExit` after its end.
    public func start(
        _ options: ChildProcess.Options, onExit: @escaping (ChildProcess.Exit) -> Void,
        then handler: @escaping (Result<ChildProcess, UVError>) -> Void
    ) throws(UVError) {
        loop.checkThread()
        precondition(!isClosed, "A program was started after `close()`.")
        let worker = try readyWorker()
        let streams = try ChildStreams(loop, options)
        let request = SpawnRequest(options, streams)
        let isAccepted = worker.submit { _ -> Result<SpawnRequest.Started, UVError> in
            Result { () throws(UVError) in try request.spawn() }
        } then: { [loop] started in
            let process = Result { () throws(UVError) in
                try ChildProcess(loop, options, streams, started, onExit: onExit)
            }
            handler(process)
        }
        guard isAccepted else {
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

    /// Starts no more programs. Starts in progress are still reported, then the thread ends.
    public func close() {
        loop.checkThread()
        guard !isClosed else { return }
        isClosed = true
        worker?.close()
        worker = nil
    }
}
