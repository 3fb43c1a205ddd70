// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel
import Testing

/// A plugin may be a policy and a client: it has no say in what it does itself, the others have.
@Suite("A policy's own requests")
struct OwnDoingStories {
    let world = World()
    let host: ClientID

    init() {
        let hooks: Hooks = [.open, .choice, .outsideTap, .detach, .alert]
        world.connect("shell", roles: [.shell], uid: 0)
        host = world.connect("host", roles: [.app, .shell], plugin: "host")
        world.setPolicies(Policy(name: "host", hooks: hooks), Policy(name: "other", hooks: hooks))
        world.begin()
    }

    /// What a client does that policies are asked about.
    enum Doing: CaseIterable {
        case open, choose, tap, key, detach, raise
    }

    private func carryOut(_ doing: Doing, by client: ClientID) {
        switch doing {
        case .open: world.open("task", by: client)
        case .choose: world.choose(1, by: client)
        case .tap: world.tap(World.nowhere, by: client)
        case .key: world.escape(by: client)
        case .detach: world.detach(1, by: client)
        case .raise: world.raise("Tea", by: client)
        }
    }

    private var asked: [Respondent] {
        let effects = world.history.last?.effects ?? []
        return effects.compactMap { effect in
            if case .ask(_, let respondent, _) = effect { respondent } else { nil }
        }
    }

    @Test("asks only the other policies", arguments: Doing.allCases)
    func others(doing: Doing) {
        if doing != .open {
            world.open("task", by: host)
            world.decide(.abstain)
        }
        carryOut(doing, by: host)
        #expect(asked == [.policy("other")])
    }

    @Test("asks nobody without other policies, and proceeds at once", arguments: Doing.allCases)
    func nobody(doing: Doing) {
        world.setPolicies(
            Policy(name: "host", hooks: [.open, .choice, .outsideTap, .detach, .alert]))
        if doing != .open { world.open("task", by: host) }
        carryOut(doing, by: host)
        #expect(asked == [])
        #expect(world.questions.isEmpty)
        #expect(world.arbiter.invariantViolations.isEmpty)
    }

    @Test("an app of the policy's name is not the policy", arguments: Doing.allCases)
    func claimed(doing: Doing) {
        let shop = world.connect("shop", app: "host", roles: [.app, .shell])
        if doing != .open {
            world.open("task", by: shop)
            world.decide(.abstain)
            world.decide(.abstain)
        }
        carryOut(doing, by: shop)
        #expect(asked == [.policy("host"), .policy("other")])
    }

    @Test("a policy is asked what other clients do with its popover")
    func itsPopover() {
        let shop = world.connect("shop")
        world.open("task", by: host)
        world.decide(.abstain)
        world.tap(World.nowhere, by: shop)
        #expect(asked == [.policy("host"), .policy("other")])
    }
}
