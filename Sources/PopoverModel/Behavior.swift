// SPDX-License-Identifier: MIT

/// What a behaviour is: its name, its standing answers, and the questions that it wants to be asked.
///
/// Behaviours come from plugins. A question that a behaviour does not ask for has its standing
/// answer at once; one that it asks for is an effect, answered by an event, and has the standing
/// answer when the plugin is late, wrong or gone. Either way the arbiter decides.
public struct Behavior: Hashable, Sendable {
    /// 1 to 64 of a-z 0-9 `-`.
    public var name: String
    /// A choice closes the popover (G5, G6); otherwise it stays (G7, G8).
    public var choiceCloses = false
    /// A tap outside closes a nonmodal popover (G3).
    public var outsideTapCloses = true
    /// What becomes of unfinished work when a tap or a key closes it (G6, G10).
    public var outsideTapDisposition = Disposition.save
    /// It may become a panel (G22).
    public var isDetachable = false
    /// It should not need scrolling (G16): a cut height is worth advice.
    public var avoidsScrolling = false
    /// It needs a title (G29).
    public var needsTitle = false
    /// It is refused in landscape and closed when the display turns to it (G29).
    public var isPortraitOnly = false
    /// Width in points, ideally (G16).
    public var widthRange: ClosedRange<Double> = 320...600
    /// Where it may sit when the client does not say, best first; never empty.
    public var sides: [Side] = [.bottom, .top, .right, .left]
    /// What it becomes on a compact display (G21).
    public var compactAdaptation = CompactAdaptation.sheet
    public var questions: Questions = []

    public init(name: String) {
        self.name = name
    }

    /// What a behaviour becomes where there is no room for popovers.
    public enum CompactAdaptation: String, CaseIterable, Hashable, Sendable {
        case sheet
        /// Refused, `does-not-fit`.
        case refuse
    }

    /// The questions that a behaviour wants to be asked.
    public struct Questions: OptionSet, Hashable, Sendable {
        public let rawValue: UInt32
        public init(rawValue: UInt32) { self.rawValue = rawValue }

        /// May it open, and with which sides and widths?
        public static let open = Questions(rawValue: 1 << 0)
        /// Does this choice close it?
        public static let choice = Questions(rawValue: 1 << 1)
        /// Does this tap or key outside close it, and what becomes of its work?
        public static let outsideTap = Questions(rawValue: 1 << 2)
        /// May it be detached?
        public static let detach = Questions(rawValue: 1 << 3)
    }
}

/// What becomes of unfinished work when a popover closes.
public enum Disposition: String, CaseIterable, Hashable, Sendable {
    case save
    case discard
}

/// A question to a behaviour, with the facts it may judge by. It never holds a person's work.
public enum Question: Hashable, Sendable {
    case open(OpenFacts)
    /// The choice, as the client sent it.
    case choice(PopoverFacts, choice: JSONText)
    /// `key` when it was a key and not a tap.
    case outsideTap(PopoverFacts, isKey: Bool)
    case detach(PopoverFacts)

    public struct OpenFacts: Hashable, Sendable {
        public var app: String
        public var display: String
        public var displaySize: Size
        public var isCompact: Bool
        public var size: Size
        public var key: String?
        public var title: String?
        public var isModal: Bool

        public init(
            app: String, display: String, displaySize: Size, isCompact: Bool, size: Size,
            key: String?, title: String?, isModal: Bool
        ) {
            self.app = app
            self.display = display
            self.displaySize = displaySize
            self.isCompact = isCompact
            self.size = size
            self.key = key
            self.title = title
            self.isModal = isModal
        }
    }

    public struct PopoverFacts: Hashable, Sendable {
        public var popover: PopoverID
        public var app: String
        public var display: String
        public var key: String?
        public var title: String?
        public var isModal: Bool

        public init(
            popover: PopoverID, app: String, display: String, key: String?, title: String?,
            isModal: Bool
        ) {
            self.popover = popover
            self.app = app
            self.display = display
            self.key = key
            self.title = title
            self.isModal = isModal
        }
    }
}

/// A behaviour's answer. It advises; an answer that fits no question counts as `abstain`.
public enum Verdict: Hashable, Sendable {
    /// No opinion: the standing answer holds. Every failure of a plugin counts as this.
    case abstain
    /// The popover may open, with these in place of the standing sides and widths where given.
    case admit(sides: [Side]?, widthRange: ClosedRange<Double>?)
    /// The popover may not open; `policy` or `not-for-warnings`.
    case refuse(reason: RefusalReason, message: String)
    /// The choice or tap closes it.
    case close(Disposition?)
    /// The choice or tap leaves it open.
    case stay
    /// It may be detached, or not.
    case detach(allowed: Bool)
}
