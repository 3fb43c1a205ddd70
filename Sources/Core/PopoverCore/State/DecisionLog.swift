// SPDX-License-Identifier: MIT

import PopoverModel

/// The latest decisions, for administrators: plain values, put into words on request; no drafts.
struct DecisionLog: Codable, Sendable {
    /// A ring buffer: oldest first, starting at `next` once it holds `limit` entries.
    private var entries: [Entry] = []
    private var next = 0

    /// The capacity of the log; the oldest entries are evicted.
    static let limit = Decision.journal

    struct Entry: Codable, Sendable {
        let time: Instant
        let matter: Matter
        var popover: PopoverID?
        var alert: AlertID?
        var app: String?
        var display: String?
        var records: [VerdictRecord] = []
    }

    /// A decision, with the facts that explain it.
    enum Matter: Codable, Sendable {
        /// With a side; nil for a sheet.
        case granted(Side?)
        case refused(RequestError)
        case tap(TapVerdict, RecentTap.Ground)
        case key(TapVerdict, RecentTap.Ground)
        case choice(closes: Bool)
        case detached(PanelID)
        case notDetached(RequestError)
        /// The owner was asked to take the popover off the screen.
        case closing(CloseReason, Disposition, Popover.Cause)
        /// Closed by its owner, or without an answer of its owner.
        case closed(CloseReason, isUnresponsive: Bool)
        case admitted(rank: Int)
        case held(Interval)
        case presented
        case idle(IdleStep, policy: String)
    }

    enum IdleStep: Codable, Sendable {
        case nothing
        case warned(IdleWarning)
        case withdrawn
        case acted(IdleAction)
    }

    mutating func append(_ entry: consuming Entry) {
        guard entries.count == DecisionLog.limit else { return entries.append(consume entry) }
        entries[next] = consume entry
        next = (next + 1) % DecisionLog.limit
    }

    mutating func forget(where isConcerned: (Entry) -> Bool) {
        entries = (entries[next...] + entries[..<next]).filter { !isConcerned($0) }
        next = 0
    }

    func contains(where isMeant: (Entry) -> Bool) -> Bool { entries.contains(where: isMeant) }

    /// The latest entries about a popover or all, oldest first, at most `limit`.
    func latest(of popover: PopoverID?, limit: Int) -> [Entry] {
        let all = entries[next...] + entries[..<next]
        let meant = all.filter { popover == nil || $0.popover == popover }
        return Array(meant.suffix(max(0, limit)))
    }
}
