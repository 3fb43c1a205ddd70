// SPDX-License-Identifier: MIT

public import PopoverModel

/// The place of a popover: beside its source with an arrow, as a sheet, or nowhere.
///
/// Placement is a pure function of a ``PlacementQuery``. It knows rectangles, but no popovers, clients
/// or time. The arbiter decides when to place again and whether the environment is the same; it
/// passes the current side of a visible popover, or nil.
///
/// A frame is *possible* when it lies in the display minus its insets, off the occluders, and beside
/// the source on an allowed side. Eight weights choose among the possible frames. Each outweighs all
/// later ones together:
///
/// 1. **The room.** The frame keeps 8 points from the room's edges. Where no side holds the minimum
///    that way, the margin shrinks, per axis and only as far as the minimum and its arrow need. As
///    the last resort before a sheet, the arrow is shortened.
/// 2. **Contact.** The tip lies on the source's facing edge, and the arrow's base on the frame, clear
///    of its rounded corners; otherwise the tip comes as near as possible.
/// 3. **The source stays uncovered.** Not a number: every possible frame lies beside the source.
/// 4. **The wanted size.** The least width and height lost together.
/// 5. **`avoid`.** The least area covered.
/// 6. **The side.** The current one, then the order given.
/// 7. **The gap** uncut by the minimum.
/// 8. **The arrow** nearest to the source's center, then the frame least shifted from it; with an
///    alignment at the start or end, the frame least shifted from there.
///
/// A sheet lies in the free rectangle of the room where it loses least of its width and height
/// together. It lies below the occluders only where they leave no room for its minimum.
///
/// ``PlacementWeights`` is this list as code, and ``PlacementSolver`` computes it. The result is total
/// and deterministic: ties go to the left, then to the top, whatever the order of occluders. It is
/// invariant under mirroring and quarter turns, except for sheets, the order of sides and the rules that
/// tell width from height (the range of widths, and the height cut by the share of the display).
///
/// The result is exact, not searched: without occluders a side is solved by clamping, and occluders
/// split the room into its largest free rectangles, each solved like a room of its own. So a source
/// that moves by one point moves the frame by at most one, unless the side changes or the frame has
/// to jump over an occluder or an avoided rectangle. More room never makes a popover with full margin
/// and contact smaller; one without them may give up size for them, since they weigh more.
///
/// At last the frame moves onto the display's pixels, by less than one, within all that limits it, and
/// lengths that were cut become whole pixels; the arrow makes up for it. Only where no pixel begins
/// between the limits, which takes a minimum as large as the room, it stays between two.
///
/// Placement keeps no state and does not validate its input.
public enum Placement: Hashable, Sendable {
    /// A frame beside the source, on `side` of it, with the arrow's tip at `arrow`. It `scrolls`
    /// when it is lower than wanted.
    case popover(frame: Rect, side: Side, arrow: Point, scrolls: Bool)

    /// Without an arrow, at the bottom of the room, as wide as it and as high as the content: the
    /// display or the content area is compact, or no allowed side holds the minimum.
    case sheet(frame: Rect, scrolls: Bool)

    /// Not even a sheet holds the minimum.
    case doesNotFit

    /// The popover's body, or the sheet; nil when it does not fit.
    public var frame: Rect? {
        switch self {
        case .popover(let frame, _, _, _), .sheet(let frame, _): frame
        case .doesNotFit: nil
        }
    }

    /// The side of the source on which the popover sits; nil for a sheet.
    public var side: Side? {
        switch self {
        case .popover(_, let side, _, _): side
        case .sheet, .doesNotFit: nil
        }
    }

    /// The tip of the arrow; nil for a sheet.
    public var arrow: Point? {
        switch self {
        case .popover(_, _, let arrow, _): arrow
        case .sheet, .doesNotFit: nil
        }
    }

    /// Whether the frame is lower than the wanted height.
    public var scrolls: Bool {
        switch self {
        case .popover(_, _, _, let scrolls), .sheet(_, let scrolls): scrolls
        case .doesNotFit: false
        }
    }
}
