// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel

/// Several users of one display, each of whom wants it all.
extension SmallWorld {
    /// Two apps of one user and one of another open again whenever they can.
    static var neighbors: SmallWorld {
        var world = SmallWorld(
            "neighbors", "users who open again at once", behaviors: [.menu, .inspector],
            timing: timing(close: 100, wait: 200))
        let shop = Part.shop.keyless
        let second = Part(number: 3, name: "second shop", app: "shop", source: Part.cart)
        let parts = [shop, .neighbor, .shell, second]
        world.begin = { for part in parts { part.join(&$0) } }
        world.addTime()
        for part in [shop, second, .neighbor] {
            world.mayOpen(part)
            world.mayAnswer(part, "nothing") { _ in .empty }
        }
        world.mayCancel(.neighbor, "open")
        world.mayClose(shop, .done)
        world.mayGo(second)
        return world
    }

    /// Three users raise alerts of one severity; most are never answered, and turns never end.
    static var turns: SmallWorld {
        var world = SmallWorld(
            "turns", "alerts of three users", behaviors: [.menu], timing: timing())
        world.settings.timing.alertTurn = .milliseconds(200)
        world.isPeriodic = true
        let third = Part(number: 3, name: "third", app: "third", uid: 1002)
        world.begin = {
            for part in [Part.shop, .neighbor, .shell, third] { part.join(&$0) }
            $0.ledger.followsTurns = true
        }
        world.addTime()
        for part in [Part.shop, .neighbor, third] { world.mayRaise(part, .warning) }
        world.mayRaise(.shop, .warning, "second")
        world.mayRender(.shell, fails: false)
        world.may("third disconnects", if: third.isThere) { $0.disconnect(3) }
        return world
    }

    /// Two users take all that they may, and a third one always finds room.
    static var shares: SmallWorld {
        var world = SmallWorld(
            "shares", "users who take all that they may", behaviors: [.menu, .inspector],
            timing: timing(close: 100, wait: 200))
        world.settings.limits.objectsTotal = 8192
        let shop = Part.shop.keyless
        let late = Part(
            number: 3, name: "late", app: "late", uid: 1002, source: Part.cart, key: "mail")
        world.begin = { for part in [shop, .neighbor, .shell] { part.join(&$0) } }
        world.addTime()
        for part in [shop, .neighbor] {
            world.mayFill(part)
            world.mayGo(part)
        }
        world.mayOpen(shop)
        world.mayAnswer(shop, "nothing") { _ in .empty }
        world.mayDetach(shop)
        world.may("late connects", if: { !late.isThere($0) }) { moment in
            late.join(&moment)
            let hasControl = moment.arbiter.scene.sources.contains {
                $0.client == late.client(moment)
            }
            if !hasControl { moment.ledger.broken("there is no room for who comes late") }
        }
        world.may("late disconnects", if: late.isThere) { $0.disconnect(late.number) }
        world.mayOpen(late)
        world.mayHandOver(late)
        world.maySave(late)
        world.mayEndSession(.shell)
        return world
    }

    /// It registers controls until there is no room.
    private mutating func mayFill(_ part: Part) {
        may("\(part.name) takes all that it may", if: part.isThere) { moment in
            for number in 1...16 {
                part.ask(
                    &moment, "fill",
                    .setSource("control \(number)", rect: Part.lamp, Place()))
            }
        }
    }
}

extension Part {
    /// An app of another user than the others'.
    fileprivate static let neighbor = Part(
        number: 1, name: "cafe", app: "cafe", uid: 1001, source: lamp, behavior: "menu")
}
