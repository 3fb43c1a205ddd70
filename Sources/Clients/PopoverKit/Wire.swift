// SPDX-License-Identifier: MIT

internal import PopoverClient
internal import PopoverModel
internal import PopoverWire

/// The connection and its state, confined to its own thread.
///
/// It connects, says hello, registers everything again, and then handles lines and orders until the
/// connection ends. It reconnects after a pause that doubles, until `leave`. Only waiting for lines and
/// orders has no deadline.
final class Wire {
    typealias Members = @Sendable (inout JSONWriter) -> Void
    typealias Reply = (Result<JSONNode, ClientError>) -> Void

    /// A request without a response yet.
    struct Waiting {
        let ticket: UInt64
        let method: String
        /// nil waits forever, because people answer.
        let deadline: Instant?
        let reply: Reply
    }

    /// A task that waits for the connection or for a time.
    private struct Waiter {
        let continuation: CheckedContinuation<Void, any Error>
        let deadline: Instant?
    }

    /// A popover of this connection, or of a lost one.
    struct Owned {
        let key: String?
        /// Its draft is later than this revision.
        let revision: Int64
        /// In which it was granted.
        var session: SessionID?
        let events: AsyncStream<PopoverEvent>.Continuation
        /// The daemon's willClose, until it is answered.
        var question: DaemonRequest?
        var isAsked = false
        /// The draft that was handed over, but not confirmed.
        var handed: Work?
        /// The draft is not needed.
        var isDismissed = false
        /// Unique across reconnects; ids of popovers are not.
        let ticket: UInt64
    }

    /// Drafts that no daemon has confirmed.
    struct KeptWork {
        let key: String
        let content: JSONText
        let revision: Int64
        let session: SessionID?
        /// The number of the last request when the daemon got it, too late for a confirmation; nil
        /// if it waits for a connection.
        var told: Int64?
    }

    let settings: Client.Settings
    let orders: OrderQueue
    let signals: Client.Signals

    var channel: LineChannel?
    var isReady = false
    var isOver = false
    var waiting: [RequestNumber: Waiting] = [:]
    /// Requests that no task waits for; what they are still granted is returned.
    var abandoned: [RequestNumber: String] = [:]
    private var canceledEarly: Set<UInt64> = []

    /// Regions to register after a reconnect, in their first order.
    var kept: [KeptRegion] = []
    var popovers: [PopoverID: Owned] = [:]
    /// Popovers of a lost connection whose owners are asked for their drafts.
    var parting: [PopoverID: Owned] = [:]
    var partingSince: Instant?
    var partingCause = EndCause.connectionLost
    /// Popovers that ended before their owners answered, by ticket.
    var late: [UInt64: Owned] = [:]
    /// Each `panel.willClose` of this connection, until it is answered.
    var panelQuestions: [PanelID: (ticket: UInt64, request: DaemonRequest)] = [:]
    var subscribers: [Subscriber] = []
    /// The oldest first.
    var works: [KeptWork] = []
    var revisions: [Name: Int64] = [:]
    /// Advice that was told.
    var advised: Set<Advice> = []
    private var readyWaiters: [UInt64: Waiter] = [:]
    /// The daemon's start time, and how long it waits for a draft, from the latest hello.
    var daemonStarted: Int64?
    var closeLimit = Interval.milliseconds(250)
    private var sleepers: [UInt64: Waiter] = [:]
    private var endWaiters: [CheckedContinuation<Void, Never>] = []
    private var lastError: ClientError?
    /// The socket. Once found, it stays: a client that followed a restart to another daemon would not
    /// come back.
    private var path: String?
    private var hasBeenReady = false

    static let firstPause = Interval.milliseconds(250)
    static let longestPause = Interval.milliseconds(30_000)
    /// The number of drafts kept for a reconnect; beyond it the oldest is dropped.
    static let maximumWorks = 64
    /// The number of pieces of advice that are remembered; further advice is not told.
    static let maximumAdvice = 64

