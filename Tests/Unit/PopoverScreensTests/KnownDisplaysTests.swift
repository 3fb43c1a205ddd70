// SPDX-License-Identifier: MIT

import PopoverModel
import PopoverScreens
import Testing

@Suite("Displays that the daemon knows")
final class KnownDisplaysTests {
    private var word = DaemonWord()
    private let main = KnownDisplays.Wanted(
        name: "main", size: Size(width: 400, height: 300), scale: 2)

    private static let welcome =
        #"{"id":"hello","result":{"displays":[{"display":"main","width":1280,"height":800,"#
        + #""scale":1,"insets":{"top":8}}]}}"#
    private static let told =
        #"{"jsonrpc":"2.0","id":"display main","method":"display.set","params":{"display":"main","#
        + #""width":400,"height":300,"scale":2,"insets":{"top":8}}}"#
    private static let changed =
        #"{"method":"display.changed","params":{"display":"main","width":400,"height":300,"#
        + #""scale":2,"insets":{"top":8}}}"#

    private func take(_ line: String) -> DaemonWord.News? { word.take(line) }

    private func lines(for wanted: [KnownDisplays.Wanted]) -> [String] {
        word.displays.lines(for: wanted)
    }

    private func removed(besides wanted: [KnownDisplays.Wanted]) -> [String] {
        word.displays.takeRemoved(besides: wanted)
    }

    @Test("Nothing is told before it has said what it knows, and then what is other")
    func welcomed() {
        #expect(lines(for: [main]).isEmpty)
        #expect(take(Self.welcome) == .welcome)
        #expect(lines(for: [main]) == [Self.told])
        #expect(take(Self.changed) == .displayChanged)
        #expect(lines(for: [main]).isEmpty)
        #expect(word.displays.scale(of: "main") == 2)
        #expect(word.displays.scale(of: "wall") == nil)
    }

    @Test("A display that came with an output goes with it, one that was there before stays")
    func removed() {
        _ = take(Self.welcome)
        let wall = KnownDisplays.Wanted(
            name: "wall", size: Size(width: 100, height: 100), scale: 1)
        #expect(lines(for: [main, wall]).count == 2)
        #expect(removed(besides: [main, wall]).isEmpty)
        #expect(removed(besides: []) == ["wall"])
        #expect(removed(besides: []).isEmpty)
    }

    @Test("What somebody removes is told again as it is")
    func forgotten() {
        _ = take(Self.welcome)
        _ = take(Self.changed)
        let removal = #"{"method":"display.changed","params":{"display":"main","removed":true}}"#
        #expect(take(removal) == .displayRemoved("main"))
        #expect(lines(for: [main]).count == 1)
    }

    @Test("Shields are kept, refusals are words, and the rest is nothing")
    func others() {
        let shield = #"{"method":"shield","params":{"display":"main","on":true,"except":[]}}"#
        #expect(take(shield) == .shields)
        let layout = ScreenLayout(tiles: [
            ScreenLayout.Tile(
                display: "main", place: Rect(x: 0, y: 0, width: 8, height: 6), scale: 1)
        ])
        #expect(word.shields.areas(in: layout).covers == [layout.tiles[0].place])
        #expect(
            take(#"{"id":"display w","error":{"code":4,"message":"too many"}}"#)
                == .refusal("display w: too many"))
        #expect(take("{}") == nil)
    }
}

@Suite("What happens at once, and again after a pause")
struct SpacingTests {
    @Test("One timer is started for all that is asked for in the pause")
    func spacing() {
        var spacing = Spacing(milliseconds: 5)
        var timers: [UInt32] = []
        var allowed: [Bool] = []
        for now: Int64 in [1000, 2000, 5999] {
            allowed.append(spacing.allows(at: now) { timers.append($0) })
        }
        spacing.timerCame()
        allowed.append(spacing.allows(at: 6000) { timers.append($0) })
        spacing.note(at: 20_000)
        allowed.append(spacing.allows(at: 21_000) { timers.append($0) })
        spacing.timerCame()
        allowed.append(spacing.allows(at: 25_000) { timers.append($0) })
        allowed.append(spacing.allows(at: 30_000) { timers.append($0) })
        #expect(allowed == [true, false, false, true, false, true, true])
        #expect(timers == [5, 5])
    }
}
