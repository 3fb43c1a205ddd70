// SPDX-License-Identifier: MIT

import PopoverModel
import PopoverScreens
import Testing

@Suite("Known displays")
final class KnownDisplaysTests {
    private var state = ScreenState()
    private let main = KnownDisplays.Wanted(
        name: "main", size: Size(width: 400, height: 300), scale: 2)

    private static let welcome =
        #"{"id":"hello","result":{"displays":[{"display":"main","width":1280,"height":800,"#
        + #""scale":1,"insets":{"top":8}}]}}"#
    private static let told =
        #"{"jsonrpc":"2.0","id":"display main","method":"display.update","params":{"display":"main","#
        + #""width":400,"height":300,"scale":2}}"#
    private static let changed =
        #"{"method":"display.changed","params":{"display":"main","width":400,"height":300,"#
        + #""scale":2,"insets":{"top":8}}}"#

    private func apply(_ line: String) -> ScreenState.Change? { state.apply(line) }

    private func lines(for wanted: [KnownDisplays.Wanted]) -> [String] {
        state.displays.lines(for: wanted)
    }

    private func removed(besides wanted: [KnownDisplays.Wanted]) -> [String] {
        state.displays.removeUnplugged(besides: wanted)
    }

    @Test("Displays are set after the welcome, and only where they differ")
    func welcomed() {
        #expect(lines(for: [main]).isEmpty)
        #expect(apply(Self.welcome) == .welcome)
        #expect(lines(for: [main]) == [Self.told])
        #expect(apply(Self.changed) == .displayChanged)
        #expect(lines(for: [main]).isEmpty)
        #expect(state.displays.scale(of: "main") == 2)
        #expect(state.displays.scale(of: "wall") == nil)
        #expect(state.displays.size(of: "main") == Size(width: 400, height: 300))
        #expect(state.displays.size(of: "wall") == nil)
    }

    @Test("A plugin leaves alone whether a display is blank")
    func blank() {
        _ = apply(Self.welcome)
        _ = apply(String(Self.changed.dropLast(2)) + #","blank":true}}"#)
        #expect(lines(for: [main]).isEmpty)
    }

    @Test("An unplugged output removes the display that it added, and no other")
    func removed() {
        _ = apply(Self.welcome)
        let wall = KnownDisplays.Wanted(
            name: "wall", size: Size(width: 100, height: 100), scale: 1)
        #expect(lines(for: [main, wall]).count == 2)
        #expect(removed(besides: [main, wall]).isEmpty)
        #expect(removed(besides: []) == ["wall"])
        #expect(removed(besides: []).isEmpty)
    }

    @Test("Two spellings of a name are two displays, with shields and occluders of their own")
    func spellings() throws {
        _ = apply(Self.welcome)
        let names = ["caf\u{E9}", "cafe\u{301}"]
        let wanted = names.map {
            KnownDisplays.Wanted(name: $0, size: Size(width: 400, height: 300), scale: 1)
        }
        #expect(lines(for: wanted).count == 2)
        #expect(removed(besides: []).count == 2)
        var shields = Shields()
        shields.set(names[0], except: [])
        #expect(!shields.isOn(names[1]))
        var focuses = ScreenFocuses()
        for name in names { focuses.set(ScreenFocus(process: 1), of: name) }
        focuses.remove(names[0])
        #expect(focuses[names[1]] != nil)
        var occluders = Occluders()
        let place = Rect(x: 0, y: 0, width: 9, height: 9)
        _ = occluders.replace(with: ["keyboard": Occluders.Place(display: names[0], rect: place)])
        #expect(
            occluders.replace(with: ["keyboard": Occluders.Place(display: names[1], rect: place)])
                .count == 1)
        let outputs = try OutputNames(
            entries: names.enumerated().map { "\($0.offset)=\($0.element)" })
        #expect(names.map { outputs.display(of: $0, isMain: false) } == ["0", "1"])
    }

    @Test("A display that a client removed is set again")
    func forgotten() {
        _ = apply(Self.welcome)
        _ = apply(Self.changed)
        let removal = #"{"method":"display.changed","params":{"display":"main","removed":true}}"#
        #expect(apply(removal) == .displayRemoved("main"))
        #expect(lines(for: [main]).map { $0.contains(#""method":"display.set""#) } == [true])
    }

    @Test("A new size changes neither what a person needs nor anything else of a display")
    func sizeOnly() {
        let adapted =
            #"{"id":"hello","result":{"displays":[{"display":"main","width":1280,"height":800,"#
            + #""scale":2,"textScale":2,"language":"de","personal":{"textScale":2}}]}}"#
        _ = apply(adapted)
        let line = lines(for: [main]).joined()
        #expect(line.contains(#""method":"display.update""#))
        #expect(!line.contains("textScale") && !line.contains("language"))
    }

    @Test("Shields are stored, errors are lines of the log, other messages are ignored")
    func others() {
        let shield = #"{"method":"shield","params":{"display":"main","on":true,"except":[]}}"#
        #expect(apply(shield) == .shields)
        let layout = ScreenLayout(tiles: [
            ScreenLayout.Tile(
                display: "main", place: Rect(x: 0, y: 0, width: 8, height: 6), scale: 1)
        ])
        #expect(state.shields.areas(in: layout).covers == [layout.tiles[0].place])
        #expect(
            apply(#"{"id":"display w","error":{"code":4,"message":"too many"}}"#)
                == .error("display w: too many"))
        #expect(apply("{}") == nil)
    }
}
