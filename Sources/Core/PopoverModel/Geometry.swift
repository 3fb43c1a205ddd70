// SPDX-License-Identifier: MIT

/// A place on a display, in points (1/scale pixel), origin at the display's top left, y down.
public struct Point: Codable, Hashable, Sendable {
    public var x: Double
    public var y: Double

    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    public func distance(to other: Point) -> Double {
        let dx = x - other.x
        let dy = y - other.y
        return (dx * dx + dy * dy).squareRoot()
    }
}

/// A width and a height, in points.
public struct Size: Codable, Hashable, Sendable {
    public var width: Double
    public var height: Double

    public init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }

    public var area: Double { width * height }
}

/// Room that a display's edges take away, in points.
public struct Insets: Codable, Hashable, Sendable {
    public var top: Double
    public var left: Double
    public var bottom: Double
    public var right: Double

    public init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
        self.top = top
        self.left = left
        self.bottom = bottom
        self.right = right
    }
}

extension Side {
    /// Whether the popover sits above or below its source.
    public var isVertical: Bool { self == .top || self == .bottom }
}

/// A rectangle on a display, in points. Width and height are never negative.
public struct Rect: Codable, Hashable, Sendable {
    public var x: Double
    public var y: Double
    public var width: Double
    public var height: Double

    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    public init(origin: Point, size: Size) {
        self.init(x: origin.x, y: origin.y, width: size.width, height: size.height)
    }

    public var minX: Double { x }
    public var minY: Double { y }
    public var maxX: Double { x + width }
    public var maxY: Double { y + height }
    public var midX: Double { x + width / 2 }
    public var midY: Double { y + height / 2 }
    public var origin: Point { Point(x: x, y: y) }
    public var center: Point { Point(x: midX, y: midY) }
    public var size: Size { Size(width: width, height: height) }
    public var area: Double { width * height }

    /// Whether the point lies in it; the left and top edges belong to it, the others do not.
    public func contains(_ point: Point) -> Bool {
        point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
    }

    /// Whether the other rectangle lies wholly in it, edges included.
    public func contains(_ other: Rect) -> Bool {
        other.minX >= minX && other.maxX <= maxX && other.minY >= minY && other.maxY <= maxY
    }

    /// Whether the two share some area; touching edges do not count.
    public func overlaps(_ other: Rect) -> Bool {
        minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
    }

    /// What the two share, or nil where they share no area.
    public func intersection(_ other: Rect) -> Rect? {
        guard overlaps(other) else { return nil }
        let left = max(minX, other.minX)
        let top = max(minY, other.minY)
        return Rect(
            x: left, y: top, width: min(maxX, other.maxX) - left,
            height: min(maxY, other.maxY) - top)
    }

    /// Its part within an area; of a rectangle beside the area the nearest part of its edge, which has
    /// no area.
    public func nearestPart(in area: Rect) -> Rect {
        // Exact for most: cutting would round the size.
        if area.contains(self) { return self }
        let left = max(area.minX, min(minX, area.maxX))
        let top = max(area.minY, min(minY, area.maxY))
        return Rect(
            x: left, y: top, width: max(area.minX, min(maxX, area.maxX)) - left,
            height: max(area.minY, min(maxY, area.maxY)) - top)
    }

    public func offset(by point: Point) -> Rect {
        Rect(x: x + point.x, y: y + point.y, width: width, height: height)
    }

    /// The rectangle without the room that the insets take; empty, never negative.
    public func inset(by insets: Insets) -> Rect {
        let left = min(insets.left, width)
        let top = min(insets.top, height)
        return Rect(
            x: x + left, y: y + top,
            width: max(0, width - insets.left - insets.right),
            height: max(0, height - insets.top - insets.bottom))
    }
}
