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
        var arbiter = world.arbiter.copy()
        var ring = EventRing(redactor: Redactor(key: RecordedDay.key))
        ring.restart(at: &arbiter)
        let state = try Recording(RecordedDay.file(ring.snapshot, state: nil)).state
        #expect(state.arbiter.sceneWithLimits.limits.first { $0.name == "draftsPerApp" }?.used == 2)
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

    // MARK: Displays

    private func displays() -> ClientID {
        let shell = world.connect("shell", roles: [.shell, .input], uid: 0)
        for name in [Self.one, Self.other] {
            world.tell(
                shell,
                .setDisplay(DisplaySpecification(name: name, size: Size(width: 800, height: 600))))
        }
        return shell
    }

    private func bytes(_ names: [String]) -> [[UInt8]] { names.map { Array($0.utf8) } }

    @Test("two displays, each with its own popover, alert, source, shield and session")
    func twoDisplays() throws {
        let shell = displays()
        let names = world.scene.displays.map(\.specification.name)
        #expect(bytes(names) == bytes(["main", Self.one, Self.other]))
        #expect(Set(world.scene.displays.map(\.session)).count == 3)
        for name in [Self.one, Self.other] {
            world.source("source of \(name.utf8.count)", World.cart, by: shop, display: name)
            world.begin()
            world.open("menu", by: shop, display: name)
            world.raise(by: shop) { $0.display = name }
        }
        #expect(bytes(world.scene.popovers.map(\.display)) == bytes([Self.one, Self.other]))
        #expect(bytes(world.scene.alerts.map(\.display)) == bytes([Self.one, Self.other]))
        #expect(bytes(world.scene.sources.map(\.display)) == bytes([Self.one, Self.other]))
        world.begin()
        world.open("menu", by: shop, from: "source of 5", display: Self.other)
        #expect(world.lines.first?.contains("-32602") == true, "\(world.lines)")
        world.tell(shell, .removeDisplay(Self.one))
        #expect(bytes(world.scene.sources.map(\.display)) == bytes([Self.other]))
        #expect(bytes(world.scene.alerts.map(\.display)) == bytes([Self.other]))
        #expect(world.scene.displays.last?.session != nil)
    }

    @Test("the end of a session erases the work of its display only, also after a recording")
    func session() throws {
        let shell = displays()
        for (key, name) in [("a", Self.one), ("b", Self.other)] {
            world.open("inspector", by: shop, display: name) { $0.key = key }
            world.save(key, key, by: shop)
        }
        var arbiter = world.arbiter.copy()
        var ring = EventRing(redactor: Redactor(key: RecordedDay.key))
        ring.restart(at: &arbiter)
        let state = try Recording(RecordedDay.file(ring.snapshot, state: nil)).state
        #expect(
            bytes(state.arbiter.scene.displays.map(\.specification.name))
                == bytes(world.scene.displays.map(\.specification.name)))
        world.tell(shell, .endSession(display: Self.other))
        world.answer(shop)
        world.begin()
        world.load("a", by: shop)
        world.load("b", by: shop)
        world.expect("shop load: \"a\" r1 save\nshop load2: null")
    }

    @Test("the focus moves between two controls, and an event of one display replaces no other's")
    func focus() {
        let beneath = [Self.one, Self.other].map { FocusTarget(source: $0) }
        #expect(beneath[0] != beneath[1])
        var facts = [Fact(), Fact()]
        facts[0].display = Self.one
        facts[1].display = Self.other
        let subjects = facts.map {
            BusEvent(sequence: 1, time: world.now, topic: .focusChanged, fact: $0).subject
        }
        #expect(subjects[0] != subjects[1])
    }

    @Test("the keys of the daemon's own are refused whatever follows")
    func reserved() {
        world.begin()
        world.save("popoverd:\u{301}", "a", by: shop)
        #expect(world.lines.first?.contains("-32602") == true, "\(world.lines)")
    }
}
