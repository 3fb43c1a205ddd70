// SPDX-License-Identifier: MIT

internal import Glibc
internal import LibUV
internal import PopoverClient
internal import PopoverModel
internal import PopoverWire

/// Polls and shows the daemon until a key ends it. If the daemon goes away, says so and reconnects.
final class TopWatch {
    private static let resized = Signal(rawValue: SIGWINCH)
    private static let stopped = Signal(rawValue: SIGTSTP)
    /// Short, because keys wait meanwhile.
    private static let responseTimeout = Interval.milliseconds(1000)

    /// Connects to this socket; nil is where clients look for it.
    private let connect: (String?) throws(ClientError) -> ClientConnection
    private let milliseconds: UInt64
    private let loop: Loop
    private var screen: TopScreen
    private var state: TopState
    private var client: ClientConnection?
    private var timer: LibUV.Timer?
    private var signals: [SignalWatcher] = []
    private var keys: DescriptorPoll?
    /// The error that ended it, if any.
    private var error: ClientError?

    init(
        socket: String?, milliseconds: UInt64, screen: TopScreen,
        connect: @escaping (String?) throws(ClientError) -> ClientConnection
    ) throws {
        self.connect = connect
        self.milliseconds = milliseconds
        self.screen = screen
        state = TopState(socket: socket)
        loop = try Loop()
    }

    /// Runs until a key or a signal ends it, and then restores the terminal.
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
        if let error { throw error }
    }

    private func look() {
        do throws(ClientError) {
            let client = if let client = self.client { client } else { try connect(state.socket) }
            client.timeout = Self.responseTimeout
            self.client = client
            state.socket = client.path
            state.server = client.welcome.member("server")?.string ?? state.server
            state.add(try TopSample(of: client))
        } catch {
            client = nil
            switch error {
            case .noDaemon, .disconnected, .timedOut, .outputClosed: state.error = error.message
            // A daemon that restarts creates its socket before it sets the permissions.
            case .noAccess where state.latest != nil: state.error = error.message
            case .noAccess, .daemon, .protocolMismatch, .notUnderstood:
                self.error = error
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

    /// Handles Ctrl-Z: gives the terminal back to the shell until the process continues.
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
    /// Asks the daemon for its current state.
    init(of client: ClientConnection) throws(ClientError) {
        let metrics = MetricFigures(try client.call("metrics"))
        let scene = try SceneDecoder.decode(try client.call("status"))
        self.init(
            scene: scene, figures: metrics,
            seconds: Double(SystemTime.monotonicMicroseconds) / 1e6,
            date: Double(SystemTime.realtimeMicroseconds) / 1e6)
    }
}
