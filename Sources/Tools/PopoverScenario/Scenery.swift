// SPDX-License-Identifier: MIT

internal import PopoverModel

/// The displays of a scenario on a running daemon, which are restored afterwards. The scenario's own
/// daemon has them in its configuration instead.
final class Scenery {
    private let stage: Stage
    private let actor: Actor
    private let earlier: [JSONValue]
    private let added: [String]

    /// nil if there is nothing to set up.
    init?(_ scenario: Scenario, on stage: Stage) throws {
        guard !stage.isOwn, !scenario.displays.isEmpty else { return nil }
        self.stage = stage
        // An `input` may set displays, and the daemon never asks it to render.
        let part = Scenario.Part(name: "scenery", app: "popoverctl", roles: ["input"])
        actor = try stage.enter(part) { _, _ in }
        let hello = actor.greet()
        let arrived = actor
        _ = stage.wait { arrived.answer(to: hello) != nil || arrived.isGone }
        guard case .result(let welcome)? = actor.answer(to: hello),
            case .array(let displays)? = welcome["displays"]
        else { throw Stage.StageError.noDaemon }
        let names = scenario.displays.map(\.name)
        earlier = displays.filter { display in names.contains { display["display"]?.string === $0 }
        }
        added = names.filter { name in !displays.contains { $0["display"]?.string === name } }
        do {
            for display in scenario.displays { try order("display.set", .object(display.members)) }
        } catch {
            restore()
            throw error
        }
    }

    func restore() {
        // Ignore errors: they would hide the outcome of the scenario.
        for display in earlier { try? order("display.set", display) }
        for name in added {
            try? order("display.remove", .object([.init("display", .string(name))]))
        }
    }

    private func order(_ method: String, _ params: JSONValue) throws {
        let id = actor.ask(method, params)
        _ = stage.wait { actor.answer(to: id) != nil || actor.isGone }
        switch actor.answer(to: id) {
        case .result: return
        case .error(let error):
            throw Stage.StageError.system("\(method) failed: \(error), with \(params)")
        case nil: throw Stage.StageError.system("no response to \(method)")
        }
    }
}
