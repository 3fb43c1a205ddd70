// SPDX-License-Identifier: MIT

import PopoverModel

extension PlacementRegion {
    /// The largest rectangles that hold the minimum and overlap no occluder. Every frame off the
    /// occluders lies in at least one of them.
    ///
    /// Each occluder splits every rectangle that it overlaps into the four (overlapping) pieces to
    /// its left, right, top and bottom; pieces within another rectangle are dropped. Only two kinds
    /// of rectangles can contain a piece: a piece on the same side of the occluder, and a rectangle
    /// that touches the occluder there, as the piece does.
    func freeRegions(off occluders: [Rect], holding minimum: Size) -> [PlacementRegion] {
        var free = holds(minimum) ? [self] : []
        // Enough for the few occluders of a kiosk; there is no other allocation.
        free.reserveCapacity(16)
        for occluder in occluders.lazy.map(PlacementRegion.init) {
            let (firstTouching, firstCut) = free.part(by: occluder)
            let end = free.count
            for side in Self.sides {
                let firstPiece = free.count
                for index in firstCut..<end {
                    let piece = free[index].piece(on: side, of: occluder)
                    guard piece.holds(minimum),
                        !(firstTouching..<firstCut).contains(where: { free[$0].contains(piece) })
                    else { continue }
                    free.add(piece, from: firstPiece)
                }
            }
            free.removeSubrange(firstCut..<end)
        }
        return free
    }

    /// Stored, because `allCases` makes a new array each time.
    private static let sides = Side.allCases

    /// The part on a side of a hole.
    private func piece(on side: Side, of hole: PlacementRegion) -> PlacementRegion {
        var piece = self
        switch side {
        case .top: piece.y.high = hole.y.low
        case .bottom: piece.y.low = hole.y.high
        case .left: piece.x.high = hole.x.low
        case .right: piece.x.low = hole.x.high
        }
        return piece
    }
}

extension [PlacementRegion] {
    /// Sorts the rectangles: those away from a hole, those that touch it, those that it cuts.
    fileprivate mutating func part(
        by hole: PlacementRegion
    ) -> (firstTouching: Int, firstCut: Int) {
        var firstTouching = 0
        var firstCut = count
        var index = 0
        while index < firstCut {
            if !self[index].touches(hole) {
                swapAt(index, firstTouching)
                firstTouching += 1
                index += 1
            } else if self[index].overlaps(hole) {
                firstCut -= 1
                swapAt(index, firstCut)
            } else {
                index += 1
            }
        }
        return (firstTouching, firstCut)
    }

    /// Adds a piece unless one from `firstPiece` on contains it; drops those that it contains.
    fileprivate mutating func add(_ piece: PlacementRegion, from firstPiece: Int) {
        for index in (firstPiece..<count).reversed() {
            if self[index].contains(piece) { return }
            if piece.contains(self[index]) {
                swapAt(index, count - 1)
                removeLast()
            }
        }
        append(piece)
    }
}
