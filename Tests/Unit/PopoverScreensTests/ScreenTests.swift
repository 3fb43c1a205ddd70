// SPDX-License-Identifier: MIT

import PopoverModel
import PopoverScreens
import Testing

@Suite("Displays on a screen of pixels")
struct ScreenLayoutTests {
    private let layout = ScreenLayout(tiles: [
        ScreenLayout.Tile(
            display: "main", place: Rect(x: 0, y: 0, width: 800, height: 600), scale: 2),
        ScreenLayout.Tile(
            display: "wall", place: Rect(x: 800, y: 100, width: 300, height: 400), scale: 1),
    ])

    @Test("A pixel lies on one display at most, at a place in points")
    func locate() throws {
        let main = try #require(layout.locate(Point(x: 799, y: 10)))
        #expect(main == ("main", Point(x: 399.5, y: 5)))
        let wall = try #require(layout.locate(Point(x: 800, y: 100)))
        #expect(wall == ("wall", Point(x: 0, y: 0)))
        #expect(layout.locate(Point(x: 900, y: 50)) == nil)
        #expect(layout.tiles[0].size == Size(width: 400, height: 300))
    }

    @Test("A shield covers its display but for its holes, cut at the display's edge")
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
    @Test("The main output is main, others have their own names, unless somebody says otherwise")
    func names() throws {
        let plain = try OutputNames(entries: [])
        #expect(plain.display(of: "HDMI-1", isMain: true) == "main")
        #expect(plain.display(of: "DP-2", isMain: false) == "dp-2")
        let named = try OutputNames(entries: ["main=DP-2", "wall=HDMI-2"])
        #expect(named.display(of: "DP-2", isMain: false) == "main")
        #expect(named.display(of: "HDMI-1", isMain: true) == "hdmi-1")
        #expect(named.display(of: "HDMI-2", isMain: false) == "wall")
    }

    @Test("What is no pair is named", arguments: ["main", "=DP-2", "main="])
    func bad(entry: String) {
        #expect(throws: OutputNames.BadEntry.self) { try OutputNames(entries: [entry]) }
    }
}

@Suite("The daemon's lines, for who watches screens")
struct DaemonLineTests {
    private let reader = DaemonLineReader()

    @Test("Displays keep what is not theirs to change")
    func displays() throws {
        let line =
            #"{"jsonrpc":"2.0","id":"hello","result":{"displays":[{"display":"main","#
            + #""width":1280,"height":800,"scale":2,"insets":{"top":8},"idiom":"tablet"}]}}"#
        guard case .welcomed(let displays) = reader.read(line) else {
            Issue.record("no welcome")
            return
        }
        var display = try #require(displays.first)
        #expect((display.name, display.scale) == ("main", 2))
        display.size = Size(width: 400, height: 300)
        #expect(
            display.line == #"{"jsonrpc":"2.0","id":"display main","method":"display.set","#
                + #""params":{"display":"main","width":400,"height":300,"scale":2,"#
                + #""insets":{"top":8},"idiom":"tablet"}}"#)
    }

    @Test("Shields, displays that go, refusals; and nothing else")
    func others() {
        let shield =
            #"{"jsonrpc":"2.0","method":"shield","params":{"display":"main","on":true,"#
            + #""except":[{"x":1,"y":2,"width":3,"height":4}]}}"#
        #expect(
            reader.read(shield)
                == .shield(display: "main", except: [Rect(x: 1, y: 2, width: 3, height: 4)]))
        #expect(
            reader.read(
                #"{"method":"shield","params":{"display":"main","on":false,"except":[]}}"#)
                == .shield(display: "main", except: nil))
        #expect(
            reader.read(#"{"method":"display.changed","params":{"display":"w","removed":true}}"#)
                == .displayRemoved("w"))
        #expect(
            reader.read(#"{"id":"display w","error":{"code":4,"message":"too many"}}"#)
                == .refused(request: "display w", message: "too many"))
        for line in [
            "", "{", #"{"method":"popover.closed","params":{}}"#, #"{"id":1,"result":{}}"#,
        ] {
            #expect(reader.read(line) == nil)
        }
    }

    @Test("A finger's line says what the protocol knows")
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
