// SPDX-License-Identifier: MIT

import PopoverModel

/// The cost of questions, compared with questions without a host.
enum QuestionCosts {
    /// The goal for the overhead of the host per call of a library, in nanoseconds.
    private static let libraryGoal = 200.0
    /// The goal for a question to a program, in bare round trips.
    private static let programGoal = 3.0

    /// - Parameter folder: the absolute path of the library and programs from `make bench`.
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
