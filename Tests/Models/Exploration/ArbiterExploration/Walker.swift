// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel

/// Walks through whatever is `Encodable` and notes what counts of it, as `FieldRule` says.
///
/// Moments are noted relative to now; dictionaries and sets whatever their order.
final class Walker {
    /// What the clamps depend on.
    struct Horizon: Sendable {
        /// How long ago a tap may have been that is told now.
        var lookback = Interval(microseconds: 0)
        /// A toggle looks back so far, from an open that may have waited for plugins.
        var toggles = Interval(microseconds: 0)
        /// Clocks of idle policies look back so far; zero where there are none.
        var clocks = Interval(microseconds: 0)
        /// Two reports this close may be one tap.
        var duplicates = Interval(microseconds: 0)
        /// Requests name no higher revision.
        var revisions: Int64 = 0
        /// Members of the arbiter that never change in this world.
        private(set) var constant = [
            "surfaces", "occluders", "occluderTimes", "behaviors", "policies", "states",
            // Where every open is free, they lead to advice only.
            "gestures", "gesture",
        ]

        mutating func changes(_ names: String...) { constant.removeAll(where: names.contains) }
    }

    let horizon: Horizon
    private(set) var now = Instant(microseconds: 0)
    /// Who is there, and what may still be answered.
    private var clients: [ClientID] = []
    private var popovers: [PopoverID] = []
    private var calls: [CallID] = []
    private(set) var tokens: [Token] = []

    /// What the container that is made next is made for.
    var next = Container(order: .kept, rule: nil)
    private var isInRegions = false
    /// Where the entries of the unordered containers begin that are being walked through.
    private var entries: [[Int]] = []
    private var leaves = SpreadTable<Leaf>(size: 1024)
    let rules: SpreadTable<FieldRule>
    /// What was seen last under these names.
    private var seen = Seen()

    struct Container {
        var order: Order
        var rule: FieldRule?
        var count = 0
    }

    /// Whether the order of what is in a container counts.
    enum Order {
        case kept
        case free
        /// Keys and values alternate.
        case freePairs
    }

    private struct Seen {
        var until: Int64 = 0
        var time: Int64 = 0
        var arrived: Int64 = 0
        var hasOutcome = false
        var call = CallID(number: 0)
    }

    init(_ horizon: Horizon) {
        self.horizon = horizon
        rules = FieldRule.rules(without: horizon.constant)
        tokens.reserveCapacity(2048)
    }

    func begin(
        at now: Instant, clients: [ClientID], popovers: [PopoverID], calls: [CallID]
    ) {
        tokens.removeAll(keepingCapacity: true)
        self.now = now
        self.clients = clients
        self.popovers = popovers
        self.calls = calls
    }

    var fingerprint: Fingerprint { Fingerprint(tokens) }

    // MARK: Noting

    func note(_ value: UInt64) { tokens.append(Token(kind: .plain, value: value)) }
    func note(_ value: Int) { note(UInt64(bitPattern: Int64(value))) }
    func note(_ value: Bool) { note(value ? 1 as UInt64 : 0) }
    func note(_ text: String) { note(FieldRule.hash(of: text)) }
    func note(_ kind: Token.Kind, _ value: UInt64) {
        tokens.append(Token(kind: kind, value: value))
    }

    private func note(hash value: some Hashable) {
        var hasher = Hasher()
        value.hash(into: &hasher)
        note(UInt64(bitPattern: Int64(hasher.finalize())))
    }

    /// In microseconds from now, not farther back than this.
    private func note(_ instant: Instant, notBefore past: Interval?) {
        var offset = (instant - now).microseconds
        if let past { offset = max(offset, -past.microseconds) }
        note(UInt64(bitPattern: offset))
    }

    func note(_ instant: Instant) { note(instant, notBefore: nil) }

    /// - Parameter name: of the member that it is, hashed; nil where it has none.
    func walk<Value: Encodable>(_ value: Value, named name: UInt64? = nil) {
        walk(value, named: name, name.flatMap { rules[$0] })
    }

    func walk<Value: Encodable>(_ value: Value, named name: UInt64?, _ rule: FieldRule?) {
        if case .skipped = rule { return }
        if let name { note(name) }
        switch Leaf.of(Value.self, in: &leaves) {
        case .instant: if let instant = value as? Instant { note(instant, name, rule) }
        case .interval: if let interval = value as? Interval { note(interval, rule) }
        case .client: if let id = value as? ClientID { note(.client, id.number) }
        case .popover: if let id = value as? PopoverID { note(.popover, id.number) }
        case .alert: if let id = value as? AlertID { note(.alert, id.number) }
        case .panel: if let id = value as? PanelID { note(.panel, id.number) }
        case .view: if let id = value as? ViewID { note(.view, id.number) }
        case .question: if let id = value as? QuestionID { note(.question, id.number) }
        case .ticket: if let id = value as? TicketID { note(.ticket, id.number) }
        case .gesture: if let id = value as? GestureID { note(.gesture, id.number) }
        case .session: if let id = value as? SessionID { note(.session, id.number) }
        case .call:
            if let id = value as? CallID {
                note(.call, id.number)
                seen.call = id
            }
        // A world has one behavior, policy, display size or user of a name.
        case .behavior: if let behavior = value as? Behavior { note(behavior.name) }
        case .policy: if let policy = value as? Policy { note(policy.name) }
        case .draft: if let draft = value as? StoredDraft { note(draft) }
        // The rows of the daemon's own are named after numbers that only rise.
        case .draftKey: if let key = value as? DraftKey { key.isOwn ? note(0) : note(hash: key) }
        case .credentials: if let user = value as? Credentials { note(hash: user) }
        case .verdict: if let verdict = value as? Verdict { note(hash: verdict) }
        case .presentation: if let frame = value as? Presentation { note(hash: frame) }
        case .requestID: if let id = value as? RequestID { note(id.text) }
        case .rect: if let rect = value as? Rect { note(hash: rect) }
        case .open: if let open = value as? OpenRequest { note(hash: open) }
        case .specification:
            if let display = value as? DisplaySpecification { note(hash: display) }
        case .unordered: descend(value, name, .free, rule)
        case .unorderedPairs: descend(value, name, .freePairs, rule)
        case .composite: descend(value, name, .kept, rule)
        }
    }

