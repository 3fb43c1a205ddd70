// SPDX-License-Identifier: MIT

internal import PopoverModel

/// By kind, as the result of `metrics`.
extension Metrics {
    func writeMembers(to result: inout JSONWriter) {
        for (name, kind) in [("counters", MetricFamily.Kind.counter), ("gauges", .gauge)] {
            result.list(JSONName(name), samples(of: kind)) { object, entry in
                object.describe(entry)
                object.member("value", entry.sample.value)
            }
        }
        result.list("histograms", samples(of: .histogram)) { object, entry in
            object.describe(entry)
            object.member("sum", entry.sample.value)
            object.member("count", entry.sample.buckets.last?.count ?? 0)
            object.list("buckets", entry.sample.buckets) { object, bucket in
                // JSON has no infinity: the last bucket has no bound.
                object.member("le", ifPresent: bucket.bound)
                object.member("count", bucket.count)
            }
        }
        result.member("text", text)
    }

    fileprivate struct Entry {
        let name: String
        let sample: MetricSample
    }

    private func samples(of kind: MetricFamily.Kind) -> [Entry] {
        families.filter { $0.kind == kind }.flatMap { family in
            family.samples.map { Entry(name: family.name, sample: $0) }
        }
    }
}

extension JSONWriter {
    fileprivate mutating func describe(_ entry: Metrics.Entry) {
        member("name", entry.name)
        guard !entry.sample.labels.isEmpty else { return }
        name("labels")
        object { object in
            for label in entry.sample.labels { object.member(JSONName(label.name), label.value) }
        }
    }
}
