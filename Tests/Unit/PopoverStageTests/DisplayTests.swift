// SPDX-License-Identifier: MIT

import PopoverModel
import PopoverScreens
import Testing

@testable import PopoverStage

@Suite("Displays that come and go")
struct DisplayTests {
    private static func outputs(_ names: String...) -> StageEvent {
        .outputs(
            names.map { name in
                // The last character is its number.
                let number = UInt32(name.suffix(1)) ?? 0
                return StageOutput(
                    id: number, name: name,
                    place: Rect(x: Double(number) * 1000, y: 0, width: 1000, height: 700), scale: 1)
            })
    }

    private func logged(_ orders: [StageOrder]) -> [String] {
        orders.compactMap { order in
            guard case .log(let line) = order else { return nil }
            return line
        }
    }

    @Test("A display whose output is unplugged is removed")
    func unplugged() throws {
        var fixture = try StageFixture()
        let added = fixture.handle(Self.outputs("HEADLESS-1", "HEADLESS-2"))
        #expect(requestIfAny("display.set", in: added) == "display headless-2")
        let removed = fixture.handle(Self.outputs("HEADLESS-1"))
        #expect(requestIfAny("display.remove", in: removed) == "display headless-2")
        #expect(
            requestIfAny("display.remove", in: fixture.handle(Self.outputs("HEADLESS-1"))) == nil)
    }

    @Test("The last display stays while its output is off, until another output is there")
    func last() throws {
        var fixture = try StageFixture(connected: false)
        fixture.handle(Self.outputs("HEADLESS-1", "HEADLESS-2"))
        fixture.handle(.connected)
        fixture.told(#"{"jsonrpc":"2.0","id":"hello","result":{"displays":[]}}"#)
        #expect(requestIfAny("display.remove", in: fixture.handle(Self.outputs())) == nil)
        let removed = fixture.handle(Self.outputs("HEADLESS-1"))
        #expect(requestIfAny("display.remove", in: removed) == "display headless-2")
    }

    @Test("A display that is unplugged while the daemon is away is removed when it is back")
    func away() throws {
        var fixture = try StageFixture()
        fixture.handle(Self.outputs("HEADLESS-1", "HEADLESS-2"))
        fixture.handle(.disconnected)
        #expect(
            requestIfAny("display.remove", in: fixture.handle(Self.outputs("HEADLESS-1"))) == nil)
        fixture.sent = []
        fixture.connect()
        #expect(fixture.sent.contains { $0.contains(#""method":"display.remove""#) })
    }

    @Test("What the configuration names and is not there is a warning, once, and again later")
    func missing() throws {
        var stage = Stage(
            names: try OutputNames(entries: ["main=HDMI-1", "wall=DP-2"]),
            expected: ExpectedDisplays(
                outputs: [("HDMI-1", display: "main"), ("DP-2", display: "wall")],
                apps: [("shop", display: "main"), ("clock", display: "wall")]))
        let hdmi =
            "output HDMI-1 (display main) is not connected, only DP-2 (display wall): connect it, or "
            + "change its name in [[output]] and restart popover-stage"
        let shop =
            "the app shop is not shown: there is no display main, only DP-2 (display wall): connect its "
            + "output, or change display in its [[app]] and reload popover-stage"
        #expect(logged(stage.handle(Self.outputs("DP-2"), at: 1)) == [hdmi, shop])
        #expect(logged(stage.handle(Self.outputs("DP-2"), at: 2)).isEmpty)
        #expect(logged(stage.handle(Self.outputs("HDMI-1", "DP-2"), at: 3)).isEmpty)
        #expect(logged(stage.handle(Self.outputs("DP-2"), at: 4)) == [hdmi, shop])
        #expect(
            logged(stage.handle(Self.outputs(), at: 5))
                == ["no output is left: connect a screen, or turn it on"])
    }

    @Test("An output whose display is another's is a warning")
    func twice() throws {
        var stage = Stage(names: try OutputNames(entries: ["main=DP-1", "main=DP-2"]))
        #expect(
            logged(stage.handle(Self.outputs("DP-1", "DP-2"), at: 1)) == [
                "output DP-2 shows nothing, since another has its display: give it a display of its "
                    + "own in [[output]] and restart popover-stage"
            ])
    }
}
