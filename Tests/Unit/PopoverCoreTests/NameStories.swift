// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel
import Testing

@testable import PopoverRecording

/// Names are bytes: `String` takes two spellings of é for one.
@Suite("Names")
struct NameStories {
    static let one = "caf\u{E9}"
    static let other = "cafe\u{301}"
    let world = World()
    let shop: ClientID

    init() {
        shop = world.connect("shop")
        #expect(Self.one == Self.other)
    }

    @Test("two keys have two drafts, also in a recording")
    func drafts() throws {
        world.save(Self.one, "a", by: shop)
        world.save(Self.other, "b", by: shop)
        world.begin()
        world.load(Self.one, by: shop)
        world.load(Self.other, by: shop)
        world.expect("shop load: \"a\" r1 save\nshop load2: \"b\" r1 save")
        var arbiter = world.arbiter
        var ring = EventRing(redactor: Redactor(key: RecordedDay.key))
        ring.restart(at: &arbiter)
        let state = try Recording(RecordedDay.file(ring.snapshot, state: nil)).state
        #expect(state.sceneWithLimits.limits.first { $0.name == "draftsPerApp" }?.used == 2)
        world.ask(shop, "discard", .discardDraft(key: Self.one))
        world.begin()
        world.load(Self.one, by: shop)
        world.load(Self.other, by: shop)
        world.expect("shop load3: null\nshop load4: \"b\" r1 save")
    }

    @Test("the keys of drafts are listed in the order of their bytes")
    func order() throws {
        for key in [Self.one, "cafz", Self.other] { world.save(key, "a", by: shop) }
        world.ask(shop, "list", .listDrafts)
        let listed = try #require(
            world.history.last?.effects.lazy.compactMap { effect -> [String]? in
                guard case .answer(_, _, .drafts(let drafts)) = effect else { return nil }
                return drafts.map(\.key)
            }.first)
        #expect(
            listed.map { Array($0.utf8) } == [Self.other, "cafz", Self.one].map { Array($0.utf8) })
    }

    @Test("two popovers of one source each: the second is not the first again")
    func popovers() {
        world.source(Self.one, World.cart, by: shop)
        world.source(Self.other, World.lamp, by: shop)
        world.begin()
        world.open("menu", by: shop, from: Self.one)
        world.open("menu", by: shop, from: Self.other)
        world.expect("shop open: p1 bottom\nshop asked willClose p1 replaced save")
    }

    @Test("two surfaces, two sources and two occluders")
    func regions() {
        for name in [Self.one, Self.other] {
            world.tell(shop, .setSurface(name, display: nil, frame: World.main.frame))
            world.tell(shop, .setOccluder(name, rect: World.lamp, display: nil))
            world.tell(
                shop, .setSource(name, rect: World.cart, Place(display: nil, surface: name)))
        }
        #expect(world.scene.surfaces.count == 2)
        #expect(world.scene.sources.count == 2)
        #expect(world.scene.occluders.count == 2)
        world.tell(shop, .removeSurface(Self.one))
        #expect(world.scene.sources.map { Array($0.name.utf8) } == [Array(Self.other.utf8)])
        world.tell(shop, .removeOccluder(Self.other))
        #expect(world.scene.occluders.map { Array($0.name.utf8) } == [Array(Self.one.utf8)])
    }

    @Test("two buttons, two keys of alerts, two ids of requests")
    func alerts() {
        let shell = world.connect("shell", roles: [.shell])
        for name in [Self.one, Self.other] {
            var alert = AlertRequest(
                title: "Fire", severity: .info, buttons: [Button(id: name, label: "OK")])
            alert.key = name
            world.send(.clientRequested(shop, id: .string(name), .raiseAlert(alert)))
        }
        #expect(world.scene.alerts.count == 2)
        world.begin()
        world.answerAlert(1, Self.other, by: shell)
        #expect(world.lines.first?.contains("-32602") == true, "\(world.lines)")
        world.ask(shop, "cancel", .cancelRequest(.string(Self.other)))
        #expect(world.scene.alerts.map(\.alert.number) == [1])
    }
}
