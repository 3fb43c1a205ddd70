// SPDX-License-Identifier: MIT

import PopoverModel
import PopoverScreens
import Testing

@Suite("The windows of popovers and alerts")
final class GlassWindowsTests {
    private let glass = Glass()
    private var windows = GlassWindows()
    private let here = Rect(x: 100, y: 100, width: 300, height: 200)
    private let elsewhere = Rect(x: 600, y: 100, width: 100, height: 100)

    init() {
        glass.begin()
        glass.open("p1")
        show(1, "popover:p1", of: 7)
    }

    private func show(
        _ id: UInt32, _ title: String = "", of process: UInt32, at place: Rect? = nil,
        in frame: UInt32? = nil, isOverride: Bool = true, isKeyboard: Bool = false
    ) {
        let facts = GlassWindows.Facts(
            title: title, process: process, isOverride: isOverride, isKeyboard: isKeyboard)
        #expect(saw(id, facts))
        windows.placed(id, at: place ?? here, top: frame ?? id)
    }

    private func saw(_ id: UInt32, _ facts: GlassWindows.Facts) -> Bool { windows.saw(id, facts) }

    private func facts(
        _ process: UInt32, isOverride: Bool = false, isDrawn: Bool = true
    ) -> GlassWindows.Facts {
        GlassWindows.Facts(process: process, isOverride: isOverride, isDrawn: isDrawn)
    }

    private func judge(
        _ stack: UInt32..., frames: Set<UInt32> = []
    ) -> (repairs: [GlassWindows.Repair], reports: [String]) {
        windows.judge(
            stack.map { GlassWindows.Stacked(window: $0, isManagers: frames.contains($0)) },
            glass.scene)
    }

    // MARK: What has closed

    @Test("The window of a popover that has closed is a leftover, of the owner's process only")
    func leftovers() {
        show(2, "popover:p1", of: 8)
        #expect(windows.leftovers(glass.scene).isEmpty)
        #expect(windows.areMarked(glass.scene))
        glass.close("p1")
        #expect(windows.leftovers(glass.scene) == [1])
        #expect(windows.isLeftover(1, glass.scene))
        #expect(!windows.isLeftover(2, glass.scene))
        #expect(!windows.areMarked(glass.scene))
        // Its owner has given it to the next popover.
        show(1, "popover:p2", of: 7)
        #expect(windows.leftovers(glass.scene).isEmpty)
    }

    @Test("A window with the mark of a popover that was never seen is left alone")
    func strangers() {
        show(2, "popover:p9", of: 7)
        glass.close("p9")
        #expect(!windows.isLeftover(2, glass.scene))
    }

    @Test("Of an owner that hangs, its drop-downs go as well")
    func hungDropDowns() {
        show(2, of: 7)
        show(3, of: 8)
        glass.close("p1", isHung: true)
        #expect(windows.hungDropDowns(glass.scene) == [2])
        #expect(windows.leftovers(glass.scene) == [1])
    }

    @Test("The drop-down of an owner that has answered is its own business")
    func answered() {
        show(2, of: 7)
        glass.close("p1")
        #expect(windows.hungDropDowns(glass.scene).isEmpty)
    }

    // MARK: The order

