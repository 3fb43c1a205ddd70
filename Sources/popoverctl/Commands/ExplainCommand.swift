// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import PopoverClient
internal import PopoverModel
internal import PopoverWire

struct ExplainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Show recent decisions, their reasons and the verdicts of plugins.",
        discussion: """
            For administrators. Each line has the time, and the time from it to the last decision \
            shown. plugin test accepts the output of --json as questions.

            Example: popoverctl explain p7
            """)

    @OptionGroup var connection: ConnectionOptions

    @Option(
        help: ArgumentHelp("Show at most this many decisions, the latest ones.", valueName: "n"))
    var limit = Decision.usuallyTold

    @Option(help: ArgumentHelp("Show only decisions about this display.", valueName: "name"))
    var display: String?

    @Argument(help: "Show only decisions about this popover, such as p7.")
    var popover: String?

    func validate() throws {
        guard (1...Decision.journal).contains(limit) else {
            throw ValidationError("--limit: expected 1 to \(Decision.journal)")
        }
    }

    func run() throws {
        let result = try connection.connect().call("popover.explain") { params in
            params.member("popover", ifPresent: popover)
            // The daemon does not filter by display: ask for all, filter below.
            params.member("limit", display == nil ? limit : Decision.journal)
        }
        if connection.json { return try Terminal.print(json(of: result)) }
        var decisions = try SceneDecoder.decisions(in: result)
        if let display {
            decisions = Array(decisions.filter { $0.display === display }.suffix(limit))
        }
        guard !decisions.isEmpty else { return Terminal.complain("no decisions to show") }
        try Terminal.print(DecisionReport(decisions: decisions).text)
    }

    /// The response, without decisions about other displays if one is named.
    private func json(of result: JSONNode) -> JSONText {
        guard let display, let decisions = result.member("decisions")?.elements else {
            return result.compactText
        }
        let kept = decisions.filter { $0.member("display")?.string === display }.suffix(limit)
        var writer = JSONWriter()
        writer.object { $0.member("decisions", kept.map(\.compactText)) }
        return JSONText(validated: writer.bytes)
    }
}
