// SPDX-License-Identifier: MIT

import LibUV
package import PopoverModel
import PopoverWire

extension Daemon {
    package func complete(_ metrics: inout Metrics) {
        let states = plugins.states.map(\.state)
        let services = plugins.states.compactMap(\.service?.state)
        metrics.gauges(
            "popoverd_plugins", "Plugins", by: "state",
            PluginState.State.allCases.map { state in
                (state.rawValue, Int64(states.count { $0 == state }))
            })
        metrics.gauges(
            "popoverd_plugin_services", "Plugins that report a service", by: "state",
            PluginService.State.allCases.map { state in
                (state.rawValue, Int64(services.count { $0 == state }))
            })
        metrics.add(
            "popoverd_build_info", .gauge, "Version of popoverd and of its protocol; always 1",
            [
                MetricSample(
                    labels: [
                        MetricLabel(name: "version", value: ServerVersion.number),
                        MetricLabel(name: "protocol", value: "\(ProtocolVersion.current)"),
                    ], value: 1)
            ])
        // Standard names of Prometheus.
        metrics.gauge(
            "process_start_time_seconds", "Start time of the process, in seconds since 1970",
            Double(startedAt) / 1e6)
        metrics.add(
            "process_cpu_seconds_total", .counter, "Processor time used, in seconds",
            [MetricSample(value: ProcessUsage.processorSeconds ?? 0)])
        metrics.gauge(
            "process_resident_memory_bytes", "Resident memory, in bytes",
            ProcessUsage.residentBytes ?? 0)
    }
}