    @Test("A foreign window above a popover goes below it, and is reported once")
    func foreign() {
        show(2, of: 8)
        let first = judge(1, 2)
        #expect(first.repairs == [.lower(2, below: 1)])
        #expect(
            first.reports == [
                #"{"jsonrpc":"2.0","id":"windows report","method":"bus.publish","params":{"#
                    + #""topic":"app.x11.foreign-window","data":{"display":"main","pid":8,"#
                    + #""popover":"p1"}}}"#
            ])
        let second = judge(1, 2)
        #expect(second.repairs == [.lower(2, below: 1)])
        #expect(second.reports.isEmpty)
        #expect(judge(2, 1) == ([], []))
    }

    @Test("Several foreign windows keep their order")
    func several() {
        show(2, of: 8)
        show(3, of: 9)
        #expect(judge(1, 2, 3).repairs == [.lower(2, below: 1), .lower(3, below: 1)])
    }

    @Test("Windows beside it, of its owner, of keyboards and without a process stay")
    func allowed() {
        show(2, of: 8, at: elsewhere)
        show(3, of: 7)
        show(4, of: 9, isKeyboard: true)
        #expect(!saw(5, facts(0)))
        #expect(!saw(6, facts(8, isDrawn: false)))
        #expect(judge(1, 2, 3, 4, 5, 6) == ([], []))
    }

    @Test("A window without the mark of something on the screen is foreign")
    func wrongMark() {
        show(2, "popover:p1", of: 8)
        show(3, "popover:p9", of: 9)
        #expect(judge(1, 2, 3).repairs == [.lower(2, below: 1), .lower(3, below: 1)])
    }

    @Test("Alerts lie above popovers, also those of one program, and above drop-downs of others")
    func alerts() {
        glass.begin(
            popovers: #"{"popover":"p1","client":"c1","display":"main"}"#,
            alerts: Glass.presented)
        show(2, "alert:a1", of: 7)
        #expect(judge(1, 2) == ([], []))
        #expect(judge(2, 1) == ([.lower(1, below: 2)], []))
        show(3, of: 8)
        let judged = judge(1, 2, 3)
        // Below everything that it must not cover.
        #expect(judged.repairs == [.lower(3, below: 1)])
        #expect(judged.reports.first?.contains(#""alert":"a1""#) == true)
    }

    @Test("Only a window manager moves a frame, which is not foreign itself")
    func frames() {
        show(10, of: 99, isOverride: false)
        #expect(judge(1, 10, frames: [10]) == ([], []))
        show(2, of: 8, in: 10, isOverride: false)
        let judged = judge(1, 10, frames: [10])
        #expect(judged.repairs == [.raise(1, above: 10)])
        #expect(judged.reports.first?.contains(#""pid":8"#) == true)
        show(1, "popover:p1", of: 7, in: 20, isOverride: false)
        #expect(judge(20, 10, frames: [10, 20]).repairs == [.ask(1, above: 2)])
        show(3, of: 9)
        #expect(judge(20, 3, frames: [20]).repairs == [.lower(3, below: 20)])
    }

    @Test("Above a frame, an alert stays above the popover")
    func severalAboveAFrame() {
        glass.begin(
            popovers: #"{"popover":"p1","client":"c1","display":"main"}"#,
            alerts: Glass.presented)
        show(3, "alert:a1", of: 7)
        show(2, of: 8, in: 10, isOverride: false)
        #expect(
            judge(1, 3, 10, frames: [10]).repairs == [
                .raise(3, above: 10), .raise(1, above: 10),
            ])
    }

    @Test("So many windows are remembered, and reports made")
    func bounds() {
        for id in UInt32(2)...97 { show(id, of: 8) }
        #expect(!saw(98, facts(8)))
        let stack = (UInt32(1)...97).map { GlassWindows.Stacked(window: $0) }
        #expect(windows.judge(stack, glass.scene).reports.count == 8)
        windows.gone(2)
        #expect(saw(98, facts(8)))
        for id in UInt32(100)...114 { show(id, "popover:p1", of: 7) }
        #expect(!saw(115, GlassWindows.Facts(title: "popover:p1", process: 7)))
        // A keyboard is followed in any case.
        #expect(saw(116, GlassWindows.Facts(process: 8, isKeyboard: true)))
    }

    @Test("A mark counts, whatever lies within its window")
    func aroundAnother() {
        show(2, of: 7, in: 1)
        show(3, of: 8)
        #expect(judge(1, 3).repairs == [.lower(3, below: 1)])
        #expect(windows.dropDowns(glass.scene).isEmpty)
    }

    // MARK: Drop-downs

    @Test("A drop-down is a later window of the owner that window managers leave alone")
    func dropDowns() {
        windows = GlassWindows()
        show(2, of: 7, at: elsewhere)
        show(1, "popover:p1", of: 7)
        show(3, of: 7, at: elsewhere)
        show(4, of: 8)
        show(5, of: 7, isOverride: false)
        show(6, "popover:p9", of: 7)
        #expect(windows.dropDowns(glass.scene) == [3: elsewhere])
        windows.placed(3, at: nil, top: 3)
        #expect(windows.dropDowns(glass.scene).isEmpty)
        // It is mapped, and not placed yet.
        #expect(saw(7, facts(7, isOverride: true)))
        #expect(windows.dropDowns(glass.scene) == [7: nil])
        windows.gone(7)
        #expect(windows.dropDowns(glass.scene).isEmpty)
    }

    @Test("Without a marked window, and under an alert, there is none")
    func noDropDowns() {
        show(2, of: 7)
        #expect(windows.dropDowns(glass.scene).count == 1)
        glass.begin(
            popovers: #"{"popover":"p1","client":"c1","display":"main"}"#,
            alerts: Glass.presented)
        #expect(windows.dropDowns(glass.scene).isEmpty)
        glass.begin(popovers: #"{"popover":"p1","client":"c1","display":"main"}"#)
        #expect(windows.dropDowns(glass.scene).count == 1)
        windows.gone(1)
        #expect(windows.dropDowns(glass.scene).isEmpty)
    }
}

