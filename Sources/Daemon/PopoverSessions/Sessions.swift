// SPDX-License-Identifier: MIT

package import PopoverCore
package import PopoverModel
import PopoverWire

/// The sessions of all connections, and the clients without a connection.
///
/// Responsibilities:
/// 1. *Numbers.* Clients are numbered from 1; no number is used twice.
/// 2. *Quotas.* Limits the connections in all, of one user, and the new ones of one user in a
///    second, and the memory of a user's buffers. A refused connection gets `bye` `quota` and costs
///    the others nothing.
/// 3. *Fairness.* A session with lines left continues after the others had a batch, and a user with
///    many sessions after the other users; the output of a batch is sent at its end, in one piece
///    for each client.
///
/// Everything that clients send is posted as an event; sessions never ask the rules.
package final class Sessions {
    /// Refused connections that may wait at once until their peers have read `bye`.
    static let refusedLimit = 32
    /// Connections over the rate that still get a session to be refused in, per second.
    static let refusalsPerSecond: Int64 = 32

    /// In force from the next line, and the next connection, on.
    let settings: CurrentSettings
    package var limits: Limits { settings.limits }
    package var timing: Timing { settings.timing }
    package let counters = SessionCounters()
    let time: any TimeProvider
    let log: any SessionLog
    private let codec: MessageCodec
    /// Set once, by the engine, which owns this.
    unowned var engine: Engine?
    /// The shells that are connected, with their apps.
    var shells: [ClientID: String] = [:]
    /// The last shell has left, and none has come since.
    var isShellMissed = false
    /// `bye` `quota`, encoded once for a crowd.
    private let quotaBye: [UInt8]

    private var lastNumber: UInt64 = 0
    private(set) var sessions = ClientTable<Session>()
    private var refused: [ObjectIdentifier: Session] = [:]
    private var inProcessClients = ClientTable<any InProcessClient>()
    let accounts = UserAccounts()
    private var refusalRate: TokenBucket

    let unflushed = FlushQueue()
    var waitingSessions: [Session] = []
    /// The users over their share of the buffers, and those of them who have to wait for a turn.
    var (overflowing, waitingAccounts): ([UserAccount], [UserAccount]) = ([], [])
    /// Called when the last connection has closed, after `close(then:)`.
    private var onEmpty: (() -> Void)?

    /// Requests a call of `resumeWaitingSessions()` after all input of the loop's next iteration.
    package var onSessionsWaiting: (() -> Void)?

    init(
        _ time: any TimeProvider, settings: Settings, codec: MessageCodec, log: any SessionLog
    ) {
        self.time = time
        self.settings = CurrentSettings(settings)
        self.codec = codec
        quotaBye = codec.encoder.bye(.quota, retryAfter: ByeReason.quota.retry)
        self.log = log
        refusalRate = TokenBucket(
            perSecond: Self.refusalsPerSecond, burst: Self.refusalsPerSecond, now: time.now)
    }

    package func configure(_ settings: Settings) {
        let isNewRate = settings.limits.connectionsPerSecond != limits.connectionsPerSecond
        self.settings.replace(with: settings)
        if isNewRate { accounts.renewRates(newRate) }
    }

    // MARK: Connections

    /// Makes the peer a client, or refuses the connection.
    package func accept(_ connection: any Connection, _ peer: Credentials) {
        let account = account(of: peer.uid)
        if let limit = exceededLimit(for: account) {
            return refuse(connection, peer, account, limit)
        }
        counters.connectionsAccepted += 1
        let client = nextClient()
        let session = Session(
            connection, client: client, account: account, codec: codec, owner: self)
        account.connections += 1
        register(session, as: client)
        counters.mostClients = max(counters.mostClients, sessions.count)
        log.write(.debug, "client connected: client=\(client) uid=\(peer.uid) pid=\(peer.pid)")
        engine?.batch {
            engine?.post(.clientConnected(client, peer))
            session.start()
        }
    }

    /// The bytes to send to a connection that is closed right after its accept, without a session,
    /// since its user connects far too often; nil if the connection has to go through `accept`.
    package func immediateBye(toProcess pid: Int32, of uid: UInt32) -> [UInt8]? {
        let now = time.now
        guard accounts[uid]?.rate.isEmpty(at: now) == true,
            refused.count >= Self.refusedLimit || !refusalRate.spend(at: now)
        else { return nil }
        countRefusal(.connectionsPerSecond, pid: pid, uid: uid)
        return quotaBye
    }

    private func nextClient() -> ClientID {
        lastNumber += 1
        return ClientID(number: lastNumber)
    }

    // Moved out while they change, so that frequent look-ups need no exclusivity check.
    private func register(_ session: Session?, as client: ClientID) {
        var sessions = exchange(&self.sessions, with: ClientTable())
        sessions[client] = session
        self.sessions = sessions
    }

    private func register(_ inProcessClient: (any InProcessClient)?, as client: ClientID) {
        var clients = exchange(&inProcessClients, with: ClientTable())
        clients[client] = inProcessClient
        inProcessClients = clients
    }

    /// Adds a client without a connection.
    package func connect(
        _ inProcessClient: any InProcessClient, _ credentials: Credentials
    ) -> ClientID {
        let client = nextClient()
        register(inProcessClient, as: client)
        engine?.post(.clientConnected(client, credentials))
        return client
    }

    /// Removes a client without a connection, and tells the rules.
    package func removeInProcessClient(_ client: ClientID) {
        guard inProcessClients[client] != nil else { return }
        register(nil as (any InProcessClient)?, as: client)
        shellLeft(client, .client)
        engine?.post(.clientDisconnected(client))
    }

    private func account(of uid: UInt32) -> UserAccount {
        accounts.removeIdle(at: time.now)
        return accounts.open(uid, rate: newRate)
    }

    private var newRate: TokenBucket {
        let perSecond = Int64(limits.connectionsPerSecond)
        return TokenBucket(perSecond: perSecond, burst: perSecond * 2, now: time.now)
    }

    /// The limit that one more connection of this user would exceed.
    private func exceededLimit(for account: UserAccount) -> Limits.Name? {
        // A refused connection counts as well.
        if !account.rate.spend(at: time.now) { return .connectionsPerSecond }
        if sessions.count >= limits.clients { return .clients }
        if account.connections >= limits.clientsPerUser { endFirstWaiting(of: account) }
        return account.connections >= limits.clientsPerUser ? .clientsPerUser : nil
    }

    private func refuse(
        _ connection: any Connection, _ peer: Credentials, _ account: UserAccount,
        _ limit: Limits.Name
    ) {
        countRefusal(limit, pid: peer.pid, uid: peer.uid)
        guard refused.count < Self.refusedLimit else {
            // Sends what the kernel accepts at once, and does not wait until the peer has read it.
            _ = try? connection.write(quotaBye[...])
            return connection.close()
        }
        let session = Session(
            connection, client: ClientID(number: 0), account: account, codec: codec, owner: self)
        refused[ObjectIdentifier(session)] = session
        session.refuse()
    }

    private func countRefusal(_ limit: Limits.Name, pid: Int32, uid: UInt32) {
        counters.countRefusal(limit)
        counters.countDisconnect(.quota)
        log.limited(
            .warning, cause: "quota", LogSubject(.refused, user: uid, cause: limit.rawValue),
            "client refused: quota \(limit.rawValue)=\(limits[limit]) uid=\(uid) pid=\(pid)"
                + " connections=\(largestUsers)")
    }

    /// The users with the most connections, since the latest one need not be the culprit.
    private var largestUsers: String {
        accounts.byConnections.prefix(3).map { "\($0.uid):\($0.count)" }.joined(separator: ",")
            .logQuoted
    }

    /// The client with the most unread bytes; of several, the oldest.
    var mostUnread: (client: ClientID, bytes: Int)? {
        sessions.values.map { (client: $0.client, bytes: $0.backlog) }
            .max { ($0.bytes, $1.client) < ($1.bytes, $0.client) }
    }

    var unreadBytes: Int { sessions.values.reduce(0) { $0 + $1.backlog } }

    // MARK: Output

    /// Sends a client the lines that the body appends to its output.
    /// - Parameter sequence: the latest event that the lines cover: the answer to a subscription, or
    ///   a gap. The lines follow all earlier events.
    package func send(
        to client: ClientID, sequence: Int64? = nil, _ write: (inout [UInt8]) -> Void
    ) {
        if let session = sessions[client] {
            session.send(covering: sequence, write)
        } else if let inProcessClient = inProcessClients[client] {
            var lines: [UInt8] = []
            write(&lines)
            inProcessClient.send(lines, sequence: sequence)
        }
    }

    package func send(_ line: [UInt8], to clients: [ClientID]) {
        let line = Self.sharable(line)
        // One read of the properties, instead of one for each client.
        let (sessions, inProcessClients) = (sessions, inProcessClients)
        for client in clients {
            if let session = sessions[client] {
                session.broadcast(line)
            } else {
                inProcessClients[client]?.send(line, sequence: nil)
            }
        }
    }

    /// Sends clients the shield of a display, in place of an earlier one that was not sent yet.
    package func show(_ line: [UInt8], of display: String, to clients: [ClientID]) {
        let line = Self.sharable(line)
        let (sessions, inProcessClients) = (sessions, inProcessClients)
        for client in clients {
            if let session = sessions[client] {
                session.show(line, of: display)
            } else {
                inProcessClients[client]?.send(line, sequence: nil)
            }
        }
    }

    package func publish(_ event: BusEvent, _ line: [UInt8], to clients: [ClientID]) {
        let line = Self.sharable(line)
        let (sessions, inProcessClients) = (sessions, inProcessClients)
        for client in clients {
            if let session = sessions[client] {
                session.publish(event, line)
            } else {
                inProcessClients[client]?.send(line, sequence: event.sequence)
            }
        }
    }

    /// A copy without the memory that the encoder's buffer reserves.
    private static func sharable(_ line: [UInt8]) -> [UInt8] {
        var copy: [UInt8] = []
        copy.reserveCapacity(line.count)
        copy.append(contentsOf: line)
        return copy
    }

    package func disconnect(_ client: ClientID, _ reason: ByeReason?) {
        sessions[client]?.disconnect(reason)
        inProcessClients[client]?.disconnect()
    }

    /// Counts a line that was answered with an error before it reached the rules.
    func requestRejected(_ error: RequestError, of client: ClientID) {
        engine?.meter.failed(error)
        engine?.post(.clientHeard(client))
    }

    /// Sends the sessions' queued output, which may cause more; returns false if there was none.
    func flush() -> Bool {
        var hadOutput = false
        while let session = unflushed.popFirst() {
            session.flush()
            hadOutput = true
        }
        guard !overflowing.isEmpty else { return hadOutput }
        relieveOverflowing()
        return true
    }

    // MARK: The end

    func clientLeft(_ session: Session, _ cause: DisconnectCause, backlog: Int) {
        counters.countDisconnect(cause)
        // The rules forget the app with the event below.
        let app = engine?.app(of: session.client)
        func line() -> String {
            "client disconnected: \(cause.rawValue) client=\(session.client)"
                + "\(Self.appField(app)) uid=\(session.account.uid)"
        }
        let subject = LogSubject(
            .disconnected, client: session.client, app: app, user: session.account.uid,
            cause: cause.rawValue)
        switch cause {
        case .client, .shutdown: log.write(.debug, subject, line())
        case .failure, .slow, .malformed, .flood, .quota, .helloTimeout:
            log.limited(
                .notice, cause: cause.rawValue, subject, "\(line()) unreadBytes=\(backlog)")
        }
        shellLeft(session.client, cause)
        engine?.post(.clientDisconnected(session.client))
    }

    func connectionClosed(_ session: Session) {
        refused[ObjectIdentifier(session)] = nil
        if sessions[session.client] === session {
            session.account.connections -= 1
            register(nil as Session?, as: session.client)
        }
        if sessions.isEmpty && refused.isEmpty { onEmpty?() }
    }

    /// Flushes and ends all connections; calls `handler` when all are closed.
    package func close(then handler: @escaping () -> Void) {
        onSessionsWaiting = nil
        onEmpty = { [unowned self] in
            onEmpty = nil
            handler()
        }
        engine?.batch {
            for session in Array(sessions.values) {
                session.skipLingering()
                session.disconnect(.shutdown)
            }
            for session in refused.values { session.close(.quota) }
        }
        if sessions.isEmpty && refused.isEmpty { onEmpty?() }
    }
}
