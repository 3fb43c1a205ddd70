// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel
import Testing

@Suite("Motion and scrims")
struct MotionStories {
    private func grants(of world: World) -> [Grant] {
        world.history.flatMap(\.effects).compactMap { effect in
            guard case .answer(_, _, .opened(let grant)) = effect else { return nil }
            return grant
        }
    }

    private func exits(of world: World) -> [Animation] {
        world.history.flatMap(\.effects).compactMap { effect in
            guard case .call(_, _, .willClose(_, _, _, _, let exit)) = effect else { return nil }
            return exit
        }
    }

    @Test("a popover grows out of its arrow's tip, a sheet comes from below")
    func entrances() throws {
        let world = World()
        let shop = world.connect("shop")
        world.open("menu", by: shop)
        let grant = try #require(grants(of: world).last)
        #expect(grant.animation.easing == .easeOut)
        let tip = try #require(grant.presentation.arrow)
        #expect(grant.animation.start == Rect(x: tip.x, y: tip.y, width: 0, height: 0))

        var display = World.main
        display.size = Size(width: 400, height: 700)
        let phone = World(displays: [display])
        let app = phone.connect("shop")
        phone.open("menu", by: app, at: Rect(x: 40, y: 40, width: 80, height: 40))
        let sheet = try #require(grants(of: phone).last)
        #expect(sheet.presentation.side == nil)
        #expect(sheet.animation.start?.y == 700)
    }

    @Test("a popover ends within half of its owner's deadline, and at once for the next customer")
    func exits() {
        let world = World { $0.timing.close = .milliseconds(300) }
        let shop = world.connect("shop")
        let admin = world.connect("admin", uid: 0)
        world.open("menu", by: shop)
        world.open("task", by: shop, at: Rect(x: 40, y: 40, width: 80, height: 40))
        #expect(exits(of: world).last?.duration == .milliseconds(150))
        #expect(exits(of: world).last?.easing == .easeIn)
        world.answer(shop)
        world.ask(admin, "end", .endSession(display: nil))
        #expect(exits(of: world).count == 2)
        #expect(exits(of: world).last == Animation.none)
    }

    @Test("what keeps its frame does not move, whatever else changes", arguments: [true, false])
    func stays(isUpdate: Bool) throws {
        let display = DisplaySpecification(name: "main", size: Size(width: 400, height: 800))
        let world = World(displays: [display])
        let shop = world.connect("shop")
        let rest = Rect(x: 0, y: 0, width: 400, height: 600)
        world.open("menu", by: shop)
        if isUpdate {
            world.update(1, by: shop) { $0.passthrough = [rest] }
        } else {
            world.tell(shop, .setOccluder("keys", rect: rest, display: nil))
        }
        let told = world.history.last?.effects.compactMap { effect in
            switch effect {
            case .answer(_, _, .updated(let presentation, let animation, _, _)),
                .notify(_, .popoverMoved(_, let presentation, let animation, _)):
                (presentation.needsCloseButton, animation)
            default: nil
            }
        }
        let (needsCloseButton, animation) = try #require(told?.first)
        #expect(needsCloseButton)
        #expect(animation == .none)
    }

    @Test("an alert appears gradually, but not in the place of one that it replaces")
    func alerts() {
        let world = World()
        let shop = world.connect("shop")
        world.connect("shell", roles: [.shell])
        world.raise(by: shop) { $0.key = "paper" }
        world.raise(by: shop) { $0.key = "paper" }
        world.raise("Fire", .critical, by: shop)
        let animated = world.history.flatMap(\.effects).compactMap { effect -> Bool? in
            guard case .call(_, _, .presentAlert(let alert)) = effect else { return nil }
            return alert.animation.isAnimated
        }
        #expect(animated == [true, false, true])
    }

    @Test("only a modal popover and an alert dim what is behind", arguments: [0.3, 0])
    func scrims(scrim: Double) throws {
        let world = World { $0.appearance.scrim = scrim }
        let shop = world.connect("shop")
        world.connect("shell", roles: [.shell])
        world.open("menu", by: shop)
        world.update(1, by: shop) { $0.isModal = true }
        world.raise(by: shop)
        #expect(grants(of: world).map(\.scrim) == [nil])
        for effect in world.history.flatMap(\.effects) {
            switch effect {
            case .answer(_, _, .updated(_, _, let told, _)): #expect(told == scrim)
            case .call(_, _, .presentAlert(let alert)): #expect(alert.scrim == scrim)
            default: break
            }
        }
    }
}
