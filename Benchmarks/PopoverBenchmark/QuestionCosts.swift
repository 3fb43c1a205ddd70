// SPDX-License-Identifier: MIT

import PopoverModel

/// What a question costs, beside the least that asking costs without a host.
enum QuestionCosts {
    /// Nanoseconds that the host may add to the call of a library.
    private static let libraryGoal = 200.0
    /// How many bare round trips a question to a program may cost.
    private static let programGoal = 3.0

    /// - Parameter folder: where `make bench` puts the library and the programs, absolute.
    static func measure(folder: String) throws -> (rows: [Row], checksum: Double) {
        let libraries = libraries(folder)
        let programs = try programs(folder)
        return (libraries.rows + programs.rows, libraries.checksum + programs.checksum)
    }

    private static func libraries(_ folder: String) -> (rows: [Row], checksum: Double) {
        let questions = NativeQuestions(folder: folder)
        precondition(questions.isAlive, "the library does not answer what is measured")
        var stopwatch = Stopwatch(rounds: 300, turnsPerRound: 500)
        var rows: [Row] = []
        for (hook, workloads) in [
            (Hook.outsideTap, questions.outsideTap), (.open, questions.open),
        ] {
            let costs = stopwatch.measure(workloads).map(\.nanoseconds)
            let name = "a question to a library, \(hook.rawValue)"
            rows += [
                Row(name: "\(name): its function alone", value: costs[1], unit: .nanoseconds),
                Row(name: name, value: costs[0], unit: .nanoseconds),
                Row(
                    name: "\(name): above its function", value: costs[0] - costs[1],
                    unit: .nanoseconds, goal: libraryGoal),
            ]
        }
        return (rows, stopwatch.checksum)
    }

    private static func programs(_ folder: String) throws -> (rows: [Row], checksum: Double) {
        let questions = try ProgramQuestions(folder: folder)
        precondition(questions.isAlive, "the program does not answer what is measured")
        var stopwatch = Stopwatch(rounds: 500, turnsPerRound: 20)
        var rows: [Row] = []
        for question in [Questions.outsideTap, Questions.open] {
            let costs = stopwatch.measure(questions.workloads(question)).map(\.nanoseconds)
            let name = "a question to a program, \(question.hook.rawValue)"
            rows += [
                Row(name: "\(name): its bytes alone", value: costs[1], unit: .nanoseconds),
                Row(name: name, value: costs[0], unit: .nanoseconds),
                Row(
                    name: "\(name): to its bytes alone", value: costs[0] / costs[1],
                    unit: .ratio, goal: programGoal),
            ]
        }
        questions.end()
        return (rows, stopwatch.checksum)
    }
}
