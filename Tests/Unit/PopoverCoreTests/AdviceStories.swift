// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel
import Testing

@Suite("Advice: content, recipients and time")
struct AdviceStories {
    let world: World
    let shop: ClientID

    init() { (world, shop) = Self.day() }

    /// A world in which somebody listens to advice and refusals.
    private static func day(
        _ change: (inout AdvicePolicy) -> Void = { _ in }
    ) -> (World, ClientID) {
        let world = World(watches: false, settings: { change(&$0.advice) })
        let shop = world.connect("shop")
        let log = world.connect("log", roles: [.observer])
        let topics = Request.subscribe(topics: ["advice", "popover.refused"], since: nil)
        world.ask(log, "subscribe", topics)
        world.begin()
        return (world, shop)
    }

    /// What observers heard of advice, as rules.
    private func told(_ world: World) -> [String] {
        world.history.flatMap(\.effects).compactMap { effect in
            guard case .publish(let event, _) = effect, event.topic == .advice else { return nil }
            return event.fact.rule
        }
    }

    /// The whole messages, by their rules.
    private func messages(_ world: World) -> [String] {
        world.history.flatMap(\.effects).compactMap { effect in
            guard case .publish(let event, _) = effect, event.topic == .advice else { return nil }
            return event.fact.message
        }
    }

    @Test("advice is in the answer and on the bus; a repeated open gets it in the answer only")
    func answered() {
        world.open("menu", by: shop) {
            $0.title = "Popover"
            $0.buttons = [Button(id: "", label: "Close")]
        }
        world.expect(
            """
            shop open: p1 bottom advice ["G20", "G24"]
            event advice p1 to log
            event advice p1 to log
            """)
        #expect(told(world) == ["G20", "G24"])
        world.open("menu", by: shop)
        world.expect("shop open2: p1 bottom advice [\"G20\", \"G24\"]")
    }

    @Test("refuses a declared warning, advises on an apparent one")
    func warnings() {
        world.open("menu", by: shop) { $0.severity = .warning }
        world.open("menu", by: shop) { $0.severity = .critical }
        world.open("menu", by: shop) { $0.title = "Warning: paper" }
        world.expect(
            """
            shop open: refused not-for-warnings
            event popover.refused not-for-warnings to log
            shop open2: refused not-for-warnings
            event popover.refused not-for-warnings to log
            shop open3: p1 bottom advice ["G23"]
            event advice p1 to log
            """)
    }

    @Test("the policy may turn a warning into advice or ignore it", arguments: [true, false])
    func milder(isTold: Bool) {
        let (world, shop) = Self.day { policy in
            if isTold { policy.advise = [.warning] } else { policy.ignore = [.warning] }
        }
        world.open("menu", by: shop) { $0.severity = .critical }
        world.expect(
            isTold
                ? "shop open: p1 bottom advice [\"G23\"]\nevent advice p1 to log"
                : "shop open: p1 bottom")
    }

