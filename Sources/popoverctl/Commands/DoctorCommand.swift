// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import PopoverClient
internal import PopoverConfiguration
internal import PopoverWire

struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Look the installation over, and say what to do.",
        discussion: """
            Each line begins with ok, note or wrong; it ends with 1 when something is wrong. Root \
            sees more than others. With --report, what somebody who is asked for help wants to see \
            goes into one file: the findings, status, limits, metrics, configuration and log, \
            without anybody's work, titles or keys, and without what plugins are told.

            Example: popoverctl doctor --report popoverd-report.json
            """)

    @Option(
        help: ArgumentHelp("The daemon's configuration.", valueName: "path"),
        completion: .file(extensions: ["toml"]))
    var config = ConfigurationFiles.usual

    @Option(
        help: ArgumentHelp("The daemon's folder for drafts.", valueName: "path"),
        completion: .directory)
    var state: String?

    @Option(
        help: ArgumentHelp("Write a report for others, as JSON; a new file.", valueName: "path"),
        completion: .file())
    var report: String?

    @OptionGroup var connection: ConnectionOptions

    func run() throws {
        let configured = try? Configuration.load(path: config).state
        var doctor = Doctor(
            socket: connection.socket ?? SocketPath.discover(), configurationFile: config,
            stateFolder: state ?? configured ?? "/var/lib/popoverd", timeout: connection.interval)
        doctor.examine()
        if connection.json {
            var writer = JSONWriter()
            writer.array { list in
                for finding in doctor.findings { list.object { finding.write(to: &$0) } }
            }
            try Terminal.print(writer.bytes + [UInt8(ascii: "\n")])
        } else {
            for line in doctor.findings.flatMap(\.lines) { try Terminal.print(line) }
        }
        if let report {
            let bytes = DoctorReport(doctor: doctor, journal: DoctorReport.readJournal()).bytes
            try Terminal.writeSecret(bytes, toFile: report)
        }
        if !doctor.isWell { throw ExitCode(ExitStatus.refused.rawValue) }
    }
}
