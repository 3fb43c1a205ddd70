// SPDX-License-Identifier: MIT

/// What a behaviour is: its name, its standing answers, and the questions that it wants to be asked.
///
/// Behaviours come from plugins. A question that a behaviour does not ask for has its standing
/// answer at once; one that it asks for is an effect, answered by an event, and has the standing
/// answer when the plugin is late, wrong or gone. Either way the arbiter decides.
public struct Behavior: Codable, Hashable, Sendable {
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
    /// Where it wants to be asked; elsewhere its standing answers hold.
    public var hooks: Hooks = []

    public init(name: String) {
        self.name = name
    }

    /// What a behaviour becomes where there is no room for popovers.
    public enum CompactAdaptation: String, CaseIterable, Codable, Hashable, Sendable {
        case sheet
        /// Refused, `does-not-fit`.
        case refuse
    }
}

/// What becomes of unfinished work when a popover closes.
public enum Disposition: String, CaseIterable, Codable, Hashable, Sendable {
    case save
    case discard
}
