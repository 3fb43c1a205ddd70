// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel

extension PlacementQuery {
    /// Left and right changed places.
    var mirrored: PlacementQuery {
        var query = self
        (query.insets.left, query.insets.right) = (insets.right, insets.left)
        query.source = source.mirrored(across: display.width)
        query.occluders = occluders.map { $0.mirrored(across: display.width) }
        query.avoid = avoid.map { $0.mirrored(across: display.width) }
        query.sides = sides.map(\.mirrored)
        query.currentSide = currentSide?.mirrored
        query.isRightToLeft.toggle()
        query.bounds = bounds?.mirrored(across: display.width)
        query.content = content?.mirrored(across: display.width)
        return query
    }

    /// x and y changed places: a quarter turn and a mirroring.
    var turned: PlacementQuery {
        var query = self
        query.display = display.turned
        query.insets = Insets(
            top: insets.left, left: insets.top, bottom: insets.right, right: insets.bottom)
        query.source = source.turned
        query.occluders = occluders.map(\.turned)
        query.avoid = avoid.map(\.turned)
        query.wanted = wanted.turned
        query.minimum = minimum?.turned
        query.sides = sides.map(\.turned)
        query.currentSide = currentSide?.turned
        query.bounds = bounds?.turned
        return query
    }
}

extension Placement {
    func mirrored(across width: Double) -> Placement {
        switch self {
        case .popover(let frame, let side, let arrow, let scrolls):
            .popover(
                frame: frame.mirrored(across: width), side: side.mirrored,
                arrow: Point(x: width - arrow.x, y: arrow.y), scrolls: scrolls)
        case .sheet(let frame, let scrolls):
            .sheet(frame: frame.mirrored(across: width), scrolls: scrolls)
        case .doesNotFit: .doesNotFit
        }
    }

    /// Without `scrolls`, which knows only the height.
    var turned: Placement {
        switch self {
        case .popover(let frame, let side, let arrow, _):
            .popover(
                frame: frame.turned, side: side.turned, arrow: Point(x: arrow.y, y: arrow.x),
                scrolls: false)
        case .sheet(let frame, _): .sheet(frame: frame.turned, scrolls: false)
        case .doesNotFit: .doesNotFit
        }
    }

    /// The same but for what rounding does to lengths.
    func isNear(_ other: Placement) -> Bool {
        switch (frame, other.frame, arrow, other.arrow) {
        case (nil, nil, nil, nil): true
        case (let one?, let two?, nil, nil): one.isNear(two)
        case (let one?, let two?, let tip?, let otherTip?):
            side == other.side && one.isNear(two) && tip.distance(to: otherTip) < 1e-6
        case (_, _, _, _): false
        }
    }
}

extension Rect {
    func mirrored(across width: Double) -> Rect {
        Rect(x: width - maxX, y: y, width: self.width, height: height)
    }

    var turned: Rect { Rect(x: y, y: x, width: height, height: width) }

    func grown(by amount: Double) -> Rect {
        Rect(
            x: x - amount, y: y - amount, width: width + 2 * amount, height: height + 2 * amount)
    }

    func isNear(_ other: Rect) -> Bool {
        origin.distance(to: other.origin) < 1e-6 && size.isNear(other.size)
    }

    /// Whether the two share more than rounding explains.
    func overlapsVisibly(_ other: Rect) -> Bool {
        guard let shared = intersection(other) else { return false }
        return shared.width > 1e-6 && shared.height > 1e-6
    }
}

extension Size {
    func isNear(_ other: Size) -> Bool {
        abs(width - other.width) < 1e-6 && abs(height - other.height) < 1e-6
    }

    var turned: Size { Size(width: height, height: width) }
}

extension Point {
    /// Whether the tip of a popover on a side of the source lies on the source's facing edge.
    func touches(_ source: Rect, on side: Side) -> Bool {
        let edge =
            switch side {
            case .bottom: Rect(x: source.minX, y: source.maxY, width: source.width, height: 0)
            case .top: Rect(x: source.minX, y: source.minY, width: source.width, height: 0)
            case .right: Rect(x: source.maxX, y: source.minY, width: 0, height: source.height)
            case .left: Rect(x: source.minX, y: source.minY, width: 0, height: source.height)
            }
        return edge.grown(by: 1e-6).contains(self)
    }
}

extension Side {
    var mirrored: Side {
        switch self {
        case .left: .right
        case .right: .left
        case .top, .bottom: self
        }
    }

    var turned: Side {
        switch self {
        case .top: .left
        case .left: .top
        case .bottom: .right
        case .right: .bottom
        }
    }
}
