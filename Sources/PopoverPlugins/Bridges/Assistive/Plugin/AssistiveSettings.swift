// SPDX-License-Identifier: MIT

import PopoverPluginKit

struct AssistiveSettings: Sendable {
    static let table: [OptionRule<AssistiveSettings>] = [
        .string(
            "bus", \.bus, "The session bus's address; empty: that of the daemon's user.")
    ]

    private(set) var bus = ""
}
