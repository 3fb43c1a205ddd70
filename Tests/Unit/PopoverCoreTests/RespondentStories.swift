// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel
import Testing

/// Several plugins are asked the same, each on its own terms; the order of their answers does not
/// matter.
@Suite("Several are asked")
struct RespondentStories {
    let world = World()
    let shop: ClientID
    let cafe: ClientID

    init() {
        shop = world.connect("shop")
        cafe = world.connect("cafe")
    }

    static let all: Hooks = [.open, .choice, .outsideTap, .detach]
    static let one = Policy(name: "one", hooks: all)
    static let two = Policy(name: "two", hooks: all)

    private func openTask() {
        world.open("task", by: shop) { $0.key = "mail" }
        world.begin()
    }

    @Test("Policies in their order, then the behaviour, all under one number")
    func order() {
        world.setPolicies(Self.two, Self.one)
        world.begin()
        world.open("oracle", by: shop)
        world.expect(
            """
            policy two asked q1 open
            policy one asked q1 open
            oracle asked q1 open
            """)
        world.decide(.abstain)
        world.decide(.abstain)
        world.expect("")
        world.decide(.abstain)
        world.expect("shop open: p1 bottom")
    }

    @Test("Who answers first does not matter", arguments: [true, false])
    func arrival(isReversed: Bool) {
        world.setPolicies(Self.one, Self.two)
        world.open("menu", by: shop)
        world.begin()
        let answers: [(String, Verdict)] = [
            ("one", .open(.admit(sides: [.right], widthRange: nil))),
            ("two", .open(.admit(sides: [.left], widthRange: nil))),
        ]
        for (name, verdict) in isReversed ? answers.reversed() : answers {
            world.decide(verdict, by: name)
        }
        world.expect("shop open: p1 right")
    }

    @Test("Each has its own deadline and its own fallback")
    func terms() {
        var slow = Policy(name: "slow", hooks: [])
        slow.hooks[.open] = Hooks.Terms(deadline: .milliseconds(200))
        var strict = Policy(name: "strict", hooks: [])
        let no = Verdict.open(.refuse(reason: .policy, message: "closed"))
        strict.hooks[.open] = Hooks.Terms(deadline: .milliseconds(10), fallback: no)
        world.setPolicies(slow, strict)
        world.begin()
        world.open("menu", by: shop)
        world.advance(10)
        world.expect(
            """
            policy slow asked q1 open
            policy strict asked q1 open
            policy strict need not answer q1 any more
            """)
        world.decide(.open(.admit(sides: nil, widthRange: nil)), by: "strict")
        world.expect("")
        world.advance(190)
        world.expect(
            """
            policy slow need not answer q1 any more
            shop open: refused policy
            """)
    }

    @Test("Who cannot answer has its fallback, and so has who answers something else")
    func failures() {
        let no = Verdict.open(.refuse(reason: .policy, message: "closed"))
        var strict = Policy(name: "strict", hooks: [])
        strict.hooks[.open] = Hooks.Terms(fallback: no)
        world.setPolicies(strict)
        world.open("menu", by: shop)
        world.begin()
        world.decide(nil)
        world.expect("shop open: refused policy")
        world.open("menu", by: shop)
        world.begin()
        world.decide(.choice(.stay))
        world.expect("shop open2: refused policy")
    }

    @Test("A fallback that answers no such question is no opinion")
    func foreignFallback() {
        var odd = Policy(name: "odd", hooks: [])
        odd.hooks[.outsideTap] = Hooks.Terms(fallback: .open(.refuse(reason: .policy, message: "")))
        world.setPolicies(odd)
        openTask()
        world.tap(World.nowhere, by: cafe)
        world.decide(nil)
        #expect(world.lines.last == "cafe tap: dismissed p1")
    }

