// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel

/// What can be seen in a single answer.
extension PlacementProperty {
    static let frames = [
        inRoom, inBounds, offOccluders, sheets, offSource, inSizes, inShare, arrowOnFrame,
        arrowOnSource, kind,
    ]

    static let inRoom = PlacementProperty("the frame lies in the room") { world in
        guard let frame = world.placement.frame else { return .silent }
        return .all(("out of the room", world.query.room.grown(by: tolerance).contains(frame)))
    }

    static let inBounds = PlacementProperty(
        "a popover leaves its bounds only where no side holds the minimum there"
    ) { world in
        guard let popover = world.popover, let bounds = world.query.bounds,
            let room = world.query.room.intersection(bounds)
        else { return .silent }
        let isInside = room.grown(by: tolerance).contains(popover.frame)
        let isHeld = world.query.occluders.isEmpty && world.query.holdsMinimum(in: room)
        return .all(("outside", isInside || !isHeld))
    }

    static let offOccluders = PlacementProperty("a popover is off all occluders") { world in
        guard let popover = world.popover, !world.query.occluders.isEmpty else { return .silent }
        let isCovered = world.query.occluders.contains { $0.overlapsVisibly(popover.frame) }
        return .all(("under an occluder", !isCovered))
    }

    static let sheets = PlacementProperty(
        "a sheet is as high as wanted, and off all occluders unless they leave no room"
    ) { world in
        guard case .sheet(let frame, let scrolls) = world.placement else { return .silent }
        let query = world.query
        let isCovered = query.occluders.contains { $0.overlapsVisibly(frame) }
        guard !isCovered else { return .all(("a part of the room", frame == query.room)) }
        let (wanted, least) = (query.wanted.height, query.leastSize)
        return .all(
            ("narrower than the minimum", frame.width >= least.width - tolerance),
            ("lower than the minimum", frame.height >= least.height - tolerance),
            ("higher than wanted", frame.height <= max(wanted, least.height) + tolerance),
            ("scrolls", scrolls == (frame.height < wanted - 1e-3)))
    }

    static let offSource = PlacementProperty("a popover leaves its source uncovered") { world in
        guard let popover = world.popover else { return .silent }
        let source = world.query.visibleSource
        return .all(
            ("covers the source", !source.overlapsVisibly(popover.frame)),
            ("on the other side", popover.gap(to: source) >= -tolerance))
    }

    static let inSizes = PlacementProperty("sizes and sides are those allowed") { world in
        let query = world.query
        guard let popover = world.popover else { return .silent }
        let (frame, minimum) = (popover.frame, query.leastSize)
        let widest = (query.widthRange ?? 320...600).upperBound
        return .all(
            ("a side that is not allowed", query.sides.contains(popover.side)),
            ("narrower than the minimum", frame.width >= minimum.width - tolerance),
            ("lower than the minimum", frame.height >= minimum.height - tolerance),
            ("wider than the range", frame.width <= max(widest, minimum.width) + tolerance),
            (
                "higher than wanted",
                frame.height <= max(query.wanted.height, minimum.height) + tolerance
            ),
            ("scrolls", popover.scrolls == (frame.height < query.wanted.height - 1e-3)))
    }

    static let inShare = PlacementProperty("a popover takes 80 % of the display at most") { world in
        guard let frame = world.popover?.frame else { return .silent }
        let isLeast = frame.height <= world.query.leastSize.height + tolerance
        guard !isLeast else { return .silent }
        return .all(("takes more", frame.area <= world.query.display.area * 0.8 + 1e-3))
    }

    static let arrowOnFrame = PlacementProperty(
        "the arrow is clear of corners, and 12 long"
    ) { world in
        guard let popover = world.popover else { return .silent }
        let edge = popover.edge
        let clearance = min(20, (edge.high - edge.low) / 2)
        let length =
            switch popover.side {
            case .bottom: popover.frame.minY - popover.arrow.y
            case .top: popover.arrow.y - popover.frame.maxY
            case .right: popover.frame.minX - popover.arrow.x
            case .left: popover.arrow.x - popover.frame.maxX
            }
        let gap = popover.gap(to: world.query.visibleSource)
        return .all(
            ("in the low corner", edge.tip >= edge.low + clearance - tolerance),
            ("in the high corner", edge.tip <= edge.high - clearance + tolerance),
            ("too short or too long", abs(length - min(gap, 12)) < tolerance))
    }

    /// Where the source is near enough, and so far from the room's ends that the margin and a
    /// corner have place.
    static let arrowOnSource = PlacementProperty(
        "the tip lies on the source's facing edge where it can"
    ) { world in
        let source = world.query.visibleSource
        guard let popover = world.popover, world.query.occluders.isEmpty,
            world.query.bounds == nil, popover.gap(to: source) <= 12 + tolerance
        else { return .silent }
        let reach = world.query.room.grown(by: -28)
        let isInReach =
            popover.side.isVertical
            ? source.minX <= reach.maxX && source.maxX >= reach.minX
            : source.minY <= reach.maxY && source.maxY >= reach.minY
        guard isInReach else { return .silent }
        return .all(("beside the source", popover.arrow.touches(source, on: popover.side)))
    }

    static let kind = PlacementProperty(
        "there is a sheet exactly when no side holds the minimum"
    ) { world in
        let query = world.query
        let fits = query.fitsMinimum(in: query.room)
        let isHeld = query.holdsMinimum(in: query.room)
        let free: Kind = !fits ? .nothing : isHeld && !query.isCompact ? .popover : .sheet
        var unoccluded = query
        unoccluded.occluders = []
        let found = Kind(query.occluders.isEmpty ? world.placement : unoccluded.placement())
        return .all(
            ("\(found) instead of \(free)", found == free),
            // Occluders only take: what they leave is looked at on small screens.
            ("occluders make room", Kind(world.placement) != .popover || free == .popover),
            ("does not fit for occluders", (Kind(world.placement) == .nothing) == !fits))
    }
}

extension PlacementQuery {
    fileprivate func fitsMinimum(in room: Rect) -> Bool {
        room.width >= leastSize.width - PlacementProperty.tolerance
            && room.height >= leastSize.height - PlacementProperty.tolerance
    }

    /// Whether some side of the source has room for the minimum, occluders aside.
    fileprivate func holdsMinimum(in room: Rect) -> Bool {
        let source = visibleSource
        let width = leastSize.width - PlacementProperty.tolerance
        let height = leastSize.height - PlacementProperty.tolerance
        return fitsMinimum(in: room)
            && sides.contains { side in
                switch side {
                case .bottom: room.maxY - max(source.maxY, room.minY) >= height
                case .top: min(source.minY, room.maxY) - room.minY >= height
                case .right: room.maxX - max(source.maxX, room.minX) >= width
                case .left: min(source.minX, room.maxX) - room.minX >= width
                }
            }
    }
}
