// SPDX-License-Identifier: MIT

import PopoverCore

/// Every state that a small world can come to, breadth first, each once.
package struct Exploration: Sendable {
    package let world: SmallWorld
    package var maximumStates = 1_000_000
    package var maximumDepth = Int.max
    package var threads = 2
    /// Of the states that are merged one in so many is compared with the one it is taken for.
    package var sample: UInt64 = 0

    /// Told of every level: its depth, and the states and transitions so far.
    package var progress: (@Sendable (Int, Int, Int) -> Void)?

    package init(_ world: SmallWorld) { self.world = world }

    package struct Outcome: Sendable {
        package var states = 0
        package var transitions = 0
        package var depth = 0
        /// Whether nothing is left to explore.
        package var isComplete = false
        /// The most steps from any state to rest.
        package var longestRest = 0
        package var comparisons = 0
        package var problem: Violation?

        package init() {}
    }

    package struct Violation: Sendable {
        package let path: [Int]
        package let what: [String]
    }

    private struct Known {
        var index: [Fingerprint: Int32] = [:]
        var parents: [Int32] = []
        var steps: [UInt16] = []
        /// Where it goes when nobody does anything; itself at rest, -1 not known.
        var quiet: [Int32] = []
        var calm: [Bool] = []

        mutating func add(_ fingerprint: Fingerprint, from parent: Int32, by step: UInt16) -> Int32
        {
            let index = Int32(parents.count)
            self.index[fingerprint] = index
            parents.append(parent)
            steps.append(step)
            quiet.append(-1)
            calm.append(false)
            return index
        }

        func path(to index: Int32) -> [Int] {
            var path: [Int] = []
            var here = Int(index)
            while parents[here] >= 0 {
                path.append(Int(steps[here]))
                here = Int(parents[here])
            }
            return path.reversed()
        }
    }

    private struct Found: Sendable {
        let parent: Int32
        let step: UInt16
        let fingerprint: Fingerprint
        let moment: Kept
    }

    /// A moment that is handed on and not copied.
    private final class Kept: Sendable {
        let moment: Moment
        init(_ moment: Moment) { self.moment = moment }
    }

    /// Walks for one task at a time: what it knows of types takes time to find.
    private struct Guide: @unchecked Sendable {
        let walker: Walker
    }

    private struct Part: Sendable {
        var found: [Found] = []
        var transitions = 0
        var quiet: [(index: Int32, to: Fingerprint?, isCalm: Bool)] = []
        var problem: (parent: Int32, step: Int?, what: [String])?
        var comparisons = 0
    }

    private typealias Place = (index: Int32, kept: Kept)

    package func explored() async -> Outcome {
        var outcome = Outcome()
        var known = Known()
        var originals: [Fingerprint: Kept] = [:]
        let walker = Walker(world.horizon)
        let root = world.root
        root.walk(walker)
        var frontier: [Place] = [(known.add(walker.fingerprint, from: -1, by: 0), Kept(root))]
        let guides = (0..<threads).map { _ in Guide(walker: Walker(world.horizon)) }
        if !root.violations.isEmpty {
            outcome.problem = Violation(path: [], what: root.violations)
            return outcome
        }
        while !frontier.isEmpty, outcome.depth < maximumDepth, known.parents.count < maximumStates {
            let parts = await expanded(frontier, known.index, originals, guides)
            frontier = []
            for part in parts {
                outcome.transitions += part.transitions
                outcome.comparisons += part.comparisons
                if let problem = part.problem, outcome.problem == nil {
                    outcome.problem = Violation(
                        path: known.path(to: problem.parent) + (problem.step.map { [$0] } ?? []),
                        what: problem.what)
                }
                for found in part.found where known.index[found.fingerprint] == nil {
                    let index = known.add(found.fingerprint, from: found.parent, by: found.step)
                    frontier.append((index, found.moment))
                    if isSampled(found.fingerprint) {
                        originals[found.fingerprint] = found.moment
                    }
                }
            }
            for part in parts {
                for quiet in part.quiet {
                    let index = Int(quiet.index)
                    known.quiet[index] = quiet.to.map { known.index[$0] ?? -1 } ?? quiet.index
                    known.calm[index] = quiet.isCalm
                }
            }
            outcome.depth += 1
            progress?(outcome.depth, known.parents.count, outcome.transitions)
            if outcome.problem != nil { break }
        }
        outcome.states = known.parents.count
        outcome.isComplete = frontier.isEmpty && outcome.problem == nil
        if let most = world.mostStates, outcome.states > most, outcome.problem == nil {
            outcome.problem = Violation(
                path: known.path(to: Int32(known.parents.count - 1)),
                what: ["there are more than \(most) states: something in them only rises"])
        }
        if outcome.problem == nil { checkRest(known, &outcome) }
        return outcome
    }

    private func isSampled(_ fingerprint: Fingerprint) -> Bool {
        sample > 0 && fingerprint.high % sample == 0
    }

    // MARK: A level

    private func expanded(
        _ frontier: [Place], _ index: [Fingerprint: Int32], _ originals: [Fingerprint: Kept],
        _ guides: [Guide]
    ) async -> [Part] {
        let size = min(max(frontier.count / (threads * 4), 16), 512)
        let starts = Array(stride(from: 0, to: frontier.count, by: size))
        return await withTaskGroup(of: [(Int, Part)].self) { group in
            for (first, guide) in guides.enumerated() {
                group.addTask {
                    stride(from: first, to: starts.count, by: guides.count).map { number in
                        let start = starts[number]
                        let slice = frontier[start..<min(start + size, frontier.count)]
                        return (number, expanded(slice, index, originals, guide.walker))
                    }
                }
            }
            var parts: [(Int, Part)] = []
            for await part in group { parts += part }
            return parts.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    private func expanded(
        _ slice: ArraySlice<Place>, _ index: [Fingerprint: Int32],
        _ originals: [Fingerprint: Kept], _ walker: Walker
    ) -> Part {
        var part = Part()
        var new: Set<Fingerprint> = []
        for place in slice {
            let before = place.kept.moment
            let quiet = world.quietAction(before)
            if quiet == nil {
                let wrong = world.unrest(before)
                if !wrong.isEmpty { part.problem = part.problem ?? (place.index, nil, wrong) }
                part.quiet.append((place.index, nil, true))
            }
            for (number, action) in world.actions.enumerated()
            where !before.ledger.hasExited && action.isPossible(before) {
                var moment = before
                action.happen(&moment)
                part.transitions += 1
                let violations = moment.violations
                if !violations.isEmpty {
                    part.problem = part.problem ?? (place.index, number, violations)
                    return part
                }
                moment.walk(walker)
                let fingerprint = walker.fingerprint
                if part.transitions % 32 == 0, !repeats(action, from: before) {
                    part.problem = part.problem ?? (place.index, number, ["no other time the same"])
                    return part
                }
                if number == quiet {
                    let isCalm = !moment.ledger.isWaiting && moment.ledger.untold.isEmpty
                    part.quiet.append((place.index, fingerprint, isCalm))
                }
                if index[fingerprint] == nil, new.insert(fingerprint).inserted {
                    part.found.append(
                        Found(
                            parent: place.index, step: UInt16(number), fingerprint: fingerprint,
                            moment: Kept(moment)))
                } else if let original = originals[fingerprint], part.comparisons < 400 {
                    part.comparisons += 1
                    if let what = difference(original.moment, moment, walker) {
                        part.problem = part.problem ?? (place.index, number, [what])
                    }
                }
            }
        }
        return part
    }

    /// Whether the same events give the same effects.
    private func repeats(_ action: SmallWorld.Action, from moment: Moment) -> Bool {
        var (one, other) = (moment, moment)
        one.heard = []
        other.heard = []
        action.happen(&one)
        action.happen(&other)
        return one.heard == other.heard
    }

    // MARK: Rest

    /// From every state the world comes to rest when nobody does anything any more.
    private func checkRest(_ known: Known, _ outcome: inout Outcome) {
        // 0: not known; else one more than the steps to rest.
        var steps = [Int32](repeating: 0, count: known.parents.count)
        for start in known.parents.indices where steps[start] == 0 {
            var trail: [Int] = []
            var isOnTrail: Set<Int> = []
            var here = start
            var length: Int32 = 0
            while true {
                if steps[here] > 0 {
                    length = steps[here]
                    break
                }
                if !isOnTrail.insert(here).inserted {
                    let isCalm = trail[(trail.firstIndex(of: here) ?? 0)...].contains {
                        known.calm[$0]
                    }
                    if !world.isPeriodic || !isCalm {
                        outcome.problem = Violation(
                            path: known.path(to: Int32(start)), what: ["it never comes to rest"])
                        return
                    }
                    break
                }
                trail.append(here)
                let next = Int(known.quiet[here])
                // At rest, or beyond what was explored.
                if next == here || next < 0 { break }
                here = next
            }
            for place in trail.reversed() where steps[place] == 0 {
                length += 1
                steps[place] = length
            }
        }
        outcome.longestRest = Int((steps.max() ?? 1) - 1)
    }
}
