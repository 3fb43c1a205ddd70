// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel

/// Worlds of people's input.
extension SmallWorld {
    /// A display that opens only what people ask for: two apps are tapped, and open with and without.
    static var gestures: SmallWorld {
        var world = SmallWorld(
            "gestures", "opens that people ask for", behaviors: [.menu, .inspector],
            timing: timing(close: 100, wait: 200))
        world.settings.displays[0].opens = .asked
        world.horizon.changes("gestures", "gesture")
        let shop = Part.shop.keyless
        let parts = [shop, .cafe, .shell]
        world.begin = { for part in parts { part.join(&$0) } }
        world.addTime()
        world.mayOpen(shop)
        world.mayOpen(.cafe)
        world.mayTap(.shell, "the shop's control", Part.cart.center)
        world.mayTap(.shell, "the cafe's control", Part.lamp.center)
        world.mayAnswer(shop, "nothing") { _ in .empty }
        world.mayAnswer(.cafe, "nothing") { _ in .empty }
        world.mayEndSession(.shell)
        world.mayGo(shop)
        return world
    }
}
