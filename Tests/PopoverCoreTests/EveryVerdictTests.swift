// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel
import Testing

/// No sequence of verdicts, however wrong, breaks an invariant: small worlds, with every answer to
/// every question.
@Suite("Every verdict")
struct EveryVerdictTests {
    /// A small world: who is there, and what happens.
    struct Story: Sendable, CustomStringConvertible {
        let description: String
        /// The fewest ways that it may go, so that it cannot become empty.
        let leaves: Int
        let tell: @Sendable (Stage) -> [VerdictTree.Step]
    }

    /// Who is there in every story, with a popover that has a draft's key where it asks for one.
    final class Stage {
        let world: World
        let shop: ClientID
        let cafe: ClientID
        let shell: ClientID

        init() {
            world = World()
            shop = world.connect("shop")
            cafe = world.connect("cafe")
            shell = world.connect("shell", roles: [.shell], uid: 0)
            world.source("cart", World.cart, by: shop)
            world.source("lamp", World.lamp, by: cafe)
            world.send(.behaviorLoaded(EveryVerdictTests.asking))
            world.advance(1000)
        }

        func show(_ policies: [Policy]) {
            world.open("asking", by: shop, from: "cart") { $0.key = "mail" }
            world.decide(.abstain)
            world.advance(100)
            world.send(.policiesChanged(policies))
        }

        var tap: VerdictTree.Step { .request(shell, .tap(TapReport(point: World.nowhere))) }
        var key: VerdictTree.Step {
            .request(shell, .key("Escape", display: nil, time: nil))
        }

        func open(
            _ behavior: String, by client: ClientID, from source: String
        ) -> VerdictTree.Step {
            var request = OpenRequest(behavior: behavior, size: Size(width: 320, height: 200))
            request.source = source
            request.key = "mail"
            return .request(client, .open(request))
        }

        func raise(_ severity: Severity) -> VerdictTree.Step {
            let buttons = [Button(id: "ok", label: "OK", role: .cancel)]
            return .request(
                cafe,
                .raiseAlert(AlertRequest(title: "Fire", severity: severity, buttons: buttons)))
        }
    }

    /// A behaviour that wants to be asked everything.
    static let asking = {
        var behavior = Behavior(name: "asking")
        behavior.hooks = [.open, .choice, .outsideTap, .detach, .disposition]
        return behavior
    }()
    static let everything = {
        var hooks = Hooks()
        for hook in Hook.allCases where hook != .idle { hooks[hook] = Hooks.Terms() }
        return Policy(name: "everything", hooks: hooks)
    }()
    static let idle = Policy(name: "idle", hooks: [.idle], idleAfter: .milliseconds(1000))

    private static let popover = PopoverID(number: 1)

    static let stories: [Story] = [
        Story(description: "an open, a tap outside, an open again", leaves: 7_000) { stage in
            stage.world.send(.policiesChanged([everything]))
            return [
                stage.open("asking", by: stage.shop, from: "cart"), .pass(100), stage.tap,
                stage.open("asking", by: stage.shop, from: "cart"),
            ]
        },
        Story(description: "a choice, and detaching", leaves: 4_000) { stage in
            stage.show([everything])
            return [
                .request(stage.shop, .choose(popover, choice: .null)),
                .request(stage.shop, .detach(popover, frame: nil)), stage.key,
            ]
        },
        Story(description: "another takes the place while it is asked", leaves: 10_000) { stage in
            stage.show([everything])
            return [stage.tap, .meanwhile(stage.open("menu", by: stage.cafe, from: "lamp"))]
        },
        Story(description: "alerts of two severities", leaves: 120) { stage in
            stage.show([everything])
            return [stage.raise(.info), stage.raise(.warning), .pass(250), stage.raise(.critical)]
        },
        Story(description: "an alert above one that closes", leaves: 1_500) { stage in
            stage.show([everything])
            return [.meanwhile(stage.raise(.warning)), stage.key, .meanwhile(.pass(60))]
        },
        Story(description: "nobody is there", leaves: 800) { stage in
            stage.show([everything, idle])
            return [.pass(1100), .pass(600), .meanwhile(stage.tap), .pass(1100), .pass(1100)]
        },
        Story(description: "the session ends meanwhile", leaves: 1_500) { stage in
            stage.show([everything, idle])
            return [
                stage.tap, .meanwhile(.request(stage.shell, .endSession(display: nil))),
                stage.open("menu", by: stage.cafe, from: "lamp"),
            ]
        },
        Story(description: "the session is locked meanwhile", leaves: 2_500) { stage in
            stage.show([everything, idle])
            return [
                .meanwhile(stage.raise(.info)), stage.tap,
                .meanwhile(.request(stage.shell, .lockSession(display: nil))),
                .request(stage.shell, .unlockSession(display: nil)),
            ]
        },
        Story(description: "the owner goes meanwhile", leaves: 5_000) { stage in
            stage.show([everything])
            return [
                .request(stage.shop, .choose(popover, choice: .null)), stage.tap,
                .meanwhile(.event(.clientDisconnected(stage.shop))),
            ]
        },
        Story(description: "the owner closes meanwhile", leaves: 1_500) { stage in
            stage.show([everything])
            return [stage.tap, .meanwhile(.request(stage.shop, .close(popover, outcome: .done)))]
        },
        Story(description: "the policies go meanwhile", leaves: 7_000) { stage in
            stage.show([everything, idle])
            return [
                .meanwhile(stage.raise(.info)), stage.tap,
                .meanwhile(.event(.policiesChanged([idle]))),
                .meanwhile(.event(.behaviorUnloaded(name: "asking"))), .pass(1000),
            ]
        },
        Story(description: "the display goes meanwhile", leaves: 3_000) { stage in
            stage.show([everything, idle])
            return [stage.tap, .meanwhile(.request(stage.shell, .removeDisplay("main")))]
        },
        Story(description: "the daemon shuts down meanwhile", leaves: 1_200) { stage in
            stage.show([everything])
            return [stage.tap, .meanwhile(.event(.shutdownRequested))]
        },
    ]

    @Test("Nothing that a plugin says breaks anything", arguments: stories)
    func holds(story: Story) {
        var leaves = 0
        for pivot in 0..<6 {
            let stage = Stage()
            let steps = story.tell(stage)
            var tree = VerdictTree(steps, pivot: pivot)
            tree.grow(from: stage.world)
            #expect(tree.problems == [], "pivot \(pivot)")
            leaves += tree.leaves
        }
        #expect(leaves >= story.leaves)
    }

    @Test("Every kind of verdict is among them")
    func complete() {
        for hook in Hook.allCases {
            #expect(VerdictTree.everyVerdict.contains { $0 != .abstain && $0.answers(hook) })
            #expect(VerdictTree.everyVerdict.contains { !$0.answers(hook) })
        }
    }
}
