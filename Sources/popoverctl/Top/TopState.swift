// SPDX-License-Identifier: MIT

internal import PopoverModel

struct TopSample {
    var scene: Scene
    var figures: MetricFigures
    /// Seconds on a monotonic clock.
    var seconds: Double
    /// Seconds since 1970.
    var date: Double
}

/// Everything that a frame shows.
struct TopState {
    /// nil before the first connection.
    var socket: String?
    var server = "popoverd"
    var latest: TopSample?
    /// The previous sample of the same daemon; rates are the difference.
    var before: TopSample?
    /// Why the daemon cannot be reached; nil while it can.
    var error: String?

    /// What is counted, with its metric.
    static let rates = [
        ("requests", "popoverd_requests_total"), ("taps", "popoverd_taps_total"),
        ("opens", "popoverd_popovers_opened_total"), ("refused", "popoverd_refusals_total"),
        ("events", "popoverd_events_total"),
    ]
    static let byteRates = [
        ("in", "popoverd_read_bytes_total"), ("out", "popoverd_written_bytes_total"),
    ]
    static let durations = [
        ("loop", "popoverd_turn_seconds"), ("rules", "popoverd_decision_seconds"),
        ("disk", "popoverd_disk_seconds"), ("plugins", "popoverd_plugin_answer_seconds"),
    ]

    mutating func add(_ sample: TopSample) {
        before = error == nil && isSameDaemon(as: sample) ? latest : nil
        latest = sample
        error = nil
    }

    /// A restart resets all counters.
    private func isSameDaemon(as sample: TopSample) -> Bool {
        let name = "process_start_time_seconds"
        return latest?.figures.value(name) == sample.figures.value(name)
    }

    /// The rate per second; nil with only one sample.
    func rate(_ value: (MetricFigures) -> Double) -> Double? {
        guard let latest, let before, latest.seconds > before.seconds else { return nil }
        return max(0, value(latest.figures) - value(before.figures))
            / (latest.seconds - before.seconds)
    }

    /// The durations since the previous sample, or since the daemon's start with only one sample.
    func times(_ name: String) -> MetricFigures.Times? {
        guard let latest else { return nil }
        let all = latest.figures.total(of: name)
        return before.map { all.since($0.figures.total(of: name)) } ?? all
    }
}

extension MetricFigures {
    /// The sum over all labels.
    func total(of name: String) -> Times {
        var total = Times(name: name, labels: "", count: 0, sum: 0, buckets: [])
        for times in times where times.name == name {
            total.count += times.count
            total.sum += times.sum
            if total.buckets.isEmpty {
                total.buckets = times.buckets
            } else {
                for index in total.buckets.indices where index < times.buckets.count {
                    total.buckets[index].count += times.buckets[index].count
                }
            }
        }
        return total
    }
}

extension MetricFigures.Times {
    /// The difference from an earlier sample.
    func since(_ before: MetricFigures.Times) -> MetricFigures.Times {
        var rest = self
        rest.count -= before.count
        rest.sum -= before.sum
        for index in rest.buckets.indices where index < before.buckets.count {
            rest.buckets[index].count -= before.buckets[index].count
        }
        return rest
    }
}
