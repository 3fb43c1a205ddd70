// SPDX-License-Identifier: MIT

internal import PopoverClient
internal import PopoverModel
internal import PopoverWire

/// The connection and all that is known about it: touched by its own thread alone.
///
/// It makes a connection, says hello, tells the daemon what it has to know, and then takes lines and
/// orders until the connection ends; and again, after a pause that doubles, until it is told to leave.
/// Nothing in it waits without a deadline but for lines and orders.
final class Wire {
    typealias Members = @Sendable (inout JSONWriter) -> Void
    typealias Reply = (Result<JSONNode, ClientError>) -> Void

    /// A request that is not answered.
    struct Waiting {
        let ticket: UInt64
        let method: String
        /// nil: it may take as long as people do.
        let deadline: Instant?
        let reply: Reply
    }

    /// Who waits for a daemon.
    private struct Readiness {
        let continuation: CheckedContinuation<Void, any Error>
        let deadline: Instant?
    }

    /// A popover of this connection's, or of one that is gone.
    struct Owned {
        let key: String?
        let draftRevision: Int64
        let events: AsyncStream<PopoverEvent>.Continuation
        /// The daemon's question, while it is not answered.
        var question: DaemonRequest?
        var isAsked = false
        /// What was handed over and not confirmed.
        var handed: Work?
        /// Its owner, or the daemon, wants none of its work.
        var isDismissed = false
        /// Tells it from those of other daemons, which give the same names.
        let ticket: UInt64
    }

    let settings: Client.Settings
    let mailbox: Mailbox
    let signals: Client.Signals

    var channel: LineChannel?
    var isReady = false
    var isOver = false
    var waiting: [RequestNumber: Waiting] = [:]
    /// Whom nobody waits for any more: what they still get is given back.
    var abandoned: [RequestNumber: String] = [:]
    private var cancelledEarly: Set<UInt64> = []

    /// What each new daemon is told, in the order in which it was first said.
    var kept: [KeptPlace] = []
    var popovers: [PopoverID: Owned] = [:]
    /// Those whose connection has ended and whose owners are asked for their work.
    var parting: [PopoverID: Owned] = [:]
    var partingSince: Instant?
    var partingCause = EndCause.connectionLost
    /// Those that have ended before their owners had answered, by their tickets.
    var late: [UInt64: Owned] = [:]
    var subscribers: [Subscriber] = []
    /// Work that no daemon has yet, oldest first.
    var works: [(key: String, content: JSONText, revision: Int64)] = []
    var revisions: [String: Int64] = [:]
    private var whoWaitForReadiness: [UInt64: Readiness] = [:]
    /// When the daemon of the latest hello has started, and how long it waits for work.
    var daemonStarted: Int64?
    var closeLimit = Interval.milliseconds(250)
    private var whoRest: [UInt64: Readiness] = [:]
    private var whoWaitForTheEnd: [CheckedContinuation<Void, Never>] = []
    private var lastRefusal: ClientError?
    private var hasBeenReady = false

    static let firstPause = Interval.milliseconds(250)
    static let longestPause = Interval.milliseconds(30_000)
    /// As many works wait for a daemon; of more the oldest is lost.
    static let mostWorks = 64

    init(_ settings: Client.Settings, mailbox: Mailbox, signals: Client.Signals) {
        self.settings = settings
        self.mailbox = mailbox
        self.signals = signals
    }

    // MARK: The thread

    /// Runs until `leave`.
    func run() {
        var pause = Self.firstPause
        while !isOver {
            var stayAway: Interval?
            do throws(ClientError) {
                try serve { pause = Self.firstPause }
            } catch {
                let isFinal = error.isFinal || isStillForbidden(error)
                lastRefusal = error
                stayAway = channel?.retryAfter
                lose(error, isFinal: isFinal)
            }
            let end = Instant.now + max(pause, stayAway ?? pause)
            pause = pause.doubled(upTo: Self.longestPause)
            while !isOver, Instant.now < end { idle(until: end) }
        }
        finish()
    }

