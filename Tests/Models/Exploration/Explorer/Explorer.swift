// SPDX-License-Identifier: MIT

import ArbiterExploration
import Glibc

/// Goes every way that small worlds can go:
///
///     arbiter-explorer [--world NAME] [--states N] [--threads N] [--sample N]
///                      [--depth N] [--stories 0|1] [--levels 0|1] [--path N,N,...]
///
/// With `--levels 1` it tells how many states there are after each step. With `--path` it tells one way, step by step. Ends with 1 where something does not hold.
@main
struct Explorer {
    private static let usage =
        "usage: arbiter-explorer [--world NAME] [--states N] [--threads N] [--sample N] "
        + "[--depth N] [--stories 0|1] [--levels 0|1] [--path N,N,...]"

    static func main() async {
        guard let order = Order(Array(CommandLine.arguments.dropFirst())) else {
            print(usage)
            exit(2)
        }
        if let path = order.path {
            guard let world = order.worlds.first else { exit(2) }
            for line in world.story(of: path) { print(line) }
            return
        }
        exit(await order.carriedOut() ? 0 : 1)
    }
}

/// What is to be explored.
private struct Order {
    var worlds = SmallWorld.all
    var states = 1_000_000
    var threads = 2
    var sample: UInt64 = 256
    /// Up to which ways are gone without merging too.
    var depth = 3
    var path: [Int]?
    /// Whether plugins answer everything to every question.
    var tellsStories = true
    var tellsLevels = false

    init?(_ arguments: [String]) {
        guard arguments.count.isMultiple(of: 2) else { return nil }
        for index in stride(from: 0, to: arguments.count, by: 2) {
            let value = arguments[index + 1]
            switch (arguments[index], Int(value)) {
            case ("--world", _): worlds = worlds.filter { $0.name == value }
            case ("--states", let number?): states = number
            case ("--threads", let number?): threads = max(1, number)
            case ("--sample", let number?): sample = UInt64(max(0, number))
            case ("--depth", let number?): depth = max(0, number)
            case ("--stories", let number?): tellsStories = number > 0
            case ("--levels", let number?): tellsLevels = number > 0
            case ("--path", _): path = value.split(separator: ",").compactMap { Int($0) }
            default: return nil
            }
        }
        if worlds.isEmpty { return nil }
    }

    /// Whether everything holds.
    func carriedOut() async -> Bool {
        let clock = ContinuousClock()
        let start = clock.now
        var sum = Exploration.Outcome()
        for world in worlds {
            let outcome = await explore(world)
            sum.states += outcome.states
            sum.transitions += outcome.transitions
            sum.comparisons += outcome.comparisons
            if let problem = outcome.problem {
                show(problem, in: world)
                return false
            }
            if !isSameWithoutMerging(world, &sum) { return false }
        }
        if tellsStories, !tell(&sum) { return false }
        print(
            "explored: \(worlds.count) worlds, \(sum.states) states, "
                + "\(sum.transitions) transitions, \(sum.comparisons) merged states compared, "
                + "0 violations, \((clock.now - start).components.seconds) s")
        return true
    }

    private func explore(_ world: SmallWorld) async -> Exploration.Outcome {
        let clock = ContinuousClock()
        let start = clock.now
        var exploration = Exploration(world)
        exploration.maximumStates = states
        exploration.threads = threads
        exploration.sample = sample
        if tellsLevels {
            exploration.progress = { depth, states, transitions in
                print("    depth \(depth): \(states) states, \(transitions) transitions")
            }
        }
        let outcome = await exploration.explored()
        print(
            "\(world.name) (\(world.subject)): \(outcome.states) states, "
                + "\(outcome.transitions) transitions, depth \(outcome.depth), "
                + (outcome.isComplete ? "complete" : "not complete")
                + ", at rest after at most \(outcome.longestRest) steps, "
                + "\((clock.now - start).components.seconds) s")
        return outcome
    }

    /// What is merged is not lost: every way alone leads to the same states.
    private func isSameWithoutMerging(
        _ world: SmallWorld, _ sum: inout Exploration.Outcome
    ) -> Bool {
        let exploration = Exploration(world)
        let all = exploration.reached(in: depth, merged: false)
        let merged = exploration.reached(in: depth, merged: true)
        sum.transitions += all.ways + merged.ways
        if all.states == merged.states { return true }
        print(
            "\(world.name): violation: \(all.ways) ways lead to \(all.states.count) states, "
                + "merged ones to \(merged.states.count)")
        return false
    }

    private func tell(_ sum: inout Exploration.Outcome) -> Bool {
        for story in VerdictStory.all {
            let product = story.told()
            print(
                "every verdict, \(story.name): \(product.questions) questions answered in "
                    + "every way, \(product.states) states, \(product.transitions) transitions, "
                    + "\(product.ends) ends")
            sum.states += product.states
            sum.transitions += product.transitions
            if product.problems.isEmpty { continue }
            for line in product.problems { print(line) }
            print("\(story.name): violation: \(product.problems.last ?? "")")
            return false
        }
        return true
    }

    private func show(_ problem: Exploration.Violation, in world: SmallWorld) {
        for line in world.story(of: problem.path) { print(line) }
        print("\(world.name): violation: \(problem.what.joined(separator: "; "))")
        let path = problem.path.map { "\($0)" }.joined(separator: ",")
        print("    again: arbiter-explorer --world \(world.name) --path \(path)")
    }
}
