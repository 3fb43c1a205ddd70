// SPDX-License-Identifier: MIT

import PopoverModel
import Testing

@testable import PopoverScreens

@Suite("Menus of programs that are no clients")
final class GuestMenusTests {
    private static let process: UInt32 = 400
    private let glass = Glass()
    private var menus = GuestMenus()
    private let layout = ScreenLayout(tiles: [
        ScreenLayout.Tile(
            display: "main", place: Rect(x: 0, y: 0, width: 1000, height: 700), scale: 1)
    ])
    private let place = Rect(x: 20, y: 50, width: 200, height: 120)
    private var now: Int64 = 0

    init() {
        menus.isOn = true
        glass.begin()
    }

    // MARK: The screen

    @discardableResult
    private func show(
        _ id: UInt32 = 3, at place: Rect? = nil, of process: UInt32 = GuestMenusTests.process,
        isMenu: Bool = true, isKeyboard: Bool = false, kind: String = ""
    ) -> Bool {
        let facts = GlassWindows.Facts(
            process: process, isOverride: isMenu, isKeyboard: isKeyboard, isMenu: isMenu)
        let names = WindowNames(instance: "", kind: kind, title: "")
        let isFollowed = menus.saw(id, facts, names) { 1000 }
        menus.placed(id, at: place ?? self.place)
        return isFollowed
    }

    private func hide(_ id: UInt32 = 3) { menus.gone(id, now: now) }

    private func review() -> [GuestMenus.Order] {
        let orders = menus.review(glass.scene, layout, now: now)
        if menus.needScene() { glass.state.glass.ask() }
        _ = glass.asked()
        return orders
    }

    /// The daemon answers that its client is another process.
    private func answerScene(process: UInt32 = 7) { glass.begin(process: process) }

    private func lines(_ orders: [GuestMenus.Order]) -> [String] {
        orders.compactMap { order in
            if case .send(let line, Self.process) = order { line } else { nil }
        }
    }

