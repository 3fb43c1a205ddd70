// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import PopoverClient
internal import PopoverModel
internal import PopoverWire

struct ExplainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Tell what was decided lately, why, and what plugins said.",
        discussion: """
            For administrators. Times are relative to the last decision that is told. As JSON it \
            is what plugin test takes as questions.

            Example: popoverctl explain p7
            """)

    @OptionGroup var connection: ConnectionOptions

    @Option(help: ArgumentHelp("At most so many, the latest.", valueName: "n"))
    var limit = Decision.usuallyTold

    @Option(help: ArgumentHelp("Only what was decided on this display.", valueName: "name"))
    var display: String?

    @Argument(help: "The popover; without it, everything.")
    var popover: String?

    func validate() throws {
        guard (1...Decision.journal).contains(limit) else {
            throw ValidationError("--limit: expected 1 to \(Decision.journal)")
        }
    }

    func run() throws {
        let result = try connection.connect().call("popover.explain") { params in
            params.member("popover", ifPresent: popover)
            // How many of the latest are of one display, only all of them tell.
            params.member("limit", display == nil ? limit : Decision.journal)
        }
        if connection.json { return try Terminal.print(json(of: result)) }
        var decisions = try SceneDecoder.decisions(in: result)
        if let display {
            decisions = Array(decisions.filter { $0.display == display }.suffix(limit))
        }
        guard !decisions.isEmpty else { return Terminal.complain("nothing was decided") }
        try Terminal.print(DecisionReport(decisions: decisions).text)
    }

    /// The answer as it is, but for what is decided elsewhere than on a display that was named.
    private func json(of result: JSONNode) -> JSONText {
        guard let display, let decisions = result.member("decisions")?.elements else {
            return result.compactText
        }
        let kept = decisions.filter { $0.member("display")?.string == display }.suffix(limit)
        var writer = JSONWriter()
        writer.object { $0.member("decisions", kept.map(\.compactText)) }
        return JSONText(validated: writer.bytes)
    }
}
