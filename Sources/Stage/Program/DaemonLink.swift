// SPDX-License-Identifier: MIT

import LibUV
import PluginProgram
import PopoverClient
import PopoverStage

/// The connection to the daemon, which is made again whenever it is lost, and those for guests.
final class DaemonLink {
    /// Between attempts, in milliseconds: without the daemon nobody sees a popover.
    private static let pause: UInt64 = 250

    private let loop: Loop
    private let user: String
    private let log: (String) -> Void
    /// The user whose daemon was refused last, and whose next one is refused without a word.
    private var refused: UInt32?
    /// Handles what the daemon sends, and whether it is there.
    private let handle: (StageEvent) -> Void
    private var connection: LineConnection?
    private var guests: [StageProcess: LineConnection] = [:]
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
            guard let made = try trusted() else {
                return retry.start(afterMilliseconds: Self.pause)
            }
            connection = try LineConnection(
                made, handle: { [unowned self] in handle(.line($0)) },
                end: { [unowned self] in lose() })
            handle(.connected)
        } catch {
            lose()
        }
    }

    /// A connection to the daemon; nil: it is another user's.
    private func trusted() throws -> PipeConnection? {
        let path = SocketPath.discover()
        let made = try PipeConnection(loop, connectingTo: path)
        if trusts(made, at: path) { return made }
        made.close()
        return nil
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

    func send(_ line: String) { connection?.send(line) }

    /// Gives up the connection, and tries again.
    func lose() {
        retry.start(afterMilliseconds: Self.pause)
        guard let lost = connection else { return }
        connection = nil
        lost.close()
        handle(.disconnected)
    }

    // MARK: Guests

    /// Sends a line over the connection for a guest, which is made if there is none.
    func send(_ line: String, for guest: StageProcess) {
        do {
            if guests[guest] == nil, let made = try trusted() {
                guests[guest] = try LineConnection(
                    made, handle: { [unowned self] in handle(.guestLine($0, for: guest)) },
                    end: { [unowned self] in loseGuest(guest) })
            }
            guests[guest]?.send(line)
        } catch {
            loseGuest(guest)
        }
    }

    func end(_ guest: StageProcess) { guests.removeValue(forKey: guest)?.close() }

    private func loseGuest(_ guest: StageProcess) {
        end(guest)
        handle(.guestLost(guest))
    }
}
