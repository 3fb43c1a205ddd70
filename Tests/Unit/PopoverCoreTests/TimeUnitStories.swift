// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel
import Testing

@Suite("Times in another unit")
struct TimeUnitStories {
    let world = World()
    let shop: ClientID
    let fingers: ClientID

    init() {
        shop = world.connect("shop")
        fingers = world.connect("fingers", roles: [.input])
        world.open("menu", by: shop)
        world.advance(3_600_000)
        world.begin()
    }

    private static let milliseconds = Instant(
        microseconds: (World.start + .seconds(3600)).microseconds / 1000)
    private static let seconds = Instant(microseconds: milliseconds.microseconds / 1000)

    @Test(
        "is an error that names the unit, for every report of input",
        arguments: [milliseconds, seconds])
    func wrong(time: Instant) {
        let tap = TapReport(point: World.nowhere, time: time)
        world.ask(fingers, "tap", .tap(tap))
        world.ask(fingers, "pointer", .pointer(PointerReport(phase: .down, report: tap)))
        world.ask(fingers, "key", .key("Escape", display: nil, time: time))
        world.ask(fingers, "step", .navigate(.next, display: nil, time: time))
        world.expect(
            """
            fingers tap: error -32602 time
            fingers pointer: error -32602 time
            fingers key: error -32602 time
            fingers step: error -32602 time
            """)
    }

    @Test("names the unit", arguments: [(milliseconds, "milliseconds"), (seconds, "seconds")])
    func words(time: Instant, unit: String) {
        world.tell(fingers, .tap(TapReport(point: World.nowhere, time: World.start)))
        world.ask(fingers, "tap", .tap(TapReport(point: World.nowhere, time: time)))
        let words = world.history.flatMap(\.effects).compactMap { effect -> String? in
            guard case .answer(_, _, .failed(.badParameter("time", let message))) = effect else {
                return nil
            }
            return message
        }
        #expect(
            words == [
                "has to count microseconds of CLOCK_MONOTONIC, and \(time.microseconds) looks like \(unit)"
            ])
    }

    @Test("a press with one is no press")
    func released() {
        let wrong = TapReport(point: World.nowhere, time: Self.milliseconds)
        world.point(.down, World.nowhere, by: fingers)
        world.tell(fingers, .pointer(PointerReport(phase: .up, report: wrong)))
        world.begin()
        world.point(.up, World.nowhere, by: fingers)
        world.expect("fingers up: none")
    }

    @Test("a tap that is merely old gets its verdict")
    func old() {
        let time = Instant(microseconds: 1_000_000)
        world.ask(fingers, "tap", .tap(TapReport(point: World.nowhere, time: time)))
        world.expect("fingers tap: idle deliver")
    }
}
