// SPDX-License-Identifier: MIT

internal import PopoverWire

/// What a line of the daemon's says about alerts.
public enum AlertUpdate: Hashable, Sendable {
    /// The answer to `hello`.
    case welcome(AlertLimits, DisplayLanguages)
    /// Its description; nil: its language is unknown.
    case displayChanged(String, language: String?)
    case displayRemoved(String)
    case queued(request: String)
    case answered(request: String, button: String)
    /// The daemon's reason and, for the caller on the bus, its error.
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
            params?.member("request")?.string.map { .queued(request: $0) }
        case .notification("event", let params):
            Self.display(params)
        case .response(let request, let result):
            if let limits = result.member("limits") {
                AlertLimits(limits).map { .welcome($0, DisplayLanguages(result)) }
            } else {
                result.member("button")?.string.map { .answered(request: request, button: $0) }
            }
        case .error(let request?, let error):
            .error(request: request, reason: error.reason, BusError(error))
        case .notification, .error, nil: nil
        }
    }

    private static func display(_ event: JSONNode?) -> AlertUpdate? {
        guard event?.member("topic")?.string == "display.changed",
            let data = event?.member("data"), let name = data.member("display")?.string
        else { return nil }
        return data.member("removed")?.bool == true
            ? .displayRemoved(name)
            : .displayChanged(name, language: data.member("language")?.string)
    }
}

extension AlertLimits {
    fileprivate init?(_ limits: JSONNode) {
        guard let text = limits.member("text")?.integer,
            let buttons = limits.member("buttons")?.integer
        else { return nil }
        self.init(text: Int(text), buttons: Int(buttons))
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
