// SPDX-License-Identifier: MIT

internal import PopoverModel

/// Decisions as text: the outcome, the reason, and the verdicts of plugins.
struct DecisionReport {
    /// Oldest first, as in the daemon's response.
    let decisions: [Decision]

    /// The lines, separated by LF.
    var text: String {
        let last = decisions.last?.time ?? Instant(microseconds: 0)
        return decisions.map { tree(of: $0, since: last).text }.joined(separator: "\n")
    }

    private func tree(of decision: Decision, since last: Instant) -> Tree {
        Tree(
            "\(Terminal.wallTime(of: decision.time)) \(seconds(decision.time - last)) \(heading(of: decision)): \(decision.outcome)",
            [Tree("because \(decision.because)")]
                + decision.records.map { Tree(Self.words(of: $0)) })
    }

    private func heading(of decision: Decision) -> String {
        let thing = decision.popover.map { "\($0)" } ?? decision.alert.map { "\($0)" }
        return [
            decision.subject.rawValue, thing, decision.app.map { "of \($0)" },
            decision.display.map { "on \($0)" },
        ].compactMap(\.self).joined(separator: " ")
    }

    /// The verdict of a plugin in a sentence.
    static func words(of record: VerdictRecord) -> String {
        let who =
            switch record.respondent {
            case .behavior(let name): "behavior \(name)"
            case .policy(let name): "policy \(name)"
            }
        let verdict = record.verdict.words
        let said =
            switch record.fallback {
            case nil: "said: \(verdict)"
            case .late: "timed out, which counts as: \(verdict)"
            case .failed: "failed, which counts as: \(verdict)"
            case .unfit: "gave an invalid verdict, which counts as: \(verdict)"
            }
        return "\(who), asked at \(record.question.hook.rawValue), \(said)"
    }

    /// `-1.250s`; the last decision is at `0.000s`.
    private func seconds(_ interval: Interval) -> String {
        let count = interval.milliseconds.magnitude
        let fraction = String(count % 1000)
        let zeros = String(repeating: "0", count: 3 - fraction.count)
        return "\(count > 0 ? "-" : "")\(count / 1000).\(zeros)\(fraction)s"
    }
}
