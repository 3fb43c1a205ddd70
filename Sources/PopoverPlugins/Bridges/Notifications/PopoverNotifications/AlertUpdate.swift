// SPDX-License-Identifier: MIT

internal import PopoverWire

/// What a line of the daemon's says about alerts.
public enum AlertUpdate: Hashable, Sendable {
    /// The answer to `hello`.
    case welcome(AlertLimits, DisplayLanguages)
    /// Its description; nil: its language is unknown.
    case displayChanged(String, language: String?)
    case displayRemoved(String)
    /// The daemon's id of the alert.
    case queued(request: String, alert: String)
    case presented(alert: String)
    case answered(request: String, button: String)
    /// Nil: the sessions of all displays.
    case sessionEnded(display: String?)
    /// The daemon's reason, or the name of the exceeded limit, and the error for the caller on the bus.
    case error(request: String, reason: String?, BusError)
}

/// Reads lines of the daemon's.
public final class AlertUpdateReader {
    private let reader = JSONReader()

    public init() {}

    /// Nil for a line that does not concern alerts.
    public func read(_ line: String) -> AlertUpdate? {
        switch ServerMessage(line, reader: reader) {
        case .notification("alert.queued", let params):
            if let request = params?.member("request")?.string,
                let alert = params?.member("alert")?.string
            {
                .queued(request: request, alert: alert)
            } else {
                nil
            }
        case .notification("event", let params):
            Self.event(params)
        case .response(let request, let result):
            if let limits = result.member("limits") {
                AlertLimits(limits).map { .welcome($0, DisplayLanguages(result)) }
            } else {
                result.member("button")?.string.map { .answered(request: request, button: $0) }
            }
        case .error(let request?, let error):
            .error(request: request, reason: error.reason ?? error.limit, BusError(error))
        case .notification, .error, nil: nil
        }
    }

    private static func event(_ event: JSONNode?) -> AlertUpdate? {
        guard let data = event?.member("data") else { return nil }
        let display = data.member("display")?.string
        switch event?.member("topic")?.string {
        case "alert.presented":
            return data.member("alert")?.string.map { .presented(alert: $0) }
        case "session.ended":
            return .sessionEnded(display: display)
        case "display.changed":
            guard let display else { return nil }
            return data.member("removed")?.bool == true
                ? .displayRemoved(display)
                : .displayChanged(display, language: data.member("language")?.string)
        default:
            return nil
        }
    }
}

extension AlertLimits {
    fileprivate init?(_ limits: JSONNode) {
        guard let text = limits.member("text")?.integer,
            let buttons = limits.member("buttons")?.integer
        else { return nil }
        let alerts =
            [limits.member("alerts"), limits.member("alertsPerUser")]
            .compactMap { $0?.integer }.min() ?? 1
        self.init(text: Int(text), buttons: Int(buttons), alerts: Int(alerts))
    }
}

extension BusError {
    fileprivate init(_ error: ResponseError) {
        switch error.code {
        case 4: self = .limits(error.message)
        case -32602: self = .arguments(error.message)
        default: self = .failed(error.message)
        }
    }
}
