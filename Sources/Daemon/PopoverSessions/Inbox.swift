// SPDX-License-Identifier: MIT

package import PopoverCore
import PopoverModel

/// The event queue in front of the rules.
///
/// The rules handle one event at a time, in the order of posting, and all effects of one event run
/// before the next event is handled. Events posted meanwhile wait, so nothing ever calls back into
/// the rules. One alarm is armed for the rules' earliest deadline.
///
/// A batch is one event, or the lines of one session. Its output is sent at its end.
package final class Inbox {
    /// A larger jump, in microseconds, means that the wall clock was set and not just adjusted.
    static let wallClockTolerance: Int64 = 10_000

    /// Runs an effect. Its outcome is posted as an event.
    package var runEffect: ((Effect) -> Void)?
    /// Sends the batch's output; returns true if that may have caused more output.
    var flush: (() -> Bool)?

    /// Events between two checks of the rules' invariants; a check costs as much as several events.
    /// A violation ends the daemon, since its further behavior is unknown.
    package static let eventsPerCheck = 1024
    /// Describes what is wrong with the rules' state; tests replace it.
    package var findViolations: (borrowing Arbiter) -> [String] = { $0.invariantViolations }
    /// Called with the violated invariants.
    package var onViolation: (([String]) -> Void)?

    package var arbiter: Arbiter { rules }
    private var rules = Arbiter()
    private let time: any TimeProvider
    package let meter = SessionMeter()
    private let observer: any EventObserver
    private var eventsSinceCheck = 0
    /// Events that wait, oldest first.
    private var events: [Event] = []
    private var isDraining = false
    private var batchDepth = 0
    private var wallClockAhead: Int64?
    private var deadline: (any Alarm)?
    private var armed: Instant?

    package init(_ time: any TimeProvider, observer: any EventObserver) {
        self.time = time
        self.observer = observer
        deadline = time.alarm { [unowned self] in
            armed = nil
            post(.deadlineReached)
        }
    }

    /// Has the rules handle an event, now or after all earlier ones.
    package func post(_ event: Event) {
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
            while flush?() == true {}
            // All answers are sent, so that nobody waits for this.
            if observer.isFull { observer.rotate(at: &rules) }
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
            for event in batch { handle(event) }
        }
        isDraining = false
    }

    private func handle(_ event: Event) {
        let runEffect = runEffect
        for effect in decide(event) { runEffect?(effect) }
    }

    /// Calls the observer before the rules, so that it records an event that crashes them.
    private func decide(_ event: Event) -> [Effect] {
        let now = time.now
        if observer.isFull { observer.rotate(at: &rules) }
        observer.willHandle(event, at: now)
        let effects = rules.handle(event, at: now)
        let after = time.now
        meter.decided(in: after - now)
        count(event, at: after)
        observer.didHandle()
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
    func rotateObserver() { observer.rotate(at: &rules) }

    /// The app that a client named in `hello`; nil for an unknown client.
    func app(of client: ClientID) -> String? {
        Self.app(of: client, in: &rules).flatMap { $0.isEmpty ? nil : $0 }
    }

    var metrics: Metrics { rules.metrics }

    var now: Instant { time.now }

    private func checkInvariants() {
        eventsSinceCheck = 0
        let violations = findViolations(rules)
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
        let earliest = Self.nextDeadline(of: &rules)
        guard let deadline, earliest != armed else { return }
        armed = earliest
        guard let armed else { return deadline.stop() }
        deadline.set(at: armed)
    }

    // Both read in place; through the property, all rules would be copied first.

    private static func nextDeadline(of rules: inout Arbiter) -> Instant? { rules.nextDeadline }

    private static func app(of client: ClientID, in rules: inout Arbiter) -> String? {
        rules.app(of: client)
    }

    /// The rules handle no event after this.
    package func close() {
        isDraining = true
        deadline?.close()
        deadline = nil
    }
}
