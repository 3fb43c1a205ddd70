// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel
import PopoverTestSupport

extension PlacementQuery {
    /// A world as a kiosk may meet it, with fractions of points.
    static func drawn(using generator: inout SeededGenerator) -> PlacementQuery {
        let display = Size(
            width: generator.length(330...1600), height: generator.length(250...1200))
        func rect(atMost side: Double) -> Rect {
            Rect(
                x: generator.length(-100...display.width),
                y: generator.length(-100...display.height),
                width: generator.length(0...side), height: generator.length(0...side))
        }
        let inset = generator.chance(0.3) ? 50.0 : 0
        var query = PlacementQuery(
            display: display,
            insets: Insets(top: generator.length(0...inset), right: generator.length(0...inset)),
            source: rect(atMost: 200),
            wanted: Size(width: generator.length(100...700), height: generator.length(20...900)))
        if generator.chance(0.5) {
            query.source.x = min(max(0, query.source.x), display.width - query.source.width)
            query.source.y = min(max(0, query.source.y), display.height - query.source.height)
        }
        if generator.chance(0.3) {
            query.minimum = Size(
                width: generator.length(50...400), height: generator.length(20...400))
        }
        query.sides = Array(
            Side.allCases.shuffled(using: &generator)
                .prefix(Int.random(in: 1...4, using: &generator)))
        for _ in 0..<Int.random(in: 0...3, using: &generator) {
            query.occluders.append(rect(atMost: 400))
        }
        for _ in 0..<Int.random(in: 0...3, using: &generator) {
            query.avoid.append(rect(atMost: 500))
        }
        query.currentSide = generator.chance(0.3) ? query.sides.last : nil
        return query
    }

    var room: Rect { Rect(origin: Point(x: 0, y: 0), size: display).inset(by: insets) }

    /// The minimum as the rules say it, written down a second time.
    var leastSize: Size { minimum ?? Size(width: 320, height: min(120, wanted.height)) }

    /// The source, or the nearest points of the display to it.
    var visibleSource: Rect {
        let left = min(max(0, source.minX), display.width)
        let top = min(max(0, source.minY), display.height)
        return Rect(
            x: left, y: top, width: min(max(0, source.maxX), display.width) - left,
            height: min(max(0, source.maxY), display.height) - top)
    }

    /// Left and right changed places.
    var mirrored: PlacementQuery {
        var query = self
        (query.insets.left, query.insets.right) = (insets.right, insets.left)
        query.source = source.mirrored(across: display.width)
        query.occluders = occluders.map { $0.mirrored(across: display.width) }
        query.avoid = avoid.map { $0.mirrored(across: display.width) }
        query.sides = sides.map(\.mirrored)
        query.currentSide = currentSide?.mirrored
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
        return query
    }
}

/// What kind of answer it is.
enum Kind {
    case popover
    case sheet
    case nothing

    init(_ placement: Placement) {
        switch placement {
        case .popover: self = .popover
        case .sheet: self = .sheet
        case .doesNotFit: self = .nothing
        }
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
        origin.distance(to: other.origin) < 1e-6 && abs(width - other.width) < 1e-6
            && abs(height - other.height) < 1e-6
    }

    /// Whether the two share more than rounding explains.
    func overlapsVisibly(_ other: Rect) -> Bool {
        guard let shared = intersection(other) else { return false }
        return shared.width > 1e-6 && shared.height > 1e-6
    }
}

extension Size {
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
