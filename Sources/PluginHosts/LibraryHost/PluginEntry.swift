// SPDX-License-Identifier: MIT

import PopoverModel

/// What the host knows of one file.
struct PluginEntry {
    var state: PluginState
    /// Nil unless it is loaded.
    private(set) var instance: PluginInstance?
    /// The configuration keeps it from being loaded; it may say otherwise when it is read again.
    var isUnwanted = false
    /// The content that the instance came from.
    private var identity: FileIdentity?

    init(failedAt path: String, name: String) {
        state = PluginState(
            name: name, kind: nil, path: path, version: nil, state: .failed, message: nil,
            behaviors: [], tier: .native)
    }

    init(_ instance: PluginInstance, path: String, identity: FileIdentity) {
        let plugin = instance.descriptor
        state = PluginState(
            name: plugin.name, kind: plugin.kind, path: path, version: plugin.version,
            state: .loaded, message: nil, behaviors: plugin.behaviors.map(\.name).sorted(),
            tier: .native, hooks: plugin.hooks)
        self.instance = instance
        self.identity = identity
    }

    mutating func end() {
        isUnwanted = false
        instance?.end()
        instance = nil
        identity = nil
        state.state = .unloaded
        state.message = nil
        state.behaviors = []
        state.hooks = []
    }

    /// As it is reported: a plugin that is loaded may be suspended.
    var currentState: PluginState {
        guard instance?.strikes.suspendedUntil != nil else { return state }
        var state = state
        state.state = .suspended
        let budget = PluginLimits.softBudget.milliseconds
        // Without the time that is left: what is the same must read the same.
        state.message =
            "\(PluginLimits.strikes) of its calls took more than \(budget) ms; "
            + "it is left alone for a while"
        return state
    }

    /// As `plugin.list` tells it.
    var toldState: PluginState {
        var state = currentState
        if let instance { state.statistics = instance.statistics }
        return state
    }

    /// Whether a rescan has to load it.
    func needsStart(_ path: String, settings: (String) -> PluginSettings) -> Bool {
        let admission = settings(PluginDirectory.pluginName(ofFileAt: path)).admission
        return switch state.state {
        case .loaded:
            identity != FileIdentity(ofFileAt: path) || admission != .wanted
                || instance?.settings != settings(state.name)
        case .failed: true
        case .unloaded where isUnwanted:
            admission == .wanted && settings(state.name).admission != .disabled
        case .unloaded, .starting, .suspended, .quarantined: false
        }
    }
}

/// Who answers for a behavior.
final class Provider {
    let behavior: Behavior
    let path: String
    let instance: PluginInstance
    /// Where it is asked, as the header's bits.
    let hooks: UInt32

    init(behavior: Behavior, path: String, instance: PluginInstance) {
        self.behavior = behavior
        self.path = path
        self.instance = instance
        hooks = behavior.hooks.all.reduce(0) { $0 | $1.bit }
    }
}
