// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel

/// The world of a keyboard.
extension SmallWorld {
    /// Two apps, one of which does not ask for the focus, alerts, a view and a keypad.
    static var focus: SmallWorld {
        var world = SmallWorld(
            "focus", "one keyboard for everybody", behaviors: [.menu, .inspector],
            timing: timing(close: 100, wait: 100))
        world.settings.timing.gesture = .milliseconds(100)
        world.horizon.changes("gestures", "gesture")
        var shop = Part.shop.keyless
        shop.wantsFocus = true
        var shell = Part.shell
        shell.wantsFocus = true
        let (reader, renderer) = (shop, shell)
        world.begin = { for part in [reader, .cafe, renderer] { part.join(&$0) } }
        world.addTime()
        world.mayOpen(reader)
        world.mayOpen(.cafe)
        for part in [reader, .cafe] { world.mayAnswer(part, "nothing") { _ in .empty } }
        world.mayRaise(.cafe, .warning)
        world.mayRender(renderer, fails: false)
        for step in [Step.next, .activate, .back] {
            world.may("a keypad goes \(step)", if: { renderer.isFree($0, "navigate") }) {
                renderer.ask(&$0, "navigate", .navigate(step, display: nil, time: nil))
            }
        }
        world.mayTap(renderer, "on the cafe's control", Part.lamp.center)
        world.may("the cafe's control goes", if: Part.cafe.isThere) {
            Part.cafe.ask(&$0, "source", .removeSource("control"))
        }
        world.mayEndSession(renderer)
        world.mayGo(reader)
        return world
    }
}
