// SPDX-License-Identifier: MIT

/// The metrics of the daemon: the result of `metrics`, and the text that a scraper reads. Names,
/// units and kinds follow the conventions of Prometheus
/// (https://prometheus.io/docs/practices/naming): base units in the name, `_total` for counters.
/// Every family, and every sample whose label is known in advance, is there from the start, so that
/// rates begin at 0.
public struct Metrics: Codable, Hashable, Sendable {
    /// Their names differ.
    public var families: [MetricFamily] = []

    /// The rules and the sessions enforce different limits; both add to this sample.
    public static let limitHits = "popoverd_limit_hits_total"
    public static let limitUsed = "popoverd_limit_used"
    public static let largestShare = "popoverd_limit_largest_share"

    public init() {}

    /// Adds a number to a family that has one for each value of one label.
    public mutating func extend(_ name: String, _ value: String, _ number: Int64) {
        guard let family = families.firstIndex(where: { $0.name == name }),
            let label = families[family].samples.first?.labels.first?.name
        else { return }
        families[family].samples += Self.samples(label, [(value, number)])
    }

    /// Adds to the sample of a family that has this label's value.
    public mutating func increase(_ name: String, _ value: String, by count: Int64) {
        guard let family = families.firstIndex(where: { $0.name == name }),
            let sample = families[family].samples.firstIndex(where: {
                $0.labels.first?.value == value
            })
        else { return }
        families[family].samples[sample].value += Double(count)
    }

    public mutating func counter(_ name: String, _ help: String, _ value: Int64) {
        add(name, .counter, help, [MetricSample(value: Double(value))])
    }

    public mutating func gauge(_ name: String, _ help: String, _ value: Double) {
        add(name, .gauge, help, [MetricSample(value: value)])
    }

    public mutating func gauge(_ name: String, _ help: String, _ value: Int) {
        gauge(name, help, Double(value))
    }

    /// One number for each value of one label.
    public mutating func counters(
        _ name: String, _ help: String, by label: String, _ values: [(String, Int64)]
    ) {
        add(name, .counter, help, Self.samples(label, values))
    }

    public mutating func gauges(
        _ name: String, _ help: String, by label: String, _ values: [(String, Int64)]
    ) {
        add(name, .gauge, help, Self.samples(label, values))
    }

    public mutating func add(
        _ name: String, _ kind: MetricFamily.Kind, _ help: String, _ samples: [MetricSample]
    ) {
        families.append(MetricFamily(name: name, kind: kind, help: help, samples: samples))
    }

    private static func samples(_ label: String, _ values: [(String, Int64)]) -> [MetricSample] {
        values.map { value, count in
            MetricSample(labels: [MetricLabel(name: label, value: value)], value: Double(count))
        }
    }
}

/// The samples of one name, each with its own labels.
public struct MetricFamily: Codable, Hashable, Sendable {
    public enum Kind: String, CaseIterable, Codable, Hashable, Sendable {
        /// A counter: rises until the daemon ends.
        case counter
        /// A gauge: the current value.
        case gauge
        case histogram
    }

    public var name: String
    public var kind: Kind
    /// One sentence without its end, for people.
    public var help: String
    /// Their labels differ, and have the same names.
    public var samples: [MetricSample]

    public init(name: String, kind: Kind, help: String, samples: [MetricSample]) {
        self.name = name
        self.kind = kind
        self.help = help
        self.samples = samples
    }
}

public struct MetricLabel: Codable, Hashable, Sendable {
    public var name: String
    public var value: String

    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}

public struct MetricSample: Codable, Hashable, Sendable {
    public var labels: [MetricLabel]
    /// Of a histogram the sum of everything observed.
    public var value: Double
    /// Only of a histogram. The last bucket is unbounded and counts all observations.
    public var buckets: [MetricBucket]

    public init(labels: [MetricLabel] = [], value: Double, buckets: [MetricBucket] = []) {
        self.labels = labels
        self.value = value
        self.buckets = buckets
    }
}

/// How many observations were at most `bound`.
public struct MetricBucket: Codable, Hashable, Sendable {
    /// nil: infinite.
    public var bound: Double?
    public var count: Int64

    public init(bound: Double?, count: Int64) {
        self.bound = bound
        self.count = count
    }
}
