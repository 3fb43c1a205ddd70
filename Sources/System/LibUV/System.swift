// SPDX-License-Identifier: MIT

import CLibUV
import Glibc

/// The few calls of the operating system that a daemon needs beside its loop.
public enum System {
    /// Writes to standard error with one call, so that lines of several processes do not mix. What
    /// cannot be written is dropped: a log must not stop its program.
    public static func writeStandardError(_ text: String) {
        var text = text
        text.withUTF8 { bytes in
            _ = unsafe write(STDERR_FILENO, bytes.baseAddress, bytes.count)
        }
    }

    /// Writes to standard output at once; what cannot be written is dropped.
    public static func writeStandardOutput(_ text: String) {
        var text = text
        text.withUTF8 { bytes in
            _ = unsafe write(STDOUT_FILENO, bytes.baseAddress, bytes.count)
        }
    }

    /// Ends this process as the end of its `main` would.
    public static func endProcess(with status: Int32) -> Never { exit(status) }

    /// Ends this process by SIGALRM when it is still there then.
    public static func endAfter(seconds: UInt32) {
        _ = alarm(seconds)
    }

    /// Keeps standard output for the caller alone: what anybody else writes there goes to standard
    /// error from now on.
    ///
    /// - Returns: writes bytes to what was standard output; what cannot be written is dropped.
    public static func claimStandardOutput() -> ([UInt8]) -> Void {
        let claimed = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
        _ = dup2(STDERR_FILENO, STDOUT_FILENO)
        return { bytes in _ = unsafe write(claimed, bytes, bytes.count) }
    }

    /// Has all threads share one heap; before the first of them is started. Each would begin one of its
    /// own otherwise, and what one has freed would be of no use to another.
    public static func shareHeap() { _ = mallopt(M_ARENA_MAX, 1) }

    /// Gives back to the system what is free of the heap.
    public static func trimHeap() { _ = malloc_trim(0) }

    /// Takes the standard streams' numbers that its parent has closed, so that no socket or file gets
    /// one and receives what is meant for people. To be called before anything is opened.
    public static func occupyClosedStreams() {
        for stream in STDIN_FILENO...STDERR_FILENO where fcntl(stream, F_GETFD) < 0 {
            // The lowest free number is this one.
            _ = unsafe open("/dev/null", O_RDWR)
        }
    }

    /// Whether standard error leads to the journal, which takes priorities (sd-daemon(3)): its
    /// device and inode are those that `JOURNAL_STREAM` tells of.
    public static func standardErrorIsJournal(_ stream: String?) -> Bool {
        guard let stream else { return false }
        var status = stat()
        guard unsafe fstat(STDERR_FILENO, &status) == 0 else { return false }
        return stream == "\(status.st_dev):\(status.st_ino)"
    }

    /// Lets this process have so many descriptors, as far as its hard limit goes.
    ///
    /// The soft limit is there for programs that use `select`, which this library does not.
    public static func allowDescriptors(_ count: Int) {
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        guard unsafe getrlimit(resource, &limit) == 0 else { return }
        let wanted = min(rlim_t(count), limit.rlim_max)
        guard limit.rlim_cur < wanted else { return }
        limit.rlim_cur = wanted
        unsafe setrlimit(resource, &limit)
    }

    /// Makes a directory with exactly this mode; one that is there already stays as it is.
    public static func makeDirectory(_ path: String, mode: UInt32) throws(UVError) {
        if unsafe mkdir(path, mode) == 0 {
            // Whatever the umask took away.
            guard unsafe chmod(path, mode) == 0 else { throw failure("set the mode of \(path)") }
            return
        }
        let error = failure("make the directory \(path)")
        guard isDirectory(path) else { throw error }
    }

    /// Whether there is a directory; symbolic links are followed.
    public static func isDirectory(_ path: String) -> Bool {
        var status = stat()
        return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Whether this process may execute the file.
    public static func isExecutable(_ path: String) -> Bool {
        unsafe access(path, X_OK) == 0 && !isDirectory(path)
    }

    /// The folder of this program's file, without symbolic links.
    public static var programDirectory: String {
        let path = programPath
        return String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    }

    /// Of this process.
    public static var processID: Int32 { getpid() }

    /// This program's file, without symbolic links.
    public static var programPath: String {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe readlink("/proc/self/exe", &bytes, bytes.count)
        return String(
            decoding: bytes.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func failure(_ operation: String) -> UVError {
        UVError(code: -errno, operation: operation)
    }
}
