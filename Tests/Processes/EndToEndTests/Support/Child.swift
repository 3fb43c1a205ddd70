// SPDX-License-Identifier: MIT

import Glibc
import Synchronization

/// A child process, with pipes for its input, its output and its errors. It is killed when dropped.
final class Child {
    let pid: pid_t
    let output: LineReader
    let errors: LineReader
    /// Output on descriptor 3, the daemon's readiness descriptor.
    let readiness: LineReader
    private var input: Int32?
    private var status: Int32?

    /// - Parameter environment: added to this process's.
    init(_ path: String, _ arguments: [String] = [], environment: [String: String] = [:]) throws {
        // One at a time: a child must not inherit an end of a pipe that is meant for another.
        let spawned = try Self.spawning.withLock { _ in
            try Self.spawn(path, arguments, environment)
        }
        pid = spawned.pid
        input = spawned.input
        output = LineReader(spawned.output)
        errors = LineReader(spawned.errors)
        readiness = LineReader(spawned.readiness)
    }

    private static let spawning = Mutex(())

    private struct Spawned {
        var pid: pid_t
        var input: Int32
        var output: Int32
        var errors: Int32
        var readiness: Int32
    }

    private static func spawn(
        _ path: String, _ arguments: [String], _ environment: [String: String]
    ) throws -> Spawned {
        let input = try Pipe()
        let output = try Pipe()
        let errors = try Pipe()
        let readiness = try Pipe()
        let given = [input.readEnd, output.writeEnd, errors.writeEnd, readiness.writeEnd]
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        for (target, descriptor) in given.enumerated() {
            unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(target))
        }
        // Threads that run tests keep signals from themselves; a child must not inherit that.
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var noSignals = sigset_t()
        unsafe sigemptyset(&noSignals)
        unsafe posix_spawnattr_setsigmask(&attributes, &noSignals)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var pid: pid_t = 0
        let code = unsafe withStrings([path] + arguments) { arguments in
            unsafe withStrings(self.environment(adding: environment)) { environment in
                unsafe posix_spawn(&pid, path, &actions, &attributes, arguments, environment)
            }
        }
        for descriptor in given { close(descriptor) }
        guard code == 0 else { throw ProgramError("\(path) did not start: error \(code)") }
        return Spawned(
            pid: pid, input: input.writeEnd, output: output.readEnd, errors: errors.readEnd,
            readiness: readiness.readEnd)
    }

    deinit {
        if status == nil {
            Glibc.kill(pid, SIGKILL)
            // Nobody waits for the exit status any more.
            _ = try? wait()
        }
        if let input { close(input) }
    }

    /// Writes all of it; data that a dead child does not read is lost.
    func write(_ text: String) {
        guard let input else { return }
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { bytes in
                unsafe Glibc.write(input, bytes.baseAddress, bytes.count)
            }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    func closeInput() {
        if let input { close(input) }
        input = nil
    }

    func signal(_ number: Int32) {
        if status == nil { Glibc.kill(pid, number) }
    }

    /// Sends SIGKILL.
    func kill() throws {
        signal(SIGKILL)
        _ = try wait()
    }

    /// Its exit status, or minus the signal that ended it.
    @discardableResult
    func wait() throws -> Int32 {
        if let status { return status }
        // Its error pipe ends with it; that has a deadline where waitpid has none.
        while try errors.next() != nil {}
        var raw: Int32 = 0
        while unsafe waitpid(pid, &raw, 0) < 0, errno == EINTR {}
        let signal = raw & 0x7F
        let ended = signal == 0 ? (raw >> 8) & 0xFF : -signal
        status = ended
        return ended
    }

    private static func environment(adding more: [String: String]) -> [String] {
        // These variables would change the programs' default paths.
        let ours = ["POPOVERD_SOCKET=", "LISTEN_FDS=", "LISTEN_PID=", "NOTIFY_SOCKET="]
        var all: [String] = []
        var next = unsafe environ
        while let entry = unsafe next.pointee {
            let text = unsafe String(cString: entry)
            if !ours.contains(where: text.hasPrefix) { all.append(text) }
            unsafe next += 1
        }
        return all + more.map { "\($0.key)=\($0.value)" }
    }

    /// The strings as C wants them, ended by a null pointer.
    private static func withStrings<Outcome>(
        _ strings: [String],
        _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Outcome
    ) -> Outcome {
        var pointers = unsafe strings.map { unsafe strdup($0) } + [nil]
        defer { unsafe pointers.forEach { unsafe free($0) } }
        return unsafe body(&pointers)
    }
}

/// A pipe, neither end of which a child gets by accident.
private struct Pipe {
    let readEnd: Int32
    let writeEnd: Int32

    init() throws {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else {
            throw ProgramError("no pipe: error \(errno)")
        }
        // Above those that a child's own are.
        readEnd = fcntl(ends[0], F_DUPFD_CLOEXEC, 10)
        writeEnd = fcntl(ends[1], F_DUPFD_CLOEXEC, 10)
        close(ends[0])
        close(ends[1])
    }
}
