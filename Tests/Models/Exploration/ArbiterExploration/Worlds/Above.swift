// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel

/// What lies above popovers: alerts and views.
extension SmallWorld {
    /// Two shells show alerts, or fail to, while popovers open and close below.
    static var alerts: SmallWorld {
        var world = SmallWorld(
            "alerts", "alerts of two severities above a popover", behaviors: [.menu, .inspector],
            timing: timing())
        let shop = Part.shop.keyless
        let second = Part(
            number: 3, name: "second shell", app: "second", roles: [.shell], uid: 0)
        world.begin = { for part in [shop, .cafe, .shell, second] { part.join(&$0) } }
        world.addTime()
        world.mayOpen(shop)
        world.mayAnswer(shop, "nothing") { _ in .empty }
        world.mayPressEscape(.shell)
        world.mayRaise(.cafe, .info) { $0.timeout = .milliseconds(300) }
        world.mayRaise(.cafe, .critical) { $0.key = "fire" }
        for shell in [Part.shell, second] {
            world.mayRender(shell)
            world.mayAnswerPing(shell)
            world.mayGo(shell)
        }
        world.may("cafe disconnects", if: Part.cafe.isThere) { $0.disconnect(1) }
        return world
    }

    /// Views and popovers want the same place; popovers become panels or modal.
    static var views: SmallWorld {
        var world = SmallWorld(
            "views", "views, panels and modal popovers", behaviors: [.menu, .inspector],
            timing: timing(close: 100, wait: 200))
        let parts = [Part.shop, .cafe, .shell]
        world.begin = { for part in parts { part.join(&$0) } }
        world.addTime()
        world.mayOpen(.shop)
        world.mayOpen(.shop, "open modal") { $0.isModal = true }
        world.mayOpen(.cafe)
        world.mayClose(.shop, .done)
        world.mayHandOver(.shop)
        world.mayDetach(.shop)
        world.may("shop closes its panel", if: { !$0.ledger.panels.isEmpty }) { moment in
            Part.shop.ask(&moment, "close panel", .closePanel(moment.ledger.panels[0].panel))
        }
        world.mayPresent(.cafe, closing: true)
        world.mayPresent(.cafe, closing: false)
        world.mayCancel(.cafe, "view")
        world.mayTap(.shell, "elsewhere", Part.nowhere)
        world.mayAnswerPing(.shop)
        world.mayAnswerPing(.cafe)
        world.mayGo(.shop)
        world.mayGo(.cafe)
        return world
    }

    /// Clients hang while others want their places, or people tap them in vain.
    static var pings: SmallWorld {
        var world = SmallWorld(
            "pings", "clients that hang in the way", behaviors: [.menu, .inspector],
            timing: timing(close: 100, wait: 100))
        let shop = Part.shop.keyless
        let parts = [shop, .cafe, .shell]
        world.begin = { for part in parts { part.join(&$0) } }
        world.addTime()
        world.mayOpen(shop, "open modal") { $0.isModal = true }
        world.mayOpen(.cafe)
        world.mayPresent(.cafe, closing: false)
        world.mayTap(.shell, "elsewhere", Part.nowhere)
        world.mayAnswer(shop, "nothing") { _ in .empty }
        for part in [shop, .cafe] { world.mayAnswerPing(part) }
        world.mostStates = 75_000
        return world
    }

    /// A panel holds work that a second window of its app wants too, through locks and ends of sessions.
    static var panels: SmallWorld {
        var world = SmallWorld(
            "panels", "a panel and its work", behaviors: [.inspector],
            timing: timing(close: 100, wait: 200))
        let window = Part(
            number: 3, name: "window", app: "shop", source: Part.lamp, key: Part.shop.key)
        world.begin = { for part in [Part.shop, .shell, window] { part.join(&$0) } }
        world.addTime()
        world.mayOpen(.shop)
        world.mayOpen(window)
        world.mayDetach(.shop)
        world.mayHandOver(.shop)
        world.mayAnswer(window, "nothing") { _ in .empty }
        for outcome in [nil, CloseOutcome.done] {
            let name = "shop closes its panel" + (outcome == nil ? "" : ", done")
            world.may(name, if: { !$0.ledger.panels.isEmpty }) { moment in
                let panel = moment.ledger.panels[0].panel
                Part.shop.ask(&moment, "close panel", .closePanel(panel, outcome: outcome))
            }
        }
        world.may("shop moves its panel away", if: { !$0.ledger.panels.isEmpty }) { moment in
            let frame = Rect(x: 1200, y: 700, width: 320, height: 200)
            let panel = moment.ledger.panels[0].panel
            Part.shop.ask(&moment, "panel", .setPanel(panel, frame: frame))
        }
        for (word, width) in [("narrow", 700.0), ("wide", 1280)] {
            world.may("the display is \(word)", if: Part.shell.isThere) {
                let size = Size(width: width, height: 800)
                Part.shell.ask(
                    &$0, "display", .setDisplay(DisplaySpecification(name: "main", size: size)))
            }
        }
        world.mayLock(.shell)
        world.mayEndSession(.shell)
        world.may("shop disconnects", if: Part.shop.isThere) { $0.disconnect(0) }
        return world
    }

