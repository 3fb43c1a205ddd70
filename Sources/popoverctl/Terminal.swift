// SPDX-License-Identifier: MIT

internal import Glibc
internal import PopoverClient
internal import PopoverDrawing
internal import PopoverModel

/// Standard input, output and error, the terminal behind them, and files. Output is unbuffered, so
/// that the reader of a pipe gets each line at once.
enum Terminal {
    enum Stream: Int32 {
        case standardOutput = 1
        case standardError = 2
    }

    /// Writes a line of results, or several.
    /// - Throws: why it cannot be written; `isReaderGone` if the reader has closed the pipe.
    static func print(_ line: String) throws(FileError) {
        try print(Array("\(line.plainLines)\n".utf8))
    }

    static func print(_ json: JSONText) throws(FileError) {
        try print(Array("\(String(decoding: json.bytes, as: UTF8.self).plainJSON)\n".utf8))
    }

    static func print(_ bytes: [UInt8]) throws(FileError) {
        guard write(bytes, to: Stream.standardOutput.rawValue) else {
            throw FileError(path: "standard output", code: errno)
        }
    }

    /// Writes a line to the descriptor that `redirectOutput` returned.
    static func print(_ line: [UInt8], to output: Int32) throws(FileError) {
        guard write(line + [UInt8(ascii: "\n")], to: output) else {
            throw FileError(path: "standard output", code: errno)
        }
    }

    /// Redirects standard output to standard error, so that a plugin's output cannot mix with results.
    /// - Returns: a descriptor of the original standard output.
    static func redirectOutput() -> Int32 {
        let output = fcntl(Stream.standardOutput.rawValue, F_DUPFD_CLOEXEC, 3)
        dup2(Stream.standardError.rawValue, Stream.standardOutput.rawValue)
        return output
    }

    /// Writes a message to standard error that is no error of the command.
    static func complain(_ message: String) {
        ErrorReport(nil, message).write()
    }

    /// Writes what has its own controls of the terminal, and no foreign ones.
    static func write(_ text: String, to stream: Stream) {
        // An error here cannot be reported anywhere.
        _ = write(Array(text.utf8), to: stream.rawValue)
    }

    /// Writes a line for people, or several, that may quote a file, a client or the daemon.
    static func write(line: String, to stream: Stream) {
        write("\(line.plainLines)\n", to: stream)
    }

    static func write(line json: JSONText, to stream: Stream) {
        write("\(String(decoding: json.bytes, as: UTF8.self).plainJSON)\n", to: stream)
    }

    /// Creates a folder unless it exists.
    static func makeFolder(_ path: String) throws(FileError) {
        guard unsafe mkdir(path, 0o777) == 0 || errno == EEXIST else {
            throw FileError(path: path, code: errno)
        }
    }

