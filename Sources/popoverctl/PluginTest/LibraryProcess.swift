// SPDX-License-Identifier: MIT

internal import Glibc
internal import LibUV
internal import PopoverClient
internal import PopoverModel
internal import PopoverWire

/// Another process of this program, with a library at its `LibraryCalls`.
final class LibraryProcess {
    private let loop: Loop
    private let timer: Timer
    private let child: ChildProcess
    private let state: State
    private let patience: Interval

    private final class State {
        var framer = LineFramer(limit: 2 * LibraryCalls.longestLine)
        var line: [UInt8]?
        var exit: ChildProcess.Exit?
        var hasEnded = false
        var isOver = false
    }

    /// - Parameter patience: how long it may take to load the library, and for each answer.
    init(_ arguments: [String], patience: Interval) throws(UVError) {
        let state = State()
        self.state = state
        self.patience = patience
        loop = try Loop()
        timer = Timer(loop) { state.isOver = true }
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
        child.input?.outputLimitBytes = LibraryCalls.longestLine + 1
        child.output?.onEnd = { state.hasEnded = true }
        child.output?.onFailure = { _ in state.hasEnded = true }
        child.output?.onBytes = { bytes in
            var input = [UInt8](copying: bytes)[...]
            while let frame = state.framer.next(in: &input) {
                if case .line(let line) = frame { state.line = Array(line) }
            }
        }
    }

    /// Gives it a line, unless that is nil, and waits for one of its own.
    /// - Throws: what became of it instead; it has to be closed then.
    func exchange(_ line: [UInt8]?) throws(PluginTestError) -> [UInt8] {
        let state = state
        state.line = nil
        state.isOver = false
        do throws(UVError) {
            try child.output?.startReading()
            if let line { try child.input?.write(line + [UInt8(ascii: "\n")]) }
        } catch {
            // Where it has died, its end is told in a moment.
            guard error.code == -EPIPE else { throw PluginTestError("\(error)") }
        }
        timer.start(afterMilliseconds: UInt64(max(1, patience.milliseconds)))
        while state.line == nil, !state.isOver, state.exit == nil || !state.hasEnded {
            loop.runOnce()
        }
        timer.stop()
        if let line = state.line { return line }
        switch state.exit {
        case .signal(let signal):
            throw PluginTestError("it was killed by signal \(signal.rawValue), \(signal.words)")
        case .status(let status):
            throw PluginTestError("it ended its process with status \(status)")
        case nil: throw PluginTestError("late")
        }
    }

    /// Ends it, whatever it is doing.
    func close() {
        // It may have ended just now, which is as good.
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
