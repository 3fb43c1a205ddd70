// SPDX-License-Identifier: MIT

import CEvdev
import PopoverModel
import PopoverScreens
import Testing

@Suite("Events of an input device")
struct TouchesTests {
    private var touches = Touches(x: 0...1000, y: 0...500, hasSlots: true)

    private mutating func frame(_ events: (Int32, Int32, Int32)...) -> [Touches.Output] {
        for (type, code, value) in events {
            #expect(touches.handle(type: UInt16(type), code: UInt16(code), value: value).isEmpty)
        }
        return touches.handle(type: UInt16(EV_SYN), code: UInt16(SYN_REPORT), value: 0)
    }

    private func output(
        _ phase: Touches.Phase, _ number: Int, _ x: Double, _ y: Double, isMouse: Bool = false
    ) -> Touches.Output {
        Touches.Output(
            phase: phase, number: number, isMouse: isMouse, position: Touches.Share(x: x, y: y))
    }

    @Test("Fingers are reported by slot")
    mutating func slots() {
        let first = frame(
            (EV_ABS, ABS_MT_SLOT, 0), (EV_ABS, ABS_MT_TRACKING_ID, 40),
            (EV_ABS, ABS_MT_POSITION_X, 500), (EV_ABS, ABS_MT_POSITION_Y, 250),
            (EV_KEY, BTN_TOUCH, 1), (EV_ABS, ABS_X, 500))
        #expect(first == [output(.down, 0, 0.5, 0.5)])
        let second = frame(
            (EV_ABS, ABS_MT_POSITION_X, 600), (EV_ABS, ABS_MT_SLOT, 1),
            (EV_ABS, ABS_MT_TRACKING_ID, 41), (EV_ABS, ABS_MT_POSITION_X, 100),
            (EV_ABS, ABS_MT_POSITION_Y, 100))
        #expect(second == [output(.move, 0, 0.6, 0.5), output(.down, 1, 0.1, 0.2)])
        let third = frame((EV_ABS, ABS_MT_SLOT, 0), (EV_ABS, ABS_MT_TRACKING_ID, -1))
        #expect(third == [output(.up, 0, 0.6, 0.5)])
        #expect(frame().isEmpty)
    }

    @Test("A slot out of range is ignored")
    mutating func foreignSlot() {
        for slot in [Int32(-1), 16, .max] {
            #expect(
                frame((EV_ABS, ABS_MT_SLOT, slot), (EV_ABS, ABS_MT_TRACKING_ID, 1)).isEmpty)
        }
    }

    @Test("Dropped events cancel the fingers, and the next finger is reported again")
    mutating func dropped() {
        _ = frame((EV_ABS, ABS_MT_TRACKING_ID, 1), (EV_ABS, ABS_MT_POSITION_X, 0))
        let lost = frame((EV_SYN, SYN_DROPPED, 0), (EV_ABS, ABS_MT_POSITION_X, 900))
        #expect(lost == [output(.cancel, 0, 0, 0)])
        #expect(frame((EV_ABS, ABS_MT_TRACKING_ID, 2)) == [output(.down, 0, 0, 0)])
    }

    @Test("A finger starts from the positions that the device reported before", arguments: [0, 3])
    mutating func takenUp(slot: Int) {
        touches.restore(
            x: [Int32](repeating: 250, count: 4), y: [Int32](repeating: 400, count: 4), slot: slot)
        #expect(frame((EV_ABS, ABS_MT_TRACKING_ID, 7)) == [output(.down, slot, 0.25, 0.8)])
        // The next one has moved along one axis, of which alone it is told.
        let other = frame(
            (EV_ABS, ABS_MT_SLOT, 1), (EV_ABS, ABS_MT_TRACKING_ID, 8),
            (EV_ABS, ABS_MT_POSITION_X, 500))
        #expect(other == [output(.down, 1, 0.5, 0.8)])
    }

    @Test("A single-touch device reports one finger")
    mutating func single() {
        touches = Touches(x: 0...1000, y: 0...500, hasSlots: false)
        let down = frame((EV_ABS, ABS_X, 1000), (EV_ABS, ABS_Y, 0), (EV_KEY, BTN_TOUCH, 1))
        #expect(down == [output(.down, 0, 1, 0)])
        #expect(frame((EV_KEY, BTN_TOUCH, 0)) == [output(.up, 0, 1, 0)])
    }

    @Test("A mouse starts in the middle, stays on the display and has buttons")
    mutating func mouse() {
        #expect(frame((EV_REL, REL_X, 30_000), (EV_REL, REL_Y, -30_000)).isEmpty)
        #expect(
            frame((EV_KEY, BTN_LEFT, 1)) == [output(.down, Int(BTN_LEFT), 1, 0, isMouse: true)])
        #expect(
            frame((EV_REL, REL_X, -750))
                == [output(.move, Int(BTN_LEFT), 0.5, 0, isMouse: true)])
        #expect(
            frame((EV_KEY, BTN_LEFT, 0)) == [output(.up, Int(BTN_LEFT), 0.5, 0, isMouse: true)])
    }

    @Test(
        "A rotation maps the corners",
        arguments: [
            (0, Point(x: 100, y: 0)), (90, Point(x: 0, y: 0)), (180, Point(x: 0, y: 50)),
            (270, Point(x: 100, y: 50)),
        ])
    func rotation(degrees: Int, corner: Point) {
        let calibration = Calibration(rotation: degrees)
        // The right top of the glass.
        let point = calibration.point(
            Touches.Share(x: 1, y: 0), on: Size(width: 100, height: 50))
        #expect(point == corner)
    }

    @Test("A matrix is six numbers")
    func texts() {
        #expect(Calibration.matrix("1 0 0.5 0 1 0") == [1, 0, 0.5, 0, 1, 0])
        for text in ["", "1 0 0 0 1", "1 0 0 0 1 x", "1 0 0 0 1 inf", "1 0 0 0 1 0 0"] {
            #expect(Calibration.matrix(text) == nil)
        }
    }

    @Test("A matrix translates and scales within the display")
    func matrix() {
        let calibration = Calibration(matrix: [2, 0, -0.5, 0, 1, 0.25])
        let size = Size(width: 100, height: 100)
        #expect(calibration.point(Touches.Share(x: 0.5, y: 0.5), on: size) == Point(x: 50, y: 75))
        #expect(calibration.point(Touches.Share(x: 1, y: 1), on: size) == Point(x: 100, y: 100))
    }
}
