// SPDX-License-Identifier: MIT

public import PopoverModel

/// The measures of placement, in points unless noted. The configuration may change them; clients
/// learn the arrow's look and the margin from `hello`.
public struct PlacementStyle: Hashable, Sendable {
    /// The distance from the arrow's base on the frame to its tip on the source.
    public var arrowLength: Double

    /// The width of the arrow's base.
    public var arrowWidth: Double

    /// The radius of the frame's corners, which the arrow's base keeps clear of.
    public var cornerRadius: Double

    /// The distance from the room's edges, where it fits.
    public var margin: Double

    /// Widths unless the behavior has its own (G16); the lower end is an open's default minimum.
    public var widthRange: ClosedRange<Double>

    /// The minimum height of an open that names none, unless it requests less.
    public var minimumHeight: Double

    /// The share of the display's area, 0 to 1, that a popover may cover (G15).
    public var areaShare: Double

    /// The allowed sides of an open that names none, best first.
    public var sides: [Side]

    /// The gain in width or height for which a popover changes its side under a scrolling finger.
    static let clearGain: Double = 32

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

    public static let standard = PlacementStyle()

    /// The distance of the tip from the frame's corners along the edge with the arrow.
    public var tipClearance: Double { cornerRadius + arrowWidth / 2 }

    /// The height at which a popover of a width covers its whole share of the display.
    func heightLimit(forWidth width: Double, on display: Size) -> Double {
        // A width below one point counts as one, to avoid a division by zero.
        let limit = areaShare * display.height * max(1, display.width / max(1, width))
        // The quotient may be rounded up by its last bit, which would exceed the share.
        let isPassed = limit * width > areaShare * display.area && width < display.width
        return isPassed ? limit.nextDown : limit
    }

    /// The rectangle of the arrow between the frame and its tip; taps in it are inside the popover.
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
