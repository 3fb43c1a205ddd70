// SPDX-License-Identifier: MIT

import LibUV
import PopoverCore
import PopoverModel
import PopoverSessions

/// Listens where clients find the daemon, and hands every connection to the sessions.
final class Server {
    /// Where it listens, for people.
    private(set) var place = ""
    private let loop: Loop
    private let sessions: Sessions
    private let log: Log
    private var listener: PipeListener?
    private var nextTurn: Wakeup?

    init(_ loop: Loop, sessions: Sessions, log: Log) {
        self.loop = loop
        self.sessions = sessions
        self.log = log
    }

    /// Takes the place at which clients will find the daemon. Nobody is accepted before `listen()`.
    func bind(to place: SocketPlace) throws(UVError) {
        switch place {
        case .path(let path): listener = try PipeListener(loop, path: path)
        case .inherited(let descriptor): listener = try PipeListener(loop, descriptor: descriptor)
        }
        self.place = place.description
    }

    func listen() throws(UVError) {
        guard let listener else { return }
        let nextTurn = try Wakeup(loop) { [unowned self] in sessions.giveTurns() }
        self.nextTurn = nextTurn
        // A wake-up rather than a timer: it comes after everyone else's input of the next turn.
        sessions.wantTurns = { nextTurn.send() }
        listener.onShortage = { [unowned self] error in
            sessions.counters.acceptsDelayed += 1
            log.limited(.warning, cause: "accept", "clients have to wait: \(error)")
        }
        listener.onArrival = { [unowned self] peer in
            sessions.lastWords(toProcess: peer.pid, of: peer.uid)
        }
        try listener.listen { [unowned self] connection in accept(connection) }
    }

    private func accept(_ connection: PipeConnection) {
        let peer: PeerCredentials
        do throws(UVError) {
            peer = try connection.peerCredentials()
        } catch {
            // It may have gone already.
            log.limited(.info, cause: "credentials", "a connection was dropped: \(error)")
            return connection.close()
        }
        sessions.accept(
            SocketConnection(connection),
            Credentials(pid: peer.pid, uid: peer.uid, gid: peer.gid, groups: peer.groups))
    }

    /// Connects to itself, and calls `handler` when that was accepted; see `PipeListener.probe`.
    func probe(then handler: @escaping () -> Void) throws(UVError) {
        try listener?.probe(then: handler)
    }

    /// Accepts nobody any more, and removes the socket.
    func stopListening() {
        listener?.close()
        listener = nil
    }

    /// Ends all connections, with what was written, and calls `handler` when all are closed.
    func close(then handler: @escaping () -> Void) {
        stopListening()
        nextTurn?.close()
        nextTurn = nil
        sessions.close(then: handler)
    }
}

/// Where clients find the daemon.
enum SocketPlace: Hashable, CustomStringConvertible {
    case path(String)
    /// A listening socket that the system bound.
    case inherited(descriptor: Int32)

    var description: String {
        switch self {
        case .path(let path): path
        case .inherited(let descriptor): "the system's socket, descriptor \(descriptor)"
        }
    }
}
