// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel

/// The settings that hold now, in one place for all sessions, each of which looks at them at every
/// line.
final class SettingsInForce {
    private var settings: Settings

    init(_ settings: Settings) {
        self.settings = settings
    }

    var limits: Limits { settings.limits }
    var timing: Timing { settings.timing }

    func replace(by settings: Settings) {
        self.settings = settings
    }
}
