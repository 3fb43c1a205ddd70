// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import PopoverClient
internal import PopoverModel
internal import PopoverWire

struct DraftCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "draft",
        abstract: "Look at unfinished work that is kept, and change it.",
        discussion: """
            Drafts belong to an app and the current user: --app says which app.

            Example: popoverctl draft list --app photos
            """,
        subcommands: [List.self, Show.self, Save.self, Discard.self])

    static func list(_ client: ClientConnection, json: Bool) throws {
        let result = try client.call("draft.list")
        if json { return try Terminal.print(result.compactText) }
        let rows = result.member("drafts")?.elements?.map { draft in
            [
                draft.member("key")?.string ?? "?",
                draft.member("revision")?.integer.map { "\($0)" } ?? "?",
                draft.member("bytes")?.integer.map { "\($0)" } ?? "?",
                draft.member("reason")?.string ?? "?",
            ]
        }
        try Terminal.print(
            Table(header: ["KEY", "REVISION", "BYTES", "REASON"], rows: rows ?? []).text)
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List what is kept.", discussion: "Example: popoverctl draft list")

        @OptionGroup var connection: ConnectionOptions

        func run() throws { try DraftCommand.list(connection.connect(), json: connection.json) }
    }

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Write a draft's content; null when there is none.",
            discussion: "Example: popoverctl draft show letter --app mail")

        @OptionGroup var connection: ConnectionOptions

        @Argument(help: "The draft's key.")
        var key: String

        func run() throws {
            let result = try connection.connect().call("draft.load") { $0.member("key", key) }
            if connection.json { return try Terminal.print(result.compactText) }
            let draft = result.member("draft")
            try Terminal.print(draft?.member("content")?.compactText ?? .null)
        }
    }

    struct Save: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Keep some JSON, and write its revision.",
            discussion: """
                It is answered when the disk has it.

                Example: popoverctl draft save letter '{"to":"Ann"}'
                """)

        @OptionGroup var connection: ConnectionOptions

        @Option(help: ArgumentHelp("Its revision; a lower one is refused.", valueName: "n"))
        var revision: Int64?

        @Argument(help: "The draft's key.")
        var key: String

        @Argument(help: "JSON, @FILE or @-.", transform: JSONArgument.init(argument:))
        var content: JSONArgument

        func run() throws {
            let result = try connection.connect().call("draft.save") { params in
                params.member("key", key)
                params.member("content", content.text)
                params.member("revision", ifPresent: revision)
                params.member("sync", true)
            }
            if connection.json { return try Terminal.print(result.compactText) }
            let durable = result.member("durable")?.bool == true ? "" : ", not yet on disk"
            let number = result.member("revision")?.integer.map { "\($0)" } ?? "?"
            try Terminal.print("revision \(number)\(durable)")
        }
    }

    struct Discard: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Erase a draft.", discussion: "Example: popoverctl draft discard letter")

        @OptionGroup var connection: ConnectionOptions

        @Argument(help: "The draft's key.")
        var key: String

        func run() throws {
            try connection.order("draft.discard") { $0.member("key", key) }
        }
    }
}
