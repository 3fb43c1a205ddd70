// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel

/// Worlds in which plugins have a say.
extension SmallWorld {
    /// A policy and a behavior are asked everything, and say anything or nothing.
    static var plugins: SmallWorld {
        var world = SmallWorld(
            "plugins", "a policy and a behavior that are asked everything",
            behaviors: [.asking, .menu], timing: timing(close: 100, wait: 200))
        world.horizon.changes("policies", "behaviors")
        let shop = Part(
            number: 0, name: "shop", app: "shop", source: Part.cart, behavior: "asking")
        let parts = [shop, .cafe, .shell]
        world.begin = {
            for part in parts { part.join(&$0) }
            $0.send(.policiesChanged([guardian]))
        }
        world.addTime()
        world.mayOpen(shop)
        world.mayOpen(.cafe)
        world.mayChoose(shop)
        world.mayAnswer(shop, "nothing") { _ in .empty }
        world.mayTap(.shell, "elsewhere", Part.nowhere)
        world.mayBeAdvised([
            ("no opinion", { _ in .abstain }),
            ("a no", { _ in .open(.refuse(reason: .policy, message: "")) }),
            ("a close", { .closing(.close(.discard), at: $0) }),
            ("a stay", { .closing(.stay, at: $0) }), ("nothing usable", { _ in nil }),
        ])
        world.may("the policy goes", if: { $0.arbiter.nextDeadline != nil }) {
            $0.send(.policiesChanged([]))
        }
        world.may("shop disconnects", if: shop.isThere) { $0.disconnect(0) }
        return world
    }

    /// Nobody touches the display: a policy warns, closes, or ends the session; alerts may be held.
    static var idle: SmallWorld {
        var world = SmallWorld(
            "idle", "an idle policy, and held alerts", behaviors: [.inspector],
            timing: timing(close: 500, wait: 500))
        world.step = .milliseconds(500)
        world.settings.timing.policy = .milliseconds(500)
        world.settings.timing.present = .milliseconds(500)
        world.settings.timing.toggle = .milliseconds(500)
        world.horizon.toggles = .milliseconds(1000)
        world.horizon.clocks = .milliseconds(1500)
        world.horizon.changes("policies")
        world.isPeriodic = true
        world.followsWork = false
        let shop = Part.shop
        world.begin = {
            for part in [shop, .shell] { part.join(&$0) }
            let watching = Policy(
                name: "idle", hooks: [.idle, .alert], idleAfter: .milliseconds(1000))
            $0.send(.policiesChanged([watching]))
        }
        world.addTime()
        world.mayOpen(shop)
        world.mayAnswer(shop, "its work") { .draft(shop.work($0)) }
        world.mayPressEscape(.shell)
        world.mayRaise(shop, .info)
        world.mayRender(.shell)
        let warning = IdleWarning(
            title: "Still there?", message: nil, button: "Yes", timeout: .milliseconds(1000),
            then: .endSession)
        world.mayBeAdvised([
            ("a warning", { _ in .idle(.warn(warning)) }),
            ("a close", { _ in .idle(.act(.close)) }),
            ("an end of the session", { _ in .idle(.act(.endSession)) }),
            ("a hold", { _ in .alert(.hold(.milliseconds(500))) }),
            ("no opinion", { _ in .abstain }),
        ])
        world.mayGo(.shell)
        return world
    }

    private static var guardian: Policy {
        Policy(name: "guard", hooks: [.open, .choice, .outsideTap, .disposition])
    }

    /// Of those who are asked the first or the last answers, or both at once with another's voice.
    mutating func mayBeAdvised(_ verdicts: [(String, @Sendable (Hook) -> Verdict?)]) {
        for (name, verdict) in verdicts {
            may("the first who is asked says \(name)", if: { !$0.ledger.awaited.isEmpty }) {
                let first = $0.ledger.awaited[0]
                $0.send(.answered(first.question, first.respondent, verdict(first.hook)))
            }
        }
        may("the last who is asked has no opinion", if: { $0.ledger.awaited.count > 1 }) {
            let last = $0.ledger.awaited[$0.ledger.awaited.count - 1]
            $0.send(.answered(last.question, last.respondent, .abstain))
        }
        may("somebody who was not asked answers", if: { !$0.ledger.awaited.isEmpty }) {
            $0.send(.answered($0.ledger.awaited[0].question, .policy("nobody"), .choice(.stay)))
        }
        may("an answer comes late", if: { $0.lateAnswer != nil }) {
            guard let late = $0.lateAnswer else { return }
            $0.send(.answered(late.question, late.respondent, .outsideTap(.close(.discard))))
        }
    }
}
