// SPDX-License-Identifier: MIT

import CLibUV
import Glibc

/// A program that this process started.
///
/// The child has its three standard streams, none of this module's other descriptors, and the
/// ordinary disposition of every signal. The loop reaps it. Closing the handle before the exit was
/// told leaves the child running and unobserved, so kill it first.
public final class ChildProcess: Handle {
    /// What to start, and how.
    public struct Options {
        /// The program: a path, or a name to be looked for in `PATH`.
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
        /// Makes the streams that are `piped` pipes, which cost less than libuv's socket pairs.
        public var usesPipes = false

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

    public private(set) var pid: Int32 = 0
    /// Our ends of the streams that are `piped`. They are handles of their own: whoever starts the
    /// process closes them.
    public private(set) var input: PipeConnection?
    public private(set) var output: PipeConnection?
    public private(set) var errors: PipeConnection?
    private let program: String
    private let isGroupLeader: Bool
    private var onExit: (Exit) -> Void

    /// Starts a program; `onExit` is called once, when it has ended.
    ///
    /// Throws when it cannot be started, also when the program cannot be executed.
    public init(
        _ loop: Loop, _ options: Options, onExit: @escaping (Exit) -> Void
    ) throws(UVError) {
        self.onExit = onExit
        program = options.program
        isGroupLeader = options.isGroupLeader
        super.init(loop: loop) { (raw: UnsafeMutablePointer<uv_process_t>) in
            // uv_spawn makes a handle of it, even when it fails: so it is closed either way.
            unsafe raw.initialize(to: uv_process_t())
        }
        input = options.standardInput == .piped ? PipeConnection(unopenedOn: loop) : nil
        output = options.standardOutput == .piped ? PipeConnection(unopenedOn: loop) : nil
        errors = options.standardError == .piped ? PipeConnection(unopenedOn: loop) : nil
        if options.inheritsNothing { System.keepDescriptorsFromChildren() }
        let status = spawn(options)
        guard status == 0 else {
            for pipe in [input, output, errors] { pipe?.close() }
            close()
            throw UVError(code: status, operation: "start \(options.program)")
        }
        pid = unsafe uv_process_get_pid(raw(as: uv_process_t.self))
    }

    /// Sends a signal to the process. It is no error when it has just ended.
    public func kill(_ signal: Signal) throws(UVError) {
        checkOpen()
        let status = unsafe uv_process_kill(raw(as: uv_process_t.self), signal.rawValue)
        guard status != UV_ESRCH.rawValue else { return }
        try check(status, "signal \(program)")
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
    }

    /// Who started this process may have left the signal blocked by which a child's end is told.
    private static func hearOfEnds() {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, SIGCHLD)
        unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    }

    private func spawn(_ options: Options) -> Int32 {
        Self.hearOfEnds()
        var streams = unsafe [
            container(options.standardInput, input, UV_READABLE_PIPE),
            container(options.standardOutput, output, UV_WRITABLE_PIPE),
            container(options.standardError, errors, UV_WRITABLE_PIPE),
        ]
        var ends: [Int32] = []
        defer { for end in ends { Glibc.close(end) } }
        if options.usesPipes {
            let pipes = [input, output, errors]
            for index in unsafe streams.indices {
                guard let pipe = pipes[index] else { continue }
                let end = open(pipe, isInput: index == 0)
                guard end >= 0 else { return end }
                ends.append(end)
                unsafe streams[index].flags = UV_INHERIT_FD
                unsafe streams[index].data.fd = end
            }
        }
        let arguments = CStringArray([options.program] + options.arguments)
        let environment = options.environment.map { CStringArray($0) }
        let program = CStringArray([options.program])
        let directory = options.workingDirectory.map { CStringArray([$0]) }
        return unsafe streams.withUnsafeMutableBufferPointer { streams in
            var raw = unsafe uv_process_options_t()
            unsafe raw.exit_cb = {
                unsafe ChildProcess.didExit($0, status: $1, signal: $2)
            }
            unsafe raw.file = UnsafePointer(program.first)
            unsafe raw.args = arguments.pointers.baseAddress
            unsafe raw.env = environment?.pointers.baseAddress
            unsafe raw.cwd = UnsafePointer(directory?.first)
            unsafe raw.flags = isGroupLeader ? UV_PROCESS_DETACHED.rawValue : 0
            unsafe raw.stdio_count = Int32(streams.count)
            unsafe raw.stdio = streams.baseAddress
            // The strings are copied by the fork; they must live until it has happened.
            return withExtendedLifetime((arguments, environment, program, directory)) {
                unsafe uv_spawn(loop.pointer, self.raw(as: uv_process_t.self), &raw)
            }
        }
    }

    /// Opens our end of a new pipe; the child's end, or an error.
    private func open(_ pipe: PipeConnection, isInput: Bool) -> Int32 {
        var ends: (uv_file, uv_file) = (-1, -1)
        let ours = Int32(UV_NONBLOCK_PIPE.rawValue)
        let status = unsafe withUnsafeMutableBytes(of: &ends) { bytes in
            unsafe uv_pipe(
                bytes.baseAddress?.assumingMemoryBound(to: uv_file.self), isInput ? 0 : ours,
                isInput ? ours : 0)
        }
        guard status == 0 else { return status }
        let mine = isInput ? ends.1 : ends.0
        let theirs = isInput ? ends.0 : ends.1
        let opened = unsafe uv_pipe_open(pipe.raw(as: uv_pipe_t.self), mine)
        guard opened == 0 else {
            Glibc.close(mine)
            Glibc.close(theirs)
            return opened
        }
        return theirs
    }

    /// `direction` is the child's.
    private func container(
        _ stream: Stream, _ pipe: PipeConnection?, _ direction: uv_stdio_flags
    ) -> uv_stdio_container_t {
        var container = unsafe uv_stdio_container_t()
        switch stream {
        case .ignored:
            unsafe container.flags = UV_IGNORE
        case .inherited(let descriptor):
            unsafe container.flags = UV_INHERIT_FD
            unsafe container.data.fd = descriptor
        case .piped:
            unsafe container.flags = uv_stdio_flags(UV_CREATE_PIPE.rawValue | direction.rawValue)
            unsafe container.data.stream = pipe?.raw(as: uv_stream_t.self)
        }
        return unsafe container
    }

    private static func didExit(
        _ raw: UnsafeMutablePointer<uv_process_t>?, status: Int64, signal: Int32
    ) {
        guard let process = unsafe Handle.recover(raw, as: ChildProcess.self) else { return }
        let exit: Exit =
            signal == 0
            ? .status(Int32(truncatingIfNeeded: status)) : .signal(Signal(rawValue: signal))
        process.onExit(exit)
    }
}

/// Strings as C takes lists of them: an array of pointers with a null at its end.
@safe
private final class CStringArray {
    let pointers: UnsafeMutableBufferPointer<UnsafeMutablePointer<CChar>?>

    init(_ strings: [String]) {
        unsafe pointers = .allocate(capacity: strings.count + 1)
        unsafe pointers.initialize(repeating: nil)
        for (index, string) in strings.enumerated() {
            unsafe pointers[index] = strdup(string)
        }
    }

    deinit {
        unsafe pointers.forEach { unsafe free($0) }
        unsafe pointers.deallocate()
    }

    var first: UnsafeMutablePointer<CChar>? { unsafe pointers[0] }
}
