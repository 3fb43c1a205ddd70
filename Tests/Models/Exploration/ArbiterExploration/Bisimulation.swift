// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel

/// Whether two states that are taken for one behave alike: whatever happens next, the same orders
/// come of it, and states that are taken for one again.
extension Exploration {
    /// What differs; nil when nothing does.
    func difference(_ left: Moment, _ right: Moment, _ walker: Walker) -> String? {
        for action in world.actions {
            guard action.isPossible(left) == action.isPossible(right) else {
                return "states that are merged differ in whether \(action.name) is possible"
            }
            guard action.isPossible(left) else { continue }
            let (one, other) = (reaction(left, action, walker), reaction(right, action, walker))
            if one.fingerprint != other.fingerprint {
                return "states that are merged differ in what comes of: \(action.name)\n"
                    + "\(one.effects)\nand\n\(other.effects)"
            }
        }
        return nil
    }

    private func reaction(
        _ before: Moment, _ action: SmallWorld.Action, _ walker: Walker
    ) -> (fingerprint: Fingerprint, effects: [Effect]) {
        var moment = before
        moment.heard = []
        action.happen(&moment)
        moment.walk(walker)
        let effects = moment.heard ?? []
        walker.walk(effects)
        return (walker.fingerprint, effects)
    }
}

/// Whether merging loses anything.
extension Exploration {
    /// What can be come to in so many steps, with every way gone, or with states merged.
    ///
    /// - Returns: the states, and the transitions that led to them.
    package func reached(in depth: Int, merged: Bool) -> (states: Set<Fingerprint>, ways: Int) {
        let walker = Walker(world.horizon)
        let root = world.root
        root.walk(walker)
        var states: Set = [walker.fingerprint]
        var frontier = [root]
        var ways = 0
        for _ in 0..<depth {
            var next: [Moment] = []
            for place in frontier where !place.ledger.hasExited {
                for action in world.actions where action.isPossible(place) {
                    var moment = place
                    action.happen(&moment)
                    moment.walk(walker)
                    ways += 1
                    let isNew = states.insert(walker.fingerprint).inserted
                    if isNew || !merged { next.append(moment) }
                }
            }
            frontier = next
        }
        return (states, ways)
    }
}
