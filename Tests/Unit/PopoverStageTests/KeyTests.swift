// SPDX-License-Identifier: MIT

import PopoverModel
import Testing

@testable import PopoverStage

@Suite("Keys, and what an input method makes of them")
struct KeyTests {
    private static let escape: UInt32 = 0xff1b
    private static let ofMethod = KeyboardState(isForwarded: true)

    private var fixture: StageFixture

    init() throws {
        fixture = try StageFixture(drawsAlerts: true, blanksAfter: 60)
        fixture.show(1)
    }

    private mutating func key(
        _ code: Int32 = 30, symbol: UInt32 = 0x61, isDown: Bool,
        _ keyboard: KeyboardState = KeyboardState(), isComposing: Bool = false
    ) -> (key: StageOrder, orders: [StageOrder]) {
        let key = StageKey(
            code, symbol: symbol, isDown: isDown, time: 1, keyboard: keyboard,
            isComposing: isComposing)
        return (.key(key), fixture.handle(.key(key)))
    }

    private mutating func alarm() {
        fixture.told(StageFixture.presenting)
        fixture.scene(StageFixture.alert)
    }

    private mutating func calm() {
        fixture.told(#"{"jsonrpc":"2.0","method":"alert.dismiss","params":{"alert":"a1"}}"#)
        fixture.scene()
    }

    @Test("A key that is down before an alert is released during it, and one of the alert never is")
    mutating func alert() {
        _ = key(isDown: true)
        alarm()
        let up = key(isDown: false)
        #expect(up.orders.contains(up.key))
        let down = key(isDown: true)
        #expect(!down.orders.contains(down.key))
        calm()
        let late = key(isDown: false)
        #expect(!late.orders.contains(late.key))
    }

    @Test("Escape is the input method's while it composes")
    mutating func composing() {
        fixture.scene(StageFixture.popover())
        let escape = key(1, symbol: Self.escape, isDown: true, isComposing: true)
        #expect(escape.orders.contains(escape.key))
        let next = key(1, symbol: Self.escape, isDown: true)
        #expect(!next.orders.contains(next.key))
    }

    @Test("What an input method types is not asked about, and presses no button of an alert")
    mutating func forwarded() {
        fixture.scene(StageFixture.popover())
        let escape = key(1, symbol: Self.escape, isDown: true, Self.ofMethod)
        #expect(escape.orders == [escape.key])
        alarm()
        fixture.sent = []
        _ = key(28, symbol: 0xff0d, isDown: true, Self.ofMethod)
        #expect(fixture.sent.isEmpty)
    }

    @Test("A key that an input method repeats neither keeps the screen on nor turns it on")
    mutating func unused() {
        fixture.now += 60_000_000
        let repeated = key(isDown: true, Self.ofMethod)
        #expect(repeated.orders.contains(.turnOutputs(isOn: false)))
        #expect(!key(isDown: true, Self.ofMethod).orders.contains(.turnOutputs(isOn: true)))
    }

    @Test("Keys that switch terminals are typed to nobody", arguments: [true, false])
    mutating func terminals(isOn: Bool) {
        fixture.stage.switchesTerminals = isOn
        for (symbol, number) in [(0x1008_fe01, 1), (0x1008_fe0c, 12)] as [(UInt32, UInt32)] {
            let down = key(59, symbol: symbol, isDown: true)
            #expect(down.orders.contains(.switchTerminal(number)) == isOn)
            #expect(!down.orders.contains(down.key))
            // Ctrl was released before.
            #expect(key(59, symbol: 0xffbe, isDown: false).orders.isEmpty)
        }
        let plain = key(59, symbol: 0xffbe, isDown: true)
        #expect(plain.orders.contains(plain.key))
    }

    @Test("Modifiers that people hold are not replaced by those of an input method")
    mutating func modifiers() throws {
        let press = try request(
            "pointer", in: fixture.handle(.pressed(.finger(0), at: Point(x: 1, y: 1), time: 1)))
        let states = [
            KeyboardState(depressed: 1), KeyboardState(depressed: 2),
            KeyboardState(depressed: 4, isForwarded: true),
        ]
        for state in states { fixture.handle(.modifiers(state)) }
        let orders = fixture.told(
            #"{"jsonrpc":"2.0","id":"\#(press)","result":{"verdict":"none","deliver":true}}"#)
        let delivered = orders.filter { if case .modifiers = $0 { true } else { false } }
        #expect(delivered == states.dropFirst().map { .modifiers($0) })
    }
}
