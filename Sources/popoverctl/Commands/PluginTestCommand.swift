// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import PopoverDrawing
internal import PopoverModel
internal import PopoverWire

extension PluginCommand {
    struct Test: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Ask a plugin questions and check its verdicts, without a daemon.",
            discussion: """
                Without --questions, asks standard questions of each kind, about the plugin's own \
                behavior if it provides one. A question file has one JSON object per line, as \
                written by --print-questions or by explain --json. The member "expect" holds the \
                expected verdict.

                Each library runs in a separate process. If the plugin crashes, or does not \
                answer within --timeout, the question counts as wrong, and the plugin is started \
                again for the next question.

                The exit status is 1 if a verdict is wrong, invalid or missing, and 2 if the plugin \
                cannot be loaded.

                Example: popoverctl plugin test ./libpopover-quiz.so --questions quiz.jsonl
                """)

        @OptionGroup var connection: ConnectionOptions

        @Option(
            help: ArgumentHelp(
                "Ask the questions of this file, one per line; - is standard input.",
                valueName: "file"),
            completion: .file())
        var questions: String?

        @Option(name: .customLong("option"), help: OptionArgument.help)
        var options: [OptionArgument] = []

        @Flag(help: "Write the standard questions, as a template for a question file.")
        var printQuestions = false

        @Argument(help: "Plugin to test: a library (*.so) or a program.", completion: .file())
        var file: String?

        func validate() throws {
            guard printQuestions != (file != nil) else {
                throw ValidationError("expected a plugin, or --print-questions, but not both")
            }
        }

        func run() throws {
            guard let file else { return try writeQuestions() }
            let run: PluginTestRun
            do throws(PluginTestError) {
                let recorded = try questions.map { name throws(PluginTestError) in
                    try QuestionFile.read(name)
                }
                let tester = try PluginTesters.open(
                    file, options: options, timeout: connection.interval)
                defer { tester.close() }
                run = PluginTestRun(of: tester, questions: recorded)
            } catch {
                throw ErrorReport(.file, error.message.plain)
            }
            try report(run)
            guard run.wrongCount == 0 else { throw ExitCode(ExitStatus.refused.rawValue) }
        }

        private func writeQuestions() throws(FileError) {
            for question in StandardQuestions.all(about: "menu") {
                var writer = JSONWriter()
                writer.value(question)
                try Terminal.print(JSONText(validated: writer.bytes))
            }
        }

        private func report(_ run: PluginTestRun) throws(FileError) {
            guard connection.json else { return try Terminal.print(run.text) }
            for line in run.json { try Terminal.print(line) }
        }
    }
}
