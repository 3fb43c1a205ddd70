// SPDX-License-Identifier: MIT

import PopoverNotifications
import PopoverPluginKit

struct NotificationSettings: Sendable {
    static let table: [OptionRule<NotificationSettings>] = [
        .string("bus", \.bus, "The bus's address; empty: $DBUS_SESSION_BUS_ADDRESS."),
        .strings(
            "urgencies", \.urgencies, default: ["critical"],
            "Urgencies that are shown as alerts: low, normal, critical.",
            expected: "low, normal or critical", parse: Notice.Urgency.init),
        .string(
            "others", \.refusesOthers, default: "forget",
            "Other notifications: forget accepts and drops them, refuse returns an error.",
            expected: "forget or refuse", parse: { ["forget": false, "refuse": true][$0] }),
        .integer(
            "expireMs", \.expiry, default: 10_000, in: 0...86_400_000,
            "Milliseconds that a notification stays that is not critical and names no time; "
                + "0: until it is answered."),
        .string("display", \.display, "The display to show them on; empty: the default display."),
        .text(
            "closeLabel", default: "Close",
            "The label of the button that closes a notification."),
        .text(
            "openLabel", default: "Open", "The label of the button of an action without a text."),
        .text(
            "untitledLabel", default: "Notification",
            "The title of a notification without a summary and an application's name."),
    ]

    private(set) var bus = ""
    private(set) var urgencies: [Notice.Urgency] = []
    private(set) var refusesOthers = false
    /// In milliseconds; 0: never.
    private var expiry = 0
    private(set) var display = ""

    /// - Parameter label: the text of an option in the language of the display.
    func alert(
        for notice: Notice, _ urgency: Notice.Urgency, label: (String) -> String
    ) -> NotificationAlert {
        let timeout: Int? =
            if notice.expiry > 0 {
                Int(notice.expiry)
            } else if notice.expiry < 0, urgency != .critical, expiry > 0 {
                expiry
            } else {
                nil
            }
        let titles = [notice.summary, notice.application]
        return NotificationAlert(
            title: titles.first { !$0.isEmpty } ?? label("untitledLabel"),
            message: plainText(notice.body), severity: urgency.severity,
            labels: notice.actions.map { $0.label.isEmpty ? label("openLabel") : $0.label },
            defaultButton: notice.actions.firstIndex { $0.key == "default" },
            closeLabel: label("closeLabel"), display: display, timeout: timeout)
    }
}
