// SPDX-License-Identifier: MIT

import Glibc
import PlacementProperties

/// Tries what must hold for every placement on very many worlds:
///
///     placement-survey [--worlds N] [--small N] [--first SEED]
///
/// A world is drawn by its seed alone, so `--worlds 1 --small 0 --first SEED` tries one again.
/// Ends with 1 where something does not hold.
@main
struct PlacementSurvey {
    private static let usage = "usage: placement-survey [--worlds N] [--small N] [--first SEED]"
    private static let shownViolations = 20

    static func main() async {
        guard let order = Order(Array(CommandLine.arguments.dropFirst())) else {
            print(usage)
            exit(2)
        }
        let clock = ContinuousClock()
        let start = clock.now
        let survey = await order.carriedOut()
        show(survey, order, taking: clock.now - start)
        exit(survey.violations.isEmpty ? 0 : 1)
    }

    private static func show(_ survey: Survey, _ order: Order, taking duration: Duration) {
        for (property, checks) in zip(PlacementProperty.all, survey.checks) {
            show(survey, property.name, checks)
        }
        show(survey, Survey.search, survey.smallWorlds)
        for violation in survey.violations.prefix(shownViolations) {
            let small = violation.property == Survey.search
            let again = small ? "--worlds 0 --small 1" : "--worlds 1 --small 0"
            print("\(violation.property): \(violation.what)")
            print("    again: placement-survey \(again) --first \(violation.seed)")
        }
        let checks = survey.checks.reduce(survey.smallWorlds, +)
        print(
            "survey: \(survey.worlds) worlds and \(survey.smallWorlds) small ones, "
                + "\(checks) checks, \(survey.violations.count) violations, "
                + "\(duration.components.seconds) s")
    }

    private static func show(_ survey: Survey, _ name: String, _ checks: Int) {
        let violations = survey.violations.count { $0.property == name }
        print("\(checks) checks, \(violations) violations: \(name)")
    }
}

/// What is to be tried.
private struct Order {
    var worlds: UInt64 = 1_000_000
    var small: UInt64 = 100_000
    var first: UInt64 = 0

    /// Few enough that the work is shared evenly.
    private static let chunk: UInt64 = 1000

    init?(_ arguments: [String]) {
        guard arguments.count.isMultiple(of: 2) else { return nil }
        for index in stride(from: 0, to: arguments.count, by: 2) {
            guard let value = UInt64(arguments[index + 1]), value < 1 << 40 else { return nil }
            switch arguments[index] {
            case "--worlds": worlds = value
            case "--small": small = value
            case "--first": first = value
            default: return nil
            }
        }
    }

    /// Chunk by chunk, on all cores; the results are added up in the order of the seeds.
    func carriedOut() async -> Survey {
        let seeds = first..<(first + max(worlds, small))
        let chunks = Array(
            stride(from: seeds.lowerBound, to: seeds.upperBound, by: Int(Self.chunk)))
        return await withTaskGroup(of: (UInt64, Survey).self) { group in
            for start in chunks {
                group.addTask { (start, surveyed(from: start)) }
            }
            var parts: [(UInt64, Survey)] = []
            for await part in group { parts.append(part) }
            return parts.sorted { $0.0 < $1.0 }.reduce(into: Survey()) { $0.add($1.1) }
        }
    }

    private func surveyed(from start: UInt64) -> Survey {
        var survey = Survey()
        for seed in start..<(start + Self.chunk) {
            if seed - first < worlds { survey.tryWorld(seed) }
            if seed - first < small { survey.trySmallWorld(seed) }
        }
        return survey
    }
}
