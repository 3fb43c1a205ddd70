// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel

/// The settings in force; shared by all sessions, which read them for every line.
final class CurrentSettings {
    private var settings: Settings

    init(_ settings: Settings) {
        self.settings = settings
    }

    var limits: Limits { settings.limits }
    var timing: Timing { settings.timing }

    func replace(with settings: Settings) {
        self.settings = settings
    }
}
