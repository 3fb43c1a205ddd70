// SPDX-License-Identifier: MIT

internal import PopoverModel

/// Decides whether a program is worth a question: not after it has failed too often. A value that
/// gets the time as a parameter. Strikes are late, malformed and unfit answers.
struct CircuitBreaker {
    enum State: Hashable {
        /// It is asked. Can go to: `open`.
        case closed
        /// Not asked before this moment; then one question is its probe. Can go to: `probing`.
        case open(until: Instant)
        /// One question is under way, others are not asked. Can go to: `closed`, `open`.
        case probing
    }

    private(set) var state = State.closed
    private var strikes: [Instant] = []
    private(set) var pause = ProgramLimits.shortestPause

    /// Whether a question may be put now. It then has to end with `strike`, `succeed` or `release`.
    mutating func admits(at now: Instant) -> Bool {
        switch state {
        case .closed: return true
        case .probing: return false
        case .open(let until):
            guard now >= until else { return false }
            state = .probing
            return true
        }
    }

    /// An answer was late or wrong. Returns whether this opens the circuit.
    mutating func strike(at now: Instant) -> Bool {
        switch state {
        case .open: return false
        case .probing:
            pause = pause.doubled(upTo: ProgramLimits.longestPause)
        case .closed:
            strikes.removeAll { now - $0 > ProgramLimits.strikeWindow }
            strikes.append(now)
            guard strikes.count >= ProgramLimits.strikes else { return false }
        }
        strikes = []
        state = .open(until: now + pause)
        return true
    }

    /// An answer was in time and made sense. Returns whether this closes the circuit.
    mutating func succeed() -> Bool {
        guard state == .probing else { return false }
        state = .closed
        pause = ProgramLimits.shortestPause
        return true
    }

    /// A question came to nothing, through no fault of its own: the next may be the probe.
    mutating func release(at now: Instant) {
        if state == .probing { state = .open(until: now) }
    }
}
