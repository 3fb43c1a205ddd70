// SPDX-License-Identifier: MIT

internal import Glibc
internal import LibUV
internal import PopoverClient
internal import PopoverModel
internal import PopoverWire

/// A child process that runs `LibraryWorker` for one library.
final class LibraryProcess {
    private let loop: Loop
    private let timer: Timer
    private let child: ChildProcess
    private let state: State
    private let timeout: Interval

    private final class State {
        var framer = LineFramer(limit: 2 * LibraryWorker.longestLine)
        var line: [UInt8]?
        var exit: ChildProcess.Exit?
        var hasEnded = false
        var hasTimedOut = false
    }

    /// - Parameter timeout: for loading the library, and for each response.
    init(_ arguments: [String], timeout: Interval) throws(UVError) {
        let state = State()
        self.state = state
        self.timeout = timeout
        loop = try Loop()
        timer = Timer(loop) { state.hasTimedOut = true }
        var options = ChildProcess.Options(program: "/proc/self/exe")
        options.arguments = arguments
        options.standardInput = .piped
        options.standardOutput = .piped
        options.standardError = .inherited(Terminal.Stream.standardError.rawValue)
        options.inheritsNothing = true
        do throws(UVError) {
            child = try ChildProcess(loop, options) { state.exit = $0 }
        } catch {
            timer.close {}
            loop.run()
            loop.close()
            throw error
        }
        child.input?.outputLimitBytes = LibraryWorker.longestLine + 1
        child.output?.onEnd = { state.hasEnded = true }
        child.output?.onFailure = { _ in state.hasEnded = true }
        child.output?.onBytes = { bytes in
            var input = [UInt8](copying: bytes)[...]
            while let frame = state.framer.next(in: &input) {
                if case .line(let line) = frame { state.line = Array(line) }
            }
        }
    }

    /// Sends a line, unless it is nil, and waits for the response.
    /// - Throws: why there is no response; the process must be closed then.
    func exchange(_ line: [UInt8]?) throws(PluginTestError) -> [UInt8] {
        let state = state
        state.line = nil
        state.hasTimedOut = false
        do throws(UVError) {
            try child.output?.startReading()
            if let line { try child.input?.write(line + [UInt8(ascii: "\n")]) }
        } catch {
            // A dead process is reported below.
            guard error.code == -EPIPE else { throw PluginTestError("\(error)") }
        }
        timer.start(afterMilliseconds: UInt64(max(1, timeout.milliseconds)))
        while state.line == nil, !state.hasTimedOut, state.exit == nil || !state.hasEnded {
            loop.runOnce()
        }
        timer.stop()
        if let line = state.line { return line }
        switch state.exit {
        case .signal(let signal):
            throw PluginTestError("killed by signal \(signal.rawValue), \(signal.words)")
        case .status(let status):
            throw PluginTestError("exited with status \(status)")
        case nil: throw .timedOut
        }
    }

    /// Kills the process and waits for its end.
    func close() {
        // kill fails if the process has just ended.
        if state.exit == nil { try? child.kill(.kill) }
        let state = state
        while state.exit == nil { loop.runOnce() }
        timer.close {}
        child.input?.close()
        child.output?.close()
        child.close()
        loop.run()
        loop.close()
    }
}

extension [UInt8] {
    fileprivate init(copying bytes: Span<UInt8>) {
        self.init()
        reserveCapacity(bytes.count)
        for index in bytes.indices { append(bytes[index]) }
    }
}
