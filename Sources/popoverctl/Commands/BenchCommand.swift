// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import PopoverClient
internal import PopoverDrawing
internal import PopoverModel
internal import PopoverWire

struct BenchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench",
        abstract: "Measure the latency of the daemon.",
        discussion: """
            Connects clients of its own and measures four times as a client sees them: from a \
            request to its response, from an open to its grant, from a tap to the willClose of \
            its popover, and from a published event to its subscriber.

            For administrators. The display must be empty: while something is open there, bench \
            does nothing, and if another client opens something meanwhile, bench ends with exit \
            status 1. A run takes about a second. To compare with other servers, use make bench.

            Example: popoverctl bench --rounds 200
            """)

    @OptionGroup var connection: ConnectionOptions

    @Option(
        help: ArgumentHelp("Repeat each measurement this many times, 10 to 1000.", valueName: "n"))
    var rounds = 500

    @Option(help: ArgumentHelp("Use this display instead of the first one.", valueName: "name"))
    var display: String?

    func validate() throws {
        // 1000 requests are half of the smallest limit for one client's lines per second.
        guard (10...1000).contains(rounds) else {
            throw ValidationError("--rounds: expected 10 to 1000")
        }
    }

    func run() throws {
        let scene = try connection.connect().status()
        let named = display ?? scene.displays.first?.specification.name
        let found = scene.displays.first { $0.specification.name === named }
        guard let target = found?.specification else {
            throw ErrorReport(
                .refused, named.map { "there is no display \($0)" } ?? "there is no display")
        }
        if let obstacle = scene.obstacle(on: target.name) {
            throw ErrorReport(
                .refused,
                "\(target.name): \(obstacle) is open; try again when the display is empty".plain)
        }
        let bench = Bench(connection: connection, display: target, scene: scene, rounds: rounds)
        try report([
            Measurement("request to answer", bench.answers()),
            Measurement("open to grant", bench.opens()),
            Measurement("tap to willClose", bench.taps()),
            Measurement("publish to subscriber", bench.events()),
        ])
    }

    private func report(_ measurements: [Measurement]) throws {
        guard connection.json else {
            let rows = measurements.map { [$0.name, "\($0.count)", $0.words(50), $0.words(99)] }
            return try Terminal.print(
                Table(header: ["WHAT", "ROUNDS", "P50 µs", "P99 µs"], rows: rows).text)
        }
        var writer = JSONWriter()
        writer.array { rows in
            for measurement in measurements { rows.object(measurement.write) }
        }
        try Terminal.print(JSONText(validated: writer.bytes))
    }
}

/// The durations of one repeated operation.
private struct Measurement {
    let name: String
    /// In nanoseconds, sorted; never empty.
    private let times: [Int64]

    init(_ name: String, _ times: [Duration]) {
        self.name = name
        self.times =
            times.map { time in
                let parts = time.components
                return parts.seconds * 1_000_000_000 + parts.attoseconds / 1_000_000_000
            }.sorted()
    }

    var count: Int { times.count }

    /// A percentile, in nanoseconds.
    private func percentile(_ percent: Int) -> Int64 {
        times[min(times.count - 1, times.count * percent / 100)]
    }

    /// A percentile in microseconds, with one decimal.
    func words(_ percent: Int) -> String {
        let tenths = (percentile(percent) + 50) / 100
        return "\(tenths / 10).\(tenths % 10)"
    }

    func write(_ object: inout JSONWriter) {
        object.member("what", name)
        object.member("rounds", Int64(count))
        object.member("p50Ns", percentile(50))
        object.member("p99Ns", percentile(99))
    }
}

extension Scene {
    /// What occupies the display; nil if it is empty.
    fileprivate func obstacle(on display: String) -> String? {
        if let popover = popovers.first(where: { $0.display === display }) {
            return "popover \(popover.popover) of \(popover.app)"
        }
        if let alert = alerts.first(where: { $0.display === display }) {
            return "alert \(alert.alert) of \(alert.app)"
        }
        if let view = views.first(where: { $0.display === display }) {
            return "view \(view.view) of \(view.app)"
        }
        if let panel = panels.first(where: { $0.display === display }) {
            return "panel \(panel.panel) of \(panel.app)"
        }
        return waiting.first { $0.display === display }.map { "a waiting request of \($0.app)" }
    }
}
