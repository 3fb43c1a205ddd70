// SPDX-License-Identifier: MIT

import PopoverModel

/// An interval of one axis. It is empty or impossible where `high` is below `low`.
struct PlacementSpan: Hashable {
    var low: Double
    var high: Double

    var length: Double { high - low }
    var middle: Double { low + (high - low) / 2 }

    /// The interval on the reversed axis (`0 - high`: `-high` would turn zero into negative zero).
    var mirrored: PlacementSpan { PlacementSpan(low: 0 - high, high: 0 - low) }

    /// The value clamped to the interval; the low end when the interval is impossible.
    func nearest(to value: Double) -> Double { max(low, min(value, high)) }

    func intersection(_ other: PlacementSpan) -> PlacementSpan {
        PlacementSpan(low: max(low, other.low), high: min(high, other.high))
    }

    /// Whether the intervals share more than a point; an interval without length shares nothing.
    func overlaps(_ other: PlacementSpan) -> Bool {
        low < other.high && other.low < high && low < high && other.low < other.high
    }

    func touches(_ other: PlacementSpan) -> Bool { low <= other.high && other.low <= high }

    func inset(by amount: Double) -> PlacementSpan {
        PlacementSpan(low: low + amount, high: high - amount)
    }
}

/// A rectangle by its edges: cutting and turning keep them exact, but would round origin and size.
struct PlacementRegion: Hashable {
    var x: PlacementSpan
    var y: PlacementSpan

    init(x: PlacementSpan, y: PlacementSpan) {
        self.x = x
        self.y = y
    }

    init(_ rect: Rect) {
        x = PlacementSpan(low: rect.minX, high: rect.maxX)
        y = PlacementSpan(low: rect.minY, high: rect.maxY)
    }

    func intersection(_ other: PlacementRegion) -> PlacementRegion {
        PlacementRegion(x: x.intersection(other.x), y: y.intersection(other.y))
    }

    func contains(_ other: PlacementRegion) -> Bool {
        x.low <= other.x.low && x.high >= other.x.high
            && y.low <= other.y.low && y.high >= other.y.high
    }

    /// Whether a frame fits, with a tolerance: rounded edges must not make 320 too small for 320.
    func holds(_ size: Size) -> Bool {
        x.length >= size.width - Self.rounding && y.length >= size.height - Self.rounding
    }

    private static let rounding = 1e-6

    /// Whether the rectangles share an area.
    func overlaps(_ other: PlacementRegion) -> Bool {
        x.overlaps(other.x) && y.overlaps(other.y)
    }

    /// Whether the rectangles share at least a point.
    func touches(_ other: PlacementRegion) -> Bool {
        x.touches(other.x) && y.touches(other.y)
    }
}

/// Turns the world so that every side is solved as the bottom one, and turns the result back.
extension Side {
    func turnedToBottom(_ region: PlacementRegion) -> PlacementRegion {
        switch self {
        case .bottom: region
        case .top: PlacementRegion(x: region.x, y: region.y.mirrored)
        case .right: PlacementRegion(x: region.y, y: region.x)
        case .left: PlacementRegion(x: region.y, y: region.x.mirrored)
        }
    }

    func turnedToBottom(_ size: Size) -> Size {
        isVertical ? size : Size(width: size.height, height: size.width)
    }

    func turnedBack(_ region: PlacementRegion) -> PlacementRegion {
        switch self {
        case .bottom: region
        case .top: PlacementRegion(x: region.x, y: region.y.mirrored)
        case .right: PlacementRegion(x: region.y, y: region.x)
        case .left: PlacementRegion(x: region.y.mirrored, y: region.x)
        }
    }

    func turnedBack(_ rect: Rect) -> Rect {
        switch self {
        case .bottom: rect
        case .top: Rect(x: rect.x, y: 0 - rect.maxY, width: rect.width, height: rect.height)
        case .right: Rect(x: rect.y, y: rect.x, width: rect.height, height: rect.width)
        case .left: Rect(x: 0 - rect.maxY, y: rect.x, width: rect.height, height: rect.width)
        }
    }

    func turnedBack(_ point: Point) -> Point {
        switch self {
        case .bottom: point
        case .top: Point(x: point.x, y: 0 - point.y)
        case .right: Point(x: point.y, y: point.x)
        case .left: Point(x: 0 - point.y, y: point.x)
        }
    }
}
