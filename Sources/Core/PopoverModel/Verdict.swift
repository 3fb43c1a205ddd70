// SPDX-License-Identifier: MIT

/// A plugin's answer. It advises; an answer that does not fit its question counts as `abstain`.
public enum Verdict: Codable, Hashable, Sendable {
    /// No opinion: what would hold without this plugin holds. Every failure of a plugin counts as
    /// this, unless its terms name another fallback.
    case abstain
    /// open: it may, with these in place of the standing sides and widths where given.
    case admit(sides: [Side]?, widthRange: ClosedRange<Double>?)
    /// open: it may not; `policy` or `not-for-warnings`.
    case refuse(reason: RefusalReason, message: String)
    /// open: it may, as this behaviour instead.
    case replace(behavior: String)
    /// choice, outside-tap: it closes; disposition: this becomes of its work.
    case close(Disposition?)
    /// choice, outside-tap: it stays open.
    case stay
    /// detach: it may be detached, or not.
    case detach(allowed: Bool)
    /// alert: it is presented when its turn comes; of equal severity the lowest rank first, from
    /// -1000 to 1000, 0 where nobody says.
    case present(rank: Int)
    /// alert: not now; the question is put again after this long, from `Verdict.shortestHold`
    /// to `Verdict.longestHold`.
    case hold(Interval)
    /// idle: people are warned first.
    case warn(IdleWarning)
    /// idle: this is done at once.
    case idle(IdleAction)

    /// A shorter hold counts as this, so that a held alert keeps nobody busy.
    public static let shortestHold = Interval.milliseconds(100)
    public static let longestHold = Interval.milliseconds(60_000)
    public static let ranks = -1000...1000

    /// Whether it is one of those that this hook's questions are answered with.
    public func answers(_ hook: Hook) -> Bool {
        switch (hook, self) {
        case (_, .abstain): true
        case (.open, .admit), (.open, .refuse), (.open, .replace): true
        case (.choice, .close), (.choice, .stay): true
        case (.outsideTap, .close), (.outsideTap, .stay): true
        case (.detach, .detach): true
        case (.disposition, .close(let disposition)): disposition != nil
        case (.alert, .present), (.alert, .hold): true
        case (.idle, .warn), (.idle, .idle): true
        case (.open, _), (.choice, _), (.outsideTap, _), (.detach, _), (.disposition, _),
            (.alert, _), (.idle, _):
            false
        }
    }
}

/// What is done about a display that nobody touches any more.
public enum IdleAction: String, CaseIterable, Codable, Hashable, Sendable {
    /// Its popover closes, saving.
    case close
    /// The session ends there: everything closes and its work is erased (K3).
    case endSession = "end-session"
}

/// An alert that asks whether anybody is there. Any touch or key takes it back.
public struct IdleWarning: Codable, Hashable, Sendable {
    public var title: String
    public var message: String?
    /// Of its one button.
    public var button: String
    /// From the warning to what follows.
    public var timeout: Interval
    public var then: IdleAction

    public static let shortestTimeout = Interval.milliseconds(1000)
    public static let longestTimeout = Interval.milliseconds(600_000)

    public init(
        title: String, message: String?, button: String, timeout: Interval, then: IdleAction
    ) {
        self.title = title
        self.message = message
        self.button = button
        self.timeout = timeout
        self.then = then
    }
}
