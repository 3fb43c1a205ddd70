// SPDX-License-Identifier: MIT

import PluginProgram
import PopoverModel
import PopoverNotifications

/// What the log says about notifications that are not shown as they were sent: a flood of them must not
/// become a flood of lines.
struct NotificationLog {
    private static let mostCutApplications = 64

    private let process: PluginProcess<NotificationSettings>
    private var complaint: String?
    /// Applications whose notifications were cut already; a bounded number.
    private var cutApplications: Set<String> = []
    /// Since the queue was empty.
    private var drops = 0

    init(_ process: PluginProcess<NotificationSettings>) { self.process = process }

    /// Once for each application.
    mutating func cut(_ application: String) {
        guard cutApplications.count < Self.mostCutApplications,
            cutApplications.insert(application).inserted
        else { return }
        process.log(
            .warning,
            "notification cut: texts or actions exceed a limit app=\"\(application.shortened(to: 64))\""
        )
    }

    /// Once until the queue is empty; then they are counted.
    mutating func dropped(_ application: String) {
        drops += 1
        guard drops == 1 else { return }
        process.log(
            .warning,
            "notification dropped: too many wait app=\"\(application.shortened(to: 64))\"")
    }

    mutating func queueEmptied() {
        if drops > 1 { process.log(.warning, "notifications dropped: count=\(drops)") }
        drops = 0
    }

    /// Once for each reason, until one is shown again.
    mutating func notShown(_ message: String) {
        guard complaint != message else { return }
        complaint = message
        process.log(.warning, "a notification is not shown: \(message)")
    }

    mutating func shown() { complaint = nil }
}
