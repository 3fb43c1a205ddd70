// SPDX-License-Identifier: MIT

internal import PopoverModel

/// What there is to see at one moment.
struct TopSample {
    var scene: Scene
    var figures: MetricFigures
    /// Seconds of any clock that does not go back.
    var seconds: Double
    /// Seconds since 1970.
    var date: Double
}

/// Everything that a frame shows; nothing else decides what it looks like.
struct TopState {
    /// The socket.
    var place: String
    var server = "popoverd"
    var latest: TopSample?
    /// The one before the latest, of the same daemon: rates are the difference.
    var before: TopSample?
    /// Why there is no daemon now; nil where there is one.
    var trouble: String?

    mutating func take(_ sample: TopSample) {
        before = trouble == nil && isSameDaemon(as: sample) ? latest : nil
        latest = sample
        trouble = nil
    }

    /// What was counted before a restart says nothing about what was counted after it.
    private func isSameDaemon(as sample: TopSample) -> Bool {
        let name = "process_start_time_seconds"
        return latest?.figures.value(name) == sample.figures.value(name)
    }

    /// How often in a second; nil where only one sample is known.
    func rate(_ value: (MetricFigures) -> Double) -> Double? {
        guard let latest, let before, latest.seconds > before.seconds else { return nil }
        return max(0, value(latest.figures) - value(before.figures))
            / (latest.seconds - before.seconds)
    }

    /// How long something took lately; since the daemon's start where only one sample is known.
    func times(_ name: String) -> MetricFigures.Times? {
        guard let latest else { return nil }
        let all = latest.figures.total(of: name)
        return before.map { all.since($0.figures.total(of: name)) } ?? all
    }
}

extension MetricFigures {
    /// Of all labels together.
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
    /// What has come since.
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