    @Test("a refusing rule explains like advice; a warning takes precedence")
    func refused() {
        let (world, shop) = Self.day { $0.refuse = [.closeButton, .warning] }
        world.open("menu", by: shop) { $0.buttons = [Button(id: "", label: "Close")] }
        world.open("menu", by: shop) { $0.title = "Warning: paper" }
        world.open("menu", by: shop) {
            $0.buttons = [Button(id: "", label: "Close")]
            $0.severity = .warning
        }
        world.open("menu", by: shop) { $0.help = "The popover" }
        world.expect(
            """
            shop open: refused policy
            event popover.refused policy to log
            shop open2: refused not-for-warnings
            event popover.refused not-for-warnings to log
            shop open3: refused not-for-warnings
            event popover.refused not-for-warnings to log
            shop open4: p1 bottom advice ["G24"]
            event advice p1 to log
            """)
        let answers = world.history.flatMap(\.effects).compactMap { effect -> String? in
            guard case .answer(_, _, .failed(let failure)) = effect else { return nil }
            return failure.message
        }
        #expect(
            answers.first
                == "buttons[0] \"Close\" only closes the popover, which a tap outside does: drop "
                + "it, or use the behavior task")
    }

    @Test("a popover that becomes a sheet or a popover again is judged again; a mere move is not")
    func becomesSheet() {
        world.open("menu", by: shop) {
            $0.buttons = [Button(id: "", label: "Close")]
            $0.avoid = [Rect(x: 0, y: 300, width: 1280, height: 500)]
        }
        #expect(told(world) == ["G20"])
        var display = World.main
        display.insets = Insets(top: 60)
        world.send(.configured(Settings(displays: [display], administrators: [0])))
        #expect(told(world) == ["G20"])
        display.idiom = .phone
        world.send(.configured(Settings(displays: [display], administrators: [0])))
        world.send(.configured(Settings(displays: [World.main], administrators: [0])))
        #expect(told(world) == ["G20", "G20"])
    }

    @Test("a sheet that a change around it leaves no room to tap is told that it needs a button")
    func needsButton() {
        let display = DisplaySpecification(name: "main", size: Size(width: 400, height: 800))
        world.send(.configured(Settings(displays: [display], administrators: [0])))
        world.open("task", by: shop) { $0.buttons = [Button(id: "", label: "Next")] }
        #expect(told(world) == [])
        let rest = Rect(x: 0, y: 0, width: 400, height: 600)
        world.tell(shop, .setOccluder("keys", rect: rest, display: nil))
        #expect(told(world) == ["G3"])
        world.open("task", by: shop)
        #expect(world.lines.last == "shop open2: p1 sheet needs a button advice [\"G3\"]")
    }

    @Test("judges a changed title again without repeating known advice")
    func updated() {
        world.open("menu", by: shop) { $0.help = "The popover" }
        world.begin()
        world.update(1, by: shop) { $0.title = "Colors" }
        world.expect("shop update: updated bottom")
        world.update(1, by: shop) { $0.title = "Popover" }
        world.update(1, by: shop) { $0.title = "Popover" }
        world.expect(
            """
            shop update2: updated bottom advice ["G24"]
            event advice p1 to log
            shop update3: updated bottom
            """)
        world.update(1, by: shop) {
            $0.title = "Colors"
            $0.help = "Choose"
            $0.buttons = [Button(id: "", label: "Close")]
        }
        world.begin()
        world.open("menu", by: shop)
        world.expect("shop open2: p1 bottom advice [\"G20\"]")
        #expect(told(world) == ["G24", "G24", "G20"])
    }

    @Test("a growing popover is advised once that it covers something")
    func grows() {
        world.open("menu", by: shop) {
            $0.sides = [.bottom]
            $0.avoid = [Rect(x: 0, y: 300, width: 1280, height: 500)]
        }
        world.expect("shop open: p1 bottom advice [\"G17\"]\nevent advice p1 to log")
        world.update(1, by: shop) { $0.size = Size(width: 320, height: 300) }
        world.update(1, by: shop) { $0.size = Size(width: 320, height: 400) }
        #expect(told(world) == ["G17"])
    }

    @Test(
        "the covered share is a percentage, never rounded to 0 or 100",
        arguments: [
            // The frame is 320 x 200, from 152 down, and has to be around 640.
            (Rect(x: 0, y: 252, width: 1280, height: 100), "25 %"),
            (Rect(x: 630, y: 160, width: 20, height: 100), "100 %"),
            (Rect(x: 0, y: 351, width: 1280, height: 449), "1 %"),
        ])
    func covering(avoid: Rect, percent: String) {
        world.open("menu", by: shop) {
            $0.sides = [.bottom]
            $0.avoid = [avoid]
            $0.anchor = Rect(x: 635, y: 100, width: 10, height: 40)
        }
        let expected = messages(world).first ?? ""
        #expect(told(world) == ["G17"])
        #expect(expected.contains(" \(percent) "), "\(expected)")
    }

    @Test("touching an avoided rectangle does not cover it")
    func besides() {
        world.open("menu", by: shop) {
            $0.avoid = [Rect(x: 0, y: 352, width: 1280, height: 400), World.cart]
        }
        world.expect("shop open: p1 bottom")
    }

    @Test("advises on a height cut by the share of the display, with the reason")
    func share() {
        let wall = DisplaySpecification(name: "wall", size: Size(width: 600, height: 1000))
        let world = World(displays: [wall])
        let shop = world.connect("shop")
        let corner = Rect(x: 560, y: 0, width: 40, height: 20)
        world.begin()
        world.open("menu", by: shop, at: corner) { $0.size = Size(width: 500, height: 990) }
        world.expect("shop open: p1 bottom scrolls advice [\"G15\"]")
        world.update(1, by: shop) { $0.size = Size(width: 500, height: 900) }
        world.open("menu", by: shop, at: corner)
        world.expect("shop update: updated bottom animated\nshop open2: p1 bottom")
    }

    @Test("advises where the arrow cannot touch a source off the display")
    func outside() {
        world.open("menu", by: shop, at: Rect(x: 600, y: -90, width: 80, height: 40))
        world.expect("shop open: p1 bottom advice [\"G2\"]\nevent advice p1 to log")
    }

    @Test("advises where a keyboard hides the arrow's tip", arguments: [500.0, 595.0])
    func hidden(top: Double) {
        let keyboard = Rect(x: 0, y: top, width: 1280, height: 800 - top)
        world.tell(shop, .setOccluder("keys", rect: keyboard, display: nil))
        world.open("menu", by: shop, at: Rect(x: 600, y: 600, width: 80, height: 40))
        world.expect("shop open: p1 top advice [\"G2\"]\nevent advice p1 to log")
    }

    @Test("an arrow that touches the edge of a keyboard is visible")
    func besideKeyboard() {
        let keyboard = Rect(x: 0, y: 600, width: 1280, height: 200)
        world.tell(shop, .setOccluder("keys", rect: keyboard, display: nil))
        world.open("menu", by: shop, at: Rect(x: 600, y: 600, width: 80, height: 40))
        world.expect("shop open: p1 top")
    }

    /// A world with a phone, and its client.
    private func phone(
        settings change: (inout AdvicePolicy) -> Void = { _ in }
    ) -> (World, ClientID) {
        let phone = DisplaySpecification(name: "main", size: Size(width: 400, height: 800))
        let world = World(displays: [phone], watches: false, settings: { change(&$0.advice) })
        let shop = world.connect("shop")
        world.begin()
        return (world, shop)
    }

    private static let close = Button(id: "close", label: "Close")
    private static let next = Button(id: "next", label: "Next")

    @Test("a sheet may have a button that closes it, where G20 refuses opens too")
    func closeButtonOfSheet() throws {
        let (world, shop) = phone { $0.refuse = [.closeButton] }
        world.open("inspector", by: shop) { $0.buttons = [Self.close] }
        world.expect("shop open: p1 sheet")
        let wide = World(watches: false, settings: { $0.advice.refuse = [.closeButton] })
        let other = wide.connect("shop")
        wide.begin()
        wide.open("inspector", by: other) { $0.buttons = [Self.close] }
        wide.expect("shop open: refused policy")
    }

    @Test("a sheet without anything beside it to tap needs a button that leaves")
    func wayOutOfSheet() {
        let (world, shop) = phone()
        world.open("inspector", by: shop) {
            $0.size.height = 800
            $0.buttons = [Self.next]
        }
        world.update(1, by: shop) { $0.buttons = [Self.next, Self.close] }
        world.update(1, by: shop) { $0.isModal = true }
        world.expect(
            """
            shop open: p1 sheet needs a button advice ["G3"]
            shop update: updated sheet needs a button
            shop update2: updated sheet
            """)
    }

    @Test("advises only on scrolling for a sheet")
    func sheets() {
        let (world, shop) = phone()
        world.open("task", by: shop, at: Rect(x: 0, y: -50, width: 20, height: 20)) {
            $0.size.height = 900
            $0.avoid = [Rect(x: 0, y: 0, width: 400, height: 800)]
        }
        world.expect("shop open: p1 sheet scrolls needs a button advice [\"G16\"]")
    }

    @Test("judges the widths that a verdict sets")
    func verdict() {
        world.open("oracle", by: shop) { $0.size.width = 700 }
        world.begin()
        world.decide(.open(.admit(sides: nil, widthRange: 300...800)))
        world.expect("shop open: p1 bottom")
    }
}
