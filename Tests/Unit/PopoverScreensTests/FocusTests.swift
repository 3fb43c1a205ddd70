// SPDX-License-Identifier: MIT

import PopoverModel
import Testing

@testable import PopoverScreens

@Suite("The focus of displays")
struct ScreenFocusTests {
    private let place = Rect(x: 10, y: 20, width: 30, height: 40)

    private func changed(_ members: String) -> String {
        #"{"jsonrpc":"2.0","method":"event","params":{"topic":"focus.changed","data":{"# + members
            + "}}}"
    }

    @Test("An event says who has the keyboard of a display, and where the ring is")
    func event() {
        var state = ScreenState()
        let line = changed(
            #""display":"main","client":"c1","pid":7,"source":"a","#
                + #""rect":{"x":10,"y":20,"width":30,"height":40},"ring":true,"foreign":false"#)
        #expect(state.apply(line) == .focus)
        let focus = ScreenFocus(process: 7, source: place, hasRing: true)
        #expect(state.focuses["main"] == focus)
        #expect(focus.ring == place)
        #expect(state.apply(changed(#""display":"main","ring":false,"foreign":false"#)) == .focus)
        #expect(state.focuses["main"] == ScreenFocus())
    }

    @Test("Events of other topics and without a display say nothing")
    func otherEvents() {
        var state = ScreenState()
        #expect(state.apply(changed(#""ring":true,"foreign":true"#)) == nil)
        let other = changed(#""display":"main","ring":false,"foreign":true"#)
            .replacing("focus.changed", with: "tap")
        #expect(state.apply(other) == nil)
        #expect(state.focuses["main"] == nil)
    }

    @Test("The scene of the subscription says it for all displays")
    func scene() {
        var state = ScreenState()
        let line =
            #"{"jsonrpc":"2.0","id":"focus","result":{"sequence":1,"snapshot":{"displays":["#
            + #"{"display":"main","focus":{"pid":7,"popover":"p1","ring":false,"foreign":true}},"#
            + #"{"display":"wall"}]}}}"#
        #expect(!state.isCurrent)
        #expect(state.apply(line) == .focus)
        // It comes after the shields.
        #expect(state.isCurrent)
        #expect(state.focuses["main"] == ScreenFocus(process: 7, isForeign: true, isOnTop: true))
        #expect(state.focuses["wall"] == ScreenFocus())
    }

    @Test("Whom the daemon refuses the subscription knows all that it will know")
    func refusal() {
        var state = ScreenState()
        let other = #"{"jsonrpc":"2.0","id":"windows","error":{"code":1,"message":"no"}}"#
        #expect(state.apply(other) == .error("windows: no"))
        #expect(!state.isCurrent)
        #expect(state.apply(other.replacing("windows", with: "focus")) == .error("focus: no"))
        #expect(state.isCurrent)
    }

    @Test("A process that no system has is unknown")
    func processes() {
        var state = ScreenState()
        for pid in ["-1", "4294967296", "\"7\""] {
            _ = state.apply(changed(#""display":"main","ring":false,"foreign":true,"pid":"# + pid))
            #expect(state.focuses["main"] == ScreenFocus(isForeign: true))
        }
    }

    @Test("Displays share a keyboard: what came on top last has it, else the latest")
    func shared() throws {
        var focuses = ScreenFocuses()
        #expect(focuses.keyboard(among: ["main"]) == nil)
        focuses.set(ScreenFocus(process: 1), of: "main")
        focuses.set(ScreenFocus(process: 2), of: "wall")
        #expect(focuses.keyboard(among: ["main", "wall"])?.focus.process == 2)
        focuses.set(ScreenFocus(process: 1, isForeign: true), of: "main")
        focuses.set(ScreenFocus(process: 3), of: "wall")
        #expect(focuses.keyboard(among: ["main", "wall"])?.focus.process == 1)
        focuses.set(ScreenFocus(process: 4, isForeign: true), of: "wall")
        #expect(focuses.keyboard(among: ["main", "wall"])?.display == "wall")
        #expect(focuses.keyboard(among: ["main"])?.display == "main")
        focuses.remove("main")
        #expect(focuses.keyboard(among: ["main"]) == nil)
    }

    @Test("The ring is on the display that got it last")
    func rings() {
        var focuses = ScreenFocuses()
        focuses.set(ScreenFocus(source: place, hasRing: true), of: "main")
        #expect(focuses.ring(among: ["main", "wall"])?.display == "main")
        focuses.set(ScreenFocus(source: place, hasRing: true), of: "wall")
        #expect(focuses.ring(among: ["main", "wall"])?.display == "wall")
        focuses.set(ScreenFocus(source: place), of: "wall")
        #expect(focuses.ring(among: ["main", "wall"])?.display == "main")
    }

    @Test("An answer to a step of a scan names the source, unless something is on top")
    func scanned() {
        var state = ScreenState()
        let moved =
            #"{"jsonrpc":"2.0","id":"scan","result":{"outcome":"moved","client":"c1","source":"a"}}"#
        let source = SwitchScan.Source(client: "c1", source: "a")
        #expect(state.apply(moved) == .scanned(SwitchScan.Answer(source: source)))
        let passed = moved.replacing("moved", with: "passed")
        #expect(state.apply(passed) == .scanned(SwitchScan.Answer(source: nil)))
        let refused = #"{"jsonrpc":"2.0","id":"scan","error":{"code":1,"message":"locked"}}"#
        #expect(state.apply(refused) == .scanRefused("locked"))
    }
}

@Suite("Keys of keypads")
struct KeyStepsTests {
    private func step(_ steps: KeySteps, _ code: UInt16, _ value: Int32 = 1) -> NavigationStep? {
        // EV_KEY
        steps.step(type: 1, code: code, value: value)
    }

    @Test("Keys have meanings from the beginning, and none when they are released")
    func defaults() {
        let steps = KeySteps([])
        let expected: [UInt16: NavigationStep] = [
            103: .up, 108: .down, 105: .left, 106: .right, 28: .activate, 96: .activate,
            15: .next, 158: .back, 1: .back, 138: .help, 59: .help,
        ]
        for (code, meaning) in expected {
            #expect(step(steps, code) == meaning)
            #expect(step(steps, code, 0) == nil)
        }
        #expect(step(steps, 30) == nil)
        // EV_REL
        #expect(steps.step(type: 2, code: 103, value: 1) == nil)
    }

    @Test("Only a way is repeated by a key that is held")
    func repeats() throws {
        let steps = KeySteps([try #require(KeySteps.Meaning("30=previous"))])
        #expect(step(steps, 30, 2) == .previous)
        #expect(step(steps, 103, 2) == .up)
        for code: UInt16 in [28, 158, 138] { #expect(step(steps, code, 2) == nil) }
    }

    @Test("The configuration changes and removes meanings")
    func entries() {
        let entries = ["103=next", "28=none", "352=activate"]
        let steps = KeySteps(entries.compactMap(KeySteps.Meaning.init))
        #expect(step(steps, 103) == .next)
        #expect(step(steps, 28) == nil)
        #expect(step(steps, 352) == .activate)
    }

    @Test(
        "Another entry is no meaning",
        arguments: ["", "103", "=up", "up=103", "70000=up", "1=up=2", "1=jump"])
    func badEntries(entry: String) {
        #expect(KeySteps.Meaning(entry) == nil)
    }
}

@Suite("Scans of a single switch")
struct SwitchScanTests {
    private func answer(_ source: String) -> SwitchScan.Answer {
        SwitchScan.Answer(source: SwitchScan.Source(client: "c1", source: source))
    }

    @Test("The first press starts it, and later ones activate")
    func presses() {
        var scan = SwitchScan()
        #expect(scan.pressed() == .next)
        #expect(scan.isRunning)
        #expect(scan.pressed() == .activate)
        scan.end()
        #expect(scan.pressed() == .next)
    }

    @Test("It ends after three rounds, which a press begins anew")
    func rounds() {
        var scan = SwitchScan()
        _ = scan.pressed()
        for _ in 0..<2 { for source in ["a", "b"] { scan.answered(answer(source)) } }
        _ = scan.pressed()
        for _ in 0..<3 { for source in ["b", "a"] { scan.answered(answer(source)) } }
        #expect(scan.isRunning)
        scan.answered(answer("b"))
        #expect(!scan.isRunning)
    }

    @Test("After something was on top, the rounds begin at the next source")
    func roundsAfterTop() {
        var scan = SwitchScan()
        _ = scan.pressed()
        scan.answered(answer("a"))
        scan.answered(SwitchScan.Answer(source: nil))
        for _ in 0..<3 { scan.answered(answer("a")) }
        #expect(scan.isRunning)
        scan.answered(answer("a"))
        #expect(!scan.isRunning)
    }

    @Test("Sources of one name belong to their clients")
    func clients() {
        var scan = SwitchScan()
        _ = scan.pressed()
        for client in ["c1", "c2", "c3", "c4", "c5"] {
            scan.answered(
                SwitchScan.Answer(source: SwitchScan.Source(client: client, source: "a")))
        }
        #expect(scan.isRunning)
    }

    @Test("Where something is on top it ends after thirty steps")
    func steps() {
        var scan = SwitchScan()
        _ = scan.pressed()
        for _ in 1..<30 { scan.answered(SwitchScan.Answer(source: nil)) }
        #expect(scan.isRunning)
        scan.answered(SwitchScan.Answer(source: nil))
        #expect(!scan.isRunning)
    }
}
