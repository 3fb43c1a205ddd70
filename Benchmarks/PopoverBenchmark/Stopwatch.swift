// SPDX-License-Identifier: MIT

/// Something whose cost is of interest. What it does must depend on `turn`, so that nothing can be
/// computed once for all turns, and end up in the result, so that nothing can be left out.
struct Workload {
    let name: String
    let run: (_ turn: Int) -> Double

    init(_ name: String, run: @escaping (Int) -> Double) {
        self.name = name
        self.run = run
    }
}

/// Measures workloads in turn, many short rounds each: what else the machine does then hits all of
/// them alike, and the median leaves it out.
struct Stopwatch {
    let rounds: Int
    let turnsPerRound: Int
    /// What the workloads computed; shown, so that it has to be computed.
    private(set) var checksum = 0.0
    private var turns = 0

    init(rounds: Int, turnsPerRound: Int) {
        self.rounds = rounds
        self.turnsPerRound = turnsPerRound
    }

    /// The median of what one turn of each workload takes.
    mutating func measure(_ workloads: [Workload]) -> [(name: String, nanoseconds: Double)] {
        let clock = ContinuousClock()
        var samples = workloads.map { _ in [Double]() }
        // The first round warms up.
        for round in 0...rounds {
            for (index, workload) in workloads.enumerated() {
                let elapsed = clock.measure {
                    for turn in turns..<(turns + turnsPerRound) { checksum += workload.run(turn) }
                }
                if round > 0 {
                    samples[index].append(elapsed / .nanoseconds(1) / Double(turnsPerRound))
                }
            }
            turns += turnsPerRound
        }
        return zip(workloads, samples).map { ($0.name, $1.sorted()[$1.count / 2]) }
    }
}
