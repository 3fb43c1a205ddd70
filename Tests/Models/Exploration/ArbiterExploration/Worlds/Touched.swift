// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel

/// Worlds of fingers.
extension SmallWorld {
    /// A display that opens only what people ask for: by taps, some of which two report, and swipes.
    static var gestures: SmallWorld {
        var world = SmallWorld(
            "gestures", "opens that people ask for", behaviors: [.menu, .inspector],
            timing: timing(close: 100, wait: 100))
        world.settings.displays[0].opens = .asked
        world.settings.timing.gesture = .milliseconds(100)
        world.horizon.changes("gestures", "gesture")
        let shop = Part.shop.keyless
        world.begin = {
            for part in [shop, .cafe, .shell] { part.join(&$0) }
            shop.ask(&$0, "edge", .setSource("control", rect: Part.cart, Place(), edge: .left))
            $0.ledger.touchables = [
                Ledger.Touchable(rect: Part.cart, app: "shop"),
                Ledger.Touchable(rect: Part.lamp, app: "cafe"),
                Ledger.Touchable(rect: Part.edge, app: "shop"),
            ]
        }
        world.addTime()
        world.mayOpen(shop)
        world.mayOpen(.cafe)
        world.mayTap(.shell, "on the shop's control", Part.cart.center)
        world.mayTapTogether(.shell, .cafe, Part.lamp.center)
        world.maySwipe(.shell, "from the shop's edge", Part.edge.center, Part.middle)
        world.maySwipe(.shell, "back", Part.middle, Part.edge.center)
        for part in [shop, .cafe] { world.mayAnswer(part, "nothing") { _ in .empty } }
        world.mayEndSession(.shell)
        world.may("shop disconnects", if: shop.isThere) { $0.disconnect(shop.number) }
        world.mostStates = 45_000
        return world
    }

    /// Short help of two apps, which makes way for everything else.
    static var hints: SmallWorld {
        var world = SmallWorld(
            "hints", "hints that make way", behaviors: [.hint, .menu],
            timing: timing(close: 100, wait: 100))
        // As far back as a finger is told of here.
        world.horizon.lookback = world.step
        let shop = Part(number: 0, name: "shop", app: "shop", source: Part.cart, behavior: "hint")
        let hall = Part(number: 3, name: "hall", app: "hall", roles: [.input])
        let small = Size(width: 200, height: 60)
        world.begin = { for part in [shop, .cafe, .shell, hall] { part.join(&$0) } }
        world.addTime()
        world.mayOpen(shop) { $0.size = small }
        world.mayOpen(.cafe)
        world.mayOpen(.cafe, "open a hint") {
            $0.behavior = "hint"
            $0.size = small
        }
        world.mayAnswer(.cafe, "nothing") { _ in .empty }
        // The shell hangs: the alert is on the screen until others would be asked to show it.
        world.mayRaise(.cafe, .warning)
        world.may("shop closes its hint", if: { shop.hint($0) != nil }) { moment in
            guard let hint = shop.hint(moment) else { return }
            shop.ask(&moment, "close", .close(hint, outcome: .done))
        }
        world.may("the shop's control moves into a corner", if: shop.isThere) {
            let rect = Rect(x: 1240, y: 770, width: 40, height: 30)
            shop.ask(&$0, "source", .setSource("control", rect: rect, Place()))
        }
        world.may("the shop's control goes", if: shop.isThere) {
            shop.ask(&$0, "source", .removeSource("control"))
        }
        for part in [shop, .cafe, hall] { world.mayLift(part) }
        world.mayLift(hall, late: true)
        world.mostStates = 85_000
        return world
    }

    /// Two report the same tap.
    private mutating func mayTapTogether(_ one: Part, _ other: Part, _ point: Point) {
        may(
            "\(one.name) and \(other.name) report a tap on the latter's control",
            if: { $0.taps == 0 && one.isFree($0, "tap") && other.isFree($0, "tap") }
        ) { moment in
            moment.taps += 1
            for part in [one, other] { part.ask(&moment, "tap", .tap(TapReport(point: point))) }
        }
    }

    /// A finger goes all the way at once.
    private mutating func maySwipe(_ part: Part, _ what: String, _ start: Point, _ end: Point) {
        may(
            "\(part.name) reports a swipe \(what)",
            if: { $0.taps == 0 && part.isFree($0, "swipe") }
        ) { moment in
            moment.taps += 1
            for (phase, point) in [(PointerReport.Phase.down, start), (.up, end)] {
                let report = PointerReport(phase: phase, report: TapReport(point: point))
                part.ask(&moment, "swipe", .pointer(report))
            }
        }
    }

    /// It tells that a finger lifts: of its own hint, or as one that watches input.
    private mutating func mayLift(_ part: Part, late: Bool = false) {
        let name = "\(part.name) reports a finger that lifts" + (late ? ", a while ago" : "")
        let step = late ? step : Interval(microseconds: 0)
        may(name, if: { part.isThere($0) && !$0.ledger.hints.isEmpty }) { moment in
            let time = Instant(microseconds: moment.now.microseconds - step.microseconds)
            let ended = moment.ledger.hints.filter { hint in
                let isSeen = part.roles.contains(.input) || hint.owner == part.client(moment)
                return isSeen && hint.since <= time
            }
            let stays = moment.ledger.hints.count - ended.count
            let report = TapReport(point: Part.nowhere, time: time)
            part.ask(&moment, "finger", .pointer(PointerReport(phase: .up, report: report)))
            if moment.ledger.hints.count != stays {
                moment.ledger.broken("the finger that lifts does not end its hints, or ends others")
            }
        }
    }
}

extension Part {
    /// Where swipes begin.
    fileprivate static let edge = Rect(x: 0, y: 300, width: 24, height: 100)
    fileprivate static let middle = Point(x: 400, y: 350)

    fileprivate func hint(_ moment: Moment) -> PopoverID? {
        moment.ledger.hints.first { $0.owner == client(moment) }?.popover
    }
}
