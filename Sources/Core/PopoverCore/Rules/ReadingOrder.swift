// SPDX-License-Identifier: MIT

import PopoverModel

/// The order in which people read what lies on a display: line by line from the top, and in a line
/// in the writing direction. It does not depend on the order of registration.
struct ReadingOrder {
    /// In order.
    let regions: [Region]

    init(_ unordered: [Region], _ direction: WritingDirection?) {
        let sign: Double = direction == .rtl ? -1 : 1
        let fromTop = unordered.sorted { $0.isAbove($1) }
        var ordered: [Region] = []
        var line: [Region] = []
        // A region belongs to the line of the topmost one that reaches below its middle.
        for region in fromTop {
            if let first = line.first, region.rect.center.y >= first.rect.maxY {
                ordered += line.sorted { $0.isBefore($1, sign) }
                line = []
            }
            line.append(region)
        }
        regions = ordered + line.sorted { $0.isBefore($1, sign) }
    }

    /// The region after (or before) a place, or the first (or last) one without a place. The way
    /// goes round: a switch has no way back.
    /// - Parameter place: a region of the list, or where one was.
    func region(after place: Region?, by offset: Int) -> Region? {
        guard let place else { return offset > 0 ? regions.first : regions.last }
        guard let index = regions.firstIndex(where: { $0.key == place.key }) else { return nil }
        let next = regions[(index + offset + regions.count) % regions.count]
        return next.key == place.key ? nil : next
    }

    /// The nearest region in a direction. What lies beside the way counts twice.
    func nearest(to place: Region, _ side: Side) -> Region? {
        func distance(to region: Region) -> Double? {
            let (from, to) = (place.rect.center, region.rect.center)
            let along =
                switch side {
                case .top: from.y - to.y
                case .bottom: to.y - from.y
                case .left: from.x - to.x
                case .right: to.x - from.x
                }
            let across = side.isVertical ? abs(to.x - from.x) : abs(to.y - from.y)
            return along > 0 && across <= 2 * along ? along + 2 * across : nil
        }
        var best: (region: Region, distance: Double)?
        for region in regions where region.key != place.key {
            guard let distance = distance(to: region), distance < best?.distance ?? .infinity
            else { continue }
            best = (region, distance)
        }
        return best?.region
    }
}

extension Region {
    fileprivate func isAbove(_ other: Region) -> Bool {
        (rect.minY, rect.minX, key.client, key.name)
            < (other.rect.minY, other.rect.minX, other.key.client, other.key.name)
    }

    fileprivate func isBefore(_ other: Region, _ sign: Double) -> Bool {
        let (own, others) = (sign * rect.center.x, sign * other.rect.center.x)
        return (own, rect.minY, key.client, key.name)
            < (others, other.rect.minY, other.key.client, other.key.name)
    }
}
