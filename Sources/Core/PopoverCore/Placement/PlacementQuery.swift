// SPDX-License-Identifier: MIT

public import PopoverModel

/// The input of a placement. Lengths are finite, in points of the display.
public struct PlacementQuery: Hashable, Sendable {
    /// The whole display, with its origin at 0, 0.
    public var display: Size

    /// The edges of the display that frames keep out of.
    public var insets: Insets

    /// Rectangles to keep off: an on-screen keyboard, a toast. Empty ones do not count.
    public var occluders: [Rect]

    /// The rectangle that the popover points at, clamped to the display.
    public var source: Rect

    public var wanted: Size

    /// The smallest usable size; nil for the style's.
    public var minimum: Size?

    /// The widths that the behavior allows; nil for the style's.
    public var widthRange: ClosedRange<Double>?

    /// Sides of the source on which the popover may lie, best first; without any, it is a sheet.
    public var sides: [Side]

    /// The wanted position along the edge of the source. Above and below it, it follows the writing
    /// direction.
    public var alignment: Alignment

    public var isRightToLeft: Bool

    /// The distance of the arrow's tip from the source; less where the minimum needs the space.
    public var gap: Double

    /// The rectangle that a popover is kept within if a side holds the minimum there; nil for the
    /// whole display.
    public var bounds: Rect?

    /// The rectangles that the frame should not cover. One that is listed twice counts twice.
    public var avoid: [Rect]

    /// The side of a popover that stays open in the same environment, else nil.
    public var currentSide: Side?

    /// Whether the display or the content area is compact, so that the popover is a sheet (G21).
    public var isCompact: Bool

    /// The compact content area that a sheet is kept within if it holds the minimum; nil for the
    /// whole display.
    public var content: Rect?

    /// The pixels per point of the display whose pixels frames begin on; nil to leave them where they
    /// are exactly.
    public var scale: Double?

    public init(
        display: Size, insets: Insets = Insets(), occluders: [Rect] = [], source: Rect,
        wanted: Size, minimum: Size? = nil, widthRange: ClosedRange<Double>? = nil,
        sides: [Side] = PlacementStyle.standard.sides, alignment: Alignment = .center,
        isRightToLeft: Bool = false, gap: Double = 0, bounds: Rect? = nil, avoid: [Rect] = [],
        currentSide: Side? = nil, isCompact: Bool = false, content: Rect? = nil,
        scale: Double? = nil
    ) {
        self.display = display
        self.insets = insets
        self.occluders = occluders
        self.source = source
        self.wanted = wanted
        self.minimum = minimum
        self.widthRange = widthRange
        self.sides = sides
        self.alignment = alignment
        self.isRightToLeft = isRightToLeft
        self.gap = gap
        self.bounds = bounds
        self.avoid = avoid
        self.currentSide = currentSide
        self.isCompact = isCompact
        self.content = content
        self.scale = scale
    }

    var grid: PlacementGrid? { scale.map(PlacementGrid.init) }

    /// The placement by the rules in ``Placement``.
    public consuming func placement(style: PlacementStyle = .standard) -> Placement {
        PlacementSolver(self, style: style).solve()
    }
}
