// SPDX-License-Identifier: MIT

import BareQuestions
import LibUV
import PopoverModel
import PopoverWire
import ProgramHost

/// Questions to a program, through the host and as bare round trips of the same bytes over pipes.
final class ProgramQuestions {
    private static let name = "answering"

    private let loop: Loop
    private var host: ProgramHost?
    /// All ids, and thereby all lines, have the same length.
    private var number: UInt64 = 100_000
    private var verdict: Verdict?
    private var isAnswered = false

    /// - Parameter folder: contains the programs of `Benchmarks/Programs`.
    init(folder: String) throws {
        loop = try Loop()
        host = ProgramHost(loop, clock: { BenchmarkClock.now }) { [unowned self] in hear($1) }
        let path = "\(folder)/\(Self.name)"
        var settings = ProgramSettings(name: Self.name, path: path)
        settings.isTrusted = true
        host?.start(settings)
        loop.run()
        precondition(unsafe bare_program_start("\(folder)/echo") == 0, "echo cannot be started")
    }

    /// Whether the questions get the expected answers.
    var isAlive: Bool {
        _ = ask(Questions.outsideTap)
        guard verdict == .outsideTap(.stay), askBare(Questions.outsideTap)(0) == 61 else {
            return false
        }
        _ = ask(Questions.open)
        return verdict == .open(.admit(sides: nil, widthRange: nil))
            && askBare(Questions.open)(0) == 62
    }

    /// The workloads, through the host and bare.
    func workloads(_ question: Question) -> [Workload] {
        [
            Workload("host") { [self] turn in ask(question) + Double(turn & 1) },
            Workload("bare", run: askBare(question)),
        ]
    }

    func end() {
        bare_program_end()
        host?.close { [self] in host = nil }
        loop.run()
        loop.close()
    }

    private func ask(_ question: Question) -> Double {
        number = number == 999_999 ? 100_000 : number + 1
        isAnswered = false
        host?.ask(
            QuestionID(number: number), .policy(Self.name), question, of: Self.name,
            deadline: .milliseconds(50))
        loop.run()
        return isAnswered ? 1 : 0
    }

    private func askBare(_ question: Question) -> (Int) -> Double {
        let line = PluginMessageEncoder().question(
            question, id: QuestionID(number: 100_000), deadline: .milliseconds(50))
        return { turn in
            let count = unsafe line.withUnsafeBytes { bytes in
                unsafe bare_program_ask(
                    bytes.baseAddress?.assumingMemoryBound(to: CChar.self), UInt64(bytes.count))
            }
            return Double(count) + Double(turn & 1)
        }
    }

    private func hear(_ event: ProgramEvent) {
        switch event {
        case .started: loop.stop()
        case .answered(_, _, let verdict):
            self.verdict = verdict
            isAnswered = true
            loop.stop()
        case .report(let report): fatalError("the program of the benchmark: \(report)")
        case .changed, .described, .received: break
        }
    }
}
