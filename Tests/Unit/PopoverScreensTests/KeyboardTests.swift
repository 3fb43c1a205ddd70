// SPDX-License-Identifier: MIT

import PopoverModel
import PopoverScreens
import Testing

private func set(_ name: String, _ rect: String, on display: String) -> String {
    #"{"jsonrpc":"2.0","id":"occluder \#(name)","method":"occluder.set","params":{"#
        + #""occluder":"\#(name)","rect":\#(rect),"display":"\#(display)"}}"#
}

private func remove(_ name: String) -> String {
    #"{"jsonrpc":"2.0","id":"occluder \#(name)","method":"occluder.remove","#
        + #""params":{"occluder":"\#(name)"}}"#
}

@Suite("Windows of on-screen keyboards")
final class KeyboardWindowTests {
    private let layout = ScreenLayout(tiles: [
        ScreenLayout.Tile(
            display: "main", place: Rect(x: 0, y: 0, width: 800, height: 600), scale: 2),
        ScreenLayout.Tile(
            display: "wall", place: Rect(x: 800, y: 0, width: 300, height: 400), scale: 1),
    ])
    private var keyboards = KeyboardWindows(keyboards: ["onboard", "Keyboard"])
    private let onboard = WindowNames(instance: "onboard", kind: "Onboard", title: "?")

    private func saw(_ id: UInt32, _ names: WindowNames) -> Bool {
        keyboards.saw(id, named: names)
    }

    private func lines(in layout: ScreenLayout) -> [String] { keyboards.lines(in: layout) }

    @Test("A keyboard is known by its class, or without one by its title")
    func names() {
        #expect(saw(1, onboard))
        #expect(saw(2, WindowNames(instance: "", kind: "", title: "Keyboard")))
        #expect(
            !saw(3, WindowNames(instance: "a", kind: "A", title: "Keyboard")))
        #expect(!saw(4, WindowNames(instance: "", kind: "", title: "")))
        #expect(lines(in: layout).isEmpty)
    }

    @Test("So many keyboards are known at once")
    func most() {
        for id in UInt32(1)...16 { #expect(saw(id, onboard)) }
        #expect(!saw(17, onboard))
        #expect(saw(16, onboard))
        keyboards.gone(1)
        #expect(saw(17, onboard))
    }

    @Test("A visible keyboard is one occluder, in points of its display")
    func occluders() {
        _ = saw(1, onboard)
        keyboards.placed(1, at: Rect(x: 100, y: 400, width: 600, height: 300))
        let told = set("onboard", #"{"x":50,"y":200,"width":300,"height":100}"#, on: "main")
        #expect(lines(in: layout) == [told])
        #expect(lines(in: layout).isEmpty)
        keyboards.placed(1, at: nil)
        #expect(lines(in: layout) == [remove("onboard")])
        keyboards.placed(1, at: Rect(x: 100, y: 400, width: 600, height: 300))
        #expect(lines(in: layout) == [told])
        keyboards.gone(1)
        #expect(lines(in: layout) == [remove("onboard")])
        keyboards.placed(1, at: Rect(x: 100, y: 400, width: 600, height: 300))
        #expect(lines(in: layout).isEmpty)
    }

    @Test("Each window and each display has an occluder of its own name")
    func parts() {
        _ = saw(1, onboard)
        _ = saw(2, onboard)
        keyboards.placed(1, at: Rect(x: 700, y: 300, width: 200, height: 100))
        keyboards.placed(2, at: Rect(x: 0, y: 300, width: 200, height: 100))
        #expect(
            lines(in: layout) == [
                set("onboard", #"{"x":350,"y":150,"width":50,"height":50}"#, on: "main"),
                set("onboard on wall", #"{"x":0,"y":300,"width":100,"height":100}"#, on: "wall"),
                set("onboard-2", #"{"x":0,"y":150,"width":100,"height":50}"#, on: "main"),
            ])
        // What was on a display that goes, goes with it.
        keyboards.forget("main")
        let rest = ScreenLayout(tiles: [layout.tiles[1]])
        #expect(
            lines(in: rest) == [
                set("onboard", #"{"x":0,"y":300,"width":100,"height":100}"#, on: "wall"),
                remove("onboard on wall"),
            ])
    }

    @Test("After a reconnect only windows that are reported again remain")
    func doubt() {
        for id: UInt32 in [1, 2] {
            _ = saw(id, onboard)
            keyboards.placed(id, at: Rect(x: 0, y: 0, width: 100, height: 100))
        }
        _ = lines(in: layout)
        keyboards.doubt()
        #expect(lines(in: layout).isEmpty)
        _ = saw(1, onboard)
        keyboards.placed(1, at: Rect(x: 0, y: 0, width: 100, height: 100))
        keyboards.settle()
        #expect(lines(in: layout) == [remove("onboard-2")])
        keyboards.end()
        #expect(lines(in: layout) == [remove("onboard")])
    }
}

@Suite("Space taken by keyboards")
struct TakenEdgesTests {
    private let size = Size(width: 800, height: 600)

    @Test("Space along the lower edge is a keyboard if it is high enough for keys")
    func keyboard() {
        #expect(TakenEdges().keyboard(on: size) == nil)
        #expect(TakenEdges(top: 300, bottom: 40).keyboard(on: size) == nil)
        #expect(
            TakenEdges(top: 30, bottom: 80).keyboard(on: size)
                == Rect(x: 0, y: 520, width: 800, height: 80))
        #expect(
            TakenEdges(bottom: 900).keyboard(on: size)
                == Rect(x: 0, y: 0, width: 800, height: 600))
    }

    @Test("Each output's keyboard is an occluder on its display")
    func outputs() throws {
        var outputs = ShieldedOutputs(names: try OutputNames(entries: []))
        let taken = TakenEdges(bottom: 200)
        outputs.update([
            ShieldedOutputs.Output(id: 1, name: "DP-1", size: size, scale: 1),
            ShieldedOutputs.Output(id: 2, name: "DP-2", size: size, scale: 1, taken: taken),
        ])
        let place = Occluders.Place(
            display: "dp-2", rect: Rect(x: 0, y: 400, width: 800, height: 200))
        #expect(outputs.keyboards == ["keyboard": place])
    }
}