    private func say(_ line: String) {
        menus.receive(#"{"jsonrpc":"2.0",\#(line)}"#, for: Self.process, now: now)
    }

    /// The menu 3 has the popover p1.
    private func open() {
        show()
        _ = review()
        answerScene()
        _ = review()
        say(#""id":"hello","result":{"client":"c9"}"#)
        say(
            #""id":"open 1","result":{"popover":"p1","#
                + #""frame":{"x":30,"y":60,"width":320,"height":120}}"#)
    }

    private static func hit(_ rects: String) -> String {
        #"{"jsonrpc":"2.0","id":"update","method":"popover.update","params":{"popover":"p1","#
            + #""hit":[\#(rects)]}}"#
    }
    private static let close =
        #"{"jsonrpc":"2.0","id":"close","method":"popover.close","params":{"popover":"p1","#
        + #""outcome":"cancel"}}"#
    private static let agreed = #"{"jsonrpc":"2.0","id":"d1","result":{}}"#

    private func ask(_ reason: String) {
        say(
            #""id":"d1","method":"popover.willClose","params":{"popover":"p1","#
                + #""reason":"\#(reason)"}"#)
    }

    // MARK: Opening

    @Test("A menu has a popover, once the daemon has said that its program is no client")
    func opens() {
        show(1, isMenu: false, kind: "Text Editor")
        #expect(show())
        #expect(review() == [])
        answerScene()
        #expect(
            lines(review()) == [
                #"{"jsonrpc":"2.0","id":"hello","method":"hello","params":{"protocol":1,"#
                    + #""app":"text-editor","onBehalfOf":{"pid":400,"uid":1000}}}"#,
                #"{"jsonrpc":"2.0","id":"open 1","method":"popover.open","params":{"#
                    + #""behavior":"menu","size":{"width":200,"height":120},"display":"main","#
                    + #""anchor":{"x":20,"y":50,"width":200,"height":1},"#
                    + #""minimum":{"width":1,"height":1},"waitMs":1000}}"#,
            ])
        #expect(review() == [])
    }

    @Test("An answer to an earlier question says nothing about its program")
    func earlierAnswer() {
        glass.state.glass.ask()
        _ = glass.asked()
        show()
        #expect(review() == [])
        answerScene()
        #expect(review() == [])
        answerScene()
        #expect(!review().isEmpty)
    }

    @Test("Menus of clients and keyboards are left alone, and all where it is off")
    func leftAlone() {
        show(of: 7)
        _ = review()
        answerScene()
        #expect(review() == [])
        #expect(!show(4, isKeyboard: true))
        #expect(!show(5, isMenu: false))
        menus.isOn = false
        #expect(!show(6))
    }

    @Test("The daemon learns where the menu and those that it opens are")
    func places() {
        open()
        let first = #"{"x":-10,"y":-10,"width":200,"height":120}"#
        #expect(lines(review()) == [Self.hit(first)])
        show(4, at: Rect(x: 220, y: 60, width: 100, height: 40))
        #expect(
            lines(review()) == [
                Self.hit(first + #",{"x":190,"y":0,"width":100,"height":40}"#)
            ])
        hide(4)
        #expect(lines(review()) == [Self.hit(first)])
    }

    // MARK: Closing

    @Test("Its popover ends with the last menu, and the connection with the daemon's answer")
    func leaves() {
        open()
        show(4)
        _ = review()
        hide(3)
        #expect(!lines(review()).contains(Self.close))
        hide(4)
        #expect(review() == [.send(Self.close, for: Self.process)])
        say(#""id":"close","result":{}"#)
        #expect(review() == [.end(Self.process)])
    }

    @Test("An open without an answer is canceled, and a late grant returned")
    func canceled() {
        show()
        _ = review()
        answerScene()
        _ = review()
        hide()
        #expect(
            lines(review()) == [
                #"{"jsonrpc":"2.0","id":"close","method":"request.cancel","#
                    + #""params":{"request":"open 1"}}"#
            ])
        say(#""id":"open 1","result":{"popover":"p1"}"#)
        #expect(lines(review()) == [Self.close])
    }

    @Test("The daemon has its answer when the menu is gone, which Escape closes")
    func dismissed() {
        open()
        _ = review()
        ask("replaced")
        #expect(review() == [.pressEscape])
        #expect(review() == [])
        hide()
        #expect(lines(review()) == [Self.agreed, Self.close])
    }

    @Test("A press beside it closes it, without a key that its window would get")
    func pressed() {
        open()
        _ = review()
        menus.pressed(now: now)
        ask("outside-tap")
        #expect(review() == [])
        now = 50_000
        hide()
        #expect(!review().contains(.pressEscape))
    }

    @Test("Each menu of a menu takes a key of its own")
    func submenus() {
        open()
        show(4)
        _ = review()
        ask("session-ended")
        #expect(review() == [.pressEscape])
        hide(4)
        #expect(review() == [.pressEscape])
    }

    @Test("One that ignores the key is hidden, after the daemon has its answer")
    func stubborn() throws {
        open()
        _ = review()
        menus.pressed(now: now)
        ask("replaced")
        var seen: [[GuestMenus.Order]] = []
        _ = review()
        while let time = menus.wakeAt {
            now = time
            seen.append(review())
        }
        #expect(
            seen == [
                [.pressEscape], [.send(Self.agreed, for: Self.process)], [.hide(3)],
            ])
        #expect(now == 600_000)
    }

    @Test("One that is refused closes")
    func refused() {
        show()
        _ = review()
        answerScene()
        _ = review()
        say(#""id":"open 1","error":{"code":4,"message":"refused: modal-active"}"#)
        #expect(review() == [.pressEscape])
    }

    @Test("An alert closes it, and those that come later")
    func alert() {
        open()
        _ = review()
        glass.begin(alerts: Glass.presented)
        #expect(review() == [.pressEscape])
        hide()
        _ = review()
        show(4)
        #expect(review() == [.pressEscape])
    }

    @Test("Without the right menus are left alone, and the reason is known")
    func noRight() {
        open()
        say(
            #""id":"hello","error":{"code":3,"message":"needs open-for-others","#
                + #""data":{"needs":"open-for-others"}}"#)
        #expect(review() == [.refused, .end(Self.process)])
        #expect(menus.refusal == "needs open-for-others")
        #expect(!show(4))
    }

    @Test("Those of a program whose name is reserved, or whose connection is lost, close")
    func reserved() {
        open()
        say(#""id":"hello","error":{"code":3,"message":"app","data":{"needs":"app"}}"#)
        #expect(review() == [.end(Self.process), .pressEscape])
        hide()
        #expect(review() == [])
        #expect(menus.wakeAt == nil)
    }
}
