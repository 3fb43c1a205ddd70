// SPDX-License-Identifier: MIT

internal import PopoverDrawing
internal import PopoverModel
internal import PopoverWire

extension PluginTestRun {
    /// The width of a question or an answer in the table.
    private static let cells = 56

    /// For people: a table, the errors and a summary.
    var text: String {
        let table = Table(
            header: ["NO", "HOOK", "QUESTION", "ANSWER", "TIME", "RESULT"],
            rows: rows.enumerated().map { index, row in
                [
                    "\(index + 1)", row.asked.question.hook.rawValue,
                    row.asked.question.words.fitted(toCells: Self.cells),
                    row.answer.fitted(toCells: Self.cells), row.time, row.result,
                ]
            })
        let wrongCount = rows.enumerated().compactMap { index, row in
            row.error.map { "\(index + 1): \($0)" }
        }
        return ([title.plain, table.text] + wrongCount + [summary]).joined(separator: "\n")
    }

    /// For programs: one object per question.
    var json: [JSONText] {
        rows.map { row in
            var writer = JSONWriter()
            writer.object(row.writeMembers)
            return JSONText(validated: writer.bytes)
        }
    }

    private var summary: String {
        let asked = rows.count { row in
            if case .notAsked = row.outcome { false } else { true }
        }
        let questions = rows.count == 1 ? "1 question" : "\(rows.count) questions"
        return "\(questions), \(asked) asked, \(wrongCount) wrong"
    }
}

extension PluginTestRun.Row {
    fileprivate var answer: String {
        switch outcome {
        case .notAsked: "(is not asked)"
        case .answered(let verdict, _): verdict.words
        case .failed: "(none)"
        }
    }

    fileprivate var time: String {
        guard case .answered(_, let interval) = outcome else { return "" }
        return "\(interval.microseconds) µs"
    }

    fileprivate var result: String {
        if !isFine { return "WRONG" }
        return asked.expected == nil ? "" : "as expected"
    }
}
