// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import PopoverClient
internal import PopoverModel
internal import PopoverWire

struct DraftCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "draft",
        abstract: "Read, save or discard drafts.",
        discussion: """
            A draft is unfinished work that the daemon stores for one app and one user. --app \
            selects the app; the user is the current one. popoverctl list drafts lists them.

            Example: popoverctl draft show letter --app photos
            """,
        subcommands: [List.self, Show.self, Save.self, Discard.self])

    static func list(_ connection: ConnectionOptions) throws {
        let result = try connection.connect().call("draft.list")
        if connection.json { return try Terminal.print(result.compactText) }
        let rows = result.member("drafts")?.elements?.map { draft -> [String] in
            [
                draft.member("key")?.string ?? "?",
                draft.member("revision")?.integer.map { "\($0)" } ?? "?",
                draft.member("bytes")?.integer.map { "\($0)" } ?? "?",
                draft.member("reason")?.string ?? "?",
            ]
        }
        guard let rows, !rows.isEmpty else {
            return Terminal.complain(
                "no drafts of app \"\(connection.app)\" (--app selects another app)")
        }
        try Terminal.print(Table(header: ["KEY", "REVISION", "BYTES", "REASON"], rows: rows).text)
    }

    /// `list drafts` under its name of before, which scripts use.
    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the drafts of an app.", shouldDisplay: false)

        @OptionGroup var connection: ConnectionOptions

        func run() throws { try DraftCommand.list(connection) }
    }

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Write the content of a draft as JSON, or null if there is no such draft.",
            discussion: "Example: popoverctl draft show letter --app mail")

        @OptionGroup var connection: ConnectionOptions

        @Argument(help: "Key of the draft.")
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
            abstract: "Save JSON as a draft and show its revision.",
            discussion: """
                Waits until the draft is on the disk.

                Example: popoverctl draft save letter '{"to":"Ann"}'
                """)

        @OptionGroup var connection: ConnectionOptions

        @Option(help: ArgumentHelp("Revision, refused if below the stored one.", valueName: "n"))
        var revision: Int64?

        @Option(help: ArgumentHelp("Session, refused if it has ended.", valueName: "id"))
        var session: String?

        @Argument(help: "Key of the draft.")
        var key: String

        @Argument(help: "Content: JSON, @FILE or @-.", transform: JSONArgument.init(argument:))
        var content: JSONArgument

        func run() throws {
            let result = try connection.connect().call("draft.save") { params in
                params.member("key", key)
                params.member("content", content.text)
                params.member("revision", ifPresent: revision)
                params.member("sync", true)
                params.member("session", ifPresent: session)
            }
            if connection.json { return try Terminal.print(result.compactText) }
            let durable = result.member("durable")?.bool == true ? "" : ", not yet on disk"
            let number = result.member("revision")?.integer.map { "\($0)" } ?? "?"
            try Terminal.print("revision \(number)\(durable)")
        }
    }

    struct Discard: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Discard a draft.", discussion: "Example: popoverctl draft discard letter")

        @OptionGroup var connection: ConnectionOptions

        @Argument(help: "Key of the draft.")
        var key: String

        func run() throws {
            try connection.order("draft.discard") { $0.member("key", key) }
        }
    }
}
