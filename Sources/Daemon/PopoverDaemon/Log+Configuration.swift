// SPDX-License-Identifier: MIT

import PopoverModel
import PopoverSessions

extension Log {
    /// The most changes of one reload that are logged one by one.
    static let maxChanges = 50

    /// Logs the changes of a reload, one line for each option.
    func configurationReloaded(_ changes: [ConfigurationChange]) {
        write(
            .notice, LogSubject(.configurationTaken),
            "configuration reloaded: changes=\(changes.count)")
        for change in changes.prefix(Self.maxChanges) {
            write(.notice, LogSubject(option: change.option), "\(change)")
        }
        if changes.count > Self.maxChanges {
            write(.notice, "configuration changes not listed: count=\(changes.count - Self.maxChanges)")
        }
    }
}
