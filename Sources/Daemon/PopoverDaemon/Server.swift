// SPDX-License-Identifier: MIT

import LibUV
import PopoverCore
import PopoverModel
import PopoverSessions

/// Listens on the daemon's socket and passes every connection to the sessions.
final class Server {
    /// The listening address, for messages.
    private(set) var address = ""
    /// The absolute path of the socket; nil if it has none.
    var path: String? { listener?.path.map(System.absolutePath(of:)) }
    private let loop: Loop
    private let sessions: Sessions
    private let log: Log
    private var listener: PipeListener?
    private var resumption: Wakeup?

    init(_ loop: Loop, sessions: Sessions, log: Log) {
        self.loop = loop
        self.sessions = sessions
        self.log = log
    }

    /// Binds the socket. No connection is accepted before `listen()`.
    func bind(to address: ListenAddress) throws(UVError) {
        switch address {
        case .path(let path): listener = try PipeListener(loop, path: path)
        case .inherited(let descriptor): listener = try PipeListener(loop, descriptor: descriptor)
        }
        self.address = address.description
    }

    func listen() throws(UVError) {
        guard let listener else { return }
        let resumption = try Wakeup(loop) { [unowned self] in sessions.resumeWaitingSessions() }
        self.resumption = resumption
        // A wake-up, not a timer: it comes after all input of the loop's next iteration.
        sessions.onSessionsWaiting = { resumption.send() }
        listener.onShortage = { [unowned self] error in
            sessions.counters.acceptsDelayed += 1
            log.limited(.warning, cause: "accept", "accept delayed: error=\("\(error)".logQuoted)")
        }
        listener.onArrival = { [unowned self] peer in
            sessions.immediateBye(toProcess: peer.pid, of: peer.uid)
        }
        listener.onRestoration = { [log, address] in log.restored(address, error: $0) }
        try listener.listen { [unowned self] connection in accept(connection) }
    }

    private func accept(_ connection: PipeConnection) {
        let peer: PeerCredentials
        do throws(UVError) {
            peer = try connection.peerCredentials()
        } catch {
            // The peer may have gone already.
            log.limited(
                .info, cause: "credentials", "connection dropped: error=\("\(error)".logQuoted)")
            return connection.close()
        }
        sessions.accept(
            SocketConnection(connection),
            Credentials(pid: peer.pid, uid: peer.uid, gid: peer.gid, groups: peer.groups))
    }

    /// Connects to its own socket; calls `handler` when that was accepted (`PipeListener.probe`).
    func probe(then handler: @escaping () -> Void) throws(UVError) {
        try listener?.probe(then: handler)
    }

    /// Stops accepting and removes the socket.
    func stopListening() {
        listener?.close()
        listener = nil
    }

    func close(then handler: @escaping () -> Void) {
        stopListening()
        resumption?.close()
        resumption = nil
        sessions.close(then: handler)
    }
}

extension Log {
    /// Logs that a socket file was removed or replaced, and whether it was made again.
    func restored(_ address: String, error: UVError?) {
        if let error {
            return limited(
                .error, cause: "socket", "socket file lost: error=\("\(error)".logQuoted)")
        }
        limited(.warning, cause: "socket", "socket file made again: socket=\(address.logQuoted)")
    }
}

enum ListenAddress: Hashable, CustomStringConvertible {
    case path(String)
    /// A socket that systemd has bound.
    case inherited(descriptor: Int32)

    var description: String {
        switch self {
        case .path(let path): path
        case .inherited(let descriptor): "the inherited socket, descriptor \(descriptor)"
        }
    }
}
