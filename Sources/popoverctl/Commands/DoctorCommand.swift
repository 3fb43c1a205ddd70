// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import PopoverConfiguration
internal import PopoverModel
internal import PopoverWire

struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check the installation and suggest fixes.",
        discussion: """
            Each line begins with ok, note or wrong. The exit status is 1 if anything is wrong. \
            The files are those of the running daemon, unless options name others. Root can check \
            more than other users, and with --as whether another user can connect.

            With --report, writes a file for support: findings, status, limits, metrics, \
            configuration and log. The file contains no drafts, titles or keys, and no options of \
            plugins.

            Example: popoverctl doctor --report popoverd-report.json
            """)

    @Option(
        name: .customLong("as"),
        help: ArgumentHelp(
            "Look as this user does. Only root can.", valueName: "user"))
    var user: String?

    @Option(
        help: ArgumentHelp(
            "Configuration file. Default: the running daemon's, else \(ConfigurationFiles.usual).",
            valueName: "path"),
        completion: .file(extensions: ["toml"]))
    var config: String?

    @Option(
        help: ArgumentHelp(
            "Folder with drafts. Default: the running daemon's, else the configured one.",
            valueName: "path"),
        completion: .directory)
    var state: String?

    @Option(
        help: ArgumentHelp(
            "Write a report for support to this new file, as JSON.", valueName: "path"),
        completion: .file())
    var report: String?

    @OptionGroup var connection: ConnectionOptions

    func run() throws {
        if let user { try Viewpoint(ofUser: user).enter() }
        var doctor = Doctor(
            socket: connection.socket, configurationFile: config, stateFolder: state,
            timeout: connection.interval)
        doctor.examine()
        if connection.json {
            var writer = JSONWriter()
            writer.array { list in
                for result in doctor.results { list.object { result.write(to: &$0) } }
            }
            try Terminal.print(JSONText(validated: writer.bytes))
        } else {
            for line in doctor.results.flatMap(\.lines) { try Terminal.print(line) }
        }
        if let report {
            let bytes = DoctorReport(doctor: doctor, journal: DoctorReport.readJournal()).bytes
            try Terminal.writeSecret(bytes, toFile: report)
        }
        if !doctor.isWell { throw ExitCode(ExitStatus.refused.rawValue) }
    }
}
