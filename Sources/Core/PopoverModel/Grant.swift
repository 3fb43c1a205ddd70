// SPDX-License-Identifier: MIT

/// The result of `hello`.
public struct Welcome: Codable, Hashable, Sendable {
    public var client: ClientID
    public var displays: [DisplaySpecification]
    public var limits: Limits
    public var timing: Timing
    public var appearance: Appearance

    public init(
        client: ClientID, displays: [DisplaySpecification], limits: Limits, timing: Timing,
        appearance: Appearance
    ) {
        self.client = client
        self.displays = displays
        self.limits = limits
        self.timing = timing
        self.appearance = appearance
    }
}

/// Where and how a popover is on its display.
public enum Presentation: Codable, Hashable, Sendable {
    /// `scrolls`: cut below the wanted height.
    case popover(frame: Rect, side: Side, arrow: Point, scrolls: Bool)
    /// `needsCloseButton`: it is not modal, but leaves nothing that people could tap to close it.
    case sheet(frame: Rect, scrolls: Bool, needsCloseButton: Bool = false)

    public var frame: Rect {
        switch self {
        case .popover(let frame, _, _, _), .sheet(let frame, _, _): frame
        }
    }

    public var side: Side? {
        switch self {
        case .popover(_, let side, _, _): side
        case .sheet: nil
        }
    }

    public var arrow: Point? {
        switch self {
        case .popover(_, _, let arrow, _): arrow
        case .sheet: nil
        }
    }

    public var scrolls: Bool {
        switch self {
        case .popover(_, _, _, let scrolls), .sheet(_, let scrolls, _): scrolls
        }
    }

    public var needsCloseButton: Bool {
        switch self {
        case .popover: false
        case .sheet(_, _, let needsCloseButton): needsCloseButton
        }
    }
}

/// Whether a change should be animated, so that it does not look like a new popover (G19).
public struct Animation: Codable, Hashable, Sendable {
    public var isAnimated: Bool
    public var duration: Interval

    public init(isAnimated: Bool, duration: Interval) {
        self.isAnimated = isAnimated
        self.duration = duration
    }
}

public struct Grant: Codable, Hashable, Sendable {
    public var popover: PopoverID
    public var presentation: Presentation
    public var draft: StoredDraft?
    public var appearance: Appearance
    public var advice: [Advice]

    public init(
        popover: PopoverID, presentation: Presentation, draft: StoredDraft?,
        appearance: Appearance, advice: [Advice]
    ) {
        self.popover = popover
        self.presentation = presentation
        self.draft = draft
        self.appearance = appearance
        self.advice = advice
    }
}

/// A breach of a guideline, with what to do about it.
public struct Advice: Codable, Hashable, Sendable {
    /// A row of the guidelines: `G16`.
    public var rule: String
    public var message: String

    public init(rule: String, message: String) {
        self.rule = rule
        self.message = message
    }
}

public struct TapJudgement: Codable, Hashable, Sendable {
    public var verdict: TapVerdict
    /// Whether the reporting client should act on this tap itself.
    public var deliver: Bool
    public var popover: PopoverID?
    /// What lets the reporting app open a popover.
    public var gesture: GestureID?

    public init(
        verdict: TapVerdict, deliver: Bool, popover: PopoverID? = nil, gesture: GestureID? = nil
    ) {
        self.verdict = verdict
        self.deliver = deliver
        self.popover = popover
        self.gesture = gesture
    }
}