    private func serve(_ begun: () -> Void) throws(ClientError) {
        channel = try LineChannel(path: settings.path, deadline: .now + settings.timeout)
        try greet()
        begun()
        becomeReady()
        while !isOver {
            let watch = SocketStream.Watch(input: mailbox.readEnd)
            switch try channel?.next(deadline: nextDeadline, watch: watch) {
            case .line(let line): try take(line)
            case .input: carryOutOrders()
            case .deadline: expire()
            case nil: return
            }
        }
    }

    /// Without a connection: orders are carried out, and deadlines pass.
    private func idle(until end: Instant) {
        let next = min(nextDeadline ?? end, end)
        let left = max(0, (next - .now).milliseconds)
        mailbox.wait(milliseconds: Int32(clamping: left + 1))
        carryOutOrders()
        expire()
    }

    private func carryOutOrders() {
        for order in mailbox.takeOrders() { order(self) }
    }

    // MARK: Requests

    /// When something happens by itself.
    private var nextDeadline: Instant? {
        let deadlines =
            waiting.values.map(\.deadline) + whoWaitForReadiness.values.map(\.deadline)
            + whoRest.values.map(\.deadline)
        return (deadlines + [partingDeadline]).compactMap(\.self).min()
    }

    private func expire() {
        let now = Instant.now
        for (number, request) in waiting where request.deadline.map({ $0 <= now }) == true {
            abandon(number)
            request.reply(.failure(.timedOut("no answer to \(request.method)")))
        }
        for (ticket, who) in whoWaitForReadiness
        where who.deadline.map({ $0 <= now }) == true {
            whoWaitForReadiness[ticket] = nil
            who.continuation.resume(throwing: refusal)
        }
        for (ticket, who) in whoRest where who.deadline.map({ $0 <= now }) == true {
            whoRest[ticket] = nil
            who.continuation.resume()
        }
        if let deadline = partingDeadline, deadline <= now { endPartings() }
    }

    /// Sends a request; its reply comes later, or at once where there is no daemon.
    func begin(
        _ method: String, ticket: UInt64, timeout: Interval?, _ members: Members,
        reply: @escaping Reply
    ) {
        guard cancelledEarly.remove(ticket) == nil else {
            return reply(.failure(.timedOut("\(method) was cancelled")))
        }
        guard isReady, let channel else {
            return reply(.failure(.disconnected(reason: "the daemon cannot be reached")))
        }
        do throws(ClientError) {
            let number = try channel.send(
                method, deadline: .now + settings.timeout, members)
            waiting[number] = Waiting(
                ticket: ticket, method: method, deadline: timeout.map { .now + $0 }, reply: reply)
        } catch {
            reply(.failure(error))
        }
    }

    /// Its task waits no more.
    func cancel(_ ticket: UInt64) {
        let waiter = whoWaitForReadiness.removeValue(forKey: ticket)
        if let ready = waiter ?? whoRest.removeValue(forKey: ticket) {
            return ready.continuation.resume(throwing: CancellationError())
        }
        guard let (number, request) = waiting.first(where: { $0.value.ticket == ticket }) else {
            // Its request is still to come, or was answered: the set is for the former.
            if cancelledEarly.count < 1024 { cancelledEarly.insert(ticket) }
            return
        }
        abandon(number)
        request.reply(.failure(.timedOut("\(request.method) was cancelled")))
    }

    private func abandon(_ number: RequestNumber) {
        guard let request = waiting.removeValue(forKey: number) else { return }
        let methods = ["popover.open", "popover.detach", "view.present", "alert.raise"]
        guard methods.contains(request.method) else { return }
        abandoned[number] = request.method
        tell("request.cancel") { $0.member("request", number.number) }
    }

    /// A request of which nobody wants to know how it went.
    func tell(_ method: String, _ members: (inout JSONWriter) -> Void) {
        // Where it cannot be sent the connection is over, which reading shows.
        _ = try? channel?.send(method, deadline: .now + settings.timeout, members)
    }

