// SPDX-License-Identifier: MIT

internal import PopoverModel
internal import PopoverWire

/// The figures of one second, as the page charts them: those of `popoverctl top`.
struct MetricLine {
    private let state: TopState

    init(_ state: TopState) { self.state = state }

    /// `[{"name", "unit", "value"}]`; a value is missing with only one sample, or without a call.
    var json: JSONText {
        var writer = JSONWriter()
        writer.array { list in
            for (name, metric) in TopState.rates {
                list.figure(name, "per second", state.rate { $0.sum(metric) })
            }
            for (name, metric) in TopState.byteRates {
                list.figure(name, "bytes per second", state.rate { $0.sum(metric) })
            }
            for (name, metric) in TopState.durations {
                list.figure(name, "seconds, 99 %", state.times(metric)?.bound(of: 0.99))
            }
            list.figure(
                "CPU", "%",
                state.rate { $0.value("process_cpu_seconds_total") }.map { $0 * 100 })
            list.figure(
                "memory", "bytes", state.latest?.figures.value("process_resident_memory_bytes"))
        }
        return JSONText(validated: writer.bytes)
    }
}

extension JSONWriter {
    fileprivate mutating func figure(_ name: String, _ unit: String, _ value: Double?) {
        object { figure in
            figure.member("name", name)
            figure.member("unit", unit)
            figure.member("value", ifPresent: value)
        }
    }
}
