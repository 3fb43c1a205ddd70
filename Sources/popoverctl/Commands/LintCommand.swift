// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import PopoverDrawing
internal import PopoverModel
internal import PopoverWire

struct LintCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lint",
        abstract: "Judge help texts and requests by the guidelines; needs no daemon.",
        discussion: """
            A line that is a popover.open, as sent to the daemon, is judged by what it declares. \
            Every other line is a help text, which does not say what developers call things.

            It writes FILE:LINE: RULE MESSAGE, and ends with 1 when there was something to write, \
            or with 2 when a file cannot be read.

            Example: popoverctl lint help.txt requests.jsonl
            """)

    @OptionGroup var connection: ConnectionOptions

    @Argument(
        help: "Texts in UTF-8, scenarios, or requests, one a line; - is standard input.",
        completion: .file())
    var files: [String]

    func run() throws {
        let linter = Linter()
        var status = ExitStatus.done
        for file in files {
            let lines: [LintLine]
            do {
                lines = try linter.judge(file: file)
            } catch {
                Terminal.complain("\(error)")
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
