// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import Glibc
internal import PopoverModel
internal import PopoverWire

struct SetupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "setup",
        abstract: "Set up this machine as a kiosk.",
        discussion: """
            Installs the configuration, units and drop-ins of the kind, and starts it. Overwrites no \
            file, and installs no package: it names those that are missing. Needs no daemon. Without a \
            kind, lists the kinds.

            Example: popoverctl setup web-x11 --dry-run
            """)

    @Flag(help: "Show what would be done, and change nothing.")
    var dryRun = false

    @Flag(help: "Stop the units, and remove the files that nobody has changed.")
    var undo = false

    @Option(
        help: ArgumentHelp(
            "Set up the image of a machine in this folder. Units are enabled, not started.",
            valueName: "folder"),
        completion: .directory)
    var root = "/"

    @OptionGroup var connection: ConnectionOptions

    @Argument(
        help: "Kind of kiosk.",
        completion: .list((try? KioskKind.all().map(\.name)) ?? []))
    var kind: String?

    func run() throws {
        guard let kind else { return try listKinds() }
        let setup = try Setup(.named(kind), root: root)
        guard dryRun || !setup.isOnMachine || geteuid() == 0 else {
            throw ErrorReport(
                .notPermitted, "setup changes this machine: run it as root, or with --dry-run")
        }
        umask(0o022)
        if undo {
            try remove(setup)
        } else {
            try install(setup)
        }
    }

    private func listKinds() throws {
        let kinds = try KioskKind.all()
        guard connection.json else {
            let rows = kinds.map { [$0.name, $0.purpose] }
            return try Terminal.print(Table(header: ["KIND", "FOR"], rows: rows).text)
        }
        var writer = JSONWriter()
        writer.array { array in
            for kind in kinds {
                array.object { object in
                    object.member("kind", kind.name)
                    object.member("for", kind.purpose)
                }
            }
        }
        try Terminal.print(JSONText(validated: writer.bytes))
    }

    private func install(_ setup: Setup) throws {
        let obstacle = obstacle(to: setup)
        // A dry run says what would be done without it, too.
        if let obstacle, !dryRun { throw obstacle }
        let steps = setup.installation
        for step in steps {
            try show(step)
            if !dryRun { try setup.perform(step) }
        }
        if connection.json { try Terminal.print(json(steps)) }
        if let obstacle { throw obstacle }
        guard !connection.json else { return }
        let isNew = steps.contains { if case .install = $0 { true } else { false } }
        try Terminal.print(
            isNew ? setup.kind.rest : "\(setup.kind.name): every file was installed already")
    }

    private func remove(_ setup: Setup) throws {
        let steps = setup.removal
        var error: ErrorReport?
        for step in steps {
            try show(step)
            guard !dryRun else { continue }
            do {
                try setup.perform(step)
            } catch let report as ErrorReport {
                // A unit that is gone keeps no file.
                report.write()
                error = report
            }
        }
        if error != nil { throw ExitCode(ExitStatus.refused.rawValue) }
        if connection.json { return try Terminal.print(json(steps)) }
        if steps.isEmpty { try Terminal.print("\(setup.kind.name): no file of it is installed") }
    }

    /// Why nothing is installed: everything at once.
    private func obstacle(to setup: Setup) -> ErrorReport? {
        var lines: [String] = []
        let missing = setup.missing
        if !missing.isEmpty {
            lines.append("\(setup.kind.name) needs what is not there:")
            lines += missing.map { need in
                "  \(need.path)" + (need.meaning.map { ": \($0)" } ?? "")
            }
            let packages = missing.compactMap(\.package)
            if !packages.isEmpty {
                lines.append("install them: apt install \(packages.joined(separator: " "))")
            }
        }
        if !setup.inTheWay.isEmpty {
            lines.append(
                "these files are there already, and differ (move them, or merge them by hand):")
            lines += setup.inTheWay.map { "  \($0)" }
        }
        return lines.isEmpty ? nil : ErrorReport(.refused, lines.joined(separator: "\n"))
    }

    private func show(_ step: Setup.Step) throws {
        if !connection.json { try Terminal.print("\(step)") }
    }

    private func json(_ steps: [Setup.Step]) -> JSONText {
        var writer = JSONWriter()
        writer.array { array in
            for step in steps {
                array.object { object in
                    switch step {
                    case .install(let file): object.member("install", file)
                    case .remove(let file): object.member("remove", file)
                    case .keep(let file): object.member("keep", file)
                    case .run(let words): object.member("run", words.joined(separator: " "))
                    }
                }
            }
        }
        return JSONText(validated: writer.bytes)
    }
}
