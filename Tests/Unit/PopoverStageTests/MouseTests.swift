// SPDX-License-Identifier: MIT

import PopoverModel
import Testing

@testable import PopoverStage

@Suite("What a mouse is told")
struct MouseTests {
    private let point = Point(x: 400, y: 100)

    /// The orders about where the mouse is.
    private func hovers(_ orders: [StageOrder]) -> [StageOrder] {
        orders.filter {
            switch $0 {
            case .point, .pointNowhere: true
            default: false
            }
        }
    }

    @Test("The window beneath a mouse that rests gets it when windows come and go")
    func rests() throws {
        var fixture = try StageFixture()
        #expect(hovers(fixture.show(1)).isEmpty)
        fixture.handle(.pointed(at: point, time: 1))
        let again = [StageOrder.point(at: point, time: 10_000)]
        let shown = fixture.show(2)
        #expect(hovers(shown) == again)
        // What it points at is on the screen.
        guard case .show? = shown.first else {
            Issue.record("the picture comes first")
            return
        }
        #expect(hovers(fixture.show(2, isMapped: false)) == again)
        #expect(hovers(fixture.handle(.windowGone(2))) == again)
        #expect(hovers(fixture.scene(StageFixture.popover())).isEmpty)
        #expect(hovers(fixture.show(3, title: "popover:p1")) == again)
        #expect(hovers(fixture.scene()) == again)
    }

    @Test("A shield takes a mouse that rests from its window, and the daemon's end gives it back")
    func shielded() throws {
        var fixture = try StageFixture()
        fixture.show(1)
        fixture.handle(.pointed(at: point, time: 1))
        let shield =
            #"{"jsonrpc":"2.0","method":"shield","params":{"display":"main","on":true,"#
            + #""except":[]}}"#
        #expect(hovers(fixture.told(shield)) == [.pointNowhere])
        #expect(hovers(fixture.show(2)) == [.pointNowhere])
        #expect(hovers(fixture.handle(.disconnected)) == [.point(at: point, time: 10_000)])
    }

    @Test("A window that has a button keeps the mouse until the release is judged")
    func held() throws {
        var fixture = try StageFixture()
        fixture.show(1)
        fixture.handle(.pointed(at: point, time: 1))
        let press = try request(
            "pointer", in: fixture.handle(.pressed(.button(0x110), at: point, time: 2)))
        // What follows a press is not told before it.
        #expect(hovers(fixture.show(2)).isEmpty)
        #expect(hovers(fixture.told(Self.delivering(press))).isEmpty)
        #expect(hovers(fixture.show(3)).isEmpty)
        let released = fixture.handle(.released(.button(0x110), time: 3))
        #expect(hovers(released).isEmpty)
        let answered = fixture.told(Self.delivering(try request("pointer", in: released)))
        #expect(
            answered == [.release(.button(0x110), time: 3), .point(at: point, time: 10_000)])
    }

    private static func delivering(_ request: String) -> String {
        #"{"jsonrpc":"2.0","id":"\#(request)","result":{"verdict":"none","deliver":true}}"#
    }
}
