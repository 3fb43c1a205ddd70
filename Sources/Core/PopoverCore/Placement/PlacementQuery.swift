// SPDX-License-Identifier: MIT

public import PopoverModel

/// All that a placement depends on. Lengths are finite, in points of the display.
public struct PlacementQuery: Hashable, Sendable {
    /// The whole display, its origin at 0, 0.
    public var display: Size

    /// What the display's edges take away from the room.
    public var insets: Insets

    /// What the frame must stay off: an on-screen keyboard, a toast. Empty ones do not count.
    public var occluders: [Rect]

    /// What revealed the popover. Only what lies on the display counts; of a source wholly off
    /// it, the nearest points of the display's edge.
    public var source: Rect

    /// The size that the owner asks for.
    public var wanted: Size

    /// The least size that makes sense, or nil for the style's.
    public var minimum: Size?

    /// The widths that the behaviour allows, or nil for the style's.
    public var widthRange: ClosedRange<Double>?

    /// The sides of the source on which the popover may sit, best first. With none it is a sheet.
    public var sides: [Side]

    /// What the frame should rather not cover. A place named twice weighs twice.
    public var avoid: [Rect]

    /// The side of a popover that stays open in the same environment, else nil.
    public var currentSide: Side?

    /// Whether the display is compact, so that only a sheet will do (G21).
    public var isCompact: Bool

    public init(
        display: Size, insets: Insets = Insets(), occluders: [Rect] = [], source: Rect,
        wanted: Size, minimum: Size? = nil, widthRange: ClosedRange<Double>? = nil,
        sides: [Side] = PlacementStyle.standard.sides, avoid: [Rect] = [],
        currentSide: Side? = nil, isCompact: Bool = false
    ) {
        self.display = display
        self.insets = insets
        self.occluders = occluders
        self.source = source
        self.wanted = wanted
        self.minimum = minimum
        self.widthRange = widthRange
        self.sides = sides
        self.avoid = avoid
        self.currentSide = currentSide
        self.isCompact = isCompact
    }

    /// The answer of the rules in ``Placement``.
    public consuming func placement(style: PlacementStyle = .standard) -> Placement {
        PlacementSolver(self, style: style).solve()
    }
}
