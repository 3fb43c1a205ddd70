// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import LibUV
internal import LibraryHost
internal import PopoverModel

extension PluginCommand {
    /// The process that `config check` starts for a library, which may crash or hang.
    struct Describe: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Load a library and write its name and options.", shouldDisplay: false)

        @OptionGroup var connection: ConnectionOptions

        @Argument(help: "Library (*.so) to load.")
        var file: String

        func run() throws {
            LibraryWorker.resetSignals()
            // The parent stops waiting earlier, unless it is gone.
            System.endAfter(seconds: UInt32(connection.interval.milliseconds / 1000) + 2)
            let output = Terminal.redirectOutput()
            var line: [UInt8] = []
            PluginProbe.run(paths: [file], isAlone: true) { line = $0 }
            try Terminal.print(Array(line.dropLast()), to: output)
        }
    }
}