@Suite("Presses while a drop-down is open")
final class DropDownPressesTests {
    private var presses = DropDownPresses()
    private let open: [UInt32: Rect?] = [3: Rect(x: 100, y: 100, width: 100, height: 100)]
    private let within = Point(x: 150, y: 150)
    private let beside = Point(x: 500, y: 500)

    private let button = Fingers.Key(isTouch: false, detail: 1)

    private func see(_ dropDowns: [UInt32: Rect?]) {
        presses.see(
            Fingers.Input(phase: .down, key: button, time: 1, place: nil), over: dropDowns)
    }

    private func keep(_ phase: Fingers.Phase, _ place: Point, isSwallowed: Bool = false) -> Bool {
        presses.keep(
            Fingers.Output(
                phase: phase, key: button, time: 1, place: place, isSwallowed: isSwallowed))
    }

    /// A press and its report.
    private func press(
        _ place: Point, isSwallowed: Bool = false, over dropDowns: [UInt32: Rect?]
    ) -> Bool {
        see(dropDowns)
        return keep(.down, place, isSwallowed: isSwallowed)
    }

    @Test("A press in it is its own, until the finger lifts")
    func inside() {
        #expect(press(within, over: open))
        #expect(keep(.move, beside))
        #expect(keep(.up, beside))
        #expect(!keep(.up, beside))
        #expect(press(within, isSwallowed: true, over: open))
    }

    @Test("A press beside it that its grab takes closes the drop-down alone")
    func outside() {
        #expect(press(beside, over: open))
        #expect(keep(.up, beside))
        #expect(!press(beside, over: [:]))
        #expect(!keep(.up, beside))
    }

    @Test("What was open when a press was seen counts, not when it is reported")
    func order() {
        see([:])
        see(open)
        #expect(!keep(.down, beside))
        #expect(keep(.down, beside))
        // A press that nobody has seen.
        #expect(!keep(.down, beside))
    }

    @Test("A press that the shield swallows is nobody's grab")
    func swallowed() {
        #expect(!press(beside, isSwallowed: true, over: open))
        #expect(!keep(.up, beside, isSwallowed: true))
    }

    @Test("A drop-down that stays after a press beside it keeps no second one")
    func hung() {
        #expect(press(beside, over: open))
        #expect(keep(.up, beside))
        #expect(!press(beside, over: open))
        // Another one is as new.
        #expect(press(beside, over: [4: nil]))
    }

    @Test("Without a drop-down nothing is kept")
    func none() {
        #expect(!press(within, over: [:]))
        #expect(!keep(.move, within))
        #expect(!keep(.up, within))
    }

    @Test("So many presses are remembered, the latest")
    func bound() {
        see(open)
        for _ in 1...32 { see([:]) }
        #expect(!keep(.down, within))
    }
}
