// SPDX-License-Identifier: MIT

import CLibUV
import Glibc

/// The arguments of `posix_spawnp`. Any thread may call `spawn()`, which blocks until the program
/// is executed; on a busy machine that takes long, so a loop uses a `ProgramStarter`. The new
/// process borrows this one's memory, so the cost does not depend on its size.
struct SpawnRequest: Sendable {
    let program: String
    let arguments: [String]
    let environment: [String]?
    let workingDirectory: String?
    /// The three standard streams; nil for `/dev/null`.
    let streams: [Int32?]
    let isGroupLeader: Bool
    let inheritsNothing: Bool

    /// A running process, and a pidfd that the caller owns.
    struct Started: Sendable {
        let pid: Int32
        let descriptor: Int32

        /// Kills and reaps it.
        func undo() {
            kill(pid, SIGKILL)
            while waitpid(pid, nil, 0) < 0 && errno == EINTR {}
        }
    }

    /// POSIX_SPAWN_SETSID of spawn.h, which is declared for GNU programs only.
    private static let newSession: Int32 = 0x80

    /// SIG_IGN of signal.h as a number.
    private static let ignored = 1

    private var operation: String { "start \(program)" }

    /// Throws if the program cannot be started or executed.
    func spawn() throws(UVError) -> Started {
        Self.restoreChildSignals()
        var pid: Int32 = 0
        let status = try unsafe withActions { actions throws(UVError) in
            unsafe withAttributes { attributes in
                // The name of the program is its first argument.
                let arguments = CStringArray([program] + self.arguments)
                let environment = self.environment.map { CStringArray($0) }
                return withExtendedLifetime((arguments, environment)) {
                    unsafe posix_spawnp(
                        &pid, program, actions, attributes, arguments.pointers,
                        environment?.pointers ?? environ)
                }
            }
        }
        guard status == 0 else { throw UVError(code: -status, operation: operation) }
        let descriptor = pidfd_open(pid, 0)
        guard descriptor >= 0 else {
            let error = UVError.last(operation)
            // Nothing would notice its end.
            Started(pid: pid, descriptor: descriptor).undo()
            throw error
        }
        return Started(pid: pid, descriptor: descriptor)
    }

    /// If the parent has set SIGCHLD to be ignored, exit statuses of children would be lost.
    private static func restoreChildSignals() {
        var action = sigaction()
        guard unsafe sigaction(SIGCHLD, nil, &action) == 0 else { return }
        let handler = unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
        if handler == Self.ignored { signal(SIGCHLD, SIG_DFL) }
    }

    // MARK: Arguments

    /// Sets up the new process's descriptors and directory.
    private func withActions(
        _ body: (UnsafePointer<posix_spawn_file_actions_t>) throws(UVError) -> Int32
    ) throws(UVError) -> Int32 {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        var copies: [Int32] = []
        defer { for copy in copies { Glibc.close(copy) } }
        var status: Int32 = 0
        for (stream, descriptor) in streams.enumerated() {
            let target = Int32(stream)
            guard var source = descriptor else {
                let mode = target == STDIN_FILENO ? O_RDONLY : O_RDWR
                status |= unsafe posix_spawn_file_actions_addopen(
                    &actions, target, "/dev/null", mode, 0)
                continue
            }
            if source != target && source <= STDERR_FILENO {
                // Another stream would replace it before it is copied.
                source = fcntl(source, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
                guard source >= 0 else { throw UVError.last(operation) }
                copies.append(source)
            }
            status |= unsafe posix_spawn_file_actions_adddup2(&actions, source, target)
        }
        if let workingDirectory {
            status |= unsafe posix_spawn_file_actions_addchdir_np(&actions, workingDirectory)
        }
        if inheritsNothing {
            status |= unsafe posix_spawn_file_actions_addclosefrom_np(
                &actions, STDERR_FILENO + 1)
        }
        guard status == 0 else { throw UVError(code: UV_ENOMEM.rawValue, operation: operation) }
        return try unsafe body(&actions)
    }

    /// Resets the new process's signals.
    private func withAttributes(_ body: (UnsafePointer<posix_spawnattr_t>) -> Int32) -> Int32 {
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe posix_spawnattr_setsigmask(&attributes, &signals)
        unsafe sigfillset(&signals)
        unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
        let session = isGroupLeader ? Self.newSession : 0
        unsafe posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | session))
        return unsafe body(&attributes)
    }
}

/// A null-terminated array of C strings.
@safe
private final class CStringArray {
    let pointers: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    private let count: Int

    init(_ strings: [String]) {
        unsafe pointers = .allocate(capacity: strings.count + 1)
        count = strings.count
        unsafe pointers.initialize(repeating: nil, count: strings.count + 1)
        for (index, string) in strings.enumerated() {
            unsafe pointers[index] = strdup(string)
        }
    }

    deinit {
        for index in 0..<count { unsafe free(pointers[index]) }
        unsafe pointers.deallocate()
    }
}
