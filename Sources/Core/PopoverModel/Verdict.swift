// SPDX-License-Identifier: MIT

/// A plugin's answer at a hook. It is advice: an answer to another hook counts as `abstain`.
public enum Verdict: Codable, Hashable, Sendable {
    /// No opinion. Every failure of a plugin counts as this, unless its terms name another fallback.
    case abstain
    case open(OpenVerdict)
    case choice(ClosingVerdict)
    case outsideTap(ClosingVerdict)
    case detach(allowed: Bool)
    /// What happens to the draft.
    case disposition(Disposition)
    case alert(AlertVerdict)
    case idle(IdleVerdict)

    public func answers(_ hook: Hook) -> Bool {
        switch self {
        case .abstain: true
        case .open: hook == .open
        case .choice: hook == .choice
        case .outsideTap: hook == .outsideTap
        case .detach: hook == .detach
        case .disposition: hook == .disposition
        case .alert: hook == .alert
        case .idle: hook == .idle
        }
    }
}

/// The answer of a plugin that has one; nil for `abstain` and for other hooks.
extension Verdict {
    public var open: OpenVerdict? { if case .open(let verdict) = self { verdict } else { nil } }
    public var choice: ClosingVerdict? {
        if case .choice(let verdict) = self { verdict } else { nil }
    }
    public var outsideTap: ClosingVerdict? {
        if case .outsideTap(let verdict) = self { verdict } else { nil }
    }
    public var detach: Bool? { if case .detach(let isAllowed) = self { isAllowed } else { nil } }
    public var disposition: Disposition? {
        if case .disposition(let disposition) = self { disposition } else { nil }
    }
    public var alert: AlertVerdict? { if case .alert(let verdict) = self { verdict } else { nil } }
    public var idle: IdleVerdict? { if case .idle(let verdict) = self { verdict } else { nil } }
}

/// Whether a popover may open.
public enum OpenVerdict: Codable, Hashable, Sendable {
    /// It may. Nil keeps the behavior's own sides or widths.
    case admit(sides: [Side]?, widthRange: ClosedRange<Double>?)
    /// It may not; `policy` or `not-for-warnings`.
    case refuse(reason: RefusalReason, message: String)
    /// It opens as this behavior instead.
    case replace(behavior: String)
}

/// Whether a choice or a tap outside closes the popover.
public enum ClosingVerdict: Codable, Hashable, Sendable {
    /// At `outside-tap` with what happens to its draft; nil keeps the behavior's own answer.
    case close(Disposition?)
    case stay
}

/// Whether an alert is presented now.
public enum AlertVerdict: Codable, Hashable, Sendable {
    /// Alerts of the same severity are presented by ascending rank; the default is 0.
    case present(rank: Int)
    /// Not now. The plugin is asked again after this long.
    case hold(Interval)

    public static let ranks = -1000...1000
    /// A shorter hold counts as this, so that a held alert keeps nobody busy.
    public static let shortestHold = Interval.milliseconds(100)
    public static let longestHold = Interval.milliseconds(60_000)
}

/// What happens on an idle display.
public enum IdleVerdict: Codable, Hashable, Sendable {
    /// People are warned first.
    case warn(IdleWarning)
    case act(IdleAction)
}

/// The action on a display that has become idle.
public enum IdleAction: String, CaseIterable, Codable, Hashable, Sendable {
    /// Its popover closes, saving.
    case close
    /// The session ends there: everything closes and its drafts are erased (K3).
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
