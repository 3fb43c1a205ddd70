// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import PopoverClient
internal import PopoverDrawing
internal import PopoverWire

struct MetricsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "metrics",
        abstract: "Show the metrics of the daemon.",
        discussion: """
            For administrators. The table omits counters that are 0. For durations it shows the \
            count, the sum, the median and the 99th percentile. --text and --json write all \
            metrics.

            Example: popoverctl metrics --text > /var/lib/node_exporter/popoverd.prom
            """)

    @Flag(help: "Write the Prometheus text format.")
    var text = false

    @OptionGroup var connection: ConnectionOptions

    func validate() throws {
        if text && connection.json {
            throw ValidationError("--text and --json cannot be combined")
        }
    }

    func run() throws {
        let result = try connection.connect().call("metrics")
        if connection.json { return try Terminal.print(result.compactText) }
        let figures = MetricFigures(result)
        if text { return try Terminal.print(Array(figures.text.plainLines.utf8)) }
        try Terminal.print(figures.table.text)
    }
}
