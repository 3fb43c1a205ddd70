// SPDX-License-Identifier: MIT

import PopoverModel
import PopoverScreens
import Testing

@Suite("Layout of displays in pixels")
struct ScreenLayoutTests {
    private let layout = ScreenLayout(tiles: [
        ScreenLayout.Tile(
            display: "main", place: Rect(x: 0, y: 0, width: 800, height: 600), scale: 2),
        ScreenLayout.Tile(
            display: "wall", place: Rect(x: 800, y: 100, width: 300, height: 400), scale: 1),
    ])

    @Test("A pixel is located on at most one display, in points")
    func locate() throws {
        let main = try #require(layout.locate(Point(x: 799, y: 10)))
        #expect(main == ("main", Point(x: 399.5, y: 5)))
        let wall = try #require(layout.locate(Point(x: 800, y: 100)))
        #expect(wall == ("wall", Point(x: 0, y: 0)))
        #expect(layout.locate(Point(x: 900, y: 50)) == nil)
        #expect(layout.locate(Point(x: 10, y: 599)) != nil)
        #expect(layout.locate(Point(x: 10, y: 600)) == nil)
        #expect(layout.tiles[0].size == Size(width: 400, height: 300))
    }

    @Test("A shield covers its display except its holes, clipped to the display")
    func shield() {
        var shields = Shields()
        #expect(shields.areas(in: layout).covers.isEmpty)
        shields.set(
            "main",
            except: [
                Rect(x: 10, y: 20, width: 30, height: 40),
                Rect(x: 390, y: 0, width: 50, height: 10),
                Rect(x: 500, y: 0, width: 50, height: 10),
            ])
        var areas = shields.areas(in: layout)
        #expect(areas.covers == [layout.tiles[0].place])
        #expect(
            areas.holes == [
                Rect(x: 20, y: 40, width: 60, height: 80),
                Rect(x: 780, y: 0, width: 20, height: 20),
            ])
        shields.set("wall", except: [])
        areas = shields.areas(in: layout)
        #expect(areas.covers.count == 2)
        shields.set("main", except: nil)
        areas = shields.areas(in: layout)
        #expect(areas.covers == [layout.tiles[1].place])
        #expect(areas.holes.isEmpty)
    }
}

@Suite("Names of outputs")
struct OutputNamesTests {
    @Test("The primary output is main and others keep their names unless configured")
    func names() throws {
        let plain = try OutputNames(entries: [])
        #expect(plain.display(of: "HDMI-1", isMain: true) == "main")
        #expect(plain.display(of: "DP-2", isMain: false) == "dp-2")
        let named = try OutputNames(entries: ["main=DP-2", "wall=HDMI-2"])
        #expect(named.display(of: "DP-2", isMain: false) == "main")
        #expect(named.display(of: "HDMI-1", isMain: true) == "hdmi-1")
        #expect(named.display(of: "HDMI-2", isMain: false) == "wall")
    }

    @Test("An error quotes the entry that is no pair", arguments: ["main", "=DP-2", "main="])
    func bad(entry: String) {
        #expect(throws: OutputNames.BadEntry.self) { try OutputNames(entries: [entry]) }
    }
}

@Suite("Messages between the daemon and a screen")
struct ScreenStateTests {
    @Test("A shield has holes until it is off")
    func shields() {
        var state = ScreenState()
        let layout = ScreenLayout(tiles: [
            ScreenLayout.Tile(
                display: "main", place: Rect(x: 0, y: 0, width: 80, height: 60), scale: 1)
        ])
        let on =
            #"{"jsonrpc":"2.0","method":"shield","params":{"display":"main","on":true,"#
            + #""except":[{"x":1,"y":2,"width":3,"height":4}]}}"#
        #expect(state.apply(on) == .shields)
        #expect(
            state.shields.areas(in: layout).holes == [Rect(x: 1, y: 2, width: 3, height: 4)])
        let off = #"{"method":"shield","params":{"display":"main","on":false,"except":[]}}"#
        #expect(state.apply(off) == .shields)
        #expect(state.shields.areas(in: layout).covers.isEmpty)
    }

    @Test("Messages that do not concern a screen are ignored")
    func others() {
        var state = ScreenState()
        for line in [
            "", "{", #"{"method":"popover.closed","params":{}}"#, #"{"id":1,"result":{}}"#,
            #"{"id":"x","result":{}}"#, #"{"method":"shield"}"#, #"{"method":"display.changed"}"#,
        ] {
            #expect(state.apply(line) == nil)
        }
        #expect(state.apply(#"{"id":null,"error":{"message":"no"}}"#) == .error(": no"))
    }

    @Test(
        "A server's time is a time of the last two seconds, else it is now",
        arguments: [
            (nil, 5_000_123), (5000, 5_000_123), (4999, 4_999_999), (3001, 3_001_999),
            (3000, 5_000_123), (5001, 5_000_123), (0, 5_000_123), (.max, 5_000_123),
        ] as [(UInt32?, Int64)])
    func serverTime(milliseconds: UInt32?, time: Int64) {
        #expect(FingerReport.time(ofServer: milliseconds, now: 5_000_123) == time)
    }

    @Test("A server's time wraps around after 2^32 milliseconds")
    func wrappedTime() {
        let now = ((Int64(1) << 32) + 7) * 1000 + 500
        let time = FingerReport.time(ofServer: .max, now: now)
        #expect(time == ((Int64(1) << 32) - 1) * 1000 + 999)
    }

    @Test("A finger becomes a pointer notification")
    func finger() {
        let report = FingerReport(
            .down, .mouse(.primary), pointer: 0, display: "main", point: Point(x: 1.5, y: 2),
            time: 77, isSwallowed: true)
        #expect(
            report.line == #"{"jsonrpc":"2.0","method":"pointer","params":{"phase":"down","#
                + #""x":1.5,"y":2,"pointer":0,"kind":"mouse","button":"primary","#
                + #""display":"main","time":77,"swallowed":true}}"#)
    }
}
