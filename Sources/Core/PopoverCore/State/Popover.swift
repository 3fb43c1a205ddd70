// SPDX-License-Identifier: MIT

import PopoverModel

/// A popover from its grant until it is off the screen.
struct Popover: Codable, Sendable {
    let id: PopoverID
    let owner: ClientID
    let uid: UInt32
    let app: String
    let behavior: Behavior
    let display: String
    /// The place in the order of people's wishes.
    let wish: UInt64
    let grantedAt: Instant
    /// The view that was presented when it opened; it does not outlive it.
    let view: ViewID?
    let source: String?
    /// The surface that `anchor`, `avoid` and `passthrough` are relative to.
    let surface: String?
    let key: String?
    let minimum: Size?
    let widthRange: ClosedRange<Double>

    var size: Size
    /// As the client gave it; nil where the registered source's rectangle counts.
    var anchor: Rect?
    /// The surface's origin, as it was when it was last there.
    var origin: Point
    var sides: [Side]
    var avoid: [Rect]
    var passthrough: [Rect]
    var hit: [Rect]
    var isModal: Bool
    var title: String?
    /// What its owner says of it, as far as it is judged.
    var declaration: Declaration
    var presentation: Presentation
    /// Where it was before, oldest first.
    var pastShapes: [PastShape] = []
    /// What there was to say about it when it was judged last.
    var advice: [Advice] = []
    var state = State.visible

    enum State: Codable, Hashable, Sendable {
        /// Can go to: `closing`, or off the screen by the owner's own doing.
        case visible
        /// Its owner is to take it off the screen. Can go to: off the screen.
        case closing(Closing)

        var closing: Closing? {
            switch self {
            case .visible: nil
            case .closing(let closing): closing
            }
        }
    }

    struct Closing: Codable, Hashable, Sendable {
        var reason: CloseReason
        var disposition: Disposition
        /// The tap that closes it fell on another source.
        var hitsSource: Bool
        /// A session ends with it: what becomes of its work is settled.
        var isFinal: Bool
        let cause: Cause
        var phase: Phase
        /// What is left of the owner's deadline while an alert is presented; nil while it runs.
        var paused: Interval?

        /// The owner's answer, where it was asked.
        var call: CallID? {
            switch phase {
            case .deciding: nil
            case .leaving(let call): call
            }
        }
    }

    enum Phase: Codable, Hashable, Sendable {
        /// Plugins are asked what becomes of its work. Can go to: `leaving`.
        case deciding(QuestionID)
        /// The owner was asked to take it off the screen. Can go to: off the screen.
        case leaving(CallID)
    }

    /// Who made it close, as far as the reason does not say.
    enum Cause: Codable, Hashable, Sendable {
        case nobody
        /// This app wanted its place.
        case app(String)
        /// A tap here, in the display's coordinates.
        case tap(Point)
        /// This policy, because nobody touched its display.
        case policy(String)
    }

    /// What decides where a tap is inside, and what it passes through.
    struct Outline {
        let presentation: Presentation
        let hit: [Rect]
        let passthrough: [Rect]
        let origin: Point
    }

    var outline: Outline {
        Outline(
            presentation: presentation, hit: hit, passthrough: passthrough, origin: origin)
    }

    var closing: Closing? { state.closing }

    /// The draft that its work is; the owner may be gone by now, but what it was stays.
    var draftKey: DraftKey? {
        guard let key else { return nil }
        return DraftKey(uid: uid, app: app, key: key)
    }

    var facts: Question.PopoverFacts {
        Question.PopoverFacts(
            popover: id, behavior: behavior.name, app: app, display: display, key: key,
            title: title, isModal: isModal)
    }
}

/// What an owner handed over when its popover left the screen.
enum HandedOver: Codable, Hashable, Sendable {
    /// Unfinished work, to be kept.
    case draft(JSONText)
    /// Work over a limit, which is not kept.
    case tooMuch
    /// The client has applied or kept it itself: what is stored goes.
    case consumed
    /// People gave it up: what is stored goes.
    case discarded
    /// What was handed over earlier remains.
    case nothing
}

/// An open that waits for its turn.
struct WaitingOpen: Codable, Sendable {
    let client: ClientID
    let id: RequestID?
    let request: OpenRequest
    let behavior: Behavior
    let wish: UInt64
    let arrived: Instant
    /// What plugins said instead of the behaviour's standing answers.
    var sides: [Side]?
    var widthRange: ClosedRange<Double>?
    /// Of those who were asked about it.
    var records: [VerdictRecord] = []
}

/// A client's own modal view or sheet.
struct View: Codable, Sendable {
    let owner: ClientID
    let app: String
    let display: String
    let kind: ViewRequest.Kind
    let frame: Rect?
}

/// A view that waits for a popover to leave.
struct WaitingView: Codable, Sendable {
    let client: ClientID
    let id: RequestID?
    let request: ViewRequest
}

/// A detached popover: people work beside it, and taps do not close it (G22).
struct Panel: Codable, Sendable {
    let owner: ClientID
    let app: String
    let display: String
    let frame: Rect
    let key: String?
    let title: String?
}
