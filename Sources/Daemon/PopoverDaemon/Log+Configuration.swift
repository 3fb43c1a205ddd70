// SPDX-License-Identifier: MIT

import PopoverModel
import PopoverSessions

extension Log {
    /// Of one reload so many changes are told one by one.
    static let changesTold = 50

    /// Says what a new configuration has changed, an option a line.
    func reloaded(_ changes: [ConfigurationChange]) {
        let words =
            switch changes.count {
            case 0: "nothing has changed"
            case 1: "1 option has changed"
            default: "\(changes.count) options have changed"
            }
        write(
            .notice, LogSubject(.configurationTaken), "the configuration was read again: \(words)")
        for change in changes.prefix(Self.changesTold) {
            write(.notice, LogSubject(option: change.option), "\(change)")
        }
        if changes.count > Self.changesTold {
            write(.notice, "and \(changes.count - Self.changesTold) more")
        }
    }
}
