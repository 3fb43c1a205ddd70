// SPDX-License-Identifier: MIT

package import PopoverCore
package import PopoverModel
import PopoverWire

/// All connections' sessions, and the clients that have none.
///
/// What it is responsible for:
/// 1. *Numbers.* Clients are numbered from 1, never again.
/// 2. *Room.* So many connections in all, so many of one user, and so many new ones of one user in
///    a second; who is over is told `bye` `quota`, and costs the others nothing.
/// 3. *Turns.* Sessions with lines left have their next turn when the others had theirs, and what
///    a turn has written goes out at its end, in one piece for each client.
///
/// What it is told goes to the inbox; it never asks the rules.
package final class Sessions: SessionOwner {
    /// Refused connections that are waited for until they have read their `bye`.
    static let farewells = 32
    /// So many of a user's crowd in a second are told `bye` as everybody is; see `lastWords`.
    static let courtesiesPerSecond: Int64 = 32

    /// In force from the next line, and the next connection, on.
    let settings: SettingsInForce
    package var limits: Limits { settings.limits }
    package var timing: Timing { settings.timing }
    package let counters: SessionCounters
    let time: any Timekeeper
    private let log: any SessionLog
    private let codec: MessageCodec
    private let inbox: Inbox
    /// A crowd is told so, so that it is written once.
    private let lastWords: [UInt8]

    private var lastNumber: UInt64 = 0
    private var sessions = ClientTable<Session>()
    /// Refused ones, by a number of their own.
    private var refused: [ObjectIdentifier: Session] = [:]
    /// Clients without a connection.
    private var guests = ClientTable<any InProcessClient>()
    private var rates: [UInt32: TokenBucket] = [:]
    private var courtesies: TokenBucket

    let unflushed = FlushQueue()
    private var waitingForTurn: [Session] = []
    /// Called when the last connection has closed, after `close(then:)`.
    private var onEmpty: (() -> Void)?

    /// Sessions wait for `giveTurns()`; it is to come after everyone else's input of the next turn.
    package var wantTurns: (() -> Void)?

    package init(
        _ time: any Timekeeper, settings: Settings, codec: MessageCodec, counters: SessionCounters,
        inbox: Inbox, log: any SessionLog
    ) {
        self.time = time
        self.settings = SettingsInForce(settings)
        self.codec = codec
        lastWords = codec.encoder.bye(.quota, retryAfter: ByeReason.quota.retryAfter)
        self.counters = counters
        self.inbox = inbox
        self.log = log
        courtesies = TokenBucket(
            perSecond: Self.courtesiesPerSecond, burst: Self.courtesiesPerSecond, now: time.now)
        inbox.flush = { [unowned self] in flush() }
    }

    package func configure(_ settings: Settings) {
        self.settings.replace(by: settings)
    }

    // MARK: Connections

    /// Makes a client of whoever is at the other end, or refuses.
    package func accept(_ connection: any Connection, _ peer: Credentials) {
        if let reason = refusal(of: peer.uid) { return refuse(connection, peer, reason) }
        counters.connectionsAccepted += 1
        let client = nextClient()
        let session = Session(connection, client: client, uid: peer.uid, codec: codec, owner: self)
        remember(session, as: client)
        counters.mostClients = max(counters.mostClients, sessions.count)
        log.write(.debug, "\(client) connected: process \(peer.pid) of user \(peer.uid)")
        turn {
            inbox.post(.clientConnected(client, peer))
            session.start()
        }
    }

    /// What somebody is told for whom nothing is to be made, neither a session nor a place to wait
    /// until they have read it: their user comes far more often than is allowed. nil: see `accept`.
    package func lastWords(toProcess pid: Int32, of uid: UInt32) -> [UInt8]? {
        let now = time.now
        guard rates[uid]?.isEmpty(at: now) == true,
            refused.count >= Self.farewells || !courtesies.take(at: now)
        else { return nil }
        count(.connectionsPerSecond, refusedTo: pid, of: uid)
        return lastWords
    }

    private func nextClient() -> ClientID {
        lastNumber += 1
        return ClientID(number: lastNumber)
    }

    // Out of its place while it changes, so that who looks into it need not check that it does not.
    private func remember(_ session: Session?, as client: ClientID) {
        var sessions = exchange(&self.sessions, with: ClientTable())
        sessions[client] = session
        self.sessions = sessions
    }

    private func remember(_ guest: (any InProcessClient)?, as client: ClientID) {
        var guests = exchange(&self.guests, with: ClientTable())
        guests[client] = guest
        self.guests = guests
    }

    /// Makes a client of somebody who has no connection.
    package func admit(_ guest: any InProcessClient, _ credentials: Credentials) -> ClientID {
        let client = nextClient()
        remember(guest, as: client)
        inbox.post(.clientConnected(client, credentials))
        return client
    }

    /// Forgets a guest; the rules are told that the client is gone.
    package func dismiss(_ guest: ClientID) {
        guard guests[guest] != nil else { return }
        remember(nil as (any InProcessClient)?, as: guest)
        inbox.post(.clientDisconnected(guest))
    }

    /// The limit that one more connection of this user would pass.
    private func refusal(of uid: UInt32) -> Limits.Name? {
        // Users whose buckets are full again need none, so that there are never many.
        rates = rates.filter { !$0.value.isFull(at: time.now) }
        let perSecond = Int64(limits.connectionsPerSecond)
        let fresh = TokenBucket(perSecond: perSecond, burst: perSecond * 2, now: time.now)
        // Who is refused has come all the same.
        let isWithin = rates[uid, default: fresh].take(at: time.now)
        if !isWithin { return .connectionsPerSecond }
        if sessions.count >= limits.clients { return .clients }
        let ofUser = sessions.values.count { $0.uid == uid }
        return ofUser >= limits.clientsPerUser ? .clientsPerUser : nil
    }

    private func refuse(
        _ connection: any Connection, _ peer: Credentials, _ limit: Limits.Name
    ) {
        count(limit, refusedTo: peer.pid, of: peer.uid)
        guard refused.count < Self.farewells else {
            // It is told what the kernel takes at once, and whether it reads that is its affair.
            _ = try? connection.write(lastWords[...])
            return connection.close()
        }
        let session = Session(
            connection, client: ClientID(number: 0), uid: peer.uid, codec: codec, owner: self)
        refused[ObjectIdentifier(session)] = session
        session.refuse()
    }

    private func count(_ limit: Limits.Name, refusedTo pid: Int32, of uid: UInt32) {
        counters.countRefusal(limit)
        counters.countDisconnect(.quota)
        log.limited(
            .warning, cause: "quota", LogSubject(.refused, user: uid, cause: limit.rawValue),
            "process \(pid) of user \(uid) was refused: over the limit \(limit.rawValue);"
                + " most connections: \(holders)")
    }

    /// Who has the most connections, so that the blame does not fall on who came last.
    private var holders: String {
        connectionsOfUsers.prefix(3).map { "user \($0.uid) \($0.count)" }.joined(separator: ", ")
    }

    /// Users and how many connections each has, those with the most first.
    var connectionsOfUsers: [(uid: UInt32, count: Int)] {
        var counts: [UInt32: Int] = [:]
        for session in sessions.values { counts[session.uid, default: 0] += 1 }
        return counts.sorted { ($0.value, $1.key) > ($1.value, $0.key) }
            .map { (uid: $0.key, count: $0.value) }
    }

    /// The client that leaves the most unread now; of several, the oldest.
    var mostUnread: (client: ClientID, bytes: Int)? {
        sessions.values.map { (client: $0.client, bytes: $0.backlog) }
            .max { ($0.bytes, $1.client) < ($1.bytes, $0.client) }
    }

    /// Bytes that wait for all clients together.
    var unreadBytes: Int { sessions.values.reduce(0) { $0 + $1.backlog } }

    // MARK: Output

    /// - Parameter sequence: of the latest event of which the line tells: an answer to a
    ///   subscription, or a gap. It comes after the events before.
    package func send(_ lines: [UInt8], to client: ClientID, sequence: Int64? = nil) {
        if let session = sessions[client] {
            session.send(lines, afterEvents: sequence != nil)
        } else {
            guests[client]?.take(lines, sequence: sequence)
        }
    }

    /// The same line to all of these.
    package func send(_ line: [UInt8], to clients: [ClientID]) {
        let line = Self.sharable(line)
        // Who is there now: the table is looked at once, and not once for each.
        let (sessions, guests) = (sessions, guests)
        for client in clients {
            if let session = sessions[client] {
                session.tell(line)
            } else {
                guests[client]?.take(line, sequence: nil)
            }
        }
    }

    /// One event to all of these.
    package func publish(_ event: BusEvent, _ line: [UInt8], to clients: [ClientID]) {
        let line = Self.sharable(line)
        let (sessions, guests) = (sessions, guests)
        for client in clients {
            if let session = sessions[client] {
                session.publish(event, line)
            } else {
                guests[client]?.take(line, sequence: event.sequence)
            }
        }
    }

    /// The line without the memory that its writer keeps for others.
    private static func sharable(_ line: [UInt8]) -> [UInt8] {
        var copy: [UInt8] = []
        copy.reserveCapacity(line.count)
        copy.append(contentsOf: line)
        return copy
    }

    /// An owner was asked to take its popover off the screen, and did not answer in time.
    func tellMissed(_ closed: ClosedPopover, by client: ClientID) {
        let app = inbox.app(of: client)
        let name = app.map { "\(client) (\($0))" } ?? "\(client)"
        log.limited(
            .notice, cause: "unresponsive",
            LogSubject(
                .ownerMissed, client: client, app: app, display: closed.display,
                popover: closed.popover),
            "\(name) did not close \(closed.popover) on \(closed.display) in time")
    }

    package func disconnect(_ client: ClientID, _ reason: ByeReason?) {
        sessions[client]?.leave(reason)
        guests[client]?.leave()
    }

    // MARK: Turns

    package func post(_ event: Event) {
        inbox.post(event)
    }

    func refused(_ failure: RequestError) { inbox.meter.failed(failure) }

    package func turn(_ work: () -> Void) {
        inbox.turn(work)
    }

    /// Sends out what sessions have to say; false when there was nothing.
    private func flush() -> Bool {
        var hadOutput = false
        while let session = unflushed.takeFirst() {
            session.flush()
            hadOutput = true
        }
        return hadOutput
    }

    func wantsTurn(_ session: Session) {
        guard !session.isInTurnQueue else { return }
        session.isInTurnQueue = true
        waitingForTurn.append(session)
        wantTurns?()
    }

    /// Lets those go on that have lines left.
    package func giveTurns() {
        let sessions = waitingForTurn
        waitingForTurn.removeAll(keepingCapacity: true)
        for session in sessions {
            session.isInTurnQueue = false
            turn { session.takeTurn() }
        }
    }

    // MARK: The end

    func left(_ session: Session, _ cause: DisconnectCause, backlog: Int) {
        counters.countDisconnect(cause)
        // The rules forget who it was with the event.
        let app = inbox.app(of: session.client)
        let name = app.map { "\(session.client) (\($0))" } ?? "\(session.client)"
        let line = "\(name) of user \(session.uid) left: \(cause.rawValue)"
        let subject = LogSubject(
            .disconnected, client: session.client, app: app, user: session.uid,
            cause: cause.rawValue)
        switch cause {
        case .client, .shutdown: log.write(.debug, subject, line)
        case .failure, .slow, .malformed, .flood, .quota, .helloTimeout:
            log.limited(
                .notice, cause: cause.rawValue, subject, "\(line), \(backlog) bytes unread")
        }
        inbox.post(.clientDisconnected(session.client))
    }

    func closed(_ session: Session) {
        refused[ObjectIdentifier(session)] = nil
        if sessions[session.client] === session { remember(nil as Session?, as: session.client) }
        if sessions.isEmpty && refused.isEmpty { onEmpty?() }
    }

    /// Ends all connections, with what was written, and calls `handler` when all are closed.
    package func close(then handler: @escaping () -> Void) {
        wantTurns = nil
        onEmpty = { [unowned self] in
            onEmpty = nil
            handler()
        }
        turn {
            for session in Array(sessions.values) {
                session.hurry()
                session.leave(.shutdown)
            }
            for session in refused.values { session.close(.quota) }
        }
        if sessions.isEmpty && refused.isEmpty { onEmpty?() }
    }
}
