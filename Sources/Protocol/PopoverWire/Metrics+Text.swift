// SPDX-License-Identifier: MIT

public import PopoverModel

extension Metrics {
    /// The Content-Type of this format over HTTP.
    public static let textType = "text/plain; version=0.0.4; charset=utf-8"

    /// The text exposition format of Prometheus, version 0.0.4.
    public var text: String {
        var out = ""
        for family in families {
            // Each sentence stands in the documentation, too, and is no peer's.
            out += "# HELP \(family.name) \(Self.escaped(family.help, quote: false)).\n"
            out += "# TYPE \(family.name) \(family.kind.rawValue)\n"
            for sample in family.samples { Self.write(sample, of: family, to: &out) }
        }
        return out
    }

    private static func write(
        _ sample: MetricSample, of family: MetricFamily, to out: inout String
    ) {
        guard family.kind == .histogram else {
            out += "\(family.name)\(labels(sample.labels)) \(number(sample.value))\n"
            return
        }
        for bucket in sample.buckets {
            let bound = MetricLabel(name: "le", value: bucket.bound.map(number) ?? "+Inf")
            out += "\(family.name)_bucket\(labels(sample.labels + [bound])) \(bucket.count)\n"
        }
        out += "\(family.name)_sum\(labels(sample.labels)) \(number(sample.value))\n"
        out += "\(family.name)_count\(labels(sample.labels)) \(sample.buckets.last?.count ?? 0)\n"
    }

    private static func labels(_ labels: [MetricLabel]) -> String {
        if labels.isEmpty { return "" }
        return "{"
            + labels.map { "\($0.name)=\"\(escaped($0.value, quote: true))\"" }
            .joined(separator: ",") + "}"
    }

    private static func number(_ number: Double) -> String {
        if let whole = Int64(exactly: number) { return "\(whole)" }
        return "\(number)"
    }

    private static func escaped(_ text: String, quote: Bool) -> String {
        var out = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": out += "\\\\"
            case "\n": out += "\\n"
            case "\"" where quote: out += "\\\""
            default: out.unicodeScalars.append(scalar)
            }
        }
        return out
    }
}
