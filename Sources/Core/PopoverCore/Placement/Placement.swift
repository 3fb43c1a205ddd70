// SPDX-License-Identifier: MIT

public import PopoverModel

/// Where a popover goes: beside its source with an arrow, as a sheet, or nowhere.
///
/// Placement is a pure function from a ``PlacementQuery`` to one of these values. It knows
/// rectangles and nothing else: no popovers, no clients, no time. What "the environment is the
/// same" means, and when to place again, is the arbiter's business; it passes the side that a
/// visible popover has, or nil.
///
/// A frame is *possible* when it lies in the display minus its insets, off the occluders, and
/// beside the source on an allowed side. Among the possible frames the rules choose by seven
/// weights. An earlier one always outweighs all later ones together:
///
/// 1. **The room.** The frame keeps 8 points from the room's edges. Where no side holds the
///    minimum that way, the margin shrinks, per axis and only as far as the minimum and its arrow
///    need; where even that does not help, the arrow's length is squeezed, as the last resort
///    before a sheet.
/// 2. **Contact.** The tip lies on the source's facing edge, and the arrow's base on the frame,
///    clear of its rounded corners; else the tip comes as near as it can.
/// 3. **The source stays uncovered.** Not a number: every possible frame lies beside the source.
/// 4. **The wanted size.** The least width and height lost together.
/// 5. **`avoid`.** The least area covered.
/// 6. **The side.** The one that it already has, then the order given.
/// 7. **The arrow** nearest to the source's centre, then the frame least shifted from it.
///
/// ``PlacementWeights`` is this list as code, ``PlacementSolver`` fills it in. The answer is
/// total, deterministic (ties go to the left, then to the top, whatever order occluders come in)
/// and the same under mirroring and quarter turns, but for the order of sides and for the rules
/// that tell width from height: the range of widths, and the height that gives way where a frame
/// would take too much of the display. It is exact, not a search: a side without occluders is
/// solved by clamping, and occluders cut the room into its largest free rectangles, each of which
/// is solved like a room of its own. So a source that moves by one point moves the frame by at
/// most one, unless the side changes, or an occluder or avoided place has to be jumped over. And
/// more room never makes a popover smaller that has its margin and its contact; one that had to do
/// without may give size for them, since they weigh more.
///
/// It does not remember, does not round to pixels, and does not judge what it was given: numbers
/// that make no sense get the answer that follows from them.
public enum Placement: Hashable, Sendable {
    /// A frame beside the source, on `side` of it, with the arrow's tip at `arrow`. It `scrolls`
    /// when it is lower than wanted.
    case popover(frame: Rect, side: Side, arrow: Point, scrolls: Bool)

    /// The display minus its insets, without an arrow: the display is compact, or no allowed side
    /// holds the minimum.
    case sheet(frame: Rect, scrolls: Bool)

    /// The minimum exceeds even a sheet.
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

    /// Whether the content is cut below the wanted height.
    public var scrolls: Bool {
        switch self {
        case .popover(_, _, _, let scrolls), .sheet(_, let scrolls): scrolls
        case .doesNotFit: false
        }
    }
}
