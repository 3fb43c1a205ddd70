// SPDX-License-Identifier: MIT

internal import PopoverWire

/// What the daemon tells, as far as the fleet is concerned.
public enum FleetWord: Hashable, Sendable {
    /// The first of all.
    case welcomed(version: String)
    case subscribed(KioskHealth, KioskAlerts)
    case status(KioskHealth)
    /// An event; `alertsChanged`: what there is of alerts is different now.
    case event(FleetEvent?, topic: String, alertsChanged: KioskAlerts?)
    case taken(request: String)
    case answered(request: String)
    case refused(request: String, message: String)
}

/// Reads lines of the daemon's, and keeps the alerts that there are.
public final class FleetWordReader {
    public static let subscription = "fleet-subscribe"
    public static let status = "fleet-status"

    private let reader = JSONReader()
    private let filter: EventFilter
    private var alerts = KioskAlerts()

    public init(filter: EventFilter) {
        self.filter = filter
    }

    /// - Parameters:
    ///   - wall: milliseconds since 1970.
    ///   - monotonic: microseconds of CLOCK_MONOTONIC, at the same instant.
    public func read(_ line: String, wall: Int64, monotonic: Int64) -> FleetWord? {
        guard let node = try? reader.parse(Array(line.utf8), depthLimit: 64) else { return nil }
        if let method = node.member("method")?.string {
            return notification(method, node.member("params"), wall, monotonic)
        }
        guard let id = node.member("id")?.string else { return nil }
        if let error = node.member("error") {
            return .refused(request: id, message: error.member("message")?.string ?? "")
        }
        guard let result = node.member("result") else { return nil }
        switch id {
        case "hello": return .welcomed(version: result.member("server")?.string ?? "popoverd")
        case Self.subscription:
            guard let scene = result.member("snapshot") else { return nil }
            alerts = KioskAlerts(scene: scene)
            return .subscribed(KioskHealth(scene: scene), alerts)
        case Self.status: return .status(KioskHealth(scene: result))
        default: return .answered(request: id)
        }
    }

    private func notification(
        _ method: String, _ params: JSONNode?, _ wall: Int64, _ monotonic: Int64
    ) -> FleetWord? {
        if method == "alert.queued" {
            return params?.member("request")?.string.map { .taken(request: $0) }
        }
        guard method == "event", let topic = params?.member("topic")?.string else { return nil }
        let data = params?.member("data")
        let alertsChanged = alerts.note(topic, data) ? alerts : nil
        // Since the daemon saw it, some time has passed.
        let age = params?.member("time")?.integer.map { max(0, monotonic - $0) / 1000 } ?? 0
        let event =
            filter.lets(topic)
            ? FleetEvent(topic: topic, time: wall - age, data: filter.data(of: topic, data)) : nil
        return .event(event, topic: topic, alertsChanged: alertsChanged)
    }
}

/// What the fleet asks the daemon for.
public enum DaemonLine {
    public static func subscribe(_ topics: [String]) -> String {
        requestLine("bus.subscribe", id: FleetWordReader.subscription) {
            $0.member("topics", topics)
        }
    }

    public static var status: String { requestLine("status", id: FleetWordReader.status) { _ in } }

    /// Nil where the daemon need not be asked.
    public static func order(_ order: FleetCommand.Order, id: String, raise: String?) -> String? {
        switch order {
        case .ping: return nil
        case .raise(let alert): return line(alert, id: id)
        case .clear:
            return raise.map { raise in
                requestLine("request.cancel", id: id) { $0.member("request", raise) }
            }
        case .endSession(let display): return session("session.end", display, id)
        case .lockSession(let display): return session("session.lock", display, id)
        case .unlockSession(let display): return session("session.unlock", display, id)
        case .reloadConfiguration: return requestLine("config.reload", id: id) { _ in }
        case .reloadPlugin(let name):
            return requestLine("plugin.reload", id: id) { $0.member("name", name) }
        }
    }

    private static func session(_ method: String, _ display: String?, _ id: String) -> String {
        requestLine(method, id: id) { $0.member("display", ifPresent: display) }
    }

    private static func line(_ alert: FleetCommand.AlertOrder, id: String) -> String {
        requestLine("alert.raise", id: id) { params in
            params.member("title", alert.title)
            params.member("message", ifPresent: alert.message)
            params.member("severity", alert.severity)
            params.name("buttons")
            params.array { buttons in
                buttons.object { button in
                    button.member("id", "ok")
                    button.member("label", alert.button)
                    button.member("role", "default")
                }
            }
            params.member("key", "fleet-" + alert.key)
            params.member("display", ifPresent: alert.display)
            params.member("timeoutMs", ifPresent: alert.timeout)
        }
    }
}
