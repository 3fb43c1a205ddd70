// SPDX-License-Identifier: MIT

internal import PopoverModel

/// The displays of a scenario on a daemon that runs already, which gets its own back afterwards. A
/// daemon of the scenario's own is configured with them instead.
final class Scenery {
    private let stage: Stage
    private let actor: Actor
    private let earlier: [JSONValue]
    private let added: [String]

    /// Nil where there is nothing to set up.
    init?(_ scenario: Scenario, on stage: Stage) throws {
        guard !stage.isOwn, !scenario.displays.isEmpty else { return nil }
        self.stage = stage
        // An `input` may set displays, and is asked to render nothing.
        let part = Scenario.Part(name: "scenery", app: "popoverctl", roles: ["input"])
        actor = try stage.enter(part) { _, _ in }
        let hello = actor.greet()
        let arrived = actor
        _ = stage.wait { arrived.answer(to: hello) != nil || arrived.isGone }
        guard case .result(let welcome)? = actor.answer(to: hello),
            case .array(let displays)? = welcome["displays"]
        else { throw Stage.StageError.noDaemon }
        let names = scenario.displays.map(\.name)
        earlier = displays.filter { names.contains($0["display"]?.string ?? "") }
        added = names.filter { name in !displays.contains { $0["display"]?.string == name } }
        do {
            for display in scenario.displays { try order("display.set", .object(display.members)) }
        } catch {
            restore()
            throw error
        }
    }

    func restore() {
        // The story is over: what cannot be restored now would only hide how it ended.
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
            throw Stage.StageError.system("\(method) was refused: \(error), for \(params)")
        case nil: throw Stage.StageError.system("\(method) was not answered")
        }
    }
}
