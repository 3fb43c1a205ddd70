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
    private let user: String
    private let log: (String) -> Void
    /// The user whose daemon was refused last, and whose next one is refused without a word.
    private var refused: UInt32?
    /// Handles what the daemon sends, and whether it is there.
    private let handle: (StageEvent) -> Void
    private var connection: PipeConnection?
    private var framer = LineFramer(limit: longestLine)
    private lazy var retry = Timer(loop) { [unowned self] in connect() }

    /// - Parameter user: the daemon's, a name or a number; root's and this process's own are trusted, too.
    init(
        _ loop: Loop, user: String, log: @escaping (String) -> Void,
        handle: @escaping (StageEvent) -> Void
    ) {
        self.loop = loop
        self.user = user
        self.log = log
        self.handle = handle
    }

    func connect() {
        guard connection == nil else { return }
        do {
            let path = SocketPath.discover()
            let made = try PipeConnection(loop, connectingTo: path)
            guard trusts(made, at: path) else {
                made.close()
                return retry.start(afterMilliseconds: Self.pause)
            }
            made.observer = self
            connection = made
            framer = LineFramer(limit: Self.longestLine)
            try made.startReading()
            handle(.connected)
        } catch {
            lose()
        }
    }

    /// Whoever can make a file where clients look for the daemon could say what is on the screen. The peer is
    /// who began to listen: the daemon, or systemd for it.
    private func trusts(_ connection: PipeConnection, at path: String) -> Bool {
        guard let peer = try? connection.peerCredentials().uid else { return false }
        let isTrusted =
            peer == 0 || peer == Accounts.currentUserID || peer == UInt32(user)
            || peer == (try? Accounts.userID(named: user))
        if isTrusted {
            refused = nil
            return true
        }
        guard refused != peer else { return false }
        refused = peer
        log(
            "daemon refused at \(path): it runs as \(Accounts.userName(of: peer) ?? "\(peer)"), which is "
                + "neither root, nor the stage's user, nor \(user); if it is yours, set daemonUser in "
                + "[stage], otherwise remove the socket")
        return false
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
