// SPDX-License-Identifier: MIT

public import PopoverModel

/// The measures that placement goes by, in points unless said otherwise. Configuration may change
/// them; clients learn the look of the arrow and the margin from `hello`.
public struct PlacementStyle: Hashable, Sendable {
    /// From the arrow's base on the frame to its tip on the source.
    public var arrowLength: Double

    /// The arrow's base.
    public var arrowWidth: Double

    /// The rounding of the frame's corners, which the arrow's base stays clear of.
    public var cornerRadius: Double

    /// What a popover keeps from the room's edges where that still fits.
    public var margin: Double

    /// The widths that a popover may have, unless its behaviour says otherwise (G16). The lower
    /// end is the minimum width of an open that names none.
    public var widthRange: ClosedRange<Double>

    /// The minimum height of an open that names none, unless it wants less.
    public var minimumHeight: Double

    /// The share of the display's area, 0 to 1, that a popover may cover (G15).
    public var areaShare: Double

    /// The allowed sides of an open that names none, best first.
    public var sides: [Side]

    public init(
        arrowLength: Double = 12, arrowWidth: Double = 24, cornerRadius: Double = 8,
        margin: Double = 8, widthRange: ClosedRange<Double> = 320...600,
        minimumHeight: Double = 120, areaShare: Double = 0.8,
        sides: [Side] = [.bottom, .top, .right, .left]
    ) {
        self.arrowLength = arrowLength
        self.arrowWidth = arrowWidth
        self.cornerRadius = cornerRadius
        self.margin = margin
        self.widthRange = widthRange
        self.minimumHeight = minimumHeight
        self.areaShare = areaShare
        self.sides = sides
    }

    /// What holds without configuration.
    public static let standard = PlacementStyle()

    /// How far the tip stays from the frame's corners along the edge that carries the arrow.
    public var tipClearance: Double { cornerRadius + arrowWidth / 2 }

    /// The height at which a popover of a width takes its whole share of the display's area.
    ///
    /// A display narrower than the width limits it by its own width, not by what margins and
    /// insets leave: so a wider display never makes a popover lower.
    func heightLimit(forWidth width: Double, on display: Size) -> Double {
        // Less than a point of width counts as one: dividing by nothing has no answer.
        let limit = areaShare * display.height * max(1, display.width / max(1, width))
        // The quotient may have been rounded up by the last bit, and the share is not to be passed.
        let isPassed = limit * width > areaShare * display.area && width < display.width
        return isPassed ? limit.nextDown : limit
    }

    /// The rectangle that the arrow takes between the frame and its tip: taps in it are taps in
    /// the popover.
    public func arrowRect(frame: Rect, side: Side, arrow: Point) -> Rect {
        let half = arrowWidth / 2
        return switch side {
        case .bottom:
            Rect(x: arrow.x - half, y: arrow.y, width: arrowWidth, height: frame.minY - arrow.y)
        case .top:
            Rect(x: arrow.x - half, y: frame.maxY, width: arrowWidth, height: arrow.y - frame.maxY)
        case .right:
            Rect(x: arrow.x, y: arrow.y - half, width: frame.minX - arrow.x, height: arrowWidth)
        case .left:
            Rect(x: frame.maxX, y: arrow.y - half, width: arrow.x - frame.maxX, height: arrowWidth)
        }
    }
}
