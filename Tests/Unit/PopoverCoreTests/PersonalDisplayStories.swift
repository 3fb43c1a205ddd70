// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel
import Testing

@Suite("A display's own description, and what a person lays over it")
struct PersonalDisplayStories {
    let world: World
    let shop: ClientID
    let shell: ClientID
    let admin: ClientID

    init() {
        var main = World.main
        main.textScale = 1.25
        main.language = "de"
        world = World(displays: [main])
        shop = world.connect("shop")
        shell = world.connect("shell", roles: [.shell])
        admin = world.connect("admin", uid: 0)
        world.begin()
    }

    private var display: SceneDisplay { world.scene.displays[0] }

    /// What the latest `display.changed` said.
    private var told: DisplayDescription? {
        for effect in world.history.reversed().flatMap({ $0.effects.reversed() }) {
            if case .announce(.displayChanged(let description, _), _) = effect {
                return description
            }
        }
        return nil
    }

    private var welcome: DisplayDescription? {
        _ = world.connect("late")
        for effect in world.history.reversed().flatMap(\.effects) {
            if case .answer(_, _, .welcome(let welcome)) = effect { return welcome.displays.first }
        }
        return nil
    }

    private func adapt() {
        let person = PersonalSettings(textScale: 2, contrast: .high, direction: .rtl)
        world.tell(shop, .setSession(display: nil, person))
    }

    @Test("clients get both apart: the adapted display, and what is personal of it")
    func apart() {
        #expect(display.personal == nil)
        #expect(welcome?.personal == nil)
        adapt()
        #expect(told?.specification.textScale == 2)
        #expect(told?.personal == PersonalSettings(textScale: 2, contrast: .high, direction: .rtl))
        #expect(display.personal == told?.personal)
        #expect(welcome == told)
        world.tell(shop, .setSession(display: nil, PersonalSettings()))
        #expect(told?.personal == nil)
    }

    @Test("a setting that equals the display's own is told as personal, too")
    func equal() {
        world.tell(shop, .setSession(display: nil, PersonalSettings(textScale: 1.25)))
        #expect(told?.personal == PersonalSettings(textScale: 1.25))
    }

    @Test("display.set of what display.changed said keeps a person's settings personal")
    func sentBack() {
        adapt()
        var echo = told?.specification ?? World.main
        echo.size.width = 1000
        world.tell(shell, .setDisplay(echo))
        #expect(display.specification.size.width == 1000)
        #expect(display.specification.textScale == 2)
        world.tell(admin, .endSession(display: nil))
        #expect(display.specification.textScale == 1.25)
        #expect(display.specification.contrast == .normal)
        #expect(display.specification.direction == nil)
        #expect(display.specification.language == "de")
        #expect(display.specification.size.width == 1000)
        #expect(welcome?.personal == nil)
    }

    @Test("display.set replaces all of it, also below a person's settings")
    func replaces() {
        adapt()
        world.tell(
            shell,
            .setDisplay(DisplaySpecification(name: "main", size: World.main.size, textScale: 3)))
        #expect(display.specification.textScale == 2)
        world.tell(admin, .endSession(display: nil))
        #expect(display.specification.textScale == 3)
        #expect(display.specification.language == nil)
    }

    @Test("display.update changes what it names, and leaves the rest alone")
    func updates() {
        adapt()
        world.tell(
            shell, .updateDisplay("main", DisplayChanges(width: 1000, insets: Insets(top: 32))))
        #expect(display.specification.size == Size(width: 1000, height: 800))
        #expect(display.specification.insets.top == 32)
        #expect(display.specification.textScale == 2)
        world.tell(admin, .endSession(display: nil))
        #expect(display.specification.textScale == 1.25)
        #expect(display.specification.language == "de")
        world.tell(shell, .updateDisplay("main", DisplayChanges(textScale: 3, language: "fr")))
        #expect(display.specification.textScale == 3)
        #expect(display.specification.language == "fr")
        #expect(display.specification.insets.top == 32)
    }

    private func blank(_ isBlank: Bool, by client: ClientID) {
        world.tell(client, .updateDisplay("main", DisplayChanges(isBlank: isBlank)))
    }

    @Test("the scene says since when a display is blank, until its screen client says otherwise")
    func blank() {
        #expect(welcome?.specification.isBlank == nil)
        blank(true, by: shop)
        #expect(display.specification.isBlank == nil)
        blank(true, by: shell)
        let since = world.now
        #expect(told?.specification.isBlank == true)
        #expect(display.blankSince == since)
        world.advance(1000)
        blank(true, by: shell)
        // A client that does not know it.
        world.tell(shell, .setDisplay(World.main))
        world.tell(admin, .endSession(display: nil))
        #expect(welcome?.specification.isBlank == true)
        #expect(display.blankSince == since)
        blank(false, by: shell)
        #expect(told?.specification.isBlank == false)
        #expect(display.specification.isBlank == false)
        #expect(display.blankSince == nil)
    }

    @Test("display.update needs a display that there is, and the rights of display.set")
    func refused() {
        world.ask(shell, "wall", .updateDisplay("wall", DisplayChanges(width: 9)))
        world.ask(shop, "main", .updateDisplay("main", DisplayChanges(width: 9)))
        world.expect(
            """
            shell wall: error 2 wall
            shop main: error 3 shell
            """)
    }

    @Test(
        "insets leave room for a control, or all of a smaller display",
        arguments: [
            (Size(width: 800, height: 600), Insets(left: 500, right: 500), false),
            (Size(width: 800, height: 600), Insets(left: 378, right: 378), true),
            (Size(width: 800, height: 600), Insets(left: 378, right: 379), false),
            (Size(width: 800, height: 600), Insets(top: 557), false),
            (Size(width: 800, height: 600), Insets(top: 556), true),
            (Size(width: 9, height: 9), Insets(), true),
            (Size(width: 9, height: 9), Insets(top: 1), false),
        ])
    func room(size: Size, insets: Insets, isRoom: Bool) {
        var wanted = DisplaySpecification(name: "main", size: size)
        wanted.insets = insets
        world.tell(shell, .setDisplay(wanted))
        #expect((display.specification == wanted) == isRoom)
    }

    @Test("a display that shrinks keeps room between its insets")
    func shrinks() {
        world.tell(
            shell, .updateDisplay("main", DisplayChanges(insets: Insets(left: 500, right: 500))))
        world.begin()
        world.ask(shell, "shrink", .updateDisplay("main", DisplayChanges(width: 1043)))
        world.expect("shell shrink: error -32602 insets")
    }
}
