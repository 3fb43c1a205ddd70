// SPDX-License-Identifier: MIT

/// How often what goes wrong, in so many of a thousand cases; drawn for each seed, so that some
/// days have nothing but one kind of trouble and some have all.
struct FaultRates {
    /// Bytes come in pieces that end anywhere.
    let torn: Int
    /// Requests that mean nothing, or are none.
    let junk: Int
    let connectionLost: Int
    let halfClosed: Int
    /// A peer leaves its output unread for a while.
    let stalled: Int
    /// Answers that never come, come late, twice or are no answers.
    let callMistreated: Int
    let questionMistreated: Int
    let diskRefuses: Int
    let diskHangs: Int
    /// The daemon dies, with or without the machine; of a hundred thousand events.
    let crash: Int
    let shutdown: Int
    let clockSet: Int
    let pluginsChange: Int
    let configured: Int
    let flood: Int
    let idle: Bool
    let smallLimits: Bool

    init(_ chance: inout Chance) {
        /// Mostly nothing, sometimes much.
        func rate(_ most: Int) -> Int {
            switch chance.below(4) {
            case 0, 1: 0
            case 2: 1 + chance.below(max(1, most / 10))
            default: 1 + chance.below(most)
            }
        }
        torn = rate(500)
        junk = rate(200)
        connectionLost = rate(40)
        halfClosed = rate(20)
        stalled = rate(60)
        callMistreated = rate(500)
        questionMistreated = rate(500)
        diskRefuses = rate(300)
        diskHangs = rate(200)
        crash = rate(60)
        shutdown = rate(20)
        clockSet = rate(20)
        pluginsChange = rate(40)
        configured = rate(40)
        flood = rate(8)
        idle = chance.below(3) == 0
        smallLimits = chance.below(4) == 0
    }

    /// Whether people's work can be followed to the letter from outside: no limit and no refusing
    /// disk gets in its way.
    var isGentle: Bool {
        !smallLimits && !idle && diskRefuses == 0 && clockSet == 0 && configured == 0
    }
}