    /// Sends a request and waits for its answer, before anybody else may.
    @discardableResult
    func ask(
        _ method: String, _ members: (inout JSONWriter) -> Void
    ) throws(ClientError) -> JSONNode {
        guard let channel else { throw .disconnected(reason: nil) }
        let deadline = Instant.now + settings.timeout
        let number = try channel.send(method, deadline: deadline, members)
        while true {
            switch try channel.next(deadline: deadline, watch: SocketStream.Watch()) {
            case .line(.reply(let answered, let result)) where answered == number:
                do { return try result.get() } catch { throw .daemon(error) }
            case .line(let line): try take(line)
            case .input: continue
            case .deadline: throw .timedOut("no answer to \(method)")
            }
        }
    }

    // MARK: Beginnings and ends

    private func becomeReady() {
        isReady = true
        hasBeenReady = true
        lastRefusal = nil
        for who in whoWaitForReadiness.values { who.continuation.resume() }
        whoWaitForReadiness = [:]
        signals.connections.yield(.ready)
    }

    /// Waits for a daemon, or for the reason why there will be none.
    func awaitReadiness(
        _ ticket: UInt64, _ continuation: CheckedContinuation<Void, any Error>,
        until deadline: Instant?
    ) {
        if isReady { return continuation.resume() }
        guard cancelledEarly.remove(ticket) == nil else {
            return continuation.resume(throwing: CancellationError())
        }
        whoWaitForReadiness[ticket] = Readiness(continuation: continuation, deadline: deadline)
    }

    /// Lets somebody rest.
    func rest(
        _ ticket: UInt64, _ continuation: CheckedContinuation<Void, any Error>,
        until deadline: Instant
    ) {
        whoRest[ticket] = Readiness(continuation: continuation, deadline: deadline)
    }

    /// Why there is no daemon.
    var refusal: ClientError {
        lastRefusal ?? .noDaemon(path: settings.path, cause: "it has not answered in time")
    }

    /// A socket that is just being made may not be everybody's yet: it is tried twice.
    private func isStillForbidden(_ error: ClientError) -> Bool {
        guard case .noAccess = error else { return false }
        return lastRefusal == error
    }

    private func lose(_ error: ClientError, isFinal: Bool = false) {
        let wasReady = isReady
        channel = nil
        isReady = false
        abandoned = [:]
        let unanswered = waiting
        waiting = [:]
        for request in unanswered.values { request.reply(.failure(error)) }
        for index in subscribers.indices { subscribers[index].isLive = false }
        partFromPopovers(.connectionLost)
        if wasReady { signals.connections.yield(.lost) }
        // The first time there is somebody who wants to know at once what will not change.
        if !hasBeenReady, isFinal {
            for who in whoWaitForReadiness.values { who.continuation.resume(throwing: error) }
            whoWaitForReadiness = [:]
        }
    }

    /// Hands over what there is, and ends.
    func leave(then continuation: CheckedContinuation<Void, Never>? = nil) {
        if let continuation { whoWaitForTheEnd.append(continuation) }
        guard !isOver else { return }
        if isReady {
            partFromPopovers(.closed(.clientGone))
            let deadline = Instant.now + closeLimit
            while !parting.isEmpty, Instant.now < deadline { idle(until: deadline) }
            endPartings()
            // What no daemon takes any more is lost, as it would be when the program ends.
            try? handOverWorks()
        }
        isOver = true
    }

    private func finish() {
        lose(.closed)
        endPartings()
        for subscriber in subscribers { subscriber.buffer.end() }
        for who in whoWaitForReadiness.values { who.continuation.resume(throwing: refusal) }
        whoWaitForReadiness = [:]
        for who in whoRest.values { who.continuation.resume(throwing: ClientError.closed) }
        whoRest = [:]
        signals.finish()
        mailbox.end()
        for continuation in whoWaitForTheEnd { continuation.resume() }
    }
}

extension ClientError {
    /// Whether it would be the same the next time.
    fileprivate var isFinal: Bool {
        switch self {
        case .protocolMismatch: true
        case .daemon(let error):
            error.code == DaemonError.notPermitted || error.code == DaemonError.badParameter
        case .noDaemon, .noAccess, .disconnected, .timedOut, .notUnderstood, .outputClosed: false
        }
    }
}
