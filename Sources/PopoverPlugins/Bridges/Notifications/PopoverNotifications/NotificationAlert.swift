// SPDX-License-Identifier: MIT

import PopoverWire

/// What the daemon tells about alerts.
public enum DaemonWord: Hashable, Sendable {
    /// The first of all.
    case welcomed(AlertLimits)
    case taken(request: String)
    case answered(request: String, button: String)
    case refused(request: String, AlertError)
}

public struct AlertError: Hashable, Sendable {
    public let code: Int64
    public let reason: String?
    public let message: String

    public var busError: BusError {
        switch code {
        case 4: .limits(message)
        case -32602: .arguments(message)
        default: .failed(message)
        }
    }
}

/// How much an alert may hold, as the daemon announces it.
public struct AlertLimits: Hashable, Sendable {
    /// Bytes.
    public var text: Int
    public var buttons: Int

    public init(text: Int, buttons: Int) {
        self.text = text
        self.buttons = buttons
    }

    /// What is too much about a notice; nil: nothing.
    public func excess(title: String, message: String, labels: [String]) -> BusError? {
        if title.utf8.count > text || message.utf8.count > text
            || labels.contains(where: { $0.utf8.count > text })
        {
            return .limits("a text may have \(text) bytes here")
        }
        if labels.count > buttons {
            return .limits("there may be \(buttons) buttons here, one of which closes it")
        }
        return nil
    }
}

/// Reads lines of the daemon's; what is not about alerts it passes over.
public final class DaemonWordReader {
    private let reader = JSONReader()

    public init() {}

    public func read(_ line: String) -> DaemonWord? {
        guard let node = try? reader.parse(Array(line.utf8), depthLimit: 64) else { return nil }
        if let method = node.member("method")?.string {
            guard method == "alert.queued" else { return nil }
            return (node.member("params")?.member("request")?.string).map { .taken(request: $0) }
        }
        guard let id = node.member("id")?.string else { return nil }
        if let limits = node.member("result")?.member("limits") {
            guard let text = limits.member("text")?.integer,
                let buttons = limits.member("buttons")?.integer
            else { return nil }
            return .welcomed(AlertLimits(text: Int(text), buttons: Int(buttons)))
        }
        if let button = node.member("result")?.member("button")?.string {
            return .answered(request: id, button: button)
        }
        guard let error = node.member("error") else { return nil }
        let refusal = AlertError(
            code: error.member("code")?.integer ?? 0,
            reason: error.member("data")?.member("reason")?.string,
            message: error.member("message")?.string ?? "")
        return .refused(request: id, refusal)
    }
}

/// An alert that a notification becomes.
public struct NotificationAlert: Hashable, Sendable {
    public var title: String
    public var message: String
    public var severity: String
    /// One for each action.
    public var labels: [String]
    /// Which of them is the usual choice; nil: none.
    public var usual: Int?
    /// On the button that does nothing but close it.
    public var closeLabel: String
    /// Empty: the usual one.
    public var display: String
    /// In milliseconds; nil: it stays.
    public var timeout: Int?

    public init(
        title: String, message: String, severity: String, labels: [String], usual: Int?,
        closeLabel: String, display: String, timeout: Int?
    ) {
        self.title = title
        self.message = message
        self.severity = severity
        self.labels = labels
        self.usual = usual
        self.closeLabel = closeLabel
        self.display = display
        self.timeout = timeout
    }

    /// The line that raises it in the place of any earlier one of the same number.
    public func line(request: String, id: UInt32) -> String {
        requestLine("alert.raise", id: request) { params in
            params.member("title", title)
            if !message.isEmpty { params.member("message", message) }
            params.member("severity", severity)
            params.name("buttons")
            params.array { buttons in
                for (index, label) in labels.enumerated() {
                    buttons.object { button in
                        button.member("id", String(index))
                        button.member("label", label)
                        if index == usual { button.member("role", "default") }
                    }
                }
                buttons.object { button in
                    button.member("id", "close")
                    button.member("label", closeLabel)
                    button.member("role", "cancel")
                }
            }
            params.member("key", "notification-\(id)")
            if !display.isEmpty { params.member("display", display) }
            if let timeout { params.member("timeoutMs", timeout) }
        }
    }

    public static func cancelLine(of request: String) -> String {
        requestLine("request.cancel", id: "cancel-\(request)") { params in
            params.member("request", request)
        }
    }
}
