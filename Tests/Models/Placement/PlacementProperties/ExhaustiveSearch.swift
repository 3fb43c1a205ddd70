// SPDX-License-Identifier: MIT

import PopoverModel

/// The rules once more, written down as a search: every side, every frame, every tip, in whole
/// points, and the weights as two plain tuples. It shares nothing with the solver.
struct ExhaustiveSearch {
    struct Found: Equatable {
        var side: Side
        var frame: Cells
        var tipX: Int
        var tipY: Int
    }

    private typealias Weights = (
        fit: (contact: Double, cut: Int, avoided: Int, rank: Int),
        look: (offCenterTwice: Int, shiftTwice: Int, x: Int, y: Int)
    )

    /// A side and the margins that it can keep there.
    private struct Perch {
        var side: Side
        var room: Cells
    }

    private let world: SmallWorld

    init(_ world: SmallWorld) { self.world = world }

    /// The lightest frame, or nil when no side holds the minimum.
    func best() -> Found? {
        guard let (squeeze, perches) = perches() else { return nil }
        let target = (
            width: max(
                world.minimumWidth,
                min(
                    max(SmallWorld.widths.lowerBound, world.wantedWidth),
                    SmallWorld.widths.upperBound, world.room.width - 2 * SmallWorld.margin)),
            height: max(
                world.minimumHeight,
                min(world.wantedHeight, world.room.height - 2 * SmallWorld.margin))
        )
        var best: (weights: Weights, found: Found)?
        for perch in perches {
            for width in world.minimumWidth...target.width {
                for height in world.minimumHeight...target.height {
                    let cut = target.width - width + target.height - height
                    for frame in frames(width, height, perch) {
                        let gap = gap(frame, perch.side)
                        guard squeezed(gap) == squeeze else { continue }
                        for found in tips(frame, perch.side, gap) {
                            let weights = weigh(found, cut: cut)
                            if let known = best?.weights, !isLighter(weights, known) { continue }
                            best = (weights, found)
                        }
                    }
                }
            }
        }
        return best?.found
    }

    /// What the first weight allows: the least squeezed arrow, then the widest margins, with which
    /// some side holds the minimum.
    private func perches() -> (squeeze: Int, perches: [Perch])? {
        var least: (squeeze: Int, lost: Int)?
        var perches: [Perch] = []
        for side in world.sides {
            for lostX in 0...SmallWorld.margin {
                for lostY in 0...SmallWorld.margin {
                    let marginX = SmallWorld.margin - lostX
                    let marginY = SmallWorld.margin - lostY
                    let room = Cells(
                        x: world.room.x + marginX, y: world.room.y + marginY,
                        width: world.room.width - 2 * marginX,
                        height: world.room.height - 2 * marginY)
                    let perch = Perch(side: side, room: room)
                    let squeezes = frames(world.minimumWidth, world.minimumHeight, perch)
                        .map { squeezed(gap($0, side)) }
                    guard let squeeze = squeezes.min() else { continue }
                    let cost = (squeeze: squeeze, lost: lostX + lostY)
                    if let known = least, cost > known { continue }
                    if let known = least, cost < known { perches = [] }
                    least = cost
                    perches.append(perch)
                }
            }
        }
        return least.map { ($0.squeeze, perches) }
    }

    /// All frames of a size in a perch's room, beside the source, off the occluders.
    private func frames(_ width: Int, _ height: Int, _ perch: Perch) -> [Cells] {
        var frames: [Cells] = []
        for x in stride(from: perch.room.x, through: perch.room.right - width, by: 1) {
            for y in stride(from: perch.room.y, through: perch.room.bottom - height, by: 1) {
                let frame = Cells(x: x, y: y, width: width, height: height)
                guard gap(frame, perch.side) >= 0 else { continue }
                guard world.occluders.allSatisfy({ $0.shared(with: frame) == 0 }) else { continue }
                frames.append(frame)
            }
        }
        return frames
    }

    private func gap(_ frame: Cells, _ side: Side) -> Int {
        switch side {
        case .bottom: frame.y - world.source.bottom
        case .top: world.source.y - frame.bottom
        case .right: frame.x - world.source.right
        case .left: world.source.x - frame.right
        }
    }

    private func squeezed(_ gap: Int) -> Int { max(0, SmallWorld.arrowLength - gap) }

    private func tips(_ frame: Cells, _ side: Side, _ gap: Int) -> [Found] {
        let length = min(gap, SmallWorld.arrowLength)
        let clearance = SmallWorld.clearance
        return switch side {
        case .bottom, .top:
            ((frame.x + clearance)...(frame.right - clearance)).map {
                let y = side == .bottom ? frame.y - length : frame.bottom + length
                return Found(side: side, frame: frame, tipX: $0, tipY: y)
            }
        case .right, .left:
            ((frame.y + clearance)...(frame.bottom - clearance)).map {
                let x = side == .right ? frame.x - length : frame.right + length
                return Found(side: side, frame: frame, tipX: x, tipY: $0)
            }
        }
    }

    private func weigh(_ found: Found, cut: Int) -> Weights {
        let (frame, source) = (found.frame, world.source)
        var edge = source
        switch found.side {
        case .bottom: (edge.y, edge.height) = (source.bottom, 0)
        case .top: edge.height = 0
        case .right: (edge.x, edge.width) = (source.right, 0)
        case .left: edge.width = 0
        }
        let missedX = max(0, edge.x - found.tipX, found.tipX - edge.right)
        let missedY = max(0, edge.y - found.tipY, found.tipY - edge.bottom)
        let contact = Double(missedX * missedX + missedY * missedY).squareRoot()
        let avoided = world.avoid.reduce(0) { $0 + $1.shared(with: frame) }
        let order = world.sides.firstIndex(of: found.side) ?? 0
        let rank = found.side == world.currentSide ? -1 : order
        let isVertical = found.side == .bottom || found.side == .top
        let center = isVertical ? 2 * source.x + source.width : 2 * source.y + source.height
        let tip = isVertical ? 2 * found.tipX : 2 * found.tipY
        let middle = isVertical ? 2 * frame.x + frame.width : 2 * frame.y + frame.height
        return (
            fit: (contact, cut, avoided, rank),
            look: (abs(tip - center), abs(middle - center), frame.x, frame.y)
        )
    }

    private func isLighter(_ one: Weights, _ other: Weights) -> Bool {
        one.fit == other.fit ? one.look < other.look : one.fit < other.fit
    }
}
