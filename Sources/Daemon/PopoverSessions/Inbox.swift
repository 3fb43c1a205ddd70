// SPDX-License-Identifier: MIT

package import PopoverCore
import PopoverModel

/// The one door to the rules.
///
/// Every fact is posted here, and the rules take facts one at a time, in the order in which they
/// were posted; the orders that come of one are carried out before the next is taken. What is
/// posted meanwhile waits, so nothing ever calls back into the rules. One timer is armed for their
/// earliest deadline.
///
/// A turn is what happens between two looks at the world: one fact, or the lines of one session.
/// What a turn has written goes out at its end.
package final class Inbox {
    /// A clock that was set moves by more than this; one that is merely adjusted does not.
    static let wallClockTolerance: Int64 = 10_000

    /// Carries out an order. What comes of it is posted.
    package var carryOut: ((Effect) -> Void)?
    /// Sends out what the turn has written; true when that may have written more.
    var flush: (() -> Bool)?

    /// Where the rules are looked over: a rule that is broken ends the daemon, since what it would
    /// do next nobody knows. Not after each event, since that costs as much as several.
    package static let eventsBetweenLooks = 1024
    /// What is wrong with the rules' state, in words; tests replace it.
    package var findViolations: (borrowing Arbiter) -> [String] = { $0.invariantViolations }
    /// Something is wrong with it.
    package var complain: (([String]) -> Void)?

    package var arbiter: Arbiter { rules }
    private var rules = Arbiter()
    private let time: any Timekeeper
    package let meter = SessionMeter()
    private let witness: any EventWitness
    private var eventsSinceLook = 0
    /// What the rules have not taken yet, oldest first.
    private var events: [Event] = []
    private var isDraining = false
    private var turnDepth = 0
    private var wallClockAhead: Int64?
    private var deadline: (any Alarm)?
    private var armed: Instant?

    package init(_ time: any Timekeeper, witness: any EventWitness) {
        self.time = time
        self.witness = witness
        deadline = time.alarm { [unowned self] in
            armed = nil
            post(.deadlineReached)
        }
    }

    /// Tells the rules a fact, now or as soon as they have taken all earlier ones.
    package func post(_ event: Event) {
        guard !isDraining else { return events.append(event) }
        let began = beginTurn()
        drain(event)
        endTurn(began)
    }

    /// Does work that posts several facts, and sends out what came of all of them at its end.
    package func turn(_ work: () -> Void) {
        let began = beginTurn()
        work()
        endTurn(began)
    }

    /// When it began; nil: within another.
    private func beginTurn() -> Instant? {
        turnDepth += 1
        return turnDepth == 1 ? time.now : nil
    }

    private func endTurn(_ began: Instant?) {
        if let began {
            // Sending may end a session, of which the others are told.
            while flush?() == true {}
            // Nobody waits for an answer now.
            if witness.isFull { witness.turn(at: &rules) }
            witness.flush()
            arm()
            meter.turned(in: time.now - began)
            if eventsSinceLook >= Self.eventsBetweenLooks { look() }
        }
        turnDepth -= 1
    }

    /// Tells the rules this, and then everything that comes of it.
    private func drain(_ event: Event) {
        isDraining = true
        observeWallClock()
        take(event)
        while !events.isEmpty {
            let taken = events
            events = []
            for event in taken { take(event) }
        }
        isDraining = false
    }

    private func take(_ event: Event) {
        let carryOut = carryOut
        for effect in decide(event) { carryOut?(effect) }
    }

    /// Tells the rules a fact, of which the witness has to know before: it may be the last.
    private func decide(_ event: Event) -> [Effect] {
        let now = time.now
        if witness.isFull { witness.turn(at: &rules) }
        witness.note(event, at: now)
        let effects = rules.handle(event, at: now)
        let after = time.now
        meter.decided(in: after - now)
        count(event, at: after)
        witness.decided()
        eventsSinceLook += 1
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

    /// What a client calls itself; nil where it is gone, or has not said hello.
    func app(of client: ClientID) -> String? {
        rules.app(of: client).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// What the rules know in numbers.
    var metrics: Metrics { rules.metrics }

    /// The clock by which everything in the shell is measured.
    var now: Instant { time.now }

    /// Looks the rules over, at rest.
    private func look() {
        eventsSinceLook = 0
        let violations = findViolations(rules)
        if !violations.isEmpty { complain?(violations) }
    }

    /// A clock that was set is noticed before anything is dated by it; asking costs no system call.
    private func observeWallClock() {
        let ahead = time.wallClockAhead
        if let known = wallClockAhead, abs(ahead - known) <= Self.wallClockTolerance { return }
        wallClockAhead = ahead
        take(.wallClockSet(ahead: ahead))
    }

    private func arm() {
        let earliest = Self.nextDeadline(of: &rules)
        guard let deadline, earliest != armed else { return }
        armed = earliest
        guard let armed else { return deadline.stop() }
        deadline.set(at: armed)
    }

    /// Reads it in place: whoever reads it of a property copies all rules before.
    private static func nextDeadline(of rules: inout Arbiter) -> Instant? { rules.nextDeadline }

    /// Nothing is told to the rules after this.
    package func close() {
        isDraining = true
        deadline?.close()
        deadline = nil
    }
}
