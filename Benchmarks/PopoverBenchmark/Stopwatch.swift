// SPDX-License-Identifier: MIT

/// A workload to measure. It must depend on `turn` and contribute to the result, so that the compiler can
/// neither hoist nor remove it.
struct Workload {
    let name: String
    let run: (_ turn: Int) -> Double

    init(_ name: String, run: @escaping (Int) -> Double) {
        self.name = name
        self.run = run
    }
}

/// Measures workloads alternately in many short rounds, so that other load affects all of them alike and
/// the median excludes it.
struct Stopwatch {
    let rounds: Int
    let turnsPerRound: Int
    /// The sum of all results; it is printed, so that it must be computed.
    private(set) var checksum = 0.0
    private var turns = 0

    init(rounds: Int, turnsPerRound: Int) {
        self.rounds = rounds
        self.turnsPerRound = turnsPerRound
    }

    /// The median time per turn of each workload.
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
                    samples[index].append(elapsed / Duration.nanoseconds(turnsPerRound))
                }
            }
            turns += turnsPerRound
        }
        return zip(workloads, samples).map { ($0.name, $1.sorted()[$1.count / 2]) }
    }
}
