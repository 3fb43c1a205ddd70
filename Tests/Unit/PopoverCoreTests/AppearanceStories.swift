// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel
import Testing

@Suite("Appearance of popovers on a display")
struct AppearanceStories {
    private func look(
        _ configured: (inout Appearance) -> Void = { _ in },
        on change: (inout DisplaySpecification) -> Void = { _ in }
    ) -> (welcome: Appearance?, granted: Appearance?) {
        var display = World.main
        change(&display)
        let world = World(displays: [display]) { configured(&$0.appearance) }
        let shop = world.connect("shop")
        var seen: (welcome: Appearance?, granted: Appearance?)
        world.open("menu", by: shop)
        for effect in world.history.flatMap(\.effects) {
            switch effect {
            case .answer(_, _, .welcome(let welcome)): seen.welcome = welcome.appearance
            case .answer(_, _, .opened(let grant)): seen.granted = grant.appearance
            default: break
            }
        }
        #expect(world.scene.appearance == seen.welcome)
        return seen
    }

    @Test("the default is translucent, of normal contrast, and animated")
    func defaults() {
        let seen = look()
        #expect(seen.welcome?.material == .translucent)
        #expect(seen.welcome?.contrast == .normal)
        #expect(seen.welcome?.reducesMotion == false)
        #expect(seen.granted == seen.welcome)
    }

    @Test("popovers are opaque on a display that cannot blur, and only there")
    func noTranslucency() {
        let seen = look(on: { $0.hasTranslucency = false })
        #expect(seen.granted?.material == .opaque)
        #expect(seen.granted?.contrast == .normal)
        #expect(seen.welcome?.material == .translucent)
    }

    @Test("high contrast is opaque, too")
    func contrast() {
        let seen = look(on: { $0.contrast = .high })
        #expect(seen.granted?.material == .opaque)
        #expect(seen.granted?.contrast == .high)
        #expect(seen.welcome == Appearance())
    }

    @Test("the configuration may choose for every display, and hello reports it")
    func kiosk() {
        let opaque = look({ $0.material = .opaque })
        #expect(opaque.welcome?.material == .opaque && opaque.granted?.material == .opaque)
        let high = look({ $0.contrast = .high })
        #expect(high.welcome?.material == .opaque && high.welcome?.contrast == .high)
        #expect(high.granted == high.welcome)
        let still = look({ $0.reducesMotion = true })
        #expect(still.welcome?.reducesMotion == true && still.granted?.reducesMotion == true)
    }

    @Test("a repeated open returns the present appearance of the display")
    func again() {
        let world = World()
        let shop = world.connect("shop")
        let shell = world.connect("shell", roles: [.shell])
        world.transcript.subjects = .displays
        world.open("menu", by: shop)
        world.begin()
        var display = World.main
        display.hasTranslucency = false
        world.tell(shell, .setDisplay(display))
        // Its place is the same: that everyone hears of the display is enough.
        world.expect("shop gets display main\nshell gets display main")
        world.open("menu", by: shop)
        guard case .answer(_, _, .opened(let grant)) = world.history.last?.effects.first else {
            Issue.record("it was not granted again")
            return
        }
        #expect(grant.popover == PopoverID(number: 1))
        #expect(grant.appearance.material == .opaque)
    }

    // MARK: Motion

    private func animations(of world: World) -> [Animation] {
        world.history.flatMap(\.effects).compactMap { effect in
            switch effect {
            case .answer(_, _, .updated(_, let animation, _, _)): animation
            case .notify(_, .popoverMoved(_, _, let animation, _)): animation
            default: nil
            }
        }
    }

    @Test("reduced motion disables animation", arguments: [false, true])
    func reducedMotion(isReduced: Bool) {
        var display = World.main
        display.reducesMotion = isReduced
        let world = World(displays: [display])
        let shop = world.connect("shop")
        world.open("menu", by: shop)
        world.update(1, by: shop) { $0.size = Size(width: 400, height: 300) }
        world.tell(
            shop, .setOccluder("keys", rect: World.main.frame.bottomHalf, display: nil))
        #expect(animations(of: world).map(\.isAnimated) == [!isReduced, !isReduced])
        #expect(animations(of: world).allSatisfy { $0 == .none } == isReduced)
    }

    @Test("a display's reduced motion applies from its change until it ends")
    func openSequenceChanges() {
        let world = World()
        let shop = world.connect("shop")
        let shell = world.connect("shell", roles: [.shell])
        world.open("menu", by: shop)
        var display = World.main
        display.size.width = 900
        display.reducesMotion = true
        world.tell(shell, .setDisplay(display))
        display.size.width = 700
        world.tell(shell, .setDisplay(display))
        display.size.width = 900
        display.reducesMotion = false
        world.tell(shell, .setDisplay(display))
        #expect(animations(of: world).map(\.isAnimated) == [false, true])
    }
}

extension Rect {
    fileprivate var bottomHalf: Rect {
        Rect(x: x, y: midY, width: width, height: height / 2)
    }
}
