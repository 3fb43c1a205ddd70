// SPDX-License-Identifier: MIT

internal import PopoverWire

public struct AlertLimits: Hashable, Sendable {
    /// Bytes.
    public var text: Int
    public var buttons: Int
    /// Unanswered alerts.
    public var alerts: Int

    public init(text: Int, buttons: Int, alerts: Int = 1) {
        self.text = text
        self.buttons = buttons
        self.alerts = alerts
    }
}

/// The alert that shows a notification.
public struct NotificationAlert: Hashable, Sendable {
    public var title: String
    public var message: String
    public var severity: String
    /// The buttons' labels, one for each action.
    public var labels: [String]
    /// The index of the default button; nil: none is.
    public var defaultButton: Int?
    /// The label of the button that only closes it.
    public var closeLabel: String
    /// Empty: the default display.
    public var display: String
    /// In milliseconds from its presentation; nil: it stays until it is answered.
    public var timeout: Int?

    public init(
        title: String, message: String, severity: String, labels: [String],
        defaultButton: Int?, closeLabel: String, display: String, timeout: Int?
    ) {
        self.title = title
        self.message = message
        self.severity = severity
        self.labels = labels
        self.defaultButton = defaultButton
        self.closeLabel = closeLabel
        self.display = display
        self.timeout = timeout
    }

    /// What fits into the limits: texts are shortened, and the last actions left out.
    public func fitted(to limits: AlertLimits) -> NotificationAlert {
        var alert = self
        alert.title = title.shortened(to: limits.text)
        alert.message = message.shortened(to: limits.text)
        // One button closes the notification.
        alert.labels = labels.prefix(max(0, limits.buttons - 1)).map {
            $0.shortened(to: limits.text)
        }
        if let button = defaultButton, button >= alert.labels.count { alert.defaultButton = nil }
        alert.closeLabel = closeLabel.shortened(to: limits.text)
        return alert
    }

    /// The request that raises it; it replaces an earlier alert of the same notification. Its timeout
    /// is not a part of it, since that would count from the raise.
    public func line(request: String, id: UInt32) -> String {
        requestLine("alert.raise", id: request) { params in
            params.member("title", title)
            if !message.isEmpty { params.member("message", message) }
            if let height {
                params.name("size")
                params.object { size in
                    size.member("width", Self.width)
                    size.member("height", height)
                }
            }
            params.member("severity", severity)
            params.name("buttons")
            params.array { buttons in
                for (index, label) in labels.enumerated() {
                    buttons.object { button in
                        button.member("id", String(index))
                        button.member("label", label)
                        if index == defaultButton { button.member("role", "default") }
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
        }
    }

    private static let width = 320

    /// The height that a long message needs, in points; nil where the usual alert has room for it.
    private var height: Int? {
        let (perLine, usualLines, lineHeight, usualHeight) = (36, 2, 20, 160)
        let lines = message.split(separator: "\n", omittingEmptySubsequences: false)
            .reduce(0) { $0 + max(1, ($1.count + perLine - 1) / perLine) }
        return lines > usualLines ? usualHeight + (lines - usualLines) * lineHeight : nil
    }

    public static func cancelLine(of request: String) -> String {
        requestLine("request.cancel", id: "cancel-\(request)") { params in
            params.member("request", request)
        }
    }
}
