// SPDX-License-Identifier: MIT

import CLibUV
import Glibc

/// The system calls that a daemon needs beside its loop.
public enum System {
    /// Writes to standard error with one call, so that lines of several processes do not mix. Ignores
    /// errors: a log must not stop its program.
    public static func writeStandardError(_ text: String) {
        var text = text
        text.withUTF8 { bytes in
            _ = unsafe write(STDERR_FILENO, bytes.baseAddress, bytes.count)
        }
    }

    /// Writes to standard output; ignores errors.
    public static func writeStandardOutput(_ text: String) {
        var text = text
        text.withUTF8 { bytes in
            _ = unsafe write(STDOUT_FILENO, bytes.baseAddress, bytes.count)
        }
    }

    /// Ends this process after writing what C has buffered. A return from `main` would also run the
    /// destructors of C libraries, while threads of plugins may still use them: one that nobody can end
    /// waits for the network, say.
    public static func endProcess(with status: Int32) -> Never {
        fflush(nil)
        _exit(status)
    }

    /// Ends this process by SIGALRM after a timeout.
    public static func endAfter(seconds: UInt32) {
        _ = alarm(seconds)
    }

    /// Reserves standard output for the caller; everything else written there goes to standard error.
    /// - Returns: writes bytes to the former standard output, and ignores errors.
    public static func claimStandardOutput() -> ([UInt8]) -> Void {
        let claimed = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
        _ = dup2(STDERR_FILENO, STDOUT_FILENO)
        return { bytes in _ = unsafe write(claimed, bytes, bytes.count) }
    }

    /// Makes all threads share one heap, which saves memory; call it before the first thread starts.
    public static func shareHeap() { _ = mallopt(M_ARENA_MAX, 1) }

    /// Returns free heap memory to the system.
    public static func trimHeap() { _ = malloc_trim(0) }

    /// Opens `/dev/null` for each closed standard stream, so that no socket or file gets its number and
    /// receives messages. Call it before anything is opened.
    public static func occupyClosedStreams() {
        for stream in STDIN_FILENO...STDERR_FILENO where fcntl(stream, F_GETFD) < 0 {
            // The lowest free number is this one.
            _ = unsafe open("/dev/null", O_RDWR)
        }
    }

    /// Whether standard error is connected to the journal: its device and inode match
    /// `JOURNAL_STREAM` (sd-daemon(3)).
    public static func standardErrorIsJournal(_ stream: String?) -> Bool {
        guard let stream else { return false }
        var status = stat()
        guard unsafe fstat(STDERR_FILENO, &status) == 0 else { return false }
        return stream == "\(status.st_dev):\(status.st_ino)"
    }

    /// Keeps other processes of this user from tracing this process and reading its memory, descriptors and
    /// environment, and the kernel from dumping it. Programs that it starts are not affected.
    public static func refuseInspection() throws(UVError) {
        guard set_dumpable(0) == 0 else { throw error("refuse inspection") }
    }

    /// Raises the soft limit of descriptors, up to the hard limit. The soft limit protects programs
    /// that use `select`, which this library does not.
    public static func allowDescriptors(_ count: Int) {
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        guard unsafe getrlimit(resource, &limit) == 0 else { return }
        let wanted = min(rlim_t(count), limit.rlim_max)
        guard limit.rlim_cur < wanted else { return }
        limit.rlim_cur = wanted
        unsafe setrlimit(resource, &limit)
    }

    /// Creates a directory with exactly this mode; an existing one stays unchanged.
    public static func makeDirectory(_ path: String, mode: UInt32) throws(UVError) {
        if unsafe mkdir(path, mode) == 0 {
            // The umask may have removed permissions.
            guard unsafe chmod(path, mode) == 0 else { throw error("set the mode of \(path)") }
            return
        }
        let error = error("create the directory \(path)")
        guard isDirectory(path) else { throw error }
    }

    /// Makes an empty file that only this user can read and change. One that is such a file stays as it is;
    /// another, which others may have read or made, is replaced.
    public static func makePrivateFile(_ path: String) throws(UVError) {
        var status = stat()
        if unsafe lstat(path, &status) == 0, status.st_mode & (S_IFMT | 0o077) == S_IFREG,
            status.st_uid == geteuid()
        {
            return
        }
        unsafe unlink(path)
        let file = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw error("create the file \(path)") }
        close(file)
    }

    /// Whether there is a directory; symbolic links are followed.
    public static func isDirectory(_ path: String) -> Bool {
        var status = stat()
        return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Whether there is a file or folder, as far as this process can see.
    public static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

    /// Whether this process may execute the file.
    public static func isExecutable(_ path: String) -> Bool {
        unsafe access(path, X_OK) == 0 && !isDirectory(path)
    }

    /// The folder from which this process has Swift's runtime; nil where it is a part of the program.
    public static var runtimeFolder: String? {
        guard let maps = unsafe fopen("/proc/self/maps", "re") else { return nil }
        var line: UnsafeMutablePointer<CChar>?
        var capacity = 0
        defer {
            unsafe free(line)
            unsafe fclose(maps)
        }
        while unsafe getline(&line, &capacity, maps) > 0 {
            guard let text = unsafe line.map({ unsafe String(cString: $0) }),
                text.hasSuffix("/libswiftCore.so\n"), let path = text.firstIndex(of: "/"),
                let slash = text.lastIndex(of: "/")
            else { continue }
            return String(text[path..<slash])
        }
        return nil
    }

    /// The folder of this program's file, without symbolic links.
    public static var programDirectory: String {
        let path = programPath
        return String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    }

    public static var processID: Int32 { getpid() }

    /// This program's file, without symbolic links.
    public static var programPath: String {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe readlink("/proc/self/exe", &bytes, bytes.count)
        return String(
            decoding: bytes.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Runs another program in place of this one: its path, then its arguments. Returns only if it
    /// cannot be run.
    public static func replaceProcess(with words: [String]) -> UVError {
        let copies = unsafe words.map { unsafe strdup($0) }
        defer { unsafe copies.forEach { unsafe free($0) } }
        _ = unsafe execv(words[0], copies + [nil])
        return error("execv")
    }

    private static func error(_ operation: String) -> UVError {
        UVError(code: -errno, operation: operation)
    }
}
