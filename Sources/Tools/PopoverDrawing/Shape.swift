// SPDX-License-Identifier: MIT

internal import PopoverModel

/// An outline as a list of pen strokes, independent of cairo.
struct Shape: Hashable, Sendable {
    enum Element: Hashable, Sendable {
        case move(Point)
        case line(Point)
        /// Clockwise, with y pointing down; angles in quarter turns from the right.
        case arc(center: Point, radius: Double, from: Double, to: Double)
        case close
    }

    var elements: [Element] = []

    static func rectangle(_ rect: Rect) -> Shape {
        Shape(elements: [
            .move(rect.origin), .line(Point(x: rect.maxX, y: rect.minY)),
            .line(Point(x: rect.maxX, y: rect.maxY)), .line(Point(x: rect.minX, y: rect.maxY)),
            .close,
        ])
    }

    static func rounded(_ rect: Rect, radius: Double) -> Shape {
        let radius = max(0, min(radius, rect.width / 2, rect.height / 2))
        guard radius > 0 else { return .rectangle(rect) }
        return Shape(elements: [
            .corner(.topLeft, of: rect, radius: radius),
            .corner(.topRight, of: rect, radius: radius),
            .corner(.bottomRight, of: rect, radius: radius),
            .corner(.bottomLeft, of: rect, radius: radius), .close,
        ])
    }

    static func circle(center: Point, radius: Double) -> Shape {
        Shape(elements: [.arc(center: center, radius: radius, from: 0, to: 4), .close])
    }

    static func polygon(_ points: [Point]) -> Shape {
        guard let first = points.first else { return Shape() }
        return Shape(elements: [.move(first)] + points.dropFirst().map { .line($0) } + [.close])
    }

    /// The outline of a popover: a frame with rounded corners and an arrow with an exact tip.
    static func popover(
        frame: Rect, side: Side, tip: Point, appearance: Appearance
    ) -> Shape {
        let radius = max(0, min(appearance.cornerRadius, frame.width / 2, frame.height / 2))
        let length = side.isVertical ? frame.width : frame.height
        let half = max(0, min(appearance.arrowWidth, length - 2 * radius)) / 2
        // The base stays clear of the corners, even if the tip is next to one.
        let middle =
            side.isVertical
            ? clamp(tip.x, frame.minX + radius + half, frame.maxX - radius - half)
            : clamp(tip.y, frame.minY + radius + half, frame.maxY - radius - half)
        let corner = { (corner: Corner) in Element.corner(corner, of: frame, radius: radius) }
        let arrow: [Element]
        switch side {
        case .bottom:
            arrow = notch(
                Point(x: middle - half, y: frame.minY), tip, Point(x: middle + half, y: frame.minY))
            return Shape(
                elements: [corner(.topLeft)] + arrow
                    + [corner(.topRight), corner(.bottomRight), corner(.bottomLeft), .close])
        case .left:
            arrow = notch(
                Point(x: frame.maxX, y: middle - half), tip, Point(x: frame.maxX, y: middle + half))
            return Shape(
                elements: [corner(.topLeft), corner(.topRight)] + arrow
                    + [corner(.bottomRight), corner(.bottomLeft), .close])
        case .top:
            arrow = notch(
                Point(x: middle + half, y: frame.maxY), tip, Point(x: middle - half, y: frame.maxY))
            return Shape(
                elements: [corner(.topLeft), corner(.topRight), corner(.bottomRight)] + arrow
                    + [corner(.bottomLeft), .close])
        case .right:
            arrow = notch(
                Point(x: frame.minX, y: middle + half), tip, Point(x: frame.minX, y: middle - half))
            return Shape(
                elements: [
                    corner(.topLeft), corner(.topRight), corner(.bottomRight),
                    corner(.bottomLeft),
                ] + arrow + [.close])
        }
    }

    private static func notch(_ start: Point, _ tip: Point, _ end: Point) -> [Element] {
        [.line(start), .line(tip), .line(end)]
    }

    private static func clamp(_ value: Double, _ low: Double, _ high: Double) -> Double {
        low > high ? (low + high) / 2 : min(max(value, low), high)
    }

    fileprivate enum Corner {
        case topLeft
        case topRight
        case bottomRight
        case bottomLeft
    }
}

extension Shape.Element {
    fileprivate static func corner(
        _ corner: Shape.Corner, of rect: Rect, radius: Double
    ) -> Shape.Element {
        let left = rect.minX + radius
        let right = rect.maxX - radius
        let top = rect.minY + radius
        let bottom = rect.maxY - radius
        switch corner {
        case .topLeft:
            return .arc(center: Point(x: left, y: top), radius: radius, from: 2, to: 3)
        case .topRight:
            return .arc(center: Point(x: right, y: top), radius: radius, from: 3, to: 4)
        case .bottomRight:
            return .arc(center: Point(x: right, y: bottom), radius: radius, from: 0, to: 1)
        case .bottomLeft:
            return .arc(center: Point(x: left, y: bottom), radius: radius, from: 1, to: 2)
        }
    }
}

extension Rect {
    /// Grows every side by an amount; a negative amount shrinks, at most to zero.
    func grown(by amount: Double) -> Rect {
        let width = max(0, width + 2 * amount)
        let height = max(0, height + 2 * amount)
        return Rect(x: midX - width / 2, y: midY - height / 2, width: width, height: height)
    }

    /// The rest without the holes, as rectangles that do not overlap.
    func pieces(without holes: [Rect]) -> [Rect] {
        let holes = holes.compactMap { intersection($0) }
        let edges = Set([minY, maxY] + holes.flatMap { [$0.minY, $0.maxY] }).sorted()
        return zip(edges, edges.dropFirst()).flatMap { top, bottom in
            var pieces: [Rect] = []
            var left = minX
            let inBand = holes.filter { $0.minY < bottom && $0.maxY > top }
            for hole in inBand.sorted(by: { $0.minX < $1.minX }) {
                if hole.minX > left {
                    pieces.append(
                        Rect(x: left, y: top, width: hole.minX - left, height: bottom - top))
                }
                left = max(left, hole.maxX)
            }
            if left < maxX {
                pieces.append(Rect(x: left, y: top, width: maxX - left, height: bottom - top))
            }
            return pieces
        }
    }
}
