// SPDX-License-Identifier: MIT

import LibraryHost
import PopoverModel

/// What a running plugin contributes: its behaviors, its policy, and its order constraints.
struct PluginContribution: Hashable {
    var name: String
    var tier: PluginState.Tier
    var path: String
    var behaviors: [Behavior] = []
    /// nil if it is not a policy.
    var policy: Policy?
    var fallback = Policy.Fallback.abstain
    var before: [String] = []
    var after: [String] = []
}

/// Runs libraries or programs. It reports changes by its owner's `onChange`, from the loop or
/// within the owner's call. Each handler is called once, now or later.
protocol PluginRuntime: AnyObject {
    /// All known plugins, in order of name and path.
    var states: [PluginState] { get }
    /// The contributions of the plugins that can be asked, in order of name.
    var contributions: [PluginContribution] { get }
    /// No plugin is being loaded.
    var isSettled: Bool { get }

    /// Whether a plugin of this name is known or can be found; a path contains a slash.
    func has(_ nameOrPath: String) -> Bool
    /// Whether a plugin of this name is running or starting.
    func runs(_ name: String) -> Bool
    func load(_ nameOrPath: String, then handler: @escaping (PluginAnswer) -> Void)
    func unload(_ name: String, then handler: @escaping (PluginAnswer) -> Void)
    func reload(_ name: String, then handler: @escaping (PluginAnswer) -> Void)
    /// Lifts a quarantine and loads the plugin.
    func clear(_ name: String, then handler: @escaping (PluginAnswer) -> Void)
    /// Ends a plugin that conflicts with another, until it is loaded again.
    func refuse(_ name: String, because cause: PluginError.Cause)
    func close(then handler: @escaping () -> Void)
}

/// The outcome of an administrator's request.
typealias PluginAnswer = Result<PluginState, PluginError>
