// SPDX-License-Identifier: MIT

package import PopoverCore
import PopoverModel

/// What happens between the bytes that clients send and those that they get, in four steps:
///
/// 1. *Bytes to events.* A `Session` splits what it reads into lines, and posts an event for each
///    (`Session+Input.swift`). Plugins, the disk and the alarm post theirs.
/// 2. *Events to effects.* The rules handle one event at a time, in the order of posting (`handle`).
/// 3. *Effects to bytes.* All effects of an event run before the next event is handled (`run`). What they
///    cause is posted and waits, so nothing ever calls back into the rules.
/// 4. *Flush.* A batch is one event, or the lines of one session. Its output is sent at its end (`endBatch`),
///    and one alarm is armed for the rules' earliest deadline.
package final class Engine {
    /// A larger jump, in microseconds, means that the wall clock was set and not just adjusted.
    static let wallClockTolerance: Int64 = 10_000

    /// Events between two checks of the rules' invariants; a check costs as much as several events.
    /// A violation ends the daemon, since its further behavior is unknown.
    package static let eventsPerCheck = 1024
    /// Describes what is wrong with the rules' state; tests replace it.
    package var findViolations: (borrowing Arbiter) -> [String] = { $0.invariantViolations }
    /// Called with the violated invariants.
    package var onViolation: (([String]) -> Void)?

    package let sessions: Sessions
    package let drafts: DraftWriter
    package let codec: MessageCodec
    /// Set once, by its owner.
    package weak var plugins: (any QuestionDispatcher)?
    /// Set once, by its owner.
    package weak var administrator: (any Administrator)?

    package private(set) var arbiter = Arbiter()
    private let time: any TimeProvider
    let meter = SessionMeter()
    private let observer: any EventObserver
    private var eventsSinceCheck = 0
    /// Events that wait, oldest first.
    private var events: [Event] = []
    private var isDraining = false
    private var isClosed = false
    private var batchDepth = 0
    private var wallClockAhead: Int64?
    private var deadline: (any Alarm)?
    private var armed: Instant?

    package init(
        _ time: any TimeProvider, settings: Settings, observer: any EventObserver,
        log: any SessionLog
    ) {
        self.time = time
        self.observer = observer
        codec = MessageCodec(started: time.now)
        sessions = Sessions(time, settings: settings, codec: codec, log: log)
        drafts = DraftWriter(time, counters: sessions.counters, log: log)
        sessions.engine = self
        drafts.engine = self
        deadline = time.alarm { [unowned self] in
            armed = nil
            post(.deadlineReached)
        }
    }

    /// Has the rules handle an event, now or after all earlier ones.
    package func post(_ event: Event) {
        guard !isClosed else { return }
        guard !isDraining else { return events.append(event) }
        let began = beginBatch()
        drain(event)
        endBatch(began)
    }

    /// Runs work that posts several events, and sends their output together at its end.
    package func batch(_ work: () -> Void) {
        let began = beginBatch()
        work()
        endBatch(began)
    }

    /// - Returns: its start; nil within another batch.
    private func beginBatch() -> Instant? {
        batchDepth += 1
        return batchDepth == 1 ? time.now : nil
    }

    private func endBatch(_ began: Instant?) {
        if let began {
            // Sending may end a session, which others are notified of.
            while sessions.flush() {}
            // All answers are sent, so that nobody waits for this.
            if observer.isFull { observer.rotate(at: &arbiter) }
            observer.flush()
            armDeadline()
            meter.turned(in: time.now - began)
            if eventsSinceCheck >= Self.eventsPerCheck { checkInvariants() }
        }
        batchDepth -= 1
    }

    /// Has the rules handle an event, and then every event that it causes.
    private func drain(_ event: Event) {
        isDraining = true
        observeWallClock()
        handle(event)
        while !events.isEmpty {
            let batch = events
            events = []
            for event in batch where !isClosed { handle(event) }
        }
        isDraining = false
    }

    private func handle(_ event: Event) {
        for effect in decide(event) where !isClosed { run(effect) }
    }

    /// Calls the observer before the rules, so that it records an event that crashes them.
    private func decide(_ event: Event) -> [Effect] {
        let now = time.now
        if observer.isFull { observer.rotate(at: &arbiter) }
        observer.willHandle(event, at: now)
        let effects = arbiter.handle(event, at: now)
        let after = time.now
        meter.decided(in: after - now)
        count(event, at: after)
        observer.didHandle(effects)
        eventsSinceCheck += 1
        return effects
    }

    private func count(_ event: Event, at now: Instant) {
        switch event {
        case .clientRequested(_, _, let request): meter.requested(request)
        case .answered(let question, let respondent, _):
            meter.answered(question, respondent, at: now)
        default: break
        }
    }

    /// Has the observer rotate now, before the output of this batch is sent.
    func rotateObserver() { observer.rotate(at: &arbiter) }

    /// The app that a client named in `hello`; nil for an unknown client.
    func app(of client: ClientID) -> String? {
        arbiter.app(of: client).flatMap { $0.isEmpty ? nil : $0 }
    }

    var now: Instant { time.now }

    private func checkInvariants() {
        eventsSinceCheck = 0
        let violations = findViolations(arbiter)
        if !violations.isEmpty { onViolation?(violations) }
    }

    /// Detects a clock change before an event is dated by it; reading clocks costs no system call.
    private func observeWallClock() {
        let ahead = time.wallClockAhead
        if let known = wallClockAhead, abs(ahead - known) <= Self.wallClockTolerance { return }
        wallClockAhead = ahead
        handle(.wallClockSet(ahead: ahead))
    }

    private func armDeadline() {
        let earliest = arbiter.nextDeadline
        guard let deadline, earliest != armed else { return }
        armed = earliest
        guard let armed else { return deadline.stop() }
        deadline.set(at: armed)
    }

    /// The rules handle no event after this, and no effect runs.
    package func close() {
        isClosed = true
        deadline?.close()
        deadline = nil
    }
}
