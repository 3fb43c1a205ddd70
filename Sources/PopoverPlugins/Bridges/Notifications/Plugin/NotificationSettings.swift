// SPDX-License-Identifier: MIT

import PopoverNotifications
import PopoverPluginKit

/// What the administrator says about notifications.
struct NotificationSettings {
    static let options = [
        OptionDescription(
            name: "bus", type: .string, defaultValue: "",
            summary: "The bus's address; empty: that of DBUS_SESSION_BUS_ADDRESS."),
        OptionDescription(
            name: "urgencies", type: .strings, defaultValue: "critical\n",
            summary: "Which notifications become alerts: low, normal, critical."),
        OptionDescription(
            name: "others", type: .string, defaultValue: "forget",
            summary: "What becomes of the others: forget accepts them, refuse is an error."),
        OptionDescription(
            name: "expireMs", type: .integer, defaultValue: "10000",
            summary:
                "How long one is shown that is not critical and names no time; 0: until answered."),
        OptionDescription(
            name: "display", type: .string, defaultValue: "",
            summary: "The display on which they are shown; empty: the usual one."),
        OptionDescription(
            name: "closeLabel", type: .string, defaultValue: "Close",
            summary: "On the button that closes a notification."),
        OptionDescription(
            name: "openLabel", type: .string, defaultValue: "Open",
            summary: "On the button of an action that has no text."),
    ]

    private static let longestExpiry: Int = 86_400_000

    let bus: String
    let urgencies: Set<Notice.Urgency>
    let refusesOthers: Bool
    /// In milliseconds; nil: never.
    let expiry: Int?
    let display: String
    let closeLabel: String
    let openLabel: String

    struct SettingsError: Error, CustomStringConvertible {
        let description: String
    }

    init(_ host: Host) throws(SettingsError) {
        bus = host.setting("bus") ?? ""
        var urgencies: Set<Notice.Urgency> = []
        for name in (host.setting("urgencies") ?? "").split(separator: "\n") {
            guard let urgency = Notice.Urgency(rawValue: String(name)) else {
                throw SettingsError(
                    description: "urgencies: \"\(name)\" is none of low, normal and critical")
            }
            urgencies.insert(urgency)
        }
        self.urgencies = urgencies
        let others = host.setting("others") ?? ""
        guard others == "forget" || others == "refuse" else {
            throw SettingsError(description: "others: \"\(others)\" is neither forget nor refuse")
        }
        refusesOthers = others == "refuse"
        let expiry = Int(host.setting("expireMs") ?? "") ?? -1
        guard (0...Self.longestExpiry).contains(expiry) else {
            throw SettingsError(description: "expireMs: has to be from 0 to \(Self.longestExpiry)")
        }
        self.expiry = expiry == 0 ? nil : expiry
        display = host.setting("display") ?? ""
        closeLabel = host.setting("closeLabel") ?? ""
        openLabel = host.setting("openLabel") ?? ""
        guard !closeLabel.isEmpty, !openLabel.isEmpty else {
            throw SettingsError(
                description: "closeLabel and openLabel: a button has to have a text")
        }
    }

    /// The alert that a notice becomes.
    func alert(for notice: Notice, _ urgency: Notice.Urgency) -> NotificationAlert {
        let timeout: Int? =
            if notice.expiry > 0 {
                Int(notice.expiry)
            } else if notice.expiry < 0, urgency != .critical {
                expiry
            } else {
                nil
            }
        return NotificationAlert(
            title: notice.summary.isEmpty ? notice.application : notice.summary,
            message: plainText(notice.body), severity: urgency.severity,
            labels: notice.actions.map { $0.label.isEmpty ? openLabel : $0.label },
            usual: notice.actions.firstIndex { $0.key == "default" }, closeLabel: closeLabel,
            display: display, timeout: timeout)
    }
}