    @Test("A policy that goes while it is asked counts with its fallback at once")
    func policyGoes() {
        world.setPolicies(Self.one, Self.two)
        world.open("menu", by: shop)
        world.decide(.abstain, by: "two")
        world.begin()
        world.setPolicies(Self.two)
        world.expect("policy one need not answer q1\nshop open: p1 bottom")
    }

    @Test("A behaviour that is unloaded while it is asked counts with its fallback at once")
    func behaviorGoes() {
        world.setPolicies(Self.one)
        world.open("oracle", by: shop)
        world.decide(.abstain)
        world.decide(.abstain)
        world.tap(World.nowhere, by: cafe)
        world.decide(.abstain, by: "one")
        world.begin()
        world.send(.behaviorUnloaded(name: "oracle"))
        world.expect(
            """
            oracle need not answer q2
            shop asked willClose p1 outside-tap save
            cafe tap: dismissed p1
            """)
    }

    @Test("Two policies of one name are one")
    func sameName() {
        world.setPolicies(Self.one, Self.one)
        world.begin()
        world.open("menu", by: shop)
        world.expect("policy one asked q1 open")
        world.advance(50)
        #expect(world.scene.popovers.count == 1)
    }

    // MARK: Replacing

    @Test("What is opened as something else is that from then on, and is asked about once")
    func replaced() {
        world.setPolicies(Policy(name: "one", hooks: [.open]))
        world.open("menu", by: shop)
        world.decide(.open(.replace(behavior: "oracle")))
        #expect(world.scene.popovers.first?.behavior == "oracle")
        world.begin()
        world.tap(World.nowhere, by: cafe)
        world.expect("oracle asked q2 tap p1")
    }

    @Test("Its sides, its widths and what it is on a compact display are the other's")
    func replacedPlace() {
        var narrow = Behavior(name: "narrow")
        narrow.sides = [.left]
        narrow.widthRange = 100...150
        narrow.compactAdaptation = .refuse
        world.send(.behaviorLoaded(narrow))
        world.setPolicies(Policy(name: "one", hooks: [.open]))
        world.open("menu", by: shop)
        world.decide(.open(.replace(behavior: "narrow")))
        let popover = world.scene.popovers.first
        #expect(popover?.presentation.side == .left)
        #expect(popover?.presentation.frame.width == 150)
        world.close(1, .done, by: shop)
        var phone = World.main
        phone.idiom = .phone
        let shell = world.connect("shell", roles: [.shell])
        world.ask(shell, "set", .setDisplay(phone))
        world.open("menu", by: shop)
        world.begin()
        world.decide(.open(.replace(behavior: "narrow")))
        world.expect("shop open2: refused does-not-fit")
    }

    @Test(
        "The other's own checks are run",
        arguments: [
            ("unheard-of", "shop open: refused unknown-behavior"),
            ("split-pane", "shop open: error -32602 title"),
        ])
    func replacedChecks(behavior: String, outcome: String) {
        world.setPolicies(Policy(name: "one", hooks: [.open]))
        world.open("menu", by: shop)
        world.begin()
        world.decide(.open(.replace(behavior: behavior)))
        world.expect(outcome)
    }

    @Test("The same open again is the same popover, whatever it was replaced by")
    func repeated() {
        world.setPolicies(Policy(name: "one", hooks: [.open]))
        for _ in 0..<2 {
            world.open("menu", by: shop)
            world.decide(.open(.replace(behavior: "task")))
        }
        #expect(world.lines.filter { $0.hasPrefix("shop") }.allSatisfy { $0.contains(": p1 ") })
        #expect(world.scene.popovers.map(\.behavior) == ["task"])
    }

    @Test("A no of anyone keeps a popover from being detached")
    func detach() {
        world.setPolicies(Self.one)
        world.open("inspector", by: shop)
        world.decide(.abstain)
        world.detach(1, by: shop)
        world.begin()
        world.decide(.detach(allowed: false))
        world.expect("shop detach: refused detach-not-allowed")
    }
}