    // MARK: Members

    func noteNumber(_ number: UInt64, _ name: UInt64) {
        switch rules[name] {
        case .skipped: break
        case .latest:
            // The order of registration is that of the rows.
            if isInRegions { break }
            note(name)
            note(popovers.count { $0.number <= number })
        case .ranked(let kind):
            note(name)
            note(kind, number)
        default:
            note(name)
            note(number)
        }
    }

    func noteNumber(_ number: Int64, _ name: UInt64) {
        switch rules[name] {
        case .skipped: break
        case .revision:
            note(name)
            note(UInt64(bitPattern: min(number, horizon.revisions + 1)))
        default:
            note(name)
            note(UInt64(bitPattern: number))
        }
    }

    private func note(_ instant: Instant, _ name: UInt64?, _ rule: FieldRule?) {
        let offset = (instant - now).microseconds
        if name == Self.untilName { seen.until = offset }
        if name == Self.timeName { seen.time = offset }
        if name == Self.arrivedName { seen.arrived = offset }
        switch rule {
        case .seenByTaps: note(instant, notBefore: horizon.lookback)
        case .seenByToggles: note(instant, notBefore: horizon.toggles)
        case .seenByClocks: note(instant, notBefore: horizon.clocks)
        case .told: break
        default: note(instant, notBefore: nil)
        }
    }

    private func note(_ interval: Interval, _ rule: FieldRule?) {
        if case .told = rule { return }
        note(UInt64(bitPattern: interval.microseconds))
    }

    private func note(_ draft: StoredDraft) {
        if draft.key.isOwn { return note(draft.reason) }
        note(hash: draft.key)
        note(hash: draft.content)
        note(UInt64(bitPattern: min(draft.revision, horizon.revisions + 1)))
        note(draft.reason)
        note(draft.display)
    }

    // MARK: What holds other values

    private func descend<Value: Encodable>(
        _ value: Value, _ name: UInt64?, _ order: Order, _ rule: FieldRule?
    ) {
        let start = tokens.count
        let before = next
        let wasInRegions = isInRegions
        if let name, Self.regionNames.contains(name) { isInRegions = true }
        next = Container(order: order, rule: rule)
        if order != .kept { entries.append([]) }
        try? value.encode(to: WalkEncoder(walker: self))
        if order != .kept { sort(entries.removeLast()) }
        next = before
        isInRegions = wasInRegions
        if case .toggle = rule, seen.arrived < -horizon.toggles.microseconds {
            tokens.removeSubrange(start...)
            return
        }
        note(Self.end)
    }

    func beginEntry() { entries[entries.count - 1].append(tokens.count) }

    private func sort(_ starts: [Int]) {
        guard starts.count > 1, let first = starts.first else { return }
        let ends = starts.dropFirst() + [tokens.count]
        let parts = zip(starts, ends).map { Array(tokens[$0..<$1]) }
            .sorted { $0.lexicographicallyPrecedes($1) }
        tokens.removeSubrange(first...)
        for part in parts { tokens.append(contentsOf: part) }
    }

    /// Walks through an element of a list of which not everything counts.
    func walkElement<Value: Encodable>(_ value: Value, _ rule: FieldRule) {
        let start = tokens.count
        seen.hasOutcome = false
        if case .clients = rule {
            if let client = value as? ClientID, clients.contains(client) {
                note(.client, client.number)
            }
            return
        }
        walk(value, named: nil, rule)
        if !counts(by: rule) { tokens.removeSubrange(start...) }
    }

    private func counts(by rule: FieldRule) -> Bool {
        let oldest = -horizon.lookback.microseconds
        switch rule {
        // Gone before the oldest tap that may still be told.
        case .past: return seen.until > oldest
        case .taps:
            return !seen.hasOutcome || seen.time >= oldest - horizon.duplicates.microseconds
        case .lateWork: return isOpen(seen.call)
        case .gestures: return seen.until >= 0
        default: return true
        }
    }

    /// Whether somebody may still answer it.
    func isOpen(_ call: CallID) -> Bool { calls.contains(call) }

    func noteOutcome() { seen.hasOutcome = true }

    private static let end: UInt64 = 0xE1D5_0F0F_E1D5_0F0F
    private static let untilName = FieldRule.hash(of: "until")
    private static let timeName = FieldRule.hash(of: "time")
    private static let arrivedName = FieldRule.hash(of: "arrived")
    static let outcomeName = FieldRule.hash(of: "outcome")
    static let regionNames: Set<UInt64> = Set(
        ["surfaces", "sources", "occluders"].map(FieldRule.hash))
}
