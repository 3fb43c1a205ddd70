// SPDX-License-Identifier: MIT

internal import LibUV
internal import PopoverModel

/// The lines on their way to a program. One chunk is with the kernel, the others wait here: a question
/// overtakes them, however large the answer is that the program still reads.
final class ProgramInput {
    enum Outcome {
        case sent
        /// More than `ProgramLimits.output` waits.
        case full
        /// The program has gone, or has closed its standard input.
        case gone
    }

    /// Bytes of a chunk, unless a single line is longer.
    private static let chunk = 64 * 1024

    private let pipe: PipeConnection
    private let timer: Timer
    private let clock: () -> Instant
    private let gap: (Int64, Int64) -> [UInt8]
    /// Questions and other lines of the host.
    private var urgent: [UInt8] = []
    /// Whole lines of the client that the program is.
    private var chunks: [[UInt8]] = []
    /// The events that did not fit; the program is notified when it has read what waits.
    private var lost: ClosedRange<Int64>?
    private var waiting = 0
    /// The longest line since everything was read. It comes on top of `ProgramLimits.output`: the
    /// program asked for it.
    private var longest = 0
    private var queued = 0
    /// What the program had taken when the timer was started; nil while nothing waits.
    private var takenBefore: Int?
    /// When the program had last taken all that waited.
    private var caughtUp: Instant?

    /// - Parameters:
    ///   - gap: encodes the line that reports lost events.
    ///   - onDrain: everything has gone to the kernel.
    ///   - onStall: the program takes next to nothing of what waits.
    init(
        _ loop: Loop, _ pipe: PipeConnection, clock: @escaping () -> Instant,
        gap: @escaping (Int64, Int64) -> [UInt8], onDrain: @escaping () -> Void,
        onStall: @escaping () -> Void, onFailure: @escaping () -> Void
    ) {
        self.pipe = pipe
        self.clock = clock
        self.gap = gap
        var check: (() -> Void)?
        timer = Timer(loop) { check?() }
        check = { [unowned self] in if isStalled { onStall() } else { watch() } }
        // Chunks go one by one, each of any length.
        pipe.outputLimitBytes = .max
        pipe.onFailure = { _ in onFailure() }
        pipe.onDrain = { [unowned self] in
            switch flush() {
            case .sent: if isDrained { onDrain() }
            case .full, .gone: onFailure()
            }
        }
    }

    var isOpen: Bool { pipe.isOpen }

    /// Bytes that the program has not read, but for those in the kernel.
    private var backlog: Int { pipe.isOpen ? waiting + urgent.count + pipe.pendingBytes : 0 }

    var isDrained: Bool { backlog == 0 && lost == nil }

    /// Whether the program has to read before its next request is handled.
    var isFull: Bool { backlog > ProgramLimits.output }

    /// Whether a large answer may keep the program from answering in time.
    var isCatchingUp: Bool {
        !isDrained || caughtUp.map { clock() - $0 < ProgramLimits.catchUp } == true
    }

    private var isStalled: Bool {
        guard let before = takenBefore else { return false }
        takenBefore = nil
        return !isDrained && queued - backlog - before < ProgramLimits.leastRead
    }

    private func watch() {
        guard !isDrained else {
            if takenBefore != nil { caughtUp = clock() }
            takenBefore = nil
            return timer.stop()
        }
        guard takenBefore == nil else { return }
        takenBefore = queued - backlog
        timer.start(afterMilliseconds: UInt64(ProgramLimits.stall.milliseconds))
    }

    /// Sends a line that overtakes those of the client.
    func send(urgent line: [UInt8]) -> Outcome {
        guard urgent.count <= ProgramLimits.output else { return .full }
        urgent += line
        queued += line.count
        return flush()
    }

    /// Sends a line of the client.
    /// - Parameter event: its number, if it is an event; one that does not fit is lost.
    func send(_ line: [UInt8], event: Int64?) -> Outcome {
        let isTooMuch = backlog - longest > ProgramLimits.output
        if let event {
            guard lost == nil, !isTooMuch else {
                lost = (lost?.lowerBound ?? event)...event
                return .sent
            }
        } else if isTooMuch {
            return .full
        }
        longest = max(longest, line.count)
        append(line)
        return flush()
    }

    private func append(_ line: [UInt8]) {
        queued += line.count
        waiting += line.count
        if let last = chunks.indices.last, chunks[last].count + line.count <= Self.chunk {
            chunks[last] += line
        } else {
            chunks.append(line)
        }
    }

    private func flush() -> Outcome {
        do throws(UVError) {
            while pipe.pendingBytes == 0, let chunk = nextChunk() { try pipe.write(chunk) }
            if isDrained { longest = 0 }
            watch()
            return .sent
        } catch {
            return error.isPeerGone ? .gone : .full
        }
    }

    private func nextChunk() -> [UInt8]? {
        if !urgent.isEmpty {
            defer { urgent = [] }
            return urgent
        }
        if chunks.isEmpty, let lost {
            self.lost = nil
            append(gap(lost.lowerBound, lost.upperBound))
        }
        guard !chunks.isEmpty else { return nil }
        let chunk = chunks.removeFirst()
        waiting -= chunk.count
        return chunk
    }

    /// Forgets the client's lines: the program is to end.
    func forgetClient() {
        queued -= waiting
        waiting = 0
        chunks = []
        lost = nil
    }

    func close() {
        guard pipe.isOpen else { return }
        pipe.close()
        timer.close()
    }
}
