// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import PopoverClient
internal import PopoverWire

struct MetricsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "metrics",
        abstract: "Show what the daemon has counted and measured.",
        discussion: """
            For administrators. Counters that are still 0 are left out; of times, how many there \
            were, the sum, and below what half of them and 99 of 100 were. With --text everything, \
            as Prometheus reads it, and with --json everything as JSON.

            Example: popoverctl metrics --text > /var/lib/node_exporter/popoverd.prom
            """)

    @Flag(help: "Write the text format of Prometheus.")
    var text = false

    @OptionGroup var connection: ConnectionOptions

    func validate() throws {
        if text && connection.json {
            throw ValidationError("--text: expected this or --json, got both")
        }
    }

    func run() throws {
        let result = try connection.connect().call("metrics")
        if connection.json { return try Terminal.print(result.compactText) }
        let figures = MetricFigures(result)
        if text { return try Terminal.print(Array(figures.text.utf8)) }
        try Terminal.print(figures.table.text)
    }
}
