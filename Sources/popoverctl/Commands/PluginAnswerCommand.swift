// SPDX-License-Identifier: MIT

internal import ArgumentParser

extension PluginCommand {
    /// What `plugin test` starts, so that a library that crashes or hangs takes nothing with it.
    struct Answer: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Answer for a library, one line for each.", shouldDisplay: false)

        @OptionGroup var connection: ConnectionOptions

        @Option(name: .customLong("option"), help: OptionArgument.help)
        var options: [OptionArgument] = []

        @Argument(help: "A library (*.so).")
        var file: String

        func run() throws {
            try LibraryCalls(
                options: OptionArgument.options(options), patience: connection.interval
            ).serve(file)
        }
    }
}
