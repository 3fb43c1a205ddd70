// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import PopoverClient
internal import PopoverModel
internal import PopoverWire

struct RecordCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "Record events of the daemon for popoverctl replay.",
        discussion: """
            For administrators. The daemon writes recordings to its state folder. They never \
            contain drafts. The daemon always keeps the latest events in memory; dump writes \
            these to a file.

            Example: popoverctl record dump
            """,
        subcommands: [Start.self, Stop.self, Dump.self, List.self])

    struct Start: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Start a recording.", discussion: "Example: popoverctl record start")

        @OptionGroup var connection: ConnectionOptions

        @Argument(help: "Name of the recording; root may give a path.")
        var name: String?

        func run() throws { try connection.record("record.start", name) }
    }

    struct Stop: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Stop the current recording.",
            discussion: "Example: popoverctl record stop")

        @OptionGroup var connection: ConnectionOptions

        func run() throws { try connection.record("record.stop", nil) }
    }

    struct Dump: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Write the latest events to a recording.",
            discussion: "Example: popoverctl record dump before-lunch")

        @OptionGroup var connection: ConnectionOptions

        @Argument(help: "Name of the recording; root may give a path.")
        var name: String?

        func run() throws { try connection.record("record.dump", name) }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List recordings.",
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
    /// Calls a method for a recording, and writes the path of the recording.
    fileprivate func record(_ method: String, _ path: String?) throws {
        let result = try connect().call(method) { $0.member("path", ifPresent: path) }
        if json { return try Terminal.print(result.compactText) }
        try Terminal.print(result.member("path")?.string ?? "done")
    }
}
