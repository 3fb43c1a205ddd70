// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel
import PopoverTestSupport
import Testing

/// What must hold for every world, tried on many drawn ones. The essay of `Placement` promises it.
@Suite("Placement keeps its promises in every world")
struct PlacementPropertyTests {
    static let worldsPerSeed = 500
    static let tolerance = 1e-6

    private func forEachWorld(seed: Int, _ check: (PlacementQuery, inout SeededGenerator) -> Void) {
        var generator = SeededGenerator(seed: UInt64(seed))
        for _ in 0..<Self.worldsPerSeed {
            let query = PlacementQuery.drawn(using: &generator)
            check(query, &generator)
        }
    }

    @Test("A popover lies in the room, off occluders and source, in its sizes", arguments: 0..<8)
    func frameIsPossible(seed: Int) {
        forEachWorld(seed: seed) { query, _ in
            guard case .popover(let frame, let side, _, let scrolls) = query.placement() else {
                return
            }
            let minimum = query.leastSize
            #expect(query.room.grown(by: Self.tolerance).contains(frame), "\(query)")
            let isCovered = query.occluders.contains { $0.overlapsVisibly(frame) }
            #expect(!isCovered, "\(query)")
            #expect(!query.visibleSource.overlapsVisibly(frame), "\(query)")
            #expect(query.sides.contains(side), "\(query)")
            #expect(frame.width >= minimum.width - Self.tolerance, "\(query)")
            #expect(frame.height >= minimum.height - Self.tolerance, "\(query)")
            #expect(frame.width <= max(600, minimum.width) + Self.tolerance, "\(query)")
            #expect(
                frame.height <= max(query.wanted.height, minimum.height) + Self.tolerance,
                "\(query)")
            #expect(scrolls == (frame.height < query.wanted.height - 1e-3), "\(query)")
            let area = query.display.area * 0.8 + 1e-3
            #expect(
                frame.area <= area || frame.height <= minimum.height + Self.tolerance, "\(query)")
        }
    }

    @Test("The arrow starts on the frame, clear of its corners, and is 12 long", arguments: 0..<8)
    func arrowIsOnFrame(seed: Int) {
        forEachWorld(seed: seed) { query, _ in
            guard case .popover(let frame, let side, let arrow, _) = query.placement() else {
                return
            }
            let source = query.visibleSource
            let (low, high, tip) =
                side.isVertical
                ? (frame.minX, frame.maxX, arrow.x) : (frame.minY, frame.maxY, arrow.y)
            let clearance = min(20, (high - low) / 2)
            #expect(tip >= low + clearance - Self.tolerance, "\(query)")
            #expect(tip <= high - clearance + Self.tolerance, "\(query)")
            let (length, gap) =
                switch side {
                case .bottom: (frame.minY - arrow.y, frame.minY - source.maxY)
                case .top: (arrow.y - frame.maxY, source.minY - frame.maxY)
                case .right: (frame.minX - arrow.x, frame.minX - source.maxX)
                case .left: (arrow.x - frame.maxX, source.minX - frame.maxX)
                }
            #expect(abs(length - min(gap, 12)) < Self.tolerance, "\(query)")
        }
    }

    @Test("There is a sheet exactly when no side holds the minimum", arguments: 0..<8)
    func sheetIsTheLastResort(seed: Int) {
        forEachWorld(seed: seed) { query, _ in
            var query = query
            query.occluders = []
            let (room, source) = (query.room, query.visibleSource)
            var minimum = query.leastSize
            minimum.width -= Self.tolerance
            minimum.height -= Self.tolerance
            let fits = room.width >= minimum.width && room.height >= minimum.height
            let isHeld = query.sides.contains { side in
                switch side {
                case .bottom: room.maxY - max(source.maxY, room.minY) >= minimum.height
                case .top: min(source.minY, room.maxY) - room.minY >= minimum.height
                case .right: room.maxX - max(source.maxX, room.minX) >= minimum.width
                case .left: min(source.minX, room.maxX) - room.minX >= minimum.width
                }
            }
            let kind: Kind = !fits ? .nothing : isHeld && !query.isCompact ? .popover : .sheet
            #expect(Kind(query.placement()) == kind, "\(query)")
        }
    }

    @Test("A mirrored world gets the mirrored answer", arguments: 0..<8)
    func mirrorSymmetry(seed: Int) {
        forEachWorld(seed: seed) { query, _ in
            let expected = query.placement().mirrored(across: query.display.width)
            #expect(query.mirrored.placement().isNear(expected), "\(query)")
        }
    }

    @Test("A world turned by a quarter gets the turned answer", arguments: 0..<8)
    func turnSymmetry(seed: Int) {
        forEachWorld(seed: seed) { query, _ in
            // What tells width from height stays out of it: the range, and the display's share.
            var query = query
            query.wanted = Size(
                width: min(400, max(320, query.wanted.width)),
                height: min(400, max(320, query.wanted.height)))
            query.minimum = Size(width: 200, height: 150)
            query.widthRange = 320...400
            query.display = Size(
                width: max(800, query.display.width), height: max(800, query.display.height))
            #expect(query.turned.placement().isNear(query.placement().turned), "\(query)")
        }
    }

    @Test("Placing again changes nothing, also when asked for what was given", arguments: 0..<8)
    func idempotence(seed: Int) {
        forEachWorld(seed: seed) { query, _ in
            let first = query.placement()
            guard case .popover(let frame, let side, _, _) = first else { return }
            var again = query
            again.minimum = query.leastSize
            again.currentSide = side
            #expect(again.placement() == first, "\(query)")
            again.wanted = frame.size
            again.widthRange = 0...1000
            #expect(again.placement().frame?.isNear(frame) == true, "\(query)")
        }
    }

    @Test("More room never makes a popover smaller", arguments: 0..<8)
    func monotony(seed: Int) {
        forEachWorld(seed: seed) { query, generator in
            var roomier = query
            roomier.display.width += generator.length(0...80)
            roomier.display.height += generator.length(0...80)
            roomier.insets.top -= min(query.insets.top, generator.length(0...20))
            if generator.chance(0.5) { _ = roomier.occluders.popLast() }
            // What outweighs size may cost size: a popover that had to give up its margin or its
            // contact turns to a smaller one that has both. And a source that is partly hidden
            // grows with the display.
            guard case .popover(let frame, let side, let arrow, _) = query.placement(),
                query.source == query.visibleSource,
                query.room.grown(by: Self.tolerance - 8).contains(frame),
                arrow.touches(query.source, on: side),
                !query.source.grown(by: 12 - Self.tolerance).overlaps(frame)
            else { return }
            let now = roomier.placement()
            let size = now.frame?.size ?? Size(width: 0, height: 0)
            #expect(Kind(now) == .popover, "\(query)")
            #expect(
                size.width + size.height >= frame.width + frame.height - Self.tolerance,
                "\(query) and \(roomier)")
        }
    }

    @Test("A source that moves by one point moves the frame by at most one", arguments: 0..<8)
    func continuity(seed: Int) {
        forEachWorld(seed: seed) { query, generator in
            var query = query
            (query.occluders, query.avoid) = ([], [])
            var moved = query
            if generator.chance(0.5) { moved.source.x += 1 } else { moved.source.y -= 1 }
            guard case .popover(let one, let side, let tip, _) = query.placement(),
                case .popover(let other, side, let movedTip, _) = moved.placement()
            else { return }
            let most = 1 + Self.tolerance
            #expect(abs(one.minX - other.minX) <= most, "\(query)")
            #expect(abs(one.minY - other.minY) <= most, "\(query)")
            #expect(abs(one.maxX - other.maxX) <= most, "\(query)")
            #expect(abs(one.maxY - other.maxY) <= most, "\(query)")
            #expect(tip.distance(to: movedTip) <= 2.0.squareRoot() + Self.tolerance, "\(query)")
        }
    }

    @Test("The order of occluders and avoided places does not matter", arguments: 0..<8)
    func orderIndependence(seed: Int) {
        forEachWorld(seed: seed) { query, generator in
            var shuffled = query
            shuffled.occluders.shuffle(using: &generator)
            shuffled.avoid.shuffle(using: &generator)
            #expect(shuffled.placement() == query.placement(), "\(query)")
        }
    }

    @Test("Every finite input has an answer", arguments: 0..<8)
    func totality(seed: Int) {
        let odd = [
            0, -0.0, 1, -1, 0.1, 8, 12, 320, 1e9, -1e9, 1e300, -1e300,
            .leastNonzeroMagnitude, .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
        ]
        var generator = SeededGenerator(seed: UInt64(seed))
        for _ in 0..<Self.worldsPerSeed {
            func length() -> Double { odd[Int.random(in: odd.indices, using: &generator)] }
            func rect() -> Rect {
                Rect(x: length(), y: length(), width: abs(length()), height: abs(length()))
            }
            let query = PlacementQuery(
                display: Size(width: abs(length()), height: abs(length())),
                insets: Insets(top: abs(length()), left: abs(length())),
                occluders: [rect(), rect()], source: rect(),
                wanted: Size(width: length(), height: length()),
                minimum: generator.chance(0.5) ? Size(width: length(), height: length()) : nil,
                avoid: [rect(), rect()])
            let answer = query.placement()
            #expect(answer == query.placement())
            if let frame = answer.frame {
                let isFinite = [frame.x, frame.y, frame.width, frame.height]
                    .allSatisfy { $0.isFinite }
                #expect(isFinite, "\(query)")
            }
        }
    }

    @Test("A hundred occluders are no problem")
    func manyOccluders() {
        var generator = SeededGenerator(seed: 1)
        var query = PlacementQuery.drawn(using: &generator)
        query.display = Size(width: 1920, height: 1080)
        query.minimum = Size(width: 40, height: 40)
        query.occluders = (0..<100).map { _ in
            Rect(
                x: generator.length(0...1900), y: generator.length(0...1060),
                width: generator.length(1...30), height: generator.length(1...30))
        }
        let elapsed = ContinuousClock().measure { #expect(Kind(query.placement()) == .popover) }
        #expect(elapsed < .seconds(1))
    }
}
