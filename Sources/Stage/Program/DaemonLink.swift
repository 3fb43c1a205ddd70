// SPDX-License-Identifier: MIT

import LibUV
import PopoverClient
import PopoverStage
import PopoverWire

/// The connection to the daemon, which is made again whenever it is lost.
final class DaemonLink: PipeObserver {
    /// In bytes: a scene of many clients' sources.
    private static let longestLine = 64 << 20
    /// Between attempts, in milliseconds: without the daemon nobody sees a popover.
    private static let pause: UInt64 = 250

    private let loop: Loop
    /// Handles what the daemon sends, and whether it is there.
    private let handle: (StageEvent) -> Void
    private var connection: PipeConnection?
    private var framer = LineFramer(limit: longestLine)
    private lazy var retry = Timer(loop) { [unowned self] in connect() }

    init(_ loop: Loop, handle: @escaping (StageEvent) -> Void) {
        self.loop = loop
        self.handle = handle
    }

    func connect() {
        guard connection == nil else { return }
        do {
            let made = try PipeConnection(loop, connectingTo: SocketPath.discover())
            made.observer = self
            connection = made
            framer = LineFramer(limit: Self.longestLine)
            try made.startReading()
            handle(.connected)
        } catch {
            lose()
        }
    }

    func send(_ line: String) {
        do {
            try connection?.write(Array((line + "\n").utf8))
        } catch {
            lose()
        }
    }

    /// Gives up the connection, and tries again.
    func lose() {
        retry.start(afterMilliseconds: Self.pause)
        guard let lost = connection else { return }
        connection = nil
        lost.close()
        handle(.disconnected)
    }

    // MARK: The stream

    func received(_ bytes: Span<UInt8>) {
        var copy: [UInt8] = []
        copy.reserveCapacity(bytes.count)
        for index in bytes.indices { copy.append(bytes[index]) }
        var rest = copy[...]
        while connection != nil, let frame = framer.next(in: &rest) {
            guard case .line(let line) = frame else { continue }
            handle(.line(String(decoding: line, as: UTF8.self)))
        }
    }

    func ended() { lose() }
    func failed(_ error: UVError) { lose() }
    func drained() {}
}
