// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import PopoverClient
internal import PopoverModel
internal import PopoverWire

struct RecordCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "Record what the daemon is told, for popoverctl replay.",
        discussion: """
            For administrators. The daemon writes recordings itself, into the folder of its state; \
            people's work is never in them. It always remembers the latest events: dump writes \
            them down.

            Example: popoverctl record dump
            """,
        subcommands: [Start.self, Stop.self, Dump.self, List.self])

    struct Start: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Begin a recording.", discussion: "Example: popoverctl record start")

        @OptionGroup var connection: ConnectionOptions

        @Argument(help: "What to call it, or for root its path.")
        var name: String?

        func run() throws { try connection.record("record.start", name) }
    }

    struct Stop: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "End the recording that was begun.",
            discussion: "Example: popoverctl record stop")

        @OptionGroup var connection: ConnectionOptions

        func run() throws { try connection.record("record.stop", nil) }
    }

    struct Dump: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Write down the latest that the daemon remembers.",
            discussion: "Example: popoverctl record dump before-lunch")

        @OptionGroup var connection: ConnectionOptions

        @Argument(help: "What to call it, or for root its path.")
        var name: String?

        func run() throws { try connection.record("record.dump", name) }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the recordings that there are.",
            discussion: "Example: popoverctl record list")

        @OptionGroup var connection: ConnectionOptions

        func run() throws {
            let result = try connection.connect().call("record.list")
            if connection.json { return try Terminal.print(result.compactText) }
            let recordings = result.member("recordings")?.elements.map { Array($0) } ?? []
            let rows = recordings.map { recording in
                [
                    recording.member("path")?.string ?? "",
                    recording.member("bytes")?.numberText ?? "",
                    recording.member("running")?.bool == true ? "running" : "",
                ]
            }
            try Terminal.print(Table(header: ["RECORDING", "BYTES", "STATE"], rows: rows).text)
        }
    }
}

extension ConnectionOptions {
    /// Asks for something about a recording, and writes its path.
    fileprivate func record(_ method: String, _ path: String?) throws {
        let result = try connect().call(method) { $0.member("path", ifPresent: path) }
        if json { return try Terminal.print(result.compactText) }
        try Terminal.print(result.member("path")?.string ?? "done")
    }
}
