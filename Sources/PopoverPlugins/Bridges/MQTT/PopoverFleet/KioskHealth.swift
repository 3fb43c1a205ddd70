// SPDX-License-Identifier: MIT

internal import PopoverWire

/// Counts and troubled plugins of a kiosk, from its scene; the broker retains them.
public struct KioskHealth: Hashable, Sendable {
    public var displays = 0
    public var lockedDisplays = 0
    public var clients = 0
    public var popovers = 0
    public var panels = 0
    public var behaviors = 0
    /// The names of plugins that are failed, suspended or quarantined.
    public var troubledPlugins: [String] = []

    public init() {}

    /// Names that are sent at most.
    private static let mostNames = 16

    init(scene: JSONNode) {
        displays = count(scene, "displays")
        lockedDisplays = count(scene, "displays") { $0.member("locked")?.bool == true }
        clients = count(scene, "clients")
        popovers = count(scene, "popovers")
        panels = count(scene, "panels")
        behaviors = count(scene, "behaviors")
        for plugin in scene.member("plugins")?.elements.map({ Array($0) }) ?? [] {
            guard let name = plugin.member("name")?.string,
                let state = plugin.member("state")?.string,
                ["failed", "suspended", "quarantined"].contains(state),
                troubledPlugins.count < Self.mostNames
            else { continue }
            troubledPlugins.append(name)
        }
    }

    private func count(
        _ scene: JSONNode, _ name: String, where isCounted: (JSONNode) -> Bool = { _ in true }
    ) -> Int {
        scene.member(name)?.elements?.reduce(0) { $0 + (isCounted($1) ? 1 : 0) } ?? 0
    }

    /// - Parameter unsigned: commands without a valid signature, since the start.
    public func payload(
        version: String, time: Int64, waiting: UInt64, lost: UInt64, unsigned: Int
    ) -> [UInt8] {
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
            health.member("unsignedCommands", unsigned)
        }
        return writer.bytes
    }
}

/// The severities of the open alerts, without their texts.
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

    /// Applies an event; whether it has changed anything.
    mutating func update(_ topic: String, _ data: JSONNode) -> Bool {
        guard let alert = data.member("alert")?.string else { return false }
        let before = severities[alert]
        switch topic {
        case "alert.queued", "alert.presented":
            severities[alert] = data.member("severity")?.string ?? "info"
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
