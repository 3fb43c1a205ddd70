// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel

extension SmallWorld {
    package static var all: [SmallWorld] {
        let all = [
            alone, strangers, opening, neighbors, turns, shares, taps, gestures, hints, focus, work,
            alerts, views, pings, sheets, panels, displays, sessions, names, plugins, idle,
        ]
        return all.map(\.whole)
    }

    static func timing(close: Int64 = 200, wait: Int64 = 300) -> Timing {
        var timing = Timing()
        timing.close = .milliseconds(close)
        timing.wait = .milliseconds(wait)
        timing.toggle = .milliseconds(100)
        timing.policy = .milliseconds(100)
        timing.hello = .milliseconds(200)
        timing.present = .milliseconds(200)
        timing.ping = .milliseconds(100)
        timing.renderer = .milliseconds(300)
        timing.store = .milliseconds(200)
        timing.storeRetry = .milliseconds(100)
        timing.gesture = .milliseconds(200)
        timing.hint = .milliseconds(200)
        return timing
    }

    /// One app and a shell, for all times: whatever happens, nothing new comes of it any more.
    static var alone: SmallWorld {
        var world = SmallWorld(
            "alone", "one app, for all times", behaviors: [.inspector],
            timing: timing(close: 200, wait: 200))
        world.hasLateTimers = true
        let shop = Part.shop.keyless
        world.begin = { for part in [shop, .shell] { part.join(&$0) } }
        world.addTime()
        world.mayOpen(shop)
        world.mayClose(shop, .done)
        world.mayAnswer(shop, "nothing") { _ in .empty }
        world.mayAnswer(shop, "an error") { _ in .error }
        world.mayRaise(shop, .warning)
        world.mayRender(.shell)
        world.mayPressEscape(.shell)
        world.mayMeddle(.shell)
        world.mayGo(shop)
        world.mostStates = 15_000
        return world
    }

    /// An app, and connections that never say hello, for all times.
    static var strangers: SmallWorld {
        var world = SmallWorld(
            "strangers", "an app, and connections that say nothing", behaviors: [.inspector],
            timing: timing(close: 100, wait: 200))
        world.hasLateTimers = true
        let shop = Part.shop.keyless
        world.begin = { shop.join(&$0) }
        world.addTime()
        world.mayOpen(shop)
        world.mayClose(shop, .done)
        world.mayAnswer(shop, "nothing") { _ in .empty }
        world.mayGo(shop)
        for (number, name) in [(2, "stranger"), (3, "second stranger")] {
            let stranger = Part(number: number, name: name, app: name)
            world.mayComeSilently(stranger)
            world.may("\(name) disconnects", if: stranger.isThere) { $0.disconnect(number) }
        }
        world.mostStates = 500
        return world
    }

    /// Two apps want the same place; either may go, stay silent or answer late.
    static var opening: SmallWorld {
        var world = SmallWorld(
            "opening", "two apps want one place", behaviors: [.menu, .inspector],
            timing: timing())
        world.hasLateTimers = true
        let parts = [Part.shop, .cafe, .shell]
        world.begin = { for part in parts { part.join(&$0) } }
        world.addTime()
        for part in parts.dropLast() {
            world.mayOpen(part)
            world.mayGo(part)
        }
        world.mayOpen(.cafe, "open at once") { $0.wait = .milliseconds(0) }
        world.mayClose(.shop, .done)
        world.mayChoose(.cafe)
        world.mayAnswer(.shop, "its work") { _ in .draft(Part.one) }
        world.mayAnswer(.cafe, "an error") { _ in .error }
        world.mayCancel(.cafe, "open")
        world.mayMeddle(.shell)
        world.mayPressEscape(.shell)
        world.mostStates = 150_000
        return world
    }

    /// Where people tap, as two observers tell it, one of them late.
    static var taps: SmallWorld {
        var world = SmallWorld(
            "taps", "what a tap does, told by two", behaviors: [.menu, .inspector],
            timing: timing(close: 100, wait: 100))
        world.tapsAtOnce = 2
        let shop = Part.shop.keyless
        let parts = [shop, .cafe, .shell]
        world.begin = { for part in parts { part.join(&$0) } }
        world.addTime()
        world.mayOpen(shop)
        world.mayOpen(.cafe)
        world.mayAnswer(shop, "nothing") { _ in .empty }
        world.mayTap(.shell, "on the shop's control", Part.cart.center)
        world.mayTap(.cafe, "on the shop's control", Part.cart.center, swallowed: true)
        world.mayTap(.shell, "on the cafe's control", Part.lamp.center, swallowed: true, late: true)
        world.mayTap(.shell, "elsewhere", Part.nowhere)
        world.mayGo(shop)
        return world
    }

    /// An app's work, and a disk that takes its time or refuses.
    static var work: SmallWorld {
        var world = SmallWorld(
            "work", "work on its way to the disk", behaviors: [.sheet, .inspector],
            timing: timing(close: 100, wait: 100))
        world.hasDisk = true
        let shop = Part(number: 0, name: "shop", app: "shop", key: "mail")
        world.begin = {
            $0.disk = .holds
            shop.join(&$0)
            Part.shell.join(&$0)
        }
        world.addTime()
        world.mayOpen(shop) { $0.anchor = Part.cart }
        world.mayOpen(shop, "open a sheet") {
            $0.anchor = Part.lamp
            $0.behavior = "action-sheet"
        }
        world.mayClose(shop, .done)
        world.mayClose(shop, .cancel)
        world.mayHandOver(shop)
        world.mayAnswer(shop, "saved") { _ in .saved }
        world.mayAnswer(shop, "nothing") { _ in .empty }
        world.maySave(shop)
        world.may("shop discards its work", if: { shop.isFree($0, "discard") }) {
            shop.ask(&$0, "discard", .discardDraft(key: "mail"))
        }
        world.mayPressEscape(.shell)
        world.mayGo(shop)
        world.mayEndSession(.shell)
        world.may("the daemon is told to end", if: { !$0.ledger.isShuttingDown }) {
            $0.send(.shutdownRequested)
        }
        return world
    }
}

extension Part {
    var keyless: Part {
        var part = self
        part.key = nil
        return part
    }
}
