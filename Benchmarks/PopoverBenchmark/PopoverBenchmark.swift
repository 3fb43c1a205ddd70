// SPDX-License-Identifier: MIT

import Glibc

/// Measures the rules and questions to plugins: `popover-benchmark [--json] [--questions FOLDER]`. The
/// folder has the plugins that `make bench` compiles. The exit status is 1 if a question misses its
/// goal; rows show whether the other goals are met.
///
/// `popover-benchmark --sequence NAME --rounds COUNT [--crowd NUMBER]` only decides, for counting
/// instructions.
@main
struct PopoverBenchmark {
    /// The goal for a common placement, in nanoseconds.
    private static let placementGoal = 1000.0
    /// The goal for the growth with a thousand times as many sources.
    private static let ratioGoal = 1.5

    /// The goal for a decision, in nanoseconds.
    private static let decisionGoal = 2000.0

    static func main() throws {
        let arguments = CommandLine.arguments
        if let name = value(of: "--sequence") { return run(name) }
        let placements = placements()
        let kiosks = kiosks()
        let decisions = decisions()
        var report = Report(
            rows: placements.rows + kiosks.rows + decisions.rows,
            checksum: placements.checksum + kiosks.checksum + decisions.checksum)
        var holds = true
        if let folder = value(of: "--questions") {
            let questions = try QuestionCosts.measure(folder: folder)
            report.rows += questions.rows
            report.checksum += questions.checksum
            holds = questions.rows.allSatisfy { $0.holds ?? true }
        }
        print(arguments.contains("--json") ? report.json : report.table)
        if !holds { exit(1) }
    }

    private static func value(of option: String) -> String? {
        let arguments = CommandLine.arguments
        guard let index = arguments.firstIndex(of: option), index + 1 < arguments.count else {
            return nil
        }
        return arguments[index + 1]
    }

    /// Repeats one sequence in a crowd of clients, sources and displays.
    private static func run(_ name: String) {
        let crowd = value(of: "--crowd").flatMap { Int($0) } ?? 0
        let counter = Counter(
            Counter.Crowd(clients: crowd, sources: crowd, displays: min(crowd, 15), drafts: crowd))
        let rounds = value(of: "--rounds").flatMap { Int($0) } ?? 1000
        let lines = Lines()
        guard lines.isAlive, let sequence = counter.sequence(name) ?? lines.sequence(name) else {
            print((Counter.names + Lines.names).joined(separator: "\n"))
            exit(1)
        }
        let decided = counter.decisions
        var checksum = 0.0
        for turn in 0..<rounds { checksum += sequence(turn) }
        // Lines decide nothing: each round counts as one.
        let decisions = Lines.names.contains(name) ? rounds : counter.decisions - decided
        print("decisions \(decisions) checksum \(checksum)")
    }

    /// The cost of each sequence, and its growth in a crowd.
    private static func decisions() -> (rows: [Row], checksum: Double) {
        let crowds = [
            ("alone", Counter.Crowd()), ("1,000 clients", Counter.Crowd(clients: 1000)),
            ("10,000 sources", Counter.Crowd(sources: 10_000)),
            ("16 displays", Counter.Crowd(displays: 15)),
            ("watched", Counter.Crowd(isWatched: true)),
            ("100,000 drafts", Counter.Crowd(drafts: 100_000, isWatched: true)),
            ("a subscriber", Counter.Crowd(subscribers: 1)),
        ]
        let counters = crowds.map { Counter($1) }
        precondition(counters.allSatisfy(\.isAlive), "nothing happens at the counter")
        var stopwatch = Stopwatch(rounds: 100, turnsPerRound: 50)
        var rows: [Row] = []
        for name in Counter.names {
            let workloads = zip(crowds, counters).compactMap { crowd, counter in
                counter.sequence(name).map { Workload(crowd.0, run: $0) }
            }
            _ = workloads[0].run(0)
            let before = counters[0].decisions
            _ = workloads[0].run(1)
            let decisions = Double(counters[0].decisions - before)
            let costs = stopwatch.measure(workloads)
            rows += costs.map {
                Row(
                    name: "a decision of \(name): \($0.name)",
                    value: $0.nanoseconds / decisions, unit: .nanoseconds, goal: decisionGoal)
            }
        }
        return (rows, stopwatch.checksum)
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