    /// Writes a file, replacing its old content.
    static func write(_ bytes: [UInt8], toFile path: String) throws(FileError) {
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw FileError(path: path, code: errno) }
        let isWritten = write(bytes, to: descriptor)
        let code = errno
        guard close(descriptor) == 0, isWritten else { throw FileError(path: path, code: code) }
    }

    /// Writes a new file that only its owner can read; fails if it exists.
    static func writeSecret(_ bytes: [UInt8], toFile path: String) throws(FileError) {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
        let descriptor = unsafe open(path, flags, 0o600)
        guard descriptor >= 0 else { throw FileError(path: path, code: errno) }
        let isWritten = write(bytes, to: descriptor)
        let code = errno
        guard close(descriptor) == 0, isWritten else { throw FileError(path: path, code: code) }
    }

    /// Seconds since 1970.
    static var wallClock: Int64 {
        var now = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &now)
        return Int64(now.tv_sec)
    }

    /// A moment of this machine's CLOCK_MONOTONIC as people here read the time, as the wall clock is set now:
    /// `2026-11-22T20:15:00.250+01:00`.
    static func wallTime(of instant: Instant) -> String {
        var now = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &now)
        let wall = Int64(now.tv_sec) * 1_000_000 + Int64(now.tv_nsec) / 1000
        let then = wall - (Instant.now - instant).microseconds
        var seconds = time_t(then / 1_000_000)
        var date = unsafe tm()
        unsafe localtime_r(&seconds, &date)
        func text(_ format: String) -> String {
            var bytes = [CChar](repeating: 0, count: 64)
            let count = unsafe strftime(&bytes, bytes.count, format, &date)
            return String(
                decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
        let fraction = String(then / 1000 % 1000)
        let zeros = String(repeating: "0", count: 3 - fraction.count)
        let zone = text("%z")
        return text("%Y-%m-%dT%H:%M:%S.") + zeros + fraction
            + "\(zone.dropLast(2)):\(zone.suffix(2))"
    }

    /// Reads a whole file, `-` for standard input.
    static func read(file path: String) throws(FileError) -> [UInt8] {
        try read(file: path, atMost: mostBytes)
    }

    /// Reads a recording, `-` for standard input.
    static func read(recording path: String) throws(FileError) -> [UInt8] {
        try read(file: path, atMost: mostRecordingBytes)
    }

    private static func read(file path: String, atMost most: Int) throws(FileError) -> [UInt8] {
        let descriptor = path == "-" ? standardInput : unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError(path: path, code: errno) }
        defer { if descriptor != standardInput { close(descriptor) } }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 * 1024)
        while bytes.count <= most {
            let count = unsafe Glibc.read(descriptor, &chunk, chunk.count)
            if count == 0 { return bytes }
            if count > 0 {
                bytes += chunk[..<count]
            } else if errno != EINTR {
                throw FileError(path: path, code: errno)
            }
        }
        throw FileError(path: path, code: EFBIG)
    }

    /// The daemon resolves a relative path in its own folder; this resolves it in the current one.
    static func absolutePath(of file: String) throws(FileError) -> String {
        file.hasPrefix("/") ? file : "\(try realPath(of: "."))/\(file)"
    }

    /// The absolute path of a file, without symbolic links.
    static func realPath(of file: String) throws(FileError) -> String {
        guard let path = unsafe realpath(file, nil) else {
            throw FileError(path: file, code: errno)
        }
        defer { unsafe free(path) }
        return unsafe String(cString: path)
    }

    /// Waits for standard input and reads what is there; empty at its end.
    static func readInput() throws(FileError) -> [UInt8] {
        var chunk = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = unsafe Glibc.read(standardInput, &chunk, chunk.count)
            if count >= 0 { return Array(chunk[..<count]) }
            guard errno == EINTR else { throw FileError(path: "standard input", code: errno) }
        }
    }

    static let standardInput: Int32 = 0

    static var isOutputTerminal: Bool { isatty(Stream.standardOutput.rawValue) == 1 }

    /// Whether the terminal shows colors and `NO_COLOR` (https://no-color.org) is not set.
    static var hasColor: Bool {
        isOutputTerminal && (Environment.value("NO_COLOR") ?? "").isEmpty
            && Environment.value("TERM") != "dumb"
    }

    /// Terminal columns, else `COLUMNS`, else 80; at most 500: pictures need quadratic memory.
    static var width: Int {
        var size = winsize()
        let isTerminal =
            unsafe ioctl(Stream.standardOutput.rawValue, UInt(TIOCGWINSZ), &size) == 0
        let columns = isTerminal && size.ws_col > 0 ? Int(size.ws_col) : nil
        return min(500, columns ?? Environment.value("COLUMNS").flatMap { Int($0) } ?? 80)
    }

    /// Opens standard streams that are closed: otherwise the daemon's socket could get the number of
    /// standard output, and results would go to the daemon.
    static func occupyClosedStreams() {
        for stream in standardInput...Stream.standardError.rawValue
        where fcntl(stream, F_GETFD) < 0 {
            // `open` returns the lowest free number, this one. It is opened in the wrong direction, so
            // that using it is still an error.
            _ = unsafe open("/dev/null", stream == standardInput ? O_WRONLY : O_RDONLY)
        }
    }

    /// Makes a closed pipe an error of `write` instead of a signal.
    static func ignoreBrokenPipes() {
        signal(SIGPIPE, SIG_IGN)
    }

    /// Makes Ctrl-C the normal end of a command that runs until interrupted. Nothing is buffered, and
    /// the daemon sees the connection end.
    static func endWellWhenInterrupted() {
        signal(SIGINT) { _ in _exit(ExitStatus.done.rawValue) }
        unblock(SIGINT)
    }

    /// Unblocks a signal that the parent process may have blocked, as some thread libraries do.
    static func unblock(_ signal: Int32) {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, signal)
        unsafe sigprocmask(SIG_UNBLOCK, &signals, nil)
    }

    /// The daemon accepts no longer file.
    private static let mostBytes = 16 * 1024 * 1024

    /// A recording also contains a state, which its limit does not count.
    private static let mostRecordingBytes = 1024 * 1024 * 1024

    private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { bytes in
                unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
            }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR {
                return false
            }
        }
        return true
    }
}

struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
    var path: String
    /// The system's error number.
    var code: Int32
    /// The file was read, but contains no text.
    var isBinary = false

    /// The reader has closed the pipe.
    var isReaderGone: Bool { code == EPIPE }

    var description: String {
        if isBinary { return "\(path): not a text in UTF-8" }
        return "\(path): \(unsafe String(cString: strerror(code)))"
    }
}