    init(_ settings: Client.Settings, orders: OrderQueue, signals: Client.Signals) {
        self.settings = settings
        path = settings.path
        self.orders = orders
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
                lastError = error
                stayAway = channel?.retryAfter
                disconnect(error, isFinal: isFinal)
            }
            let end = Instant.now + max(pause, stayAway ?? pause)
            pause = pause.doubled(upTo: Self.longestPause)
            while !isOver, Instant.now < end { idle(until: end) }
        }
        finish()
    }

    private func serve(_ begun: () -> Void) throws(ClientError) {
        channel = try LineChannel(path: path, deadline: .now + settings.timeout)
        try greet()
        path = channel?.path
        begun()
        becomeReady()
        while !isOver {
            let watch = SocketStream.Watch(input: orders.readEnd)
            switch try channel?.next(deadline: nextDeadline, watch: watch) {
            case .line(let line): try handle(line)
            case .input: runOrders()
            case .deadline: expire()
            case nil: return
            }
        }
    }

    /// Runs orders and expires deadlines while there is no connection.
    private func idle(until end: Instant) {
        let next = min(nextDeadline ?? end, end)
        let left = max(0, (next - .now).milliseconds)
        orders.wait(milliseconds: Int32(clamping: left + 1))
        runOrders()
        expire()
    }

    private func runOrders() {
        for order in orders.drain() { order(self) }
    }

    // MARK: Requests

    /// The next deadline of all.
    private var nextDeadline: Instant? {
        let deadlines =
            waiting.values.map(\.deadline) + readyWaiters.values.map(\.deadline)
            + sleepers.values.map(\.deadline)
        return (deadlines + [partingDeadline]).compactMap(\.self).min()
    }

    private func expire() {
        let now = Instant.now
        for (number, request) in waiting where request.deadline.map({ $0 <= now }) == true {
            abandon(number)
            request.reply(.failure(.timedOut("no response to \(request.method)")))
        }
        for (ticket, waiter) in readyWaiters
        where waiter.deadline.map({ $0 <= now }) == true {
            readyWaiters[ticket] = nil
            waiter.continuation.resume(throwing: connectionError)
        }
        for (ticket, waiter) in sleepers where waiter.deadline.map({ $0 <= now }) == true {
            sleepers[ticket] = nil
            waiter.continuation.resume()
        }
        if let deadline = partingDeadline, deadline <= now { endPartings() }
    }

    /// Sends a request; without a connection, it replies with an error at once.
    func begin(
        _ method: String, ticket: UInt64, timeout: Interval?, _ members: Members,
        reply: @escaping Reply
    ) {
        guard canceledEarly.remove(ticket) == nil else {
            return reply(.failure(.timedOut("\(method) was canceled")))
        }
        guard isReady, let channel else {
            return reply(.failure(.disconnected(reason: "await Client.ready() to reconnect")))
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

    /// Cancels a request whose task was canceled.
    func cancel(_ ticket: UInt64) {
        let waiter = readyWaiters.removeValue(forKey: ticket)
        if let ready = waiter ?? sleepers.removeValue(forKey: ticket) {
            return ready.continuation.resume(throwing: CancellationError())
        }
        guard let (number, request) = waiting.first(where: { $0.value.ticket == ticket }) else {
            // The request has not been sent yet, or was answered already.
            if canceledEarly.count < 1024 { canceledEarly.insert(ticket) }
            return
        }
        abandon(number)
        request.reply(.failure(.timedOut("\(request.method) was canceled")))
    }

    private func abandon(_ number: RequestNumber) {
        guard let request = waiting.removeValue(forKey: number) else { return }
        let methods = ["popover.open", "popover.detach", "view.present", "alert.raise"]
        guard methods.contains(request.method) else { return }
        abandoned[number] = request.method
        notify("request.cancel") { $0.member("request", number.number) }
    }

    /// Sends a request and ignores its response.
    func notify(_ method: String, _ members: (inout JSONWriter) -> Void) {
        // If this cannot be sent, the connection has ended, which the next read reports.
        _ = try? channel?.send(method, deadline: .now + settings.timeout, members)
    }

    /// Sends a request and waits for its response on this thread.
    @discardableResult
    func ask(_ request: Request) throws(ClientError) -> JSONNode {
        guard let channel else { throw .disconnected(reason: nil) }
        let deadline = Instant.now + settings.timeout
        let number = try channel.send(
            request.methodName, deadline: deadline, request.writeMembers)
        while true {
            switch try channel.next(deadline: deadline, watch: SocketStream.Watch()) {
            case .line(.reply(let answered, let result)) where answered == number:
                do { return try result.get() } catch { throw .daemon(error) }
            case .line(let line): try handle(line)
            case .input: continue
            case .deadline: throw .timedOut("no response to \(request.methodName)")
            }
        }
    }

    // MARK: Connecting and disconnecting

    private func becomeReady() {
        isReady = true
        hasBeenReady = true
        lastError = nil
        for waiter in readyWaiters.values { waiter.continuation.resume() }
        readyWaiters = [:]
        signals.connections.yield(.ready)
    }

    /// Resumes when connected, or with the error that makes a connection impossible.
    func waitUntilReady(
        _ ticket: UInt64, _ continuation: CheckedContinuation<Void, any Error>,
        until deadline: Instant?
    ) {
        if isReady { return continuation.resume() }
        guard canceledEarly.remove(ticket) == nil else {
            return continuation.resume(throwing: CancellationError())
        }
        readyWaiters[ticket] = Waiter(continuation: continuation, deadline: deadline)
    }

    func pause(
        _ ticket: UInt64, _ continuation: CheckedContinuation<Void, any Error>,
        until deadline: Instant
    ) {
        sleepers[ticket] = Waiter(continuation: continuation, deadline: deadline)
    }

    /// Why the client is not connected.
    var connectionError: ClientError {
        lastError ?? .noDaemon(path: path ?? SocketPath.discover(), cause: "timed out")
    }

    /// A starting daemon creates its socket before it sets the permissions: try twice.
    private func isStillForbidden(_ error: ClientError) -> Bool {
        guard case .noAccess = error else { return false }
        return lastError == error
    }

    private func disconnect(_ error: ClientError, isFinal: Bool = false) {
        let wasReady = isReady
        channel = nil
        isReady = false
        abandoned = [:]
        panelQuestions = [:]
        let unanswered = waiting
        waiting = [:]
        for request in unanswered.values { request.reply(.failure(error)) }
        // Nobody knows what the daemon has read.
        for index in works.indices { works[index].told = nil }
        for index in subscribers.indices { subscribers[index].isLive = false }
        partFromPopovers(.connectionLost)
        if wasReady { signals.connections.yield(.lost) }
        // The first connect reports a permanent error at once.
        if !hasBeenReady, isFinal {
            for waiter in readyWaiters.values { waiter.continuation.resume(throwing: error) }
            readyWaiters = [:]
        }
    }

    /// Saves drafts and ends the connection.
    func leave(then continuation: CheckedContinuation<Void, Never>? = nil) {
        if let continuation { endWaiters.append(continuation) }
        guard !isOver else { return }
        if isReady {
            partFromPopovers(.closed(.clientGone))
            let deadline = Instant.now + closeLimit
            while !parting.isEmpty, Instant.now < deadline { idle(until: deadline) }
            endPartings()
            // If this fails, the drafts are lost with the end of the program.
            try? handOverWorks()
        }
        isOver = true
    }

    private func finish() {
        disconnect(.closed)
        endPartings()
        for subscriber in subscribers { subscriber.buffer.end() }
        for waiter in readyWaiters.values { waiter.continuation.resume(throwing: connectionError) }
        readyWaiters = [:]
        for waiter in sleepers.values { waiter.continuation.resume(throwing: ClientError.closed) }
        sleepers = [:]
        signals.finish()
        orders.end()
        for continuation in endWaiters { continuation.resume() }
    }
}

extension ClientError {
    /// Whether a retry would fail in the same way.
    fileprivate var isFinal: Bool {
        switch self {
        case .protocolMismatch: true
        case .daemon(let error):
            error.code == DaemonError.notPermitted || error.code == DaemonError.badParameter
        case .noDaemon, .noAccess, .disconnected, .timedOut, .notUnderstood, .outputClosed: false
        }
    }
}
