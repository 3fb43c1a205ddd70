// SPDX-License-Identifier: MIT

import PopoverModel

/// What the loaded plugins provide.
struct Plugins: Codable, Sendable {
    /// By name. There are few: comparing every name is faster than hashing one.
    private(set) var behaviors: [Shared<Behavior>] = []
    /// In the order in which their verdicts count.
    var policies: [Policy] = []
    /// Whether a policy wants to hear of unattended displays.
    var areWatchingIdleness = false
    var states: [PluginState] = []

    func behavior(named name: String) -> Shared<Behavior>? {
        behaviors.first { $0.name == name }
    }

    mutating func add(_ behavior: Behavior) {
        removeBehavior(named: behavior.name)
        let index = behaviors.firstIndex { $0.name > behavior.name } ?? behaviors.count
        behaviors.insert(Shared(behavior), at: index)
    }

    mutating func removeBehavior(named name: String) { behaviors.removeAll { $0.name == name } }
}
