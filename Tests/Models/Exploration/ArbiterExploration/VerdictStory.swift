// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel

/// A small world in which plugins are asked: who is there, and what happens.
package struct VerdictStory: Sendable {
    package let name: String
    private let tell: @Sendable (inout Stage) -> [VerdictProduct.Step]

    /// It, with every answer of two respondents to every question.
    package func told() -> VerdictProduct {
        var stage = Stage()
        var product = VerdictProduct(tell(&stage))
        product.grow(from: stage.moment)
        return product
    }

    /// Who is there in every story, with a popover that has a draft's key where it asks for one.
    struct Stage {
        var moment: Moment
        let shop: ClientID
        let cafe: ClientID
        let shell: ClientID

        init() {
            let task = Behavior.made("task") { $0.avoidsScrolling = true }
            moment = Moment(
                settings: Settings(displays: [SmallWorld.main], administrators: [0]),
                behaviors: [.menu, .inspector, .splitPane, .asking, task], followsWork: false)
            for part in [Part.shop, .cafe, .shell] { part.join(&moment) }
            shop = ClientID(number: 1)
            cafe = ClientID(number: 2)
            shell = ClientID(number: 3)
            moment.live(1000)
        }

        mutating func show(_ policies: [Policy]) {
            if case .request(let client, let request) = open("asking", by: shop) {
                moment.ask(client, "first", request)
            }
            let asked = moment.ledger.awaited[0]
            moment.send(.answered(asked.question, asked.respondent, .abstain))
            moment.live(100)
            moment.send(.policiesChanged(policies))
        }

        var tap: VerdictProduct.Step { .request(shell, .tap(TapReport(point: Part.nowhere))) }
        var key: VerdictProduct.Step {
            .request(shell, .key("Escape", display: nil, time: nil))
        }

        func open(_ behavior: String, by client: ClientID) -> VerdictProduct.Step {
            var request = OpenRequest(behavior: behavior, size: Size(width: 320, height: 200))
            request.source = "control"
            request.key = "mail"
            return .request(client, .open(request))
        }

        func raise(_ severity: Severity) -> VerdictProduct.Step {
            let buttons = [Button(id: "ok", label: "OK", role: .cancel)]
            let alert = AlertRequest(title: "Fire", severity: severity, buttons: buttons)
            return .request(cafe, .raiseAlert(alert))
        }
    }

    private static let everything = {
        var hooks = Hooks()
        for hook in Hook.allCases where hook != .idle { hooks[hook] = Hooks.Terms() }
        return Policy(name: "everything", hooks: hooks)
    }()
    private static let idle = Policy(name: "idle", hooks: [.idle], idleAfter: .milliseconds(1000))
    private static let popover = PopoverID(number: 1)

    package static let all: [VerdictStory] = [
        VerdictStory(name: "an open, a tap outside, an open again") { stage in
            stage.moment.send(.policiesChanged([everything]))
            return [
                stage.open("asking", by: stage.shop), .pass(100), stage.tap,
                stage.open("asking", by: stage.shop),
            ]
        },
        VerdictStory(name: "a choice, and detaching") { stage in
            stage.show([everything])
            return [
                .request(stage.shop, .choose(popover, choice: .null)),
                .request(stage.shop, .detach(popover, frame: nil)), stage.key,
            ]
        },
        VerdictStory(name: "another takes the place while it is asked") { stage in
            stage.show([everything])
            return [stage.tap, .meanwhile(stage.open("menu", by: stage.cafe))]
        },
        VerdictStory(name: "alerts of three severities") { stage in
            stage.show([everything])
            return [stage.raise(.info), stage.raise(.warning), .pass(250), stage.raise(.critical)]
        },
        VerdictStory(name: "an alert above one that closes") { stage in
            stage.show([everything])
            return [.meanwhile(stage.raise(.warning)), stage.key, .meanwhile(.pass(60))]
        },
        VerdictStory(name: "nobody is there") { stage in
            stage.show([everything, idle])
            return [.pass(1100), .pass(600), .meanwhile(stage.tap), .pass(1100), .pass(1100)]
        },
        VerdictStory(name: "the session ends meanwhile") { stage in
            stage.show([everything, idle])
            return [
                stage.tap, .meanwhile(.request(stage.shell, .endSession(display: nil))),
                stage.open("menu", by: stage.cafe),
            ]
        },
        VerdictStory(name: "the session is locked meanwhile") { stage in
            stage.show([everything, idle])
            return [
                .meanwhile(stage.raise(.info)), stage.tap,
                .meanwhile(.request(stage.shell, .lockSession(display: nil))),
                .request(stage.shell, .unlockSession(display: nil)),
            ]
        },
        VerdictStory(name: "the owner goes meanwhile") { stage in
            stage.show([everything])
            return [
                .request(stage.shop, .choose(popover, choice: .null)), stage.tap,
                .meanwhile(.event(.clientDisconnected(stage.shop))),
            ]
        },
        VerdictStory(name: "the owner closes meanwhile") { stage in
            stage.show([everything])
            return [stage.tap, .meanwhile(.request(stage.shop, .close(popover, outcome: .done)))]
        },
        VerdictStory(name: "the policies go meanwhile") { stage in
            stage.show([everything, idle])
            return [
                .meanwhile(stage.raise(.info)), stage.tap,
                .meanwhile(.event(.policiesChanged([idle]))),
                .meanwhile(.event(.behaviorUnloaded(name: "asking"))), .pass(1000),
            ]
        },
        VerdictStory(name: "the display goes meanwhile") { stage in
            stage.show([everything, idle])
            return [stage.tap, .meanwhile(.request(stage.shell, .removeDisplay("main")))]
        },
        VerdictStory(name: "the daemon shuts down meanwhile") { stage in
            stage.show([everything])
            return [stage.tap, .meanwhile(.event(.shutdownRequested))]
        },
    ]
}
