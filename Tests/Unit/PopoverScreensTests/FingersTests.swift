// SPDX-License-Identifier: MIT

import PopoverModel
import PopoverScreens
import Testing

@Suite("Merged reports of swallowed and seen presses")
struct FingersTests {
    private var fingers = Fingers()
    private let button = Fingers.Key(isTouch: false, detail: 1)
    private let touch = Fingers.Key(isTouch: true, detail: 7)

    private func input(
        _ phase: Fingers.Phase, _ key: Fingers.Key, at time: UInt32, _ place: Point? = nil
    ) -> Fingers.Input {
        Fingers.Input(phase: phase, key: key, time: time, place: place)
    }

    private let here = Point(x: 10, y: 20)
    private let there = Point(x: 30, y: 40)

    @Test("A press that is not swallowed is reported at the pointer")
    mutating func seen() {
        #expect(fingers.saw(input(.down, button, at: 1)) == (true, nil))
        let down = fingers.answered(here)
        #expect(down == output(.down, button, at: 1, here))
        #expect(fingers.saw(input(.up, button, at: 2)) == (true, nil))
        #expect(fingers.answered(there) == output(.up, button, at: 2, there))
    }

    @Test("A press that is seen and swallowed is reported once")
    mutating func swallowed() {
        _ = fingers.saw(input(.down, button, at: 1))
        #expect(
            fingers.swallowed(input(.down, button, at: 1, here))
                == output(.down, button, at: 1, here, isSwallowed: true))
        #expect(fingers.answered(there) == nil)
        _ = fingers.saw(input(.up, button, at: 2))
        #expect(
            fingers.swallowed(input(.up, button, at: 2, here))
                == output(.up, button, at: 2, here, isSwallowed: true))
        #expect(fingers.answered(there) == nil)
    }

    @Test("Two presses in one millisecond, on and beside the shield, are both reported")
    mutating func sameMoment() {
        _ = fingers.saw(input(.down, button, at: 1))
        _ = fingers.saw(input(.up, button, at: 1))
        _ = fingers.saw(input(.down, button, at: 1))
        let swallowed = fingers.swallowed(input(.down, button, at: 1, there))
        #expect(swallowed?.isSwallowed == true)
        #expect(fingers.answered(here) == output(.down, button, at: 1, here))
        #expect(fingers.answered(here) == output(.up, button, at: 1, here))
        #expect(fingers.answered(there) == nil)
    }

    @Test("A swallowed press ends after its shield is gone")
    mutating func shieldGone() {
        _ = fingers.saw(input(.down, touch, at: 1, here))
        _ = fingers.swallowed(input(.down, touch, at: 1, here))
        _ = fingers.answered(nil)
        _ = fingers.saw(input(.up, touch, at: 5, there))
        #expect(fingers.answered(nil) == output(.up, touch, at: 5, there, isSwallowed: true))
        #expect(fingers.swallowed(input(.up, touch, at: 5, there)) == nil)
    }

    @Test("Moves are reported once, and a release without a position at the last one")
    mutating func moves() {
        _ = fingers.saw(input(.down, touch, at: 1, here))
        #expect(fingers.saw(input(.move, touch, at: 2, there)) == (false, nil))
        _ = fingers.answered(nil)
        #expect(
            fingers.saw(input(.move, touch, at: 3, there))
                == (false, output(.move, touch, at: 3, there)))
        _ = fingers.saw(input(.up, touch, at: 4))
        #expect(fingers.answered(here) == output(.up, touch, at: 4, there))
        _ = fingers.swallowed(input(.down, button, at: 5, here))
        let mouse = Fingers.Key(isTouch: false, detail: 0)
        #expect(
            fingers.swallowed(input(.move, mouse, at: 6, there))
                == output(.move, button, at: 6, there, isSwallowed: true))
    }

    private func output(
        _ phase: Fingers.Phase, _ key: Fingers.Key, at time: UInt32, _ place: Point,
        isSwallowed: Bool = false
    ) -> Fingers.Output {
        Fingers.Output(phase: phase, key: key, time: time, place: place, isSwallowed: isSwallowed)
    }
}
