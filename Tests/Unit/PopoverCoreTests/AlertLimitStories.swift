// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel
import Testing

/// Trifles that nobody answers cannot turn an alarm away.
@Suite("Limits of alerts")
struct AlertLimitStories {
    let world = World(settings: {
        $0.limits.alerts = 3
        $0.limits.alertsPerUser = 4
    })
    let shop: ClientID
    let shell: ClientID

    init() {
        shop = world.connect("shop")
        shell = world.connect("shell", roles: [.shell], uid: 0)
    }

    private var queue: [UInt64] { world.scene.alerts.map(\.alert.number) }

    @Test(
        "a more severe alert displaces the last of the least severe ones; its raiser is told")
    func displaces() {
        world.raise("1", .info, by: shop)
        world.raise("2", .warning, by: shop)
        world.raise("3", .info, by: shop)
        world.begin()
        world.raise("4", .critical, by: shop)
        world.expect(
            """
            shop raise3: refused displaced
            shop gets queued a4 for raise4
            shell gets dismiss a2
            shell asked present a4
            """)
        #expect(queue == [4, 2, 1])
    }

    @Test("no alert displaces one that is as severe")
    func equal() {
        for _ in 0..<3 { world.raise(by: shop) }
        world.begin()
        world.raise("4", .warning, by: shop)
        world.raise("5", .info, by: shop)
        world.expect(
            """
            shop raise4: error 4 alerts 3
            shop raise5: error 4 alerts 3
            """)
    }

    @Test("one that is presented goes only where no other is as mild")
    func presented() {
        let wall = DisplaySpecification(name: "wall", size: World.main.size)
        world.ask(shell, "set", .setDisplay(wall))
        world.raise("1", .info, by: shop)
        world.raise("2", .info, by: shop) { $0.display = "wall" }
        world.raise("3", .warning, by: shop)
        world.raise("4", .critical, by: shop)
        #expect(queue == [4, 3, 2])
        world.begin()
        world.raise("5", .critical, by: shop)
        world.expect(
            """
            shell gets dismiss a2
            shop raise2: refused displaced
            shop gets queued a5 for raise5
            """)
    }

    @Test("alerts of other apps of the user make room, those of other users never")
    func users() {
        let cafe = world.connect("cafe")
        let bank = world.connect("bank", uid: 7)
        world.raise("1", .info, by: bank)
        for client in [cafe, shop, shop, shop] { world.raise("Tea", .info, by: client) }
        world.begin()
        world.raise("Fire", .critical, by: cafe)
        world.expect(
            """
            shop raise3: refused displaced by cafe
            cafe gets queued a6 for raise2
            shell gets dismiss a1
            shell asked present a6
            """)
        #expect(queue.contains(1))
    }

    @Test("many other requests do not turn it away either")
    func pending() {
        let world = World(settings: { $0.limits.pendingRequests = 2 })
        let shop = world.connect("shop")
        _ = world.connect("shell", roles: [.shell], uid: 0)
        for _ in 0..<3 { world.raise("Tea", .info, by: shop) }
        world.begin()
        world.raise("Fire", .critical, by: shop)
        #expect(world.lines.first == "shop raise2: refused displaced")
        #expect(world.scene.alerts.map(\.alert.number) == [3, 1])
    }

    @Test("an alert that is refused displaces none")
    func refused() {
        let world = World(settings: {
            $0.limits.alerts = 1
            $0.timing.renderer = .milliseconds(0)
        })
        let shop = world.connect("shop")
        world.raise("Tea", .info, by: shop) { $0.renderer = .`self` }
        world.begin()
        world.raise("Fire", .critical, by: shop)
        world.expect("shop raise2: refused no-renderer")
        #expect(world.scene.alerts.count == 1)
    }
}
