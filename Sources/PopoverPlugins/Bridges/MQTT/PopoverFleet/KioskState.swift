// SPDX-License-Identifier: MIT

public import PopoverWire

/// What the daemon has reported about the kiosk, as far as the fleet needs it.
public final class KioskState {
    public enum Change: Hashable, Sendable {
        /// The answer to `hello`.
        case welcome(version: String)
        case subscribed(KioskHealth, KioskAlerts)
        case health(KioskHealth)
        /// `event` is nil where the filter drops it; `alerts` is nil where they are as before.
        case event(FleetEvent?, topic: String, alerts: KioskAlerts?)
        case alertQueued(request: String)
        case response(request: String)
        case error(request: String, message: String)
    }

    private let filter: EventFilter
    private var alerts = KioskAlerts()

    public init(filter: EventFilter) {
        self.filter = filter
    }

    /// Applies a message of the daemon's; nil: it does not concern the fleet.
    public func apply(_ message: ServerMessage?) -> Change? {
        switch message {
        case .notification("alert.queued", let params):
            params?.member("request")?.string.map { .alertQueued(request: $0) }
        case .response("hello", let result):
            .welcome(version: result.member("server")?.string ?? "popoverd")
        case .response(DaemonRequest.subscription, let result):
            result.member("snapshot").map(subscribed)
        case .response(DaemonRequest.health, let result): .health(KioskHealth(scene: result))
        case .response(let request, _): .response(request: request)
        case .error(let request?, let error): .error(request: request, message: error.message)
        case .notification, .error, nil: nil
        }
    }

    private func subscribed(_ scene: JSONNode) -> Change {
        alerts = KioskAlerts(scene: scene)
        return .subscribed(KioskHealth(scene: scene), alerts)
    }

    /// Applies an event.
    /// - Parameters:
    ///   - time: microseconds of CLOCK_MONOTONIC.
    ///   - wall: the time now, in milliseconds since 1970.
    ///   - monotonic: the time now, as `time`.
    public func apply(
        topic: String, time: Int64, _ data: JSONNode, wall: Int64, monotonic: Int64
    ) -> Change {
        let changed = alerts.update(topic, data) ? alerts : nil
        // Some time has passed since the daemon saw it.
        let age = max(0, monotonic - time) / 1000
        let event =
            filter.allows(topic)
            ? FleetEvent(topic: topic, time: wall - age, data: filter.data(of: topic, data)) : nil
        return .event(event, topic: topic, alerts: changed)
    }
}
