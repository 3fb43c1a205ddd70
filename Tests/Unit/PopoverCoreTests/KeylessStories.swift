// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel
import Testing

/// Popovers that were opened without a key hand over work.
@Suite("Drafts without a key")
struct KeylessStories {
    let world = World(settings: { $0.limits.draftsPerApp = 4 })
    let shop: ClientID
    let admin: ClientID

    init() {
        shop = world.connect("shop")
        admin = world.connect("admin", roles: [.shell], uid: 0)
        let wall = DisplaySpecification(name: "wall", size: Size(width: 1280, height: 800))
        world.ask(admin, "set", .setDisplay(wall))
        world.source("cart", World.cart, by: shop)
        world.begin()
    }

    /// Closes the popover that is open, whose owner hands this over.
    private func handOver(_ work: String, display: String? = nil) {
        world.escape(by: admin, display: display)
        world.answer(shop, World.work(work))
    }

    @Test("the next open of the same source and behavior gets the work")
    func source() {
        world.open("inspector", by: shop, from: "cart")
        world.begin()
        handOver("a")
        world.open("selection", by: shop, from: "cart")
        world.close(2, .done, by: shop)
        world.open("inspector", by: shop, from: "cart")
        world.close(3, .done, by: shop)
        world.open("inspector", by: shop, from: "cart")
        world.expect(
            """
            shop asked willClose p1 key save
            admin key: dismissed p1
            disk stores popoverd:main/inspector/source/cart "a" r1 key on main
            shop gets closed p1 key saved focus
            shop open2: p2 bottom
            shop close: done
            shop gets closed p2 done none focus
            shop open3: p3 bottom draft "a" r1 key
            shop close2: done
            disk erases popoverd:main/inspector/source/cart
            shop gets closed p3 done discarded focus
            shop open4: p4 bottom
            """)
    }

    @Test("without a source, the surface decides")
    func surface() {
        let frame = Rect(x: 0, y: 0, width: 1000, height: 700)
        world.tell(shop, .setSurface("window", display: nil, frame: frame))
        world.open("inspector", by: shop) { $0.place = Place(surface: "window") }
        handOver("a")
        world.begin()
        world.open("inspector", by: shop, at: World.lamp) { $0.place = Place(surface: "window") }
        world.expect("shop open2: p2 bottom draft \"a\" r1 key")
    }

    @Test("another display's customer does not get it, nor does the end of that session erase it")
    func displays() {
        world.open("inspector", by: shop, at: World.cart, display: "wall") { $0.source = "cart" }
        handOver("a", display: "wall")
        world.open("inspector", by: shop, at: World.cart, display: "main") { $0.source = "cart" }
        world.close(2, .done, by: shop)
        world.ask(admin, "end", .endSession(display: "main"))
        world.begin()
        world.open("inspector", by: shop, at: World.cart, display: "wall") { $0.source = "cart" }
        world.expect("shop open3: p3 bottom draft \"a\" r1 key")
    }

    @Test("work that no open gets back has a key of its own, is listed and reported")
    func own() {
        world.ask(shop, "subscribe", .subscribe(topics: ["advice"], since: nil))
        world.open("inspector", by: shop)
        world.begin()
        handOver("a")
        world.open("inspector", by: shop)
        handOver("b")
        world.ask(shop, "list", .listDrafts)
        world.load("popoverd:2", by: shop)
        world.ask(shop, "discard", .discardDraft(key: "popoverd:2"))
        world.expect(
            """
            shop asked willClose p1 key save
            admin key: dismissed p1
            disk stores popoverd:1 "a" r1 key on main
            event advice p1 to shop
            shop gets closed p1 key saved focus
            shop open2: p2 bottom
            shop asked willClose p2 key save
            admin key2: dismissed p2
            disk stores popoverd:2 "b" r1 key on main
            event advice p2 to shop
            shop gets closed p2 key saved focus
            shop list: ["popoverd:1 r1", "popoverd:2 r1"]
            shop load: "b" r1 key
            disk erases popoverd:2
            shop discard: done
            """)
    }

    @Test("names that are too long for a key, or have a slash, match nothing")
    func unmatched() {
        let long = String(repeating: "x", count: 250)
        world.open("inspector", by: shop) { $0.source = long }
        handOver("a")
        let wall = DisplaySpecification(name: "a/b", size: Size(width: 1280, height: 800))
        world.ask(admin, "set", .setDisplay(wall))
        world.open("inspector", by: shop, display: "a/b") { $0.source = "cart" }
        world.begin()
        handOver("b", display: "a/b")
        world.ask(shop, "list", .listDrafts)
        #expect(world.lines.last == "shop list: [\"popoverd:1 r1\", \"popoverd:2 r1\"]")
    }

    @Test("work over a limit, half of the app's drafts, is reported; no open is refused")
    func limits() {
        world.save("a", "a", by: shop)
        world.save("b", "b", by: shop)
        world.ask(shop, "subscribe", .subscribe(topics: ["draft.*"], since: nil))
        world.open("inspector", by: shop, from: "cart")
        world.begin()
        handOver("c")
        world.expect(
            """
            shop asked willClose p1 key save
            admin key: dismissed p1
            event draft.discarded popoverd:main/inspector/source/cart limit to shop
            shop gets closed p1 key none focus
            """)
        world.open("inspector", by: shop) { $0.key = "c" }
        world.begin()
        handOver("c")
        #expect(world.lines.contains("disk stores c \"c\" r1 key on main"))
    }

    @Test("late work is kept, too")
    func late() {
        world.open("inspector", by: shop)
        world.escape(by: admin)
        let call = world.ignoreCall(of: shop)
        world.advance(250)
        world.open("inspector", by: shop, from: "cart")
        world.escape(by: admin)
        let second = world.ignoreCall(of: shop)
        world.advance(250)
        world.begin()
        world.send(.clientAnswered(shop, second, World.work("b")))
        world.send(.clientAnswered(shop, call, World.work("a")))
        world.expect(
            """
            disk stores popoverd:main/inspector/source/cart "b" r1 key on main
            disk stores popoverd:1 "a" r1 key on main
            """)
    }

    @Test("apps cannot choose the daemon's keys")
    func reserved() {
        world.save("popoverd:1", "a", by: shop)
        world.open("inspector", by: shop) { $0.key = "popoverd:main/inspector/source/cart" }
        world.open("inspector", by: shop) { $0.key = "popoverd" }
        world.expect(
            """
            shop save: error -32602 key
            shop open: error -32602 key
            shop open2: p1 bottom
            """)
    }
}
