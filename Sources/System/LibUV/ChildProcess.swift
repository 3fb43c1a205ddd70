// SPDX-License-Identifier: MIT

import CLibUV
import Glibc

/// A child process.
///
/// The child has three standard streams, none of this module's other descriptors, and the default
/// disposition of every signal. The loop reaps it. Closing the handle before the exit leaves the
/// child running and unobserved, so kill it first.
public final class ChildProcess: Handle {
    public struct Options {
        /// A path, or a name to find in this process's `PATH`.
        public var program: String
        /// Without the program's own name.
        public var arguments: [String] = []
        /// `NAME=value` each; nil for the environment of this process.
        public var environment: [String]?
        /// nil for this process's directory.
        public var workingDirectory: String?
        public var standardInput = Stream.ignored
        public var standardOutput = Stream.ignored
        public var standardError = Stream.ignored
        /// Starts it in a new session and process group; `killGroup(_:)` needs that.
        public var isGroupLeader = false
        /// Closes all but its standard streams, also what libraries opened without close-on-exec.
        public var inheritsNothing = false

        public init(program: String) {
            self.program = program
        }
    }

    /// One of the child's standard streams.
    public enum Stream: Hashable, Sendable {
        /// `/dev/null`.
        case ignored
        /// A descriptor of this process.
        case inherited(Int32)
        /// A stream to this process: `input`, `output` or `errors` of the child process.
        case piped
    }

    public enum Exit: Hashable, Sendable {
        case status(Int32)
        case signal(Signal)
    }

    public let pid: Int32
    /// This process's ends of the `piped` streams. The caller has to close them.
    public let input: PipeConnection?
    public let output: PipeConnection?
    public let errors: PipeConnection?
    private let program: String
    private let isGroupLeader: Bool
    /// Becomes readable when the process ends (pidfd_open(2)).
    private var descriptor: OwnedDescriptor?
    private var onExit: (Exit) -> Void
    private var exit: Exit?

    /// Starts a program and blocks until it runs (busy loops use a `ProgramStarter`). Throws if it
    /// cannot be started or executed. `onExit` is called once, when the process has ended.
    public convenience init(
        _ loop: Loop, _ options: Options, onExit: @escaping (Exit) -> Void
    ) throws(UVError) {
        let streams = try ChildStreams(loop, options)
        let request = SpawnRequest(options, streams)
        let started = Result { () throws(UVError) in try request.spawn() }
        try self.init(loop, options, streams, started, onExit: onExit)
    }

    /// Takes ownership of a process and its streams; after a failed start, closes them and throws.
    init(
        _ loop: Loop, _ options: Options, _ streams: ChildStreams,
        _ started: Result<SpawnRequest.Started, UVError>, onExit: @escaping (Exit) -> Void
    ) throws(UVError) {
        streams.closeChildEnds()
        do throws(UVError) {
            let process = try started.get()
            self.onExit = onExit
            program = options.program
            isGroupLeader = options.isGroupLeader
            pid = process.pid
            (input, output, errors) = (streams.pipes[0], streams.pipes[1], streams.pipes[2])
            descriptor = OwnedDescriptor(adopting: process.descriptor)
            try super.init(loop: loop) { (raw: UnsafeMutablePointer<uv_poll_t>) throws(UVError) in
                try check(
                    unsafe uv_poll_init(loop.pointer, raw, process.descriptor),
                    "watch \(options.program)")
            }
        } catch {
            streams.close()
            // Nothing would notice its end.
            if case .success(let process) = started { process.undo() }
            throw error
        }
        // Cannot fail: creating the poll has checked the descriptor.
        _ = unsafe uv_poll_start(raw(as: uv_poll_t.self), Int32(UV_READABLE.rawValue)) {
            raw, _, _ in
            unsafe Handle.recover(raw, as: ChildProcess.self)?.didEnd()
        }
    }

    /// Whether a process is of the group that this one leads.
    public func leads(_ process: Int32) -> Bool { isGroupLeader && getpgid(process) == pid }

    /// Sends a signal to the process. Does nothing if it has ended.
    public func kill(_ signal: Signal) throws(UVError) {
        checkOpen()
        guard exit == nil, Glibc.kill(pid, signal.rawValue) != 0, errno != ESRCH else { return }
        throw UVError.last("signal \(program)")
    }

    /// Sends a signal to the process group. It reaches the group even after the process has ended;
    /// then call it only from `onExit`, since the kernel may reuse the number of an empty group.
    public func killGroup(_ signal: Signal) throws(UVError) {
        checkOpen()
        precondition(isGroupLeader, "A process without a group of its own cannot be killed as one.")
        guard Glibc.kill(-pid, signal.rawValue) == 0 || errno == ESRCH else {
            throw UVError.last("signal the group of \(program)")
        }
    }

    override func didClose() {
        onExit = { _ in }
        descriptor = nil
    }

    /// Reaps the process after `onExit`, so that its number is not reused before.
    private func didEnd() {
        guard exit == nil, let exit = wait(WNOWAIT) else { return }
        self.exit = exit
        _ = unsafe uv_poll_stop(raw(as: uv_poll_t.self))
        onExit(exit)
        _ = wait(0)
    }

    /// - Returns: nil while it runs.
    private func wait(_ options: Int32) -> Exit? {
        var info = unsafe siginfo_t()
        let process = idtype_t(P_PID.rawValue)
        let status = unsafe waitid(process, id_t(pid), &info, WEXITED | WNOHANG | options)
        guard status == 0, unsafe info._sifields._sigchld.si_pid == pid else { return nil }
        let code = unsafe info._sifields._sigchld.si_status
        return unsafe info.si_code == Int32(CLD_EXITED)
            ? .status(code) : .signal(Signal(rawValue: code))
    }
}

extension SpawnRequest {
    init(_ options: ChildProcess.Options, _ streams: ChildStreams) {
        self.init(
            program: options.program, arguments: options.arguments,
            environment: options.environment, workingDirectory: options.workingDirectory,
            streams: streams.descriptors, isGroupLeader: options.isGroupLeader,
            inheritsNothing: options.inheritsNothing)
    }
}
