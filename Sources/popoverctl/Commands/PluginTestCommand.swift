// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import PopoverDrawing
internal import PopoverModel
internal import PopoverWire

extension PluginCommand {
    struct Test: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Put questions to a plugin, and show what it says; needs no daemon.",
            discussion: """
                Without --questions it is asked one or two of each kind, about its own behaviour \
                where it provides one. A file of questions has one on each line, as \
                --print-questions writes them, or what explain --json writes. With "expect" a \
                question says what has to be answered.

                A library is asked in a process of its own. Where the plugin crashes, or gives no \
                answer within --timeout, the question is told, and the rest is put to it anew.

                It ends with 1 when an answer is another than expected, makes no sense or is \
                missing, and with 2 when the plugin cannot be loaded.

                Example: popoverctl plugin test ./libpopover-quiz.so --questions quiz.jsonl
                """)

        @OptionGroup var connection: ConnectionOptions

        @Option(
            help: ArgumentHelp(
                "Questions, one on a line; - is standard input.", valueName: "file"),
            completion: .file())
        var questions: String?

        @Option(name: .customLong("option"), help: OptionArgument.help)
        var options: [OptionArgument] = []

        @Flag(help: "Write the usual questions, to start a file from.")
        var printQuestions = false

        @Argument(help: "A library (*.so), or a program.", completion: .file())
        var file: String?

        func validate() throws {
            guard printQuestions != (file != nil) else {
                throw ValidationError("either a plugin or --print-questions")
            }
        }

        func run() throws {
            guard let file else { return try writeQuestions() }
            let examination: Examination
            do throws(PluginTestError) {
                let recorded = try questions.map { name throws(PluginTestError) in
                    try QuestionFile.read(name)
                }
                let tester = try PluginTesters.open(
                    file, options: options, patience: connection.interval)
                defer { tester.close() }
                examination = Examination(of: tester, questions: recorded)
            } catch {
                Terminal.complain(error.message.plain)
                throw ExitCode(ExitStatus.usage.rawValue)
            }
            try report(examination)
            guard examination.faults == 0 else { throw ExitCode(ExitStatus.refused.rawValue) }
        }

        private func writeQuestions() throws(FileError) {
            for question in StandardQuestions.all(about: "menu") {
                var writer = JSONWriter()
                writer.value(question)
                try Terminal.print(JSONText(validated: writer.bytes))
            }
        }

        private func report(_ examination: Examination) throws(FileError) {
            guard connection.json else { return try Terminal.print(examination.text) }
            for line in examination.json { try Terminal.print(line) }
        }
    }
}
