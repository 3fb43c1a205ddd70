// SPDX-License-Identifier: MIT

import LibraryHost
import PopoverModel

/// The bundled behaviors: tables in the daemon's program, which need no file and are never called.
final class BundledPluginRuntime: PluginRuntime {
    private let plugins = BundledPlugin.all().sorted { $0.name < $1.name }
    private let path: String
    private let settings: (String) -> PluginSettings
    private let onChange: () -> Void
    /// By an administrator, until they are loaded again.
    private var unloaded: Set<String> = []

    /// - Parameter path: the daemon's program.
    init(
        path: String, settings: @escaping (String) -> PluginSettings,
        onChange: @escaping () -> Void
    ) {
        self.path = path
        self.settings = settings
        self.onChange = onChange
    }

    var states: [PluginState] { plugins.map(state) }

    private func state(of plugin: BundledPlugin) -> PluginState {
        var state = PluginState(
            name: plugin.name, kind: .behaviors, path: path, version: plugin.version,
            state: .unloaded, message: nil, behaviors: [], tier: .native)
        if unloaded.contains(plugin.name) { return state }
        do throws(PluginError.Cause) {
            try plugin.check(settings(plugin.name))
            state.state = .loaded
            state.behaviors = plugin.behaviors.map(\.name)
        } catch {
            state.state = error == .disabled ? .unloaded : .failed
            state.message = error.description
        }
        return state
    }

    var contributions: [PluginContribution] {
        plugins.filter { runs($0.name) }.map {
            PluginContribution(name: $0.name, tier: .native, path: path, behaviors: $0.behaviors)
        }
    }

    var isSettled: Bool { true }

    func has(_ name: String) -> Bool { plugins.contains { $0.name == name } }

    func runs(_ name: String) -> Bool {
        plugins.contains { $0.name == name && state(of: $0).state == .loaded }
    }

    func load(_ name: String, then handler: @escaping (PluginAnswer) -> Void) {
        unloaded.remove(name)
        answer(name, handler)
    }

    func unload(_ name: String, then handler: @escaping (PluginAnswer) -> Void) {
        unloaded.insert(name)
        answer(name, handler)
    }

    func reload(_ name: String, then handler: @escaping (PluginAnswer) -> Void) {
        load(name, then: handler)
    }

    func clear(_ name: String, then handler: @escaping (PluginAnswer) -> Void) {
        answer(name, handler)
    }

    private func answer(_ name: String, _ handler: (PluginAnswer) -> Void) {
        onChange()
        let plugin = plugins.first { $0.name == name }
        handler(plugin.map { .success(state(of: $0)) } ?? .failure(PluginError(name, .unknown)))
    }

    /// Another plugin replaces it, which is no conflict.
    func refuse(_ name: String, because cause: PluginError.Cause) {}

    func close(then handler: @escaping () -> Void) { handler() }
}
