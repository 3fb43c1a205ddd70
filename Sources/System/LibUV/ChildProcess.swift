// SPDX-License-Identifier: MIT

import CLibUV
import Glibc

/// A program that this process started.
///
/// The child has its three standard streams, none of this module's other descriptors, and the
/// ordinary disposition of every signal. The loop buries it. Closing the handle before the exit was
/// told leaves the child running and unobserved, so kill it first.
public final class ChildProcess: Handle {
    /// What to start, and how.
    public struct Options {
        /// The program: a path, or a name to be looked for in the `PATH` of this process.
        public var program: String
        /// Its arguments, without its own name.
        public var arguments: [String] = []
        /// `NAME=value` each; nil for the environment of this process.
        public var environment: [String]?
        /// nil for the directory of this process.
        public var workingDirectory: String?
        public var standardInput = Stream.ignored
        public var standardOutput = Stream.ignored
        public var standardError = Stream.ignored
        /// Makes it the leader of a session and of a process group of its own, which
        /// `killGroup(_:)` needs.
        public var isGroupLeader = false
        /// Keeps from it every descriptor of this process but its standard streams, also those
        /// that other libraries opened without thinking of children.
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

    /// How a program ended.
    public enum Exit: Hashable, Sendable {
        /// It returned this status.
        case status(Int32)
        case signal(Signal)
    }

    public let pid: Int32
    /// Our ends of the streams that are `piped`. They are handles of their own: whoever starts the
    /// process closes them.
    public let input: PipeConnection?
    public let output: PipeConnection?
    public let errors: PipeConnection?
    private let program: String
    private let isGroupLeader: Bool
    /// Becomes readable when the process ends (pidfd_open(2)).
    private var descriptor: OwnedDescriptor?
    private var onExit: (Exit) -> Void
    private var exit: Exit?

    /// Starts a program, and waits until it is one, which a loop with other work leaves to a
    /// `ProgramStarter`; `onExit` is called once, when it has ended.
    ///
    /// Throws when it cannot be started, also when the program cannot be executed.
    public convenience init(
        _ loop: Loop, _ options: Options, onExit: @escaping (Exit) -> Void
    ) throws(UVError) {
        let streams = try ChildStreams(loop, options)
        let order = StartOrder(options, streams)
        let started = Result { () throws(UVError) in try order.carryOut() }
        try self.init(loop, options, streams, started, onExit: onExit)
    }

    /// Takes over what was started, and its streams; or closes them, and throws why there is none.
    init(
        _ loop: Loop, _ options: Options, _ streams: ChildStreams,
        _ started: Result<StartOrder.Started, UVError>, onExit: @escaping (Exit) -> Void
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
            // Nobody could hear of its end.
            if case .success(let process) = started { process.undo() }
            throw error
        }
        // Cannot fail: that was tried when the poll was made.
        _ = unsafe uv_poll_start(raw(as: uv_poll_t.self), Int32(UV_READABLE.rawValue)) {
            raw, _, _ in
            unsafe Handle.recover(raw, as: ChildProcess.self)?.didEnd()
        }
    }

    /// Sends a signal to the process. It is no error when it has just ended.
    public func kill(_ signal: Signal) throws(UVError) {
        checkOpen()
        guard exit == nil, Glibc.kill(pid, signal.rawValue) != 0, errno != ESRCH else { return }
        throw UVError.last("signal \(program)")
    }

    /// Sends a signal to the process and all that it started, as far as they stayed in its group.
    ///
    /// Works on what is left of the group when the process itself has ended; call it from `onExit`
    /// then, not later, since the number of an empty group may be given to somebody else.
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

    /// Its number is nobody else's while `onExit` is called: it is buried after that.
    private func didEnd() {
        guard exit == nil, let exit = wait(WNOWAIT) else { return }
        self.exit = exit
        _ = unsafe uv_poll_stop(raw(as: uv_poll_t.self))
        onExit(exit)
        _ = wait(0)
    }

    /// How it ended; nil while it has not.
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

extension StartOrder {
    init(_ options: ChildProcess.Options, _ streams: ChildStreams) {
        self.init(
            program: options.program, arguments: options.arguments,
            environment: options.environment, workingDirectory: options.workingDirectory,
            streams: streams.descriptors, isGroupLeader: options.isGroupLeader,
            inheritsNothing: options.inheritsNothing)
    }
}
