// SPDX-License-Identifier: MIT

public import PopoverWire

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

extension AlertUpdate {
    /// What a line says that is no event; nil if it does not concern alerts.
    public init?(_ line: JSONNode) {
        switch ServerMessage(line) {
        case .notification("alert.queued", let params):
            guard let request = params?.member("request")?.string,
                let alert = params?.member("alert")?.string
            else { return nil }
            self = .queued(request: request, alert: alert)
        case .response(let request, let result):
            if let limits = result.member("limits").flatMap(AlertLimits.init) {
                self = .welcome(limits, DisplayLanguages(result))
            } else if let button = result.member("button")?.string {
                self = .answered(request: request, button: button)
            } else {
                return nil
            }
        case .error(let request?, let error):
            self = .error(request: request, reason: error.reason ?? error.limit, BusError(error))
        case .notification, .error, nil: return nil
        }
    }

    /// What an event says; nil if it does not concern alerts.
    public init?(topic: String, _ data: JSONNode) {
        let display = data.member("display")?.string
        switch topic {
        case "alert.presented":
            guard let alert = data.member("alert")?.string else { return nil }
            self = .presented(alert: alert)
        case "session.ended":
            self = .sessionEnded(display: display)
        case "display.changed":
            guard let display else { return nil }
            self =
                data.member("removed")?.bool == true
                ? .displayRemoved(display)
                : .displayChanged(display, language: data.member("language")?.string)
        default: return nil
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
