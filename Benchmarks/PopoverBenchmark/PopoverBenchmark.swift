// SPDX-License-Identifier: MIT

import Glibc

/// What the rules and questions to plugins cost: `popover-benchmark [--json] [--questions FOLDER]`,
/// where the folder has what `make bench` compiles. It ends with 1 where a goal of the questions is
/// missed; whether another holds stands in its row.
@main
struct PopoverBenchmark {
    /// Nanoseconds that one placement may take, in the common cases.
    private static let placementGoal = 1000.0
    /// How much more a thousand times as many sources may cost.
    private static let ratioGoal = 1.5

    static func main() throws {
        let arguments = CommandLine.arguments
        let placements = placements()
        let kiosks = kiosks()
        var report = Report(
            rows: placements.rows + kiosks.rows, checksum: placements.checksum + kiosks.checksum)
        var holds = true
        if let option = arguments.firstIndex(of: "--questions"), option + 1 < arguments.count {
            let questions = try QuestionCosts.measure(folder: arguments[option + 1])
            report.rows += questions.rows
            report.checksum += questions.checksum
            holds = questions.rows.allSatisfy { $0.holds ?? true }
        }
        print(arguments.contains("--json") ? report.json : report.table)
        if !holds { exit(1) }
    }

    private static func placements() -> (rows: [Row], checksum: Double) {
        var fast = Stopwatch(rounds: 300, turnsPerRound: 500)
        let common = fast.measure(PlacementWorkloads.common()).map {
            Row(
                name: "one placement: \($0.name)", value: $0.nanoseconds, unit: .nanoseconds,
                goal: placementGoal)
        }
        var slow = Stopwatch(rounds: 15, turnsPerRound: 2)
        let crowded = slow.measure(PlacementWorkloads.crowded()).map {
            Row(name: "one placement: \($0.name)", value: $0.nanoseconds, unit: .nanoseconds)
        }
        return (common + crowded, fast.checksum + slow.checksum)
    }

    private static func kiosks() -> (rows: [Row], checksum: Double) {
        let few = Kiosk(sources: 10)
        let many = Kiosk(sources: 10_000)
        precondition(few.isAlive && many.isAlive, "the arbiter does not place what is measured")
        var stopwatch = Stopwatch(rounds: 300, turnsPerRound: 100)
        var rows: [Row] = []
        for (name, run) in [
            ("a source moves its popover", Kiosk.moveSource),
            ("a tap on a source, a close, an open", Kiosk.tapAndOpen),
        ] {
            let costs = stopwatch.measure([
                Workload("10 sources: \(name)", run: run(few)),
                Workload("10,000 sources: \(name)", run: run(many)),
            ])
            rows += costs.map {
                Row(name: $0.name, value: $0.nanoseconds, unit: .nanoseconds)
            }
            rows.append(
                Row(
                    name: "10,000 to 10: \(name)",
                    value: costs[1].nanoseconds / costs[0].nanoseconds, unit: .ratio,
                    goal: ratioGoal))
        }
        return (rows, stopwatch.checksum)
    }
}
