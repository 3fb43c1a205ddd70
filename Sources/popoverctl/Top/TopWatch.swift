// SPDX-License-Identifier: MIT

internal import Glibc
internal import LibUV
internal import PopoverClient
internal import PopoverModel
internal import PopoverWire

/// Looks at the daemon again and again until somebody has seen enough, and shows what there is. When
/// the daemon goes it says so, and looks for the next one.
final class TopWatch {
    private static let resized = Signal(rawValue: SIGWINCH)
    private static let stopped = Signal(rawValue: SIGTSTP)
    /// An answer that takes longer is no answer: keys wait meanwhile.
    private static let patience = Interval.milliseconds(1000)

    private let connect: () throws(ClientError) -> ClientConnection
    private let milliseconds: UInt64
    private let loop: Loop
    private var screen: TopScreen
    private var state: TopState
    private var client: ClientConnection?
    private var timer: LibUV.Timer?
    private var signals: [SignalWatcher] = []
    private var keys: DescriptorPoll?
    /// Why it ends, where that is a fault.
    private var fault: ClientError?

    init(
        place: String, milliseconds: UInt64, screen: TopScreen,
        connect: @escaping () throws(ClientError) -> ClientConnection
    ) throws {
        self.connect = connect
        self.milliseconds = milliseconds
        self.screen = screen
        state = TopState(place: place)
        loop = try Loop()
    }

    /// Until a key or a signal ends it. The terminal is as before in any case.
    func run() throws {
        for signal in [Signal.interrupt, .terminate, .hangUp, Signal(rawValue: SIGQUIT)] {
            signals.append(try SignalWatcher(loop, signal: signal) { [unowned self] in end() })
        }
        signals.append(try SignalWatcher(loop, signal: Self.resized) { [unowned self] in show() })
        signals.append(try SignalWatcher(loop, signal: Self.stopped) { [unowned self] in pause() })
        let keys = try DescriptorPoll(loop, descriptor: 0) { [unowned self] in read($0) }
        self.keys = keys
        try keys.start(.readable)
        timer = Timer(loop) { [unowned self] in look() }
        try screen.enter()
        defer { screen.leave() }
        look()
        loop.run()
        loop.close()
        if let fault { throw fault }
    }

    private func look() {
        do throws(ClientError) {
            let client = if let client = self.client { client } else { try connect() }
            client.timeout = Self.patience
            self.client = client
            state.server = client.welcome.member("server")?.string ?? state.server
            state.take(try TopSample(of: client))
        } catch {
            client = nil
            switch error {
            case .noDaemon, .disconnected, .timedOut, .outputClosed: state.trouble = error.message
            // A socket that is just being made may not be everybody's yet.
            case .noAccess where state.latest != nil: state.trouble = error.message
            case .noAccess, .daemon, .protocolMismatch, .notUnderstood:
                fault = error
                return end()
            }
        }
        show()
        timer?.start(afterMilliseconds: milliseconds)
    }

    private func show() {
        let (width, height) = TopScreen.size
        screen.show(TopFrame(state, width: width, height: height).lines)
    }

    private func read(_ report: DescriptorPoll.Report) {
        guard case .ready = report, let bytes = try? Terminal.readInput(), !bytes.isEmpty else {
            return end()
        }
        if bytes.contains(where: { $0 == UInt8(ascii: "q") || $0 == UInt8(ascii: "Q") }) { end() }
    }

    /// Ctrl-Z: the shell gets its terminal back, and gives it again.
    private func pause() {
        screen.leave()
        kill(getpid(), SIGSTOP)
        do throws(FileError) { try screen.enter() } catch { return end() }
        show()
    }

    private func end() {
        timer?.close()
        timer = nil
        keys?.close()
        keys = nil
        for signal in signals { signal.close() }
        signals = []
    }
}

extension TopSample {
    /// What the daemon says now.
    init(of client: ClientConnection) throws(ClientError) {
        let metrics = MetricFigures(try client.call("metrics"))
        let scene = try SceneDecoder.decode(try client.call("status"))
        self.init(
            scene: scene, figures: metrics,
            seconds: Double(SystemTime.monotonicMicroseconds) / 1e6,
            date: Double(SystemTime.realtimeMicroseconds) / 1e6)
    }
}
