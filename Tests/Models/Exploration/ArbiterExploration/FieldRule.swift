// SPDX-License-Identifier: MIT

/// What a walk makes of a member of the rules' state, by its name.
///
/// Everything that is not named here is taken as it is, which can only keep apart what is the same.
/// What is named here is left out, or made relative, for the reason that stands beside it. That the
/// reasons hold is tried by `Bisimulation`: states that are taken for one behave alike.
enum FieldRule {
    /// Left out.
    case skipped
    /// A number that is only compared with others of its kind.
    case ranked(Token.Kind)
    /// The latest popover at some time: what was granted later is told apart by it, and those that
    /// are gone no more.
    case latest
    /// A moment that is only compared with the times of taps: all before the oldest tap that may
    /// still be told are one.
    case seenByTaps
    /// A moment that nothing looks back to for longer than a toggle may take.
    case seenByToggles
    /// A moment that the clocks of idle policies count from.
    case seenByClocks
    /// A mark that is forgotten when no toggle can look back to it.
    case toggle
    /// A list of what was; of it only what a tap may still be judged by counts.
    case past
    /// The list of taps; of it only those that wait, or may be reported again, count.
    case taps
    /// The list of late work; of it only what somebody may still answer counts.
    case lateWork
    /// A list of gestures; of it only those that may still be used count.
    case gestures
    /// A list of clients; of it only those that are there count.
    case clients
    /// A number that is compared with low ones only.
    case revision
    /// How long something has lasted, told to plugins, who answer here whatever it is.
    case told

    /// By the hash of their names.
    static func rules(without constant: [String]) -> SpreadTable<FieldRule> {
        var rules = SpreadTable<FieldRule>(size: 1024)
        for (name, rule) in named { rules[hash(of: name)] = rule }
        for name in constant { rules[hash(of: name)] = .skipped }
        return rules
    }

    private static let named: [(String, FieldRule)] = [
        // The clock is what everything else is relative to.
        ("now", .skipped), ("wallClockAhead", .skipped),
        // A world has one configuration.
        ("settings", .skipped),
        // What the last event led to, already handed out.
        ("reaction", .skipped),
        // Issued numbers only rise, and are compared only with earlier ones.
        ("identifiers", .skipped),
        ("openSequence", .ranked(.open)), ("grantedSequence", .ranked(.open)),
        ("arrival", .ranked(.alert)), ("number", .ranked(.tap)), ("latest", .latest),
        // History, told to those who ask and never looked at by a rule.
        ("bus", .skipped), ("decisionLog", .skipped), ("counters", .skipped),
        ("records", .skipped), ("fallback", .skipped), ("savedAt", .skipped),
        ("sequence", .skipped),
        // Work does not grow old in small worlds: see `SmallWorld.init`.
        ("births", .skipped), ("trustedFrom", .skipped),
        // Advice is told; it decides nothing.
        ("declaration", .skipped), ("advice", .skipped),
        // Made of what is walked through elsewhere: `entries`, `slots`, `free` and `byDisplay`.
        ("moments", .skipped), ("slotOfKey", .skipped), ("byClient", .skipped),
        ("grids", .skipped), ("edges", .skipped),
        // Numbers that rise with every end of a session, and digests that depend on them: `Moment` notes
        // which keys they are about.
        ("names", .skipped), ("sessions", .skipped),
        ("retiredKeys", .skipped), ("consumedKeys", .skipped),
        // Made of the clients.
        ("greeted", .skipped), ("focusable", .skipped),
        ("grantedAt", .seenByTaps), ("presentedAt", .seenByTaps), ("from", .seenByTaps),
        ("occluderTimes", .seenByTaps), ("sessionBegan", .seenByTaps),
        ("arrived", .seenByToggles), ("pressed", .seenByToggles),
        ("since", .seenByClocks), ("lastInput", .seenByClocks), ("heard", .seenByClocks),
        // Told to policies only.
        ("heldSince", .told), ("held", .told), ("idle", .told),
        ("toggle", .toggle),
        ("past", .past), ("pastOccluders", .past), ("pastShapes", .past), ("shapes", .past),
        ("taps", .taps), ("lateWork", .lateWork), ("tried", .clients), ("gestures", .gestures),
        ("revision", .revision),
    ]

    /// FNV-1a.
    static func hash(of name: String) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return hash
    }
}
