// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import PopoverClient
internal import PopoverDrawing
internal import PopoverModel
internal import PopoverWire

struct BenchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench",
        abstract: "Measure how fast the daemon answers.",
        discussion: """
            It plays clients of its own and takes the time, as a client sees it, from a request \
            to its answer, from an open to its grant, from a tap to its popover's willClose, and \
            from an event to its subscriber. Nothing is told of other servers: make bench does \
            that.

            For the opens and taps it needs a display on which nothing is open, and does nothing \
            where something is. It ends with 1 as soon as somebody else opens something there. It \
            takes a second or so, and, as status, an administrator.

            Example: popoverctl bench --rounds 200
            """)

    @OptionGroup var connection: ConnectionOptions

    @Option(help: ArgumentHelp("How often each thing is done.", valueName: "n"))
    var rounds = 500

    @Option(help: ArgumentHelp("Where, instead of on the first display.", valueName: "name"))
    var display: String?

    func validate() throws {
        // Half as many requests as the least limit for the lines of one client in a second.
        guard (10...1000).contains(rounds) else {
            throw ValidationError("--rounds: expected 10 to 1000")
        }
    }

    func run() throws {
        let scene = try connection.connect().status()
        let named = display ?? scene.displays.first?.specification.name
        let found = scene.displays.first { $0.specification.name == named }
        guard let place = found?.specification else {
            Terminal.complain(named.map { "there is no display \($0)" } ?? "there is no display")
            throw ExitCode(ExitStatus.refused.rawValue)
        }
        if let what = scene.obstacle(on: place.name) {
            Terminal.complain(
                "\(place.name): \(what) is open; try again when nothing is".plain)
            throw ExitCode(ExitStatus.refused.rawValue)
        }
        let bench = Bench(connection: connection, place: place, scene: scene, rounds: rounds)
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

/// The times of one thing that was done often.
private struct Measurement {
    let name: String
    /// In nanoseconds, the least first; never empty.
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

    /// What so many of a hundred do not exceed, in nanoseconds.
    private func part(_ percent: Int) -> Int64 {
        times[min(times.count - 1, times.count * percent / 100)]
    }

    /// In microseconds, with one place after the point.
    func words(_ percent: Int) -> String {
        let tenths = (part(percent) + 50) / 100
        return "\(tenths / 10).\(tenths % 10)"
    }

    func write(_ object: inout JSONWriter) {
        object.member("what", name)
        object.member("rounds", Int64(count))
        object.member("p50Ns", part(50))
        object.member("p99Ns", part(99))
    }
}

extension Scene {
    /// What people see or are asked there, or somebody waits for, in words.
    fileprivate func obstacle(on display: String) -> String? {
        if let popover = popovers.first(where: { $0.display == display }) {
            return "popover \(popover.popover) of \(popover.app)"
        }
        if let alert = alerts.first(where: { $0.display == display }) {
            return "alert \(alert.alert) of \(alert.app)"
        }
        if let view = views.first(where: { $0.display == display }) {
            return "view \(view.view) of \(view.app)"
        }
        if let panel = panels.first(where: { $0.display == display }) {
            return "panel \(panel.panel) of \(panel.app)"
        }
        return waiting.first { $0.display == display }.map { "what \($0.app) waits for" }
    }
}
