// SPDX-License-Identifier: MIT

internal import ArgumentParser

extension PluginCommand {
    /// The process that `plugin test` starts for a library, which may crash or hang.
    struct Answer: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Load a library and answer questions, one per line.", shouldDisplay: false)

        @OptionGroup var connection: ConnectionOptions

        @Option(name: .customLong("option"), help: OptionArgument.help)
        var options: [OptionArgument] = []

        @Argument(help: "Library (*.so) to load.")
        var file: String

        func run() throws {
            try LibraryWorker(
                options: OptionArgument.options(options), timeout: connection.interval
            ).serve(file)
        }
    }
}
