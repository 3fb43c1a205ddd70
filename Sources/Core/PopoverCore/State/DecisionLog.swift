// SPDX-License-Identifier: MIT

import PopoverModel

/// What was decided lately, for administrators who ask why. It holds plain values: the words are
/// found when somebody asks, and people's work is not in it.
struct DecisionLog: Codable, Sendable {
    /// In the order in which they were made, beginning at `next` once there are `limit`.
    private var entries: [Entry] = []
    private var next = 0

    /// How many are remembered; the oldest give way.
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

    /// What was decided, with what is needed to say why.
    enum Matter: Codable, Sendable {
        /// With its side, or as a sheet.
        case granted(Side?)
        case refused(RequestError)
        case tap(TapVerdict, RecentTap.Ground)
        case key(TapVerdict, RecentTap.Ground)
        case choice(closes: Bool)
        case detached(PanelID)
        case notDetached(RequestError)
        /// It is asked to leave.
        case closing(CloseReason, Disposition, Popover.Cause)
        /// It has left by its owner's doing, or without it.
        case closed(CloseReason, isUnresponsive: Bool)
        case due(rank: Int)
        case held(Interval)
        case presented
        case idle(IdleStep, policy: String)
    }

    enum IdleStep: Codable, Sendable {
        case nothing
        case warned(IdleWarning)
        case takenBack
        case acted(IdleAction)
    }

    mutating func note(_ entry: consuming Entry) {
        guard entries.count == DecisionLog.limit else { return entries.append(consume entry) }
        entries[next] = consume entry
        next = (next + 1) % DecisionLog.limit
    }

    /// The latest, oldest first: of this popover or all, at most so many.
    func latest(of popover: PopoverID?, limit: Int?) -> [Entry] {
        let all = entries[next...] + entries[..<next]
        let meant = all.filter { popover == nil || $0.popover == popover }
        return Array(meant.suffix(max(0, limit ?? DecisionLog.limit)))
    }
}
