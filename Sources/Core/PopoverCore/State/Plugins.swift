// SPDX-License-Identifier: MIT

import PopoverModel

/// What the loaded plugins provide.
struct Plugins: Codable, Sendable {
    var behaviors: [String: Behavior] = [:]
    /// In the order in which their verdicts count.
    var policies: [Policy] = []
    /// Whether a policy wants to hear of unattended displays.
    var areWatchingIdleness = false
    var states: [PluginState] = []
}
