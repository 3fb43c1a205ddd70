// SPDX-License-Identifier: MIT

import PopoverModel

/// Finds the topmost rectangle at a point of a display without visiting all of them. The display is
/// covered by several levels of square cells, each four times as coarse as the one before. A
/// rectangle is stored at the finest level whose cells are at least as large as it, in every cell
/// that it overlaps: few, whatever its size. A lookup visits one cell of each used level.
struct RegionGrid: Codable, Sendable {
    private struct Cell: Codable, Hashable {
        var level: Int
        var column: Int
        var row: Int
    }

    /// A slot and its registration number: later ones lie above earlier ones.
    fileprivate struct Entry: Codable {
        var order: UInt64
        var slot: Int
    }

    /// Each list starts with its lowest entry and is never empty.
    private var cells: [Cell: [Entry]] = [:]
    /// The number of rectangles at each level; further levels have none.
    private var population: [Int] = []
    /// The registration numbers, by slot.
    private var orders: [UInt64] = []

    /// The side of a cell of the finest level, in points: the size of some buttons.
    private static let finest = 128.0
    /// This level is a single cell, for rectangles larger than any display.
    private static let coarsest = 5
    /// Farther coordinates are clamped to this; no display is that large.
    private static let farthest = 0x1p40

    /// The slot of the topmost rectangle at a point.
    /// - Parameter isHit: whether the rectangle of a slot contains the point.
    func topmost(at point: Point, where isHit: (Int) -> Bool) -> Int? {
        var topmost: Entry?
        for level in population.indices where population[level] > 0 {
            let cell = Cell(
                level: level, column: Self.position(of: point.x, at: level),
                row: Self.position(of: point.y, at: level))
            for entry in (cells[cell] ?? []).reversed() {
                if let known = topmost, entry.order < known.order { break }
                if isHit(entry.slot) {
                    topmost = entry
                    break
                }
            }
        }
        return topmost?.slot
    }

    /// Adds a slot, whose `order` is higher than that of any slot below it.
    mutating func insert(_ slot: Int, at rect: Rect, order: UInt64) {
        while orders.count <= slot { orders.append(0) }
        orders[slot] = order
        enter(slot, into: Block(rect))
    }

    mutating func remove(_ slot: Int, at rect: Rect) {
        withdraw(slot, from: Block(rect))
    }

    /// Moves a slot, which keeps its order.
    mutating func move(_ slot: Int, from old: Rect, to new: Rect) {
        let (old, new) = (Block(old), Block(new))
        guard old != new else { return }
        withdraw(slot, from: old)
        enter(slot, into: new)
    }

    /// Whether two rectangles overlap different cells, so that a move changes the grid.
    static func isFar(_ old: Rect, _ new: Rect) -> Bool { Block(old) != Block(new) }

    // MARK: Cells

    /// The cells that a rectangle overlaps.
    private struct Block: Codable, Equatable {
        var level: Int
        var columns: ClosedRange<Int>
        var rows: ClosedRange<Int>

        init(_ rect: Rect) {
            level = RegionGrid.level(for: max(rect.width, rect.height))
            let left = position(of: rect.minX, at: level)
            let top = position(of: rect.minY, at: level)
            columns = left...max(left, position(of: rect.maxX, at: level))
            rows = top...max(top, position(of: rect.maxY, at: level))
        }

        var cells: [Cell] {
            // Most rectangles overlap one cell: the general case allocates three arrays.
            if columns.count == 1, rows.count == 1 {
                return [Cell(level: level, column: columns.lowerBound, row: rows.lowerBound)]
            }
            return columns.flatMap { column in
                rows.map { Cell(level: level, column: column, row: $0) }
            }
        }
    }

    /// The finest level with cells of at least this side.
    private static func level(for length: Double) -> Int {
        var level = 0
        var side = finest
        while level < coarsest, !(length <= side) {
            level += 1
            side *= 4
        }
        return level
    }

    /// The column or row of a coordinate. It must be monotonic and no more: the cells at the origin
    /// are twice as wide.
    private static func position(of coordinate: Double, at level: Int) -> Int {
        guard level < coarsest else { return 0 }
        let side = finest * Double(1 << (2 * level))
        return Int(max(-farthest, min(coordinate / side, farthest)))
    }

    private mutating func enter(_ slot: Int, into block: Block) {
        while population.count <= block.level { population.append(0) }
        population[block.level] += 1
        let entry = Entry(order: orders[slot], slot: slot)
        for cell in block.cells {
            cells[cell, default: []].enter(entry)
        }
    }

    private mutating func withdraw(_ slot: Int, from block: Block) {
        population[block.level] -= 1
        for cell in block.cells {
            cells[cell]?.withdraw(orders[slot])
            if cells[cell]?.isEmpty ?? false { cells[cell] = nil }
        }
    }
}

extension [RegionGrid.Entry] {
    fileprivate mutating func enter(_ entry: Element) {
        insert(entry, at: position(of: entry.order))
    }

    fileprivate mutating func withdraw(_ order: UInt64) {
        let index = position(of: order)
        if index < count, self[index].order == order { remove(at: index) }
    }

    /// The first position whose entry does not lie lower.
    private func position(of order: UInt64) -> Int {
        // Most insertions are new registrations.
        if let last, last.order < order { return count }
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if self[middle].order < order { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
