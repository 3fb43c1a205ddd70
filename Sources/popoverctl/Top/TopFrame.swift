// SPDX-License-Identifier: MIT

internal import PopoverDrawing
internal import PopoverModel

/// Draws the daemon's state as text that fits the terminal: a pure function of state and size.
struct TopFrame {
    /// The style of a piece of text, in the sixteen standard colors.
    enum Style: Hashable {
        case plain
        /// The title bar.
        case bar
        case heading
        case good
        case notable
        case alarming
        case faint
    }

    struct Span: Hashable {
        var text: String
        var style: Style
    }

    typealias Line = [Span]

    let state: TopState
    let width: Int
    let height: Int

    /// At least 20 columns and 5 lines are assumed.
    init(_ state: TopState, width: Int, height: Int) {
        self.state = state
        self.width = max(20, width)
        self.height = max(5, height)
    }

    /// Exactly `height` lines.
    var lines: [Line] {
        var lines = [bar, rates, latencies, news]
        let room = height - lines.count - 1
        lines += body(room)
        while lines.count < height - 1 { lines.append([]) }
        lines = Array(lines.prefix(height - 1))
        lines.append(foot)
        return lines.map { fitted($0) }
    }

    /// The lines without styles and without trailing spaces.
    var text: String {
        lines.map { line in
            var text = line.map(\.text).joined()
            while text.last == " " { text.removeLast() }
            return text
        }.joined(separator: "\n")
    }

    /// The text for a pipe: without empty lines at the end and without the line of keys.
    var report: String {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines.joined(separator: "\n")
    }

    // MARK: Lines

    private var bar: Line {
        guard let latest = state.latest else {
            return [Span(text: " \(state.server)", style: .bar)]
        }
        let figures = latest.figures
        let up = latest.date - figures.value("process_start_time_seconds")
        let memory = figures.value("process_resident_memory_bytes")
        let busy = state.rate { $0.value("process_cpu_seconds_total") }
        let words = [
            state.server, "up \(Self.age(up))", Self.count(latest.scene.clients.count, "client"),
            Self.count(latest.scene.popovers.count, "popover"),
            Self.count(latest.scene.alerts.count, "alert"), "\(Self.bytes(memory))",
            busy.map { "\(Self.short($0 * 100)) % CPU" } ?? "",
        ]
        return [
            Span(text: " " + words.filter { !$0.isEmpty }.joined(separator: "  "), style: .bar)
        ]
    }

    private var rates: Line {
        let words =
            TopState.rates.map { name, metric in
                "\(name) \(state.rate { $0.sum(metric) }.map(Self.short) ?? "-")"
            }
            + TopState.byteRates.map { name, metric in
                "\(name) \(state.rate { $0.sum(metric) }.map(Self.bytes) ?? "-")"
            }
        return [
            Span(text: "per second  ", style: .heading), Span(text: whole(words), style: .plain),
        ]
    }

    /// Joins as many words as fit beside a heading.
    private func whole(_ words: [String]) -> String {
        var words = words
        while words.count > 1, words.joined(separator: "  ").cells > width - 14 {
            words.removeLast()
        }
        return words.joined(separator: "  ")
    }

    private var latencies: Line {
        let words = TopState.durations.map { name, metric in
            let times = state.times(metric)
            let half = times?.bound(of: 0.5).map(MetricFigures.duration) ?? "-"
            let most = times?.bound(of: 0.99).map(MetricFigures.duration) ?? "-"
            return half == "-" ? "\(name) -" : "\(name) \(half)/\(most)"
        }
        return [
            Span(text: "median, 99 %  ", style: .heading), Span(text: whole(words), style: .plain),
        ]
    }

    /// What needs attention, if anything.
    private var news: Line {
        if let error = state.error {
            return [Span(text: "trying again: \(error)", style: .alarming)]
        }
        guard let latest = state.latest else { return [] }
        var words: [String] = []
        let unstored = Int(latest.figures.value("popoverd_drafts_unstored"))
        if unstored > 0 { words.append("\(unstored) drafts are not stored on disk") }
        let failing = latest.scene.plugins.filter {
            switch $0.state {
            case .failed, .suspended, .quarantined: true
            case .loaded: !$0.isServing
            case .starting, .unloaded: false
            }
        }
        if !failing.isEmpty {
            words.append(
                "plugins: "
                    + failing.map {
                        "\($0.name) \($0.service?.state.rawValue ?? $0.state.rawValue)"
                    }
                    .joined(separator: ", "))
        }
        if let hits = state.rate({ $0.sum("popoverd_limit_hits_total") }), hits > 0 {
            words.append("limits are hit: popoverctl status --limits")
        }
        return words.isEmpty
            ? [Span(text: "all is well", style: .good)]
            : [Span(text: words.joined(separator: "; "), style: .notable)]
    }

    private var foot: Line {
        [
            Span(text: "q quits", style: .faint),
            Span(text: "   \(state.socket ?? "")", style: .faint),
        ]
    }

    // MARK: Tables

