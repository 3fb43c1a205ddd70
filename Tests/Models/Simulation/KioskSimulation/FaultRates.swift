// SPDX-License-Identifier: MIT

/// The rates of faults, in thousandths. They are drawn for each seed, so that some days have one kind
/// of fault and some have all.
struct FaultRates {
    /// Bytes arrive in pieces that end anywhere.
    let torn: Int
    /// Meaningless or malformed requests.
    let junk: Int
    let connectionLost: Int
    let halfClosed: Int
    /// A peer leaves its output unread for a while.
    let stalled: Int
    /// Verdicts that are missing, late, repeated or invalid.
    let callMistreated: Int
    let questionMistreated: Int
    private(set) var diskRefuses: Int
    let diskHangs: Int
    /// The daemon dies, with or without the machine; per hundred thousand events.
    let crash: Int
    let shutdown: Int
    private(set) var clockSet: Int
    let pluginsChange: Int
    private(set) var configured: Int
    let flood: Int
    private(set) var idle: Bool
    private(set) var smallLimits: Bool
    /// Administrators end the session of a display.
    let sessionEnd: Int
    /// Of programs with the core of a library.
    let programCrash: Int
    /// A save is sent twice, and the second time late.
    let saveDoubled: Int

    /// - Parameter isForPrograms: only decisions of people, crashes and ends of sessions may erase work.
    init(_ chance: inout Chance, isForPrograms: Bool = false) {
        /// Mostly zero, sometimes high.
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
        guard isForPrograms else {
            sessionEnd = 0
            programCrash = 0
            saveDoubled = 0
            return
        }
        sessionEnd = rate(200)
        programCrash = rate(10)
        saveDoubled = rate(500)
        (diskRefuses, clockSet, configured) = (0, 0, 0)
        (idle, smallLimits) = (false, false)
    }

    /// Whether drafts can be checked exactly from outside: no limit and no failing disk interferes.
    var isGentle: Bool {
        !smallLimits && !idle && diskRefuses == 0 && clockSet == 0 && configured == 0
    }
}
