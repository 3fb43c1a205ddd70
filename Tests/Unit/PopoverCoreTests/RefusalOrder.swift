// SPDX-License-Identifier: MIT

import PopoverModel
import Testing

/// A reason to refuse an open, and how to bring it about. In the order of the rules.
enum RefusalCause: String, CaseIterable, CustomTestStringConvertible {
    case role
    case parameters
    case unknownBehavior
    case unknownDisplay
    case unsupportedIdiom
    case locked
    case sessionEnding
    case notForWarnings
    case policy
    case toggled
    case modalActive
    case panelActive
    case timedOut
    case doesNotFit

    var testDescription: String { rawValue }

    var answer: String {
        switch self {
        case .role: "error 3 app"
        case .parameters: "error -32602 anchor"
        case .unknownBehavior: "refused unknown-behavior"
        case .unknownDisplay: "error 2 nowhere"
        case .unsupportedIdiom: "refused unsupported-idiom"
        case .locked: "refused locked"
        case .sessionEnding: "refused superseded"
        case .notForWarnings: "refused not-for-warnings"
        case .policy: "refused policy"
        case .toggled: "refused toggled"
        case .modalActive: "refused modal-active by cafe"
        case .panelActive: "refused panel-active for n1"
        case .timedOut: "refused timed-out by cafe"
        case .doesNotFit: "refused does-not-fit"
        }
    }

    struct Pair: CustomTestStringConvertible {
        let first: RefusalCause
        let second: RefusalCause
        var testDescription: String { "\(first.rawValue) before \(second.rawValue)" }
    }

    /// Every two that can hold together.
    static let pairs = allCases.indices.flatMap { first in
        allCases.indices.dropFirst(first + 1).map { second in
            Pair(first: allCases[first], second: allCases[second])
        }
    }.filter { !$0.isImpossible }
}

extension RefusalCause.Pair {
    /// Without a known display nothing can be said about it; nothing modal and nothing at all
    /// cannot be visible together.
    var isImpossible: Bool {
        first == .unknownDisplay && second != .doesNotFit
            || first == .modalActive && second == .timedOut
    }
}

@Suite("The order of refusals")
struct RefusalOrder {
    /// A display on which these causes hold, and the open that meets them.
    private func attempt(_ causes: Set<RefusalCause>) -> String {
        let world = World()
        let shop = world.connect("shop", roles: causes.contains(.role) ? [.input] : [.app])
        let cafe = world.connect("cafe")
        let shell = world.connect("shell", roles: [.shell], uid: 0)
        if causes.contains(.panelActive), !causes.contains(.role) {
            world.open("inspector", by: shop, label: "panel") { $0.key = "mail" }
            world.detach(1, by: shop)
        }
        if causes.contains(.toggled), !causes.contains(.role) {
            world.open("menu", by: shop, label: "before")
            world.tap(World.cart.center, by: shop)
            world.answer(shop)
        }
        if causes.contains(.modalActive) {
            world.open("menu", by: cafe) { $0.isModal = true }
        } else if causes.contains(.timedOut) {
            world.open("menu", by: cafe)
        }
        if causes.contains(.unsupportedIdiom) {
            let television = DisplaySpecification(
                name: "main", size: Size(width: 1280, height: 800), idiom: .tv)
            world.ask(shell, "set", .setDisplay(television))
        }
        if causes.contains(.locked) { world.ask(shell, "lock", .lockSession(display: nil)) }
        if causes.contains(.sessionEnding) {
            world.disk = .holds
            world.ask(shell, "end", .endSession(display: nil))
        }
        world.begin()
        world.open(behavior(causes), by: shop) {
            $0.title = "Mail"
            if causes.contains(.notForWarnings) { $0.severity = .warning }
            if causes.contains(.parameters) { $0.anchor = nil }
            if causes.contains(.unknownDisplay) { $0.place.display = "nowhere" }
            if causes.contains(.panelActive) { $0.key = "mail" }
            if causes.contains(.timedOut) { $0.wait = .milliseconds(0) }
            if causes.contains(.doesNotFit) { $0.minimum = Size(width: 9000, height: 9000) }
        }
        return world.lines.first ?? ""
    }

    private func behavior(_ causes: Set<RefusalCause>) -> String {
        if causes.contains(.unknownBehavior) { return "unheard-of" }
        return causes.contains(.policy) ? "split-pane" : "menu"
    }

    @Test("each cause alone refuses", arguments: RefusalCause.allCases)
    func alone(cause: RefusalCause) {
        #expect(attempt([cause]) == "shop open: \(cause.answer)")
    }

    @Test("the earlier of two causes is reported", arguments: RefusalCause.pairs)
    func ordered(pair: RefusalCause.Pair) {
        #expect(attempt([pair.first, pair.second]) == "shop open: \(pair.first.answer)")
    }

    @Test("a split pane needs a title")
    func title() {
        let world = World()
        let shop = world.connect("shop")
        world.open("split-pane", by: shop)
        world.expect("shop open: error -32602 title")
    }

    @Test("a repeat is checked before modal popovers and after toggles")
    func repeats() {
        let world = World()
        let shop = world.connect("shop")
        world.open("task", by: shop) { $0.isModal = true }
        world.begin()
        world.open("task", by: shop) { $0.isModal = true }
        world.expect("shop open2: p1 bottom")
    }

    @Test("without a display, main is unknown")
    func noDisplay() {
        let world = World(displays: [])
        let shop = world.connect("shop")
        world.open("menu", by: shop)
        world.expect("shop open: error 2 main")
    }

    @Test("without main, the oldest display is the default")
    func oldestDisplay() {
        let world = World(displays: [
            DisplaySpecification(name: "wall", size: Size(width: 800, height: 600)),
            DisplaySpecification(name: "desk", size: Size(width: 800, height: 600)),
        ])
        let shop = world.connect("shop")
        world.open("menu", by: shop)
        #expect(world.scene.popovers.map(\.display) == ["wall"])
    }

    @Test("only the source's client may open from it")
    func foreignSource() {
        let world = World()
        let shop = world.connect("shop")
        let cafe = world.connect("cafe")
        world.source("cart", World.cart, by: shop)
        world.open("menu", by: cafe, from: "cart")
        world.expect("cafe open: error -32602 anchor")
    }
}
