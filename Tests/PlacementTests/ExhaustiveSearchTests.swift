// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel
import PopoverTestSupport
import Testing

@Suite("On small screens placement finds what looking at everything finds")
struct ExhaustiveSearchTests {
    @Test("The solver and the exhaustive search agree", arguments: 0..<16)
    func solverAgreesWithSearch(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        for _ in 0..<200 {
            let world = SmallWorld(using: &generator)
            let placement = world.query.placement(style: SmallWorld.style)
            guard let found = ExhaustiveSearch(world).best() else {
                let room = world.room
                let fits = room.width >= world.minimumWidth && room.height >= world.minimumHeight
                let scrolls = room.height < world.wantedHeight
                #expect(
                    placement == (fits ? .sheet(frame: room.rect, scrolls: scrolls) : .doesNotFit),
                    "\(world)")
                continue
            }
            let expected = Placement.popover(
                frame: found.frame.rect, side: found.side,
                arrow: Point(x: Double(found.tipX), y: Double(found.tipY)),
                scrolls: found.frame.height < world.wantedHeight)
            #expect(placement == expected, "\(world)")
        }
    }
}
