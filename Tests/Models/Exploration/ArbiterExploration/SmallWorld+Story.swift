// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel

extension SmallWorld {
    /// One way that it may go, in words: what happens, what comes of it, and what is there then.
    package func story(of path: [Int]) -> [String] {
        var lines: [String] = []
        var moment = root
        for step in path {
            guard actions.indices.contains(step), actions[step].isPossible(moment) else {
                lines.append("\(step) is not possible here")
                return lines
            }
            moment.heard = []
            actions[step].happen(&moment)
            let time = (moment.now - Moment.start).milliseconds
            lines.append("\(time) ms: \(actions[step].name)")
            for effect in moment.heard ?? [] { lines.append("    \(text(effect))") }
        }
        for violation in moment.violations { lines.append("violated: \(violation)") }
        if quietAction(moment) == nil {
            for wrong in unrest(moment) { lines.append("at rest: \(wrong)") }
        }
        let scene = moment.arbiter.scene
        lines.append("there: \(scene.popovers), waiting \(scene.waiting), alerts \(scene.alerts)")
        return lines
    }

    private func text(_ effect: Effect) -> String {
        switch effect {
        case .publish(let event, _):
            let fact = event.fact
            let what = [
                fact.popover?.description, fact.alert?.description, fact.view?.description,
                fact.key, fact.reason, fact.verdict?.rawValue,
            ].compactMap { $0 }
            return "event \(event.topic.name) \(what.joined(separator: " "))"
        case .answer(let client, .string(let id), let answer): return "\(client) \(id): \(answer)"
        case .notify(let client, let notification): return "\(client) gets \(notification)"
        case .announce(let notification, let clients): return "\(clients) get \(notification)"
        case .call(let client, let call, let asked): return "\(client) is asked \(call) \(asked)"
        default: return "\(effect)"
        }
    }
}
