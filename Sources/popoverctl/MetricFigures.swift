// SPDX-License-Identifier: MIT

internal import PopoverWire

/// The response to `metrics`, as far as popoverctl shows it.
struct MetricFigures {
    struct Figure {
        var name: String
        /// `reason=done`; empty without labels.
        var labels: String
        var value: Double
    }

    struct Times {
        var name: String
        var labels: String
        var count: Int64
        /// In seconds.
        var sum: Double
        /// Cumulative counts by upper bound in seconds; the bound nil is infinite.
        var buckets: [(bound: Double?, count: Int64)]

        /// The bound below which this share of all lies; nil if none or infinite.
        func bound(of share: Double) -> Double? {
            guard count > 0 else { return nil }
            return buckets.first { Double($0.count) >= share * Double(count) }?.bound
        }
    }

    var counters: [Figure] = []
    var gauges: [Figure] = []
    var times: [Times] = []
    var text = ""

    init() {}

    init(_ result: JSONNode) {
        counters = Self.figures(result.member("counters"))
        gauges = Self.figures(result.member("gauges"))
        text = result.member("text")?.string ?? ""
        for entry in Self.elements(result.member("histograms")) {
            let buckets = Self.elements(entry.member("buckets")).map { bucket in
                (
                    bound: bucket.member("le")?.double,
                    count: bucket.member("count")?.integer ?? 0
                )
            }
            times.append(
                Times(
                    name: entry.member("name")?.string ?? "", labels: Self.labels(entry),
                    count: entry.member("count")?.integer ?? 0,
                    sum: entry.member("sum")?.double ?? 0, buckets: buckets))
        }
    }

    private static func figures(_ list: JSONNode?) -> [Figure] {
        elements(list).map { entry in
            Figure(
                name: entry.member("name")?.string ?? "", labels: labels(entry),
                value: entry.member("value")?.double ?? 0)
        }
    }

    private static func labels(_ entry: JSONNode) -> String {
        var labels: [String] = []
        if var members = entry.member("labels")?.members {
            while let label = members.next() {
                labels.append("\(label.name)=\(label.value.string ?? "")")
            }
        }
        return labels.joined(separator: ",")
    }

    private static func elements(_ list: JSONNode?) -> [JSONNode] {
        list?.elements.map { Array($0) } ?? []
    }

    func value(_ name: String, _ labels: String = "") -> Double {
        (counters + gauges).first { $0.name == name && $0.labels == labels }?.value ?? 0
    }

    /// The sum over all labels.
    func sum(_ name: String) -> Double {
        (counters + gauges).filter { $0.name == name }.reduce(0) { $0 + $1.value }
    }

    var table: Table {
        Table(
            header: ["NAME", "OF", "VALUE"],
            rows: gauges.map { [$0.name, $0.labels, Self.words($0.value)] }
                + counters.filter { $0.value != 0 }.map {
                    [$0.name, $0.labels, Self.words($0.value)]
                }
                + times.filter { $0.count > 0 }.map { times in
                    [
                        times.name, times.labels,
                        "\(times.count) in \(Self.duration(times.sum)), median at most "
                            + "\(times.bound(of: 0.5).map(Self.duration) ?? "more"), 99 % at most "
                            + "\(times.bound(of: 0.99).map(Self.duration) ?? "more")",
                    ]
                })
    }

    static func words(_ value: Double) -> String {
        if let whole = Int64(exactly: value) { return "\(whole)" }
        return "\((value * 1000).rounded() / 1000)"
    }

    /// A duration in a fitting unit.
    static func duration(_ seconds: Double) -> String {
        switch seconds {
        case ..<0.001: "\(Int((seconds * 1e6).rounded())) µs"
        case ..<1: "\(TopFrame.short(seconds * 1000)) ms"
        default: "\(TopFrame.short(seconds)) s"
        }
    }
}
