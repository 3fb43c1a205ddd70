// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import PopoverDrawing
internal import PopoverModel
internal import PopoverWire

struct LintCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lint",
        abstract: "Check help texts and requests against the guidelines, without a daemon.",
        discussion: """
            A line with a popover.open request is checked by what the request declares. Any other \
            line is checked as a help text, which must avoid developer terms.

            Writes FILE:LINE: RULE MESSAGE for each finding. The exit status is 1 if there are \
            findings, and 2 if a file cannot be read.

            Example: popoverctl lint help.txt requests.jsonl
            """)

    @OptionGroup var connection: ConnectionOptions

    @Argument(
        help:
            "Files to check: text in UTF-8, scenarios, or requests, one per line; - is standard input.",
        completion: .file())
    var files: [String]

    func run() throws {
        let linter = Linter()
        var status = ExitStatus.done
        for file in files {
            let lines: [LintLine]
            do {
                lines = try linter.check(file: file)
            } catch {
                ErrorReport(error).write()
                status = .usage
                continue
            }
            for line in lines { try report(line) }
            if !lines.isEmpty, status == .done { status = .refused }
        }
        guard status == .done else { throw ExitCode(status.rawValue) }
    }

    private func report(_ line: LintLine) throws(FileError) {
        guard connection.json else { return try Terminal.print(line.text.plain) }
        var writer = JSONWriter()
        writer.object(line.writeMembers)
        try Terminal.print(JSONText(validated: writer.bytes))
    }
}
