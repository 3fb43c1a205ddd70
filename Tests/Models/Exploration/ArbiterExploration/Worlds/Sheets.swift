// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel

extension SmallWorld {
    /// A sheet, an alert and a view on a phone, where keyboards come and go.
    static var sheets: SmallWorld {
        var world = SmallWorld(
            "sheets", "sheets, alerts, views and keyboards on a phone", behaviors: [.inspector],
            timing: timing(close: 100, wait: 100))
        world.settings.displays = [
            DisplaySpecification(name: "main", size: Size(width: 400, height: 600))
        ]
        world.horizon.changes("occluders", "occluderTimes")
        let shop = Part(number: 0, name: "shop", app: "shop", source: Part.lamp)
        world.begin = { for part in [shop, .cafe, .shell] { part.join(&$0) } }
        world.addTime()
        world.mayOpen(shop)
        world.mayOpen(shop, "open high") { $0.size.height = 600 }
        world.mayAnswer(shop, "nothing") { _ in .empty }
        world.mayPresent(.cafe, closing: true)
        world.mayPresent(.cafe, closing: false)
        world.mayRaise(.cafe, .warning) { $0.size = Size(width: 400, height: 300) }
        world.mayRender(.shell, fails: false)
        // One that leaves room for both, one that cuts both, and one that leaves none.
        for (word, top) in [("low", 400.0), ("high", 200), ("huge", 50)] {
            world.may("a \(word) keyboard comes", if: Part.shell.isThere) {
                let rect = Rect(x: 0, y: top, width: 400, height: 600 - top)
                Part.shell.ask(&$0, "keyboard", .setOccluder("keys", rect: rect))
            }
        }
        world.may("the keyboard goes", if: { !$0.arbiter.scene.occluders.isEmpty }) {
            Part.shell.ask(&$0, "keyboard", .removeOccluder("keys"))
        }
        world.mayTap(.shell, "above the sheet", Point(x: 380, y: 20))
        world.mayTap(.shell, "on the keyboard", Point(x: 380, y: 580))
        world.may("shop disconnects", if: shop.isThere) { $0.disconnect(0) }
        return world
    }
}
