// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel
import Testing

@Suite("Work that comes after its deadline")
struct LateWorkStories {
    let world = World(settings: { $0.limits.draft = 100 })
    let shop: ClientID
    let cafe: ClientID
    let admin: ClientID

    init() {
        shop = world.connect("shop")
        cafe = world.connect("cafe", uid: 7)
        admin = world.connect("admin", roles: [.shell], uid: 0)
        let wall = DisplaySpecification(name: "wall", size: Size(width: 1280, height: 800))
        world.ask(admin, "set", .setDisplay(wall))
    }

    /// A popover whose owner lets the deadline pass; the call that it may still answer.
    private func miss(_ key: String, by client: ClientID, on display: String? = nil) -> CallID {
        world.open("inspector", by: client, display: display) { $0.key = key }
        world.tell(admin, .dismiss(discard: false, display: display ?? "main"))
        let call = world.ignoreCall(of: client)
        world.advance(250)
        return call
    }

    private func stores(_ call: CallID, by client: ClientID, _ text: String = "late") -> Bool {
        world.begin()
        world.send(.clientAnswered(client, call, World.work(text)))
        return world.lines.contains { $0.hasPrefix("disk stores") }
    }

    @Test("the end of a session keeps out what comes late from it, and from no other")
    func ended() {
        let main = miss("mail", by: shop)
        let wall = miss("note", by: shop, on: "wall")
        world.ask(admin, "end", .endSession(display: "main"))
        #expect(!stores(main, by: shop))
        #expect(stores(wall, by: shop))
    }

    @Test("is no larger than other work")
    func limit() {
        // With its quotation marks.
        let fitting = miss("a", by: shop)
        let large = miss("b", by: shop)
        #expect(stores(fitting, by: shop, String(repeating: "x", count: 98)))
        #expect(!stores(large, by: shop, String(repeating: "x", count: 99)))
    }

    @Test("has no room where other work of its app has taken it")
    func room() {
        let calls = ["a", "b"].map { miss($0, by: shop) }
        var settings = Settings(displays: [World.main], administrators: [0])
        settings.limits.draftsPerApp = 1
        world.send(.configured(settings))
        #expect(calls.map { stores($0, by: shop) } == [true, false])
    }

    @Test("of a user the latest 64 calls may still be answered, whatever other users do")
    func count() {
        let other = miss("mail", by: cafe)
        let calls = (0...64).map { miss("k\($0)", by: shop) }
        #expect(!stores(calls[0], by: shop))
        #expect(stores(calls[1], by: shop))
        #expect(stores(other, by: cafe))
    }

    @Test("drafts count as objects of their user")
    func objects() {
        let world = World(settings: { $0.limits.objectsTotal = 4000 })
        let shop = world.connect("shop")
        for number in 0..<9 { world.save("k\(number)", "", by: shop) }
        let answers = world.lines.filter { $0.hasPrefix("shop save") }
        #expect(answers.first == "shop save: r1")
        #expect(answers.last == "shop save9: error 4 objectsTotal 4000")
    }
}
