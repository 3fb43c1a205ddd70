// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel
import PopoverTestSupport

/// What becomes of an answer when the world changes.
extension PlacementProperty {
    static let changes = [
        deterministic, mirrored, turned, idempotent, monotone, continuous, orderless,
    ]

    static let deterministic = PlacementProperty("the same world gets the same answer") { world in
        var query = world.query
        // The same values in other places of the memory.
        query.occluders = query.occluders.map { $0.offset(by: Point(x: 0, y: 0)) }
        query.avoid = query.avoid.map { $0.offset(by: Point(x: 0, y: 0)) }
        return .all(("another one", query.placement() == world.placement))
    }

    static let mirrored = PlacementProperty("a mirrored world gets the mirrored answer") { world in
        let width = world.query.display.width
        let back = world.query.mirrored.placement().mirrored(across: width)
        if back.isNear(world.placement) || isLeftOfEquals(world.placement, back, in: world.query) {
            return .holds
        }
        return .broken("\(back) when mirrored back")
    }

    /// Whether two answers are equally good, at the same distance to the left and to the right of
    /// the source: then the left one is taken, in the mirrored world too.
    private static func isLeftOfEquals(
        _ left: Placement, _ right: Placement, in query: PlacementQuery
    ) -> Bool {
        if case .sheet(let frame, _) = left, case .sheet(let other, _) = right {
            return frame.size.isNear(other.size) && frame.minX < other.minX
                && abs(frame.maxY - other.maxY) < tolerance
        }
        guard case .popover(let frame, let side, let tip, _) = left,
            case .popover(let other, side, let otherTip, _) = right,
            side.isVertical,
            let weights = VisibleWeights(left, in: query),
            let others = VisibleWeights(right, in: query),
            case .level = weights.compared(to: others)
        else { return false }
        let middle = query.visibleSource.midX
        return frame.midX < middle && frame.size.isNear(other.size)
            && abs(middle - frame.midX - (other.midX - middle)) < tolerance
            && abs(middle - tip.x - (otherTip.x - middle)) < tolerance
    }

    static let turned = PlacementProperty(
        "a world turned by a quarter gets the turned answer"
    ) { world in
        // What tells width from height stays out of it: the range, and the display's share.
        var query = world.query
        query.wanted = Size(
            width: min(400, max(320, query.wanted.width)),
            height: min(400, max(320, query.wanted.height)))
        query.minimum = Size(width: 200, height: 150)
        query.widthRange = 320...400
        // Above and below alone, the alignment follows the writing direction.
        query.isRightToLeft = false
        query.display = Size(
            width: max(800, query.display.width), height: max(800, query.display.height))
        let placement = query.placement()
        // A sheet lies at the bottom however the world is turned.
        guard Kind(placement) != .sheet else { return .silent }
        return .all(("another one", query.turned.placement().isNear(placement.turned)))
    }

    static let idempotent = PlacementProperty("placing again changes nothing") { world in
        guard let popover = world.popover else { return .silent }
        var again = world.query
        again.minimum = world.query.leastSize
        again.currentSide = popover.side
        let second = again.placement()
        again.wanted = popover.frame.size
        again.widthRange = 0...1000
        let third = again.placement()
        return .all(
            ("from where it is", second == world.placement),
            ("asked for what was given", third.frame?.isNear(popover.frame) == true))
    }

    static let monotone = PlacementProperty("more room never makes a popover smaller") {
        world, generator in
        let query = world.query
        var roomier = query
        roomier.display.width += generator.length(0...80)
        roomier.display.height += generator.length(0...80)
        roomier.insets.top -= min(query.insets.top, generator.length(0...20))
        if generator.chance(0.5) { _ = roomier.occluders.popLast() }
        // A popover of its whole share is as high as its width allows: a wider one may be lower. What
        // outweighs size may cost size: a popover that had to give up its margin or its
        // contact turns to a smaller one that has both. And a source that is partly hidden grows
        // with the display.
        guard let popover = world.popover, query.source == query.visibleSource,
            query.bounds == nil, query.room.grown(by: tolerance - 8).contains(popover.frame),
            popover.arrow.touches(query.source, on: popover.side),
            !query.source.grown(by: 12 - tolerance).overlaps(popover.frame)
        else { return .silent }
        let now = roomier.placement()
        let size = now.frame?.size ?? Size(width: 0, height: 0)
        let lost = popover.frame.width + popover.frame.height - size.width - size.height
        let isWider = size.width > popover.frame.width && size.area >= popover.frame.area - 1e-3
        guard Kind(now) == .popover, lost <= tolerance || isWider else {
            return .broken("\(now) in \(roomier)")
        }
        return .holds
    }

    static let continuous = PlacementProperty(
        "a source that moves by a point moves the frame by at most one"
    ) { world, generator in
        var query = world.query
        (query.occluders, query.avoid, query.bounds) = ([], [], nil)
        var moved = query
        if generator.chance(0.5) { moved.source.x += 1 } else { moved.source.y -= 1 }
        guard case .popover(let one, let side, let tip, _) = query.placement(),
            case .popover(let other, side, let movedTip, _) = moved.placement()
        else { return .silent }
        let most = 1 + tolerance
        return .all(
            ("left edge", abs(one.minX - other.minX) <= most),
            ("top edge", abs(one.minY - other.minY) <= most),
            ("right edge", abs(one.maxX - other.maxX) <= most),
            ("bottom edge", abs(one.maxY - other.maxY) <= most),
            ("tip", tip.distance(to: movedTip) <= 2.0.squareRoot() + tolerance))
    }

    static let orderless = PlacementProperty(
        "the order of occluders and avoided places does not matter"
    ) { world, generator in
        guard world.query.occluders.count + world.query.avoid.count > 1 else { return .silent }
        var shuffled = world.query
        shuffled.occluders.shuffle(using: &generator)
        shuffled.avoid.shuffle(using: &generator)
        return .all(("another one", shuffled.placement() == world.placement))
    }

    static let total = PlacementProperty("every finite input has a finite answer") { _, generator in
        let query = PlacementQuery.odd(using: &generator)
        let answer = query.placement()
        let frame = answer.frame ?? Rect(x: 0, y: 0, width: 0, height: 0)
        let isFinite = [frame.x, frame.y, frame.width, frame.height].allSatisfy { $0.isFinite }
        guard isFinite, answer == query.placement() else {
            return .broken("\(answer) for \(query)")
        }
        return .holds
    }
}
