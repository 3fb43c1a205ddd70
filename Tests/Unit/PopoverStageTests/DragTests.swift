// SPDX-License-Identifier: MIT

import PopoverModel
import Testing

@testable import PopoverStage

@Suite("What people drag")
struct DragTests {
    private let inside = Point(x: 400, y: 100)
    private let beside = Point(x: 40, y: 650)
    private static let shield =
        #"{"jsonrpc":"2.0","method":"shield","params":{"display":"main","on":true,"#
        + #""except":[{"x":340,"y":96,"width":320,"height":200}]}}"#

    /// With a press that a window has.
    private func pressed(_ presser: Presser) throws -> StageFixture {
        var fixture = try StageFixture()
        fixture.show(1)
        if case .button = presser { fixture.handle(.pointed(at: inside, time: 1)) }
        try deliver(in: &fixture, fixture.handle(.pressed(presser, at: inside, time: 1)))
        return fixture
    }

    @discardableResult
    private func deliver(
        in fixture: inout StageFixture, _ asked: [StageOrder]
    ) throws -> [StageOrder] {
        let id = try request("pointer", in: asked)
        return fixture.told(
            #"{"jsonrpc":"2.0","id":"\#(id)","result":{"verdict":"none","deliver":true}}"#)
    }

    private func move(
        _ presser: Presser, to point: Point, in fixture: inout StageFixture
    ) -> [StageOrder] {
        let step: StageInput =
            if case .button = presser {
                .pointed(at: point, time: 2)
            } else {
                .moved(presser, to: point, time: 2)
            }
        return fixture.handle(step).filter { if case .send = $0 { false } else { true } }
    }

    @Test(
        "No window gets what is dragged where a shield is",
        arguments: [Presser.finger(3), .button(0x110)])
    func shielded(presser: Presser) throws {
        var fixture = try pressed(presser)
        fixture.told(Self.shield)
        #expect(
            move(presser, to: beside, in: &fixture) == [.move(presser, to: beside, time: 2)])
        fixture.handle(.dragged(presser))
        #expect(move(presser, to: beside, in: &fixture) == [.dragNowhere(at: beside)])
        #expect(
            move(presser, to: inside, in: &fixture) == [.move(presser, to: inside, time: 2)])
        // Another finger drags nothing.
        fixture.handle(.dragged(.finger(7)))
        #expect(
            move(presser, to: beside, in: &fixture) == [.move(presser, to: beside, time: 2)])
    }

    @Test("What is dragged is not dropped on a shield that has come since")
    func dropped() throws {
        let presser = Presser.button(0x110)
        var fixture = try pressed(presser)
        fixture.handle(.dragged(presser))
        #expect(
            move(presser, to: beside, in: &fixture) == [.move(presser, to: beside, time: 2)])
        fixture.told(Self.shield)
        let released = fixture.handle(.released(presser, time: 3))
        #expect(
            try deliver(in: &fixture, released) == [
                .dragNowhere(at: beside), .release(presser, time: 3), .pointNowhere,
            ])
        // The window beneath gets the mouse.
        fixture.handle(.dragged(nil))
        #expect(
            move(presser, to: inside, in: &fixture) == [.point(at: inside, time: 2)])
        #expect(fixture.handle(.dragged(nil)) == [.point(at: inside, time: 10_000)])
    }

    @Test("A finger that is canceled drops nothing")
    func canceled() throws {
        var fixture = try pressed(.finger(3))
        fixture.handle(.dragged(.finger(3)))
        let orders = fixture.handle(.canceled(.finger(3)))
        #expect(Array(orders.suffix(2)) == [.cancelDrag, .cancel(.finger(3))])
    }
}