    /// The shell locks, unlocks and ends sessions, and the daemon ends, whatever goes on.
    static var sessions: SmallWorld {
        var world = SmallWorld(
            "sessions", "locks, ends of sessions and of the daemon",
            behaviors: [.menu, .inspector], timing: timing(close: 100, wait: 200))
        world.hasDisk = true
        let parts = [Part.shop, .cafe, .shell]
        world.begin = {
            $0.disk = .holds
            for part in parts { part.join(&$0) }
        }
        world.addTime()
        world.mayOpen(.shop)
        world.mayOpen(.cafe)
        world.mayAnswer(.shop, "its work") { .draft(Part.shop.work($0)) }
        world.mayRaise(.cafe, .critical)
        world.mayRender(.shell)
        world.mayLock(.shell)
        world.mayEndSession(.shell)
        world.may("the daemon is told to end", if: { !$0.ledger.isShuttingDown }) {
            $0.send(.shutdownRequested)
        }
        world.may("shop disconnects", if: Part.shop.isThere) { $0.disconnect(0) }
        return world
    }

    /// What is saved late, for a session that is named or not, and given back too late.
    static var names: SmallWorld {
        var world = SmallWorld(
            "names", "late work of ended sessions", behaviors: [.inspector],
            timing: timing(close: 100, wait: 200))
        world.begin = { for part in [Part.shop, .shell] { part.join(&$0) } }
        world.addTime()
        world.mayOpen(.shop)
        world.mayAnswer(.shop, "nothing") { _ in .empty }
        world.mayHandOver(.shop)
        world.mayClose(.shop, .done)
        world.mayClose(.shop, .keep)
        world.maySave(.shop)
        world.maySaveForSession(.shop)
        world.mayEndSession(.shell)
        world.mayGo(.shop)
        return world
    }

    /// A second display changes, goes and comes back, and so does a control on it.
    static var displays: SmallWorld {
        var world = SmallWorld(
            "displays", "a display that changes, goes and comes back",
            behaviors: [.menu, .inspector, .splitPane], timing: timing(close: 100, wait: 200))
        world.horizon.changes("surfaces", "occluders", "occluderTimes")
        let shop = Part.shop
        let parts = [shop, .cafe, .shell]
        world.begin = { for part in parts { part.join(&$0) } }
        world.addTime()
        world.mayOpen(shop)
        world.mayOpen(.cafe)
        world.mayOpen(.cafe, "open split") {
            $0.behavior = "split-pane"
            $0.title = "Split"
        }
        world.mayHandOver(shop)
        world.mayAnswer(.cafe, "nothing") { _ in .empty }
        world.mayRaise(.cafe, .warning)
        world.mayRender(.shell)
        for (word, size) in [
            ("landscape", Size(width: 1280, height: 800)),
            ("portrait", Size(width: 800, height: 1280)),
            ("narrow", Size(width: 400, height: 800)),
        ] {
            world.may("the display is \(word)", if: Part.shell.isThere) {
                Part.shell.ask(
                    &$0, "display", .setDisplay(DisplaySpecification(name: "main", size: size)))
            }
        }
        world.may("the display is removed", if: { !$0.arbiter.scene.displays.isEmpty }) {
            Part.shell.ask(&$0, "display", .removeDisplay("main"))
        }
        world.may("the shop's control goes", if: shop.isThere) {
            shop.ask(&$0, "source", .removeSource("control"))
        }
        world.may("the shop's control moves", if: shop.isThere) {
            let rect = Rect(x: 300, y: 300, width: 80, height: 40)
            shop.ask(&$0, "source", .setSource("control", rect: rect, Place()))
        }
        return world
    }
}
