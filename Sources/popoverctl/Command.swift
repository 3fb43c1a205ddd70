// SPDX-License-Identifier: MIT

internal import Glibc

/// Runs another program.
enum Command {
    /// In bytes; more counts as no output.
    static let mostBytes = 1024 * 1024
    /// A program that is silent for longer is killed.
    static let timeoutMilliseconds: Int32 = 5000

    /// The standard output; nil if the program cannot be started or writes nothing in time.
    static func output(_ words: [String]) -> [UInt8]? {
        var ends: [Int32] = [0, 0]
        guard unsafe pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let process = spawn(words, output: ends[1], showsErrors: false)
        close(ends[1])
        defer { close(ends[0]) }
        guard let process else { return nil }
        let bytes = read(ends[0])
        if bytes == nil { kill(process, SIGKILL) }
        _ = wait(process)
        return bytes?.isEmpty == false ? bytes : nil
    }

    /// The exit status, or that of a shell after a signal; nil if the program cannot be started. What it
    /// writes goes to standard error. It may take its time.
    static func run(_ words: [String]) -> Int32? {
        let output = Terminal.Stream.standardError.rawValue
        return spawn(words, output: output, showsErrors: true).map(wait)
    }

    private static func spawn(_ words: [String], output: Int32, showsErrors: Bool) -> pid_t? {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, output, 1)
        if !showsErrors {
            unsafe posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        }
        var arguments: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) }
        unsafe arguments.append(nil)
        defer { unsafe arguments.forEach { unsafe free($0) } }
        var process: pid_t = 0
        let status = unsafe posix_spawnp(
            &process, words[0], &actions, nil, arguments, environ)
        return status == 0 ? process : nil
    }

    private static func wait(_ process: pid_t) -> Int32 {
        var ended: Int32 = 0
        while unsafe waitpid(process, &ended, 0) < 0 && errno == EINTR {}
        return ended & 0x7f == 0 ? ended >> 8 & 0xff : 128 + ended & 0x7f
    }

    private static func read(_ descriptor: Int32) -> [UInt8]? {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 * 1024)
        while bytes.count < mostBytes {
            var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard unsafe Glibc.poll(&poll, 1, timeoutMilliseconds) > 0 else { return nil }
            let count = unsafe Glibc.read(descriptor, &chunk, chunk.count)
            if count <= 0 { return bytes }
            bytes += chunk[..<count]
        }
        return nil
    }
}
