// SPDX-License-Identifier: MIT

/// A behavior: its name, its default answers, and the questions that its plugin is asked. Behaviors
/// come from plugins. A question that a behavior does not ask for gets the default answer at once.
/// One that it asks for becomes an effect, which an event answers; the default answer applies if
/// the plugin is late, wrong or gone. The arbiter decides either way.
public struct Behavior: Codable, Hashable, Sendable {
    /// 1 to 64 of a-z 0-9 `-`.
    public var name: String
    /// A choice closes the popover (G5, G6); otherwise it stays (G7, G8).
    public var choiceCloses = false
    /// A tap outside closes a nonmodal popover (G3).
    public var outsideTapCloses = true
    /// What happens to the draft when a tap or a key closes it (G6, G10).
    public var outsideTapDisposition = Disposition.save
    /// It may become a panel (G22).
    public var isDetachable = false
    /// It should not need scrolling (G16): a cut height is worth advice.
    public var avoidsScrolling = false
    /// It needs a title (G29).
    public var needsTitle = false
    /// It is refused in landscape and closed when the display turns to it (G29).
    public var isPortraitOnly = false
    /// It is short help, which takes no place and ends by itself.
    public var isHint = false
    /// Width in points, ideally (G16).
    public var widthRange: ClosedRange<Double> = 320...600
    /// Default sides, best first; never empty.
    public var sides: [Side] = [.bottom, .top, .right, .left]
    /// Its adaptation to a compact display (G21).
    public var compactAdaptation = CompactAdaptation.sheet
    /// The hooks at which its plugin is asked; elsewhere its default answers apply.
    public var hooks: Hooks = []

    public init(name: String) {
        self.name = name
    }

    /// How a behavior adapts to a display without room for popovers.
    public enum CompactAdaptation: String, CaseIterable, Codable, Hashable, Sendable {
        case sheet
        /// Refused, `does-not-fit`.
        case refuse
    }
}