    /// Displays, alerts and clients share the lines; one leaves the lines it does not need to the next.
    private func body(_ room: Int) -> [Line] {
        guard let scene = state.latest?.scene else { return [] }
        let displays = displayRows(scene)
        let alerts = alertRows(scene)
        let clients = clientRows(scene)
        let tables = [
            ("DISPLAYS", displays), ("ALERTS", alerts), ("CLIENTS", clients),
        ].filter { !$0.1.rows.isEmpty }
        var left = room
        var lines: [Line] = []
        for (index, (title, table)) in tables.enumerated() {
            // Each table needs two lines for its header and the empty line before.
            let others = tables.count - index - 1
            let share = max(1, others == 0 ? left - 2 : (left - 2 * (others + 1)) / (others + 1))
            let rows = section(title, table, most: share)
            if rows.count > left { break }
            lines += rows
            left -= rows.count
        }
        return lines
    }

    private struct Rows {
        var header: [String]
        var rows: [(cells: [String], style: Style)]
    }

    private func displayRows(_ scene: Scene) -> Rows {
        Rows(
            header: ["DISPLAY", "SIZE", "SHOWS"],
            rows: scene.displays.map { display in
                let name = display.specification.name
                let holder = scene.popovers.first { $0.display === name }
                let alert = scene.alerts.first { $0.display === name && $0.frame != nil }
                let words: String
                let style: Style
                if display.isLocked {
                    (words, style) = ("locked", .notable)
                } else if let alert {
                    words = "\(alert.alert) \(alert.severity.rawValue) alert of \(alert.app)"
                    style = alert.severity == .critical ? .alarming : .notable
                } else if let holder {
                    let state = holder.closing.map { "closing: \($0.rawValue)" } ?? "visible"
                    words = "\(holder.popover) \(holder.behavior) of \(holder.app), \(state)"
                    style = .good
                } else {
                    (words, style) = ("nothing", .faint)
                }
                let shown = [words, display.blankWords].compactMap { $0 }
                return (
                    [name, display.specification.size.words, shown.joined(separator: ", ")], style
                )
            })
    }

    private func alertRows(_ scene: Scene) -> Rows {
        Rows(
            header: ["ALERT", "SEVERITY", "APP", "DISPLAY", "TITLE"],
            rows: scene.alerts.map { alert in
                let style: Style =
                    switch alert.severity {
                    case .critical: .alarming
                    case .warning: .notable
                    case .info: .plain
                    }
                return (
                    [
                        "\(alert.alert)", alert.severity.rawValue, alert.app, alert.display,
                        alert.title,
                    ], style
                )
            })
    }

    private func clientRows(_ scene: Scene) -> Rows {
        Rows(
            header: ["CLIENT", "APP", "USER", "PROCESS", "SOURCES", "ROLES"],
            rows: scene.clients.map { client in
                let sources = scene.sources.count { $0.client == client.client }
                return (
                    [
                        "\(client.client)", client.app, "\(client.uid)", "\(client.pid)",
                        "\(sources)", client.roles.map(\.rawValue).joined(separator: ","),
                    ], .plain
                )
            })
    }

    private func section(_ title: String, _ table: Rows, most: Int) -> [Line] {
        let shown = table.rows.count > most ? max(0, most - 1) : table.rows.count
        let rows = table.rows.prefix(shown)
        let cells = [table.header] + rows.map(\.cells)
        let widths = table.header.indices.map { column in
            cells.map { $0[column].plain.cells }.max() ?? 0
        }
        func line(_ cells: [String]) -> String {
            zip(cells, widths).map { cell, width in
                let plain = cell.plain
                return plain + String(repeating: " ", count: max(0, width - plain.cells))
            }.joined(separator: "  ")
        }
        var lines: [Line] = [[], [Span(text: line(table.header), style: .heading)]]
        lines += rows.map { row in
            [Span(text: line(row.cells), style: state.error == nil ? row.style : .faint)]
        }
        if shown < table.rows.count {
            lines.append([Span(text: "… and \(table.rows.count - shown) more", style: .faint)])
        }
        return lines
    }

    // MARK: Words

    /// Cuts a line at the width; fills up the title bar.
    private func fitted(_ line: Line) -> Line {
        var left = width
        var fitted: Line = []
        for span in line where left > 0 {
            let text = span.text.plain.fitted(toCells: left)
            fitted.append(Span(text: text, style: span.style))
            left -= text.cells
        }
        if let last = fitted.last, last.style == .bar, left > 0 {
            fitted.append(Span(text: String(repeating: " ", count: left), style: .bar))
        }
        return fitted
    }

    static func count(_ number: Int, _ word: String) -> String {
        number == 1 ? "1 \(word)" : "\(number) \(word)s"
    }

    static func short(_ number: Double) -> String {
        number >= 10 || number == number.rounded()
            ? "\(Int(number.rounded()))" : "\((number * 10).rounded() / 10)"
    }

    static func bytes(_ number: Double) -> String {
        switch number {
        case ..<1000: "\(Int(number)) B"
        case ..<1_000_000: "\(short(number / 1000)) kB"
        case ..<1_000_000_000: "\(short(number / 1_000_000)) MB"
        default: "\(short(number / 1_000_000_000)) GB"
        }
    }

    static func age(_ seconds: Double) -> String {
        let whole = Int(max(0, seconds))
        return switch whole {
        case ..<60: "\(whole) s"
        case ..<3600: "\(whole / 60) min"
        case ..<86_400: "\(whole / 3600) h \(whole / 60 % 60) min"
        default: "\(whole / 86_400) d \(whole / 3600 % 24) h"
        }
    }
}
