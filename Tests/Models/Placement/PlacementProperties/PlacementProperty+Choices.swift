// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel

/// What sides an answer takes, compared with the answers that each side gets alone.
extension PlacementProperty {
    static let choices = [ownBest, flips, sticky]

    static let ownBest = PlacementProperty("a side's answer is the one it gets alone") { world in
        guard let side = world.popover?.side,
            let index = world.query.sides.firstIndex(of: side)
        else { return .silent }
        return .all(("another one", world.alone[index] == world.placement))
    }

    static let flips = PlacementProperty("it flips only where the sides before are worse") {
        world in
        var query = world.query
        query.currentSide = nil
        let placement = world.query.currentSide == nil ? world.placement : query.placement()
        return better(placement, of: world, first: nil)
    }

    static let sticky = PlacementProperty("it stays on its side while that is as good") { world in
        guard let side = world.query.currentSide ?? world.query.sides.last else { return .silent }
        var query = world.query
        query.currentSide = side
        let placement =
            world.query.currentSide == side ? world.placement : query.placement()
        return better(placement, of: world, first: side)
    }

    /// Whether an answer is the best by weights one to five, then of the side preferred, then of
    /// the first in order.
    private static func better(
        _ placement: Placement, of world: PlacedWorld, first: Side?
    ) -> Finding {
        guard let chosen = placement.side, let weights = VisibleWeights(placement, in: world.query),
            world.query.sides.count > 1, world.query.bounds == nil
        else { return .silent }
        func rank(_ side: Side) -> Int {
            side == first ? -1 : world.query.sides.firstIndex(of: side) ?? 0
        }
        for (side, alone) in zip(world.query.sides, world.alone) where side != chosen {
            guard let others = VisibleWeights(alone, in: world.query) else { continue }
            switch others.compared(to: weights) {
            case .unclear: return .silent
            case .heavier: continue
            case .lighter: return .broken("\(side) is better than \(chosen)")
            case .level:
                if rank(side) < rank(chosen) {
                    return .broken("\(side) is as good as \(chosen) and comes before")
                }
            }
        }
        return .holds
    }
}
