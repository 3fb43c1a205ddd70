// SPDX-License-Identifier: MIT

internal import PopoverWire

/// How a kiosk does, as its scene shows it; what stands retained at the broker.
public struct KioskHealth: Hashable, Sendable {
    public var displays = 0
    public var lockedDisplays = 0
    public var clients = 0
    public var popovers = 0
    public var panels = 0
    public var behaviors = 0
    /// Plugins that are not as they should be, by name.
    public var troubledPlugins: [String] = []

    public init() {}

    /// At most so many names are told.
    private static let mostNames = 16

    init(scene: JSONNode) {
        displays = count(scene, "displays") { _ in true }
        lockedDisplays = count(scene, "displays") { $0.member("locked")?.bool == true }
        clients = count(scene, "clients") { _ in true }
        popovers = count(scene, "popovers") { _ in true }
        panels = count(scene, "panels") { _ in true }
        behaviors = count(scene, "behaviors") { _ in true }
        for plugin in scene.member("plugins")?.elements.map({ Array($0) }) ?? [] {
            guard let name = plugin.member("name")?.string,
                let state = plugin.member("state")?.string,
                ["failed", "suspended", "quarantined"].contains(state),
                troubledPlugins.count < Self.mostNames
            else { continue }
            troubledPlugins.append(name)
        }
    }

    private func count(_ scene: JSONNode, _ name: String, _ fits: (JSONNode) -> Bool) -> Int {
        scene.member(name)?.elements?.reduce(0) { $0 + (fits($1) ? 1 : 0) } ?? 0
    }

    public func payload(version: String, time: Int64, waiting: UInt64, lost: UInt64) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { health in
            health.member("version", version)
            health.member("time", time)
            health.member("displays", displays)
            health.member("lockedDisplays", lockedDisplays)
            health.member("clients", clients)
            health.member("popovers", popovers)
            health.member("panels", panels)
            health.member("behaviors", behaviors)
            health.member("troubledPlugins", troubledPlugins)
            health.member("waitingEvents", waiting)
            health.member("lostEvents", lost)
        }
        return writer.bytes
    }
}

/// The alerts that there are, without what they say.
public struct KioskAlerts: Hashable, Sendable {
    private var severities: [String: String] = [:]

    public init() {}

    init(scene: JSONNode) {
        for alert in scene.member("alerts")?.elements.map({ Array($0) }) ?? [] {
            guard let name = alert.member("alert")?.string,
                let severity = alert.member("severity")?.string
            else { continue }
            severities[name] = severity
        }
    }

    /// Takes an event of the topics `alert.*` into account; whether anything is different then.
    mutating func note(_ topic: String, _ data: JSONNode?) -> Bool {
        guard let alert = data?.member("alert")?.string else { return false }
        let before = severities[alert]
        switch topic {
        case "alert.queued", "alert.presented":
            severities[alert] = data?.member("severity")?.string ?? "info"
        case "alert.answered", "alert.cancelled": severities[alert] = nil
        default: break
        }
        return severities[alert] != before
    }

    public var payload: [UInt8] {
        var writer = JSONWriter()
        writer.object { alerts in
            alerts.member("count", severities.count)
            let worst = FleetCommand.severities.last { severities.values.contains($0) }
            alerts.member("severity", worst ?? "none")
        }
        return writer.bytes
    }
}
