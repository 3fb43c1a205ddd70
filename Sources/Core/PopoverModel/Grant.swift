// SPDX-License-Identifier: MIT

/// The result of `hello`.
public struct Welcome: Codable, Hashable, Sendable {
    public var client: ClientID
    public var displays: [DisplayDescription]
    public var limits: Limits
    public var timing: Timing
    public var appearance: Appearance

    public init(
        client: ClientID, displays: [DisplayDescription], limits: Limits, timing: Timing,
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

/// Whether and how a frame changes gradually, so that a change does not look like a new popover (G19).
public struct Animation: Codable, Hashable, Sendable {
    public var isAnimated: Bool
    public var duration: Interval
    /// Nil if nothing is animated.
    public var easing: Easing?
    /// The frame at the start; nil if nothing is animated, and at the end of a popover.
    public var start: Rect?

    public init(
        isAnimated: Bool, duration: Interval, easing: Easing? = nil, start: Rect? = nil
    ) {
        self.isAnimated = isAnimated
        self.duration = duration
        self.easing = easing
        self.start = start
    }

    public static let none = Animation(isAnimated: false, duration: .milliseconds(0))
}

public struct Grant: Codable, Hashable, Sendable {
    public var popover: PopoverID
    public var presentation: Presentation
    public var draft: StoredDraft?
    /// The last one of its key; nil where there was none.
    public var revision: Int64?
    public var appearance: Appearance
    public var animation: Animation
    /// How dark to draw what is behind it, from 0 to 1; nil unless it is modal.
    public var scrim: Double?
    /// That of its display.
    public var session: SessionID?
    public var advice: [Advice]

    public init(
        popover: PopoverID, presentation: Presentation, draft: StoredDraft?,
        revision: Int64? = nil, appearance: Appearance, animation: Animation = .none,
        scrim: Double? = nil, session: SessionID? = nil, advice: [Advice]
    ) {
        self.popover = popover
        self.presentation = presentation
        self.draft = draft
        self.revision = revision
        self.appearance = appearance
        self.animation = animation
        self.scrim = scrim
        self.session = session
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
    /// Whose source or surface a tap was on that closed a popover.
    public var client: ClientID?

    public init(
        verdict: TapVerdict, deliver: Bool, popover: PopoverID? = nil, gesture: GestureID? = nil,
        client: ClientID? = nil
    ) {
        self.verdict = verdict
        self.deliver = deliver
        self.popover = popover
        self.gesture = gesture
        self.client = client
    }
}
