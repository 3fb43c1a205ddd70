// SPDX-License-Identifier: MIT

import PopoverModel

/// A popover from its grant until it is off the screen.
struct Popover: Codable, Sendable, WorkHolder {
    let id: PopoverID
    let owner: ClientID
    let uid: UInt32
    let app: String
    let behavior: Shared<Behavior>
    let display: String
    /// Its number in the order of all opens.
    let openSequence: UInt64
    let grantedAt: Instant
    /// The gesture that asked for it.
    let gesture: GestureID?
    /// The view that was presented when the popover opened; the popover closes with it.
    let view: ViewID?
    /// Whether a later open can match, though the client gave no key.
    let hasDerivedKey: Bool
    /// It is opened for a program that is no client, which draws it where it likes.
    let isForOther: Bool?
    let widthRange: ClosedRange<Double>
    /// Those of its behavior, or of a policy; those of its owner count instead.
    let sides: [Side]
    /// As its owner asked for it, with its later changes.
    var request: Shared<OpenRequest>
    /// The last known frame of the surface that the request's rectangles are relative to.
    var surfaceFrame: Rect?
    var presentation: Presentation
    /// Its earlier shapes, oldest first.
    var pastShapes: [PastShape] = []
    /// The latest findings of the advisor.
    var advice: [Advice] = []
    var state = State.visible

    enum State: Codable, Hashable, Sendable {
        /// Next: `closing`, or closed by its owner.
        case visible
        /// Its owner is asked to take it off the screen. Next: closed.
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
        /// The tap that closes it hit another source.
        var hitsSource: Bool
        /// The session ends: its disposition can no longer change.
        var isFinal: Bool
        let cause: Cause
        var phase: Phase
        /// The rest of the owner's deadline while an alert is presented; nil while it runs.
        var paused: Interval?

        /// The call to the owner, once it was made.
        var call: CallID? {
            switch phase {
            case .deciding: nil
            case .leaving(let call): call
            }
        }
    }

    enum Phase: Codable, Hashable, Sendable {
        /// Plugins decide what becomes of its draft. Next: `leaving`.
        case deciding(QuestionID)
        /// The owner was asked to take it off the screen. Next: closed.
        case leaving(CallID)
    }

    /// The cause of a close, beyond its reason.
    enum Cause: Codable, Hashable, Sendable {
        case nobody
        /// This app's open or view replaces it.
        case app(String)
        /// A tap at this point, in the display's coordinates.
        case tap(Point)
        /// This policy, because the display is unattended.
        case policy(String)
    }

    /// The parts of a popover that decide whether a tap is inside it or passes through.
    struct Outline {
        let presentation: Presentation
        let hit: [Rect]
        let passthrough: [Rect]
        let origin: Point
        let isForOther: Bool

        /// Where its owner's controls may be: `hit`, or the frame. Taps and shields agree on it.
        var interactive: [Rect] {
            let frame = presentation.frame
            if hit.isEmpty || presentation.side == nil && !isForOther { return [frame] }
            return hit.map { $0.offset(by: frame.origin) }
        }
    }

    var outline: Outline {
        Outline(
            presentation: presentation, hit: request.hit, passthrough: request.passthrough,
            origin: origin, isForOther: isForOther == true)
    }

    var closing: Closing? { state.closing }

    var origin: Point { surfaceFrame?.origin ?? Point(x: 0, y: 0) }

    var source: String? { request.source }
    var surface: String? { request.place.surface }
    var key: String? { request.key }
    var title: String? { request.title }
    var isModal: Bool { request.isModal }

    /// Its description, for the advisor.
    var declaration: Declaration {
        Declaration(request, of: behavior, widthRange: widthRange)
    }

    var described: Fact {
        var fact = Fact()
        fact.describe(self)
        return fact
    }

    var facts: Question.PopoverFacts {
        Question.PopoverFacts(
            popover: id, behavior: behavior.name, app: app, display: display, key: key,
            title: title, isModal: isModal)
    }
}

/// The draft that an owner returned when its popover left the screen.
enum HandedOver: Codable, Hashable, Sendable {
    /// A draft to be saved.
    case draft(JSONText)
    /// A draft over a limit, which is not saved.
    case tooMuch
    /// The client has applied or saved the draft itself: the stored draft is removed.
    case consumed
    /// The user gave it up: the stored draft is removed.
    case discarded
    /// An earlier draft remains.
    case nothing
}

/// The request that a display grants next.
enum WaitingRequest: Codable, Sendable {
    case open(WaitingOpen)
    case view(WaitingView)

    var client: ClientID {
        switch self {
        case .open(let open): open.client
        case .view(let view): view.client
        }
    }

    var id: RequestID? {
        switch self {
        case .open(let open): open.id
        case .view(let view): view.id
        }
    }
}

/// An open that was not granted yet.
struct WaitingOpen: Codable, Sendable {
    let client: ClientID
    let id: RequestID?
    let request: Shared<OpenRequest>
    let behavior: Shared<Behavior>
    let openSequence: UInt64
    let arrived: Instant
    /// The plugins' verdict, in place of the behavior's defaults.
    var sides: [Side]?
    var widthRange: ClosedRange<Double>?
    /// The gesture that asks for it.
    var gesture: GestureID?
    /// The verdicts about it.
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

/// A view that waits for a popover to close.
struct WaitingView: Codable, Sendable {
    let client: ClientID
    let id: RequestID?
    let request: ViewRequest
}
