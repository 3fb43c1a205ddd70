// SPDX-License-Identifier: MIT

internal import PopoverWire

/// The discovery documents of a kiosk's sensors, by Home Assistant's conventions.
public struct Discovery: Hashable, Sendable {
    private let prefix: String
    private let topics: KioskTopics
    private let version: String

    /// - Parameter prefix: the discovery prefix, usually `homeassistant`.
    public init(prefix: String, topics: KioskTopics, version: String) {
        self.prefix = prefix
        self.topics = topics
        self.version = version
    }

    public struct Document: Hashable, Sendable {
        public let topic: String
        public let payload: [UInt8]
    }

    private struct Sensor {
        let component: String
        let name: String
        let label: String
        let state: String
        var template: String?
        var deviceClass: String?
        var states: (on: String, off: String)?
        var isDiagnostic = false
    }

    private var sensors: [Sensor] {
        [
            Sensor(
                component: "binary_sensor", name: "online", label: "Online", state: topics.status,
                deviceClass: "connectivity", states: ("online", "offline")),
            Sensor(
                component: "sensor", name: "alerts", label: "Alerts", state: topics.alerts,
                template: "{{ value_json.count }}"),
            Sensor(
                component: "binary_sensor", name: "critical", label: "Critical alert",
                state: topics.alerts,
                template: "{{ 'ON' if value_json.severity == 'critical' else 'OFF' }}",
                deviceClass: "problem", states: ("ON", "OFF")),
            Sensor(
                component: "binary_sensor", name: "plugins", label: "Plugins",
                state: topics.health,
                template: "{{ 'ON' if value_json.troubledPlugins | length > 0 else 'OFF' }}",
                deviceClass: "problem", states: ("ON", "OFF"), isDiagnostic: true),
            Sensor(
                component: "sensor", name: "popovers", label: "Popovers", state: topics.health,
                template: "{{ value_json.popovers }}"),
            Sensor(
                component: "sensor", name: "lost", label: "Lost events", state: topics.health,
                template: "{{ value_json.lostEvents }}", isDiagnostic: true),
        ]
    }

    /// What may stand in a topic of a document and in its identifiers.
    private var node: String {
        "popoverd_" + topics.kiosk.map { $0 == "." ? "_" : String($0) }.joined()
    }

    public var documents: [Document] {
        sensors.map { sensor in
            Document(
                topic: "\(prefix)/\(sensor.component)/\(node)/\(sensor.name)/config",
                payload: payload(of: sensor))
        }
    }

    private func payload(of sensor: Sensor) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { document in
            document.member("name", sensor.label)
            document.member("unique_id", "\(node)_\(sensor.name)")
            document.member("object_id", "\(node)_\(sensor.name)")
            document.member("state_topic", sensor.state)
            document.member("value_template", ifPresent: sensor.template)
            document.member("device_class", ifPresent: sensor.deviceClass)
            if let states = sensor.states {
                document.member("payload_on", states.on)
                document.member("payload_off", states.off)
            }
            if sensor.isDiagnostic { document.member("entity_category", "diagnostic") }
            if sensor.name != "online" {
                document.member("availability_topic", topics.status)
                document.member("payload_available", "online")
                document.member("payload_not_available", "offline")
            }
            document.member("qos", 1)
            document.name("device")
            document.object { device in
                device.member("identifiers", [node])
                device.member("name", topics.kiosk)
                device.member("manufacturer", "popoverd")
                device.member("model", "kiosk")
                device.member("sw_version", version)
            }
            document.name("origin")
            document.object { origin in
                origin.member("name", "popoverd")
                origin.member("sw_version", version)
            }
        }
        return writer.bytes
    }
}
