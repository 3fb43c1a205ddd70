// SPDX-License-Identifier: MIT

import LibraryHost
import PopoverModel

/// What a plugin that runs offers and asks for, whatever it is made of.
struct PluginOffer: Hashable {
    var name: String
    var tier: PluginState.Tier
    var path: String
    var behaviors: [Behavior] = []
    /// nil: it has no say in everybody's popovers.
    var policy: Policy?
    var before: [String] = []
    var after: [String] = []
}

/// The plugins of one kind of making: libraries, or programs.
///
/// What a tier does when something has changed it says by its owner's `onChange`, from the loop or
/// from within the owner's call. What is asked for with a handler is answered once, maybe later.
protocol PluginTier: AnyObject {
    /// All it knows of, by name and path.
    var states: [PluginState] { get }
    /// Those that can be asked, by name.
    var offers: [PluginOffer] { get }
    /// Nothing is on its way to being loaded.
    var isSettled: Bool { get }

    /// Whether it knows, or finds, a plugin of this name; a path has a slash in it.
    func has(_ nameOrPath: String) -> Bool
    /// Whether one of this name runs, or is on its way to.
    func runs(_ name: String) -> Bool
    func load(_ nameOrPath: String, then handler: @escaping (PluginAnswer) -> Void)
    func unload(_ name: String, then handler: @escaping (PluginAnswer) -> Void)
    func reload(_ name: String, then handler: @escaping (PluginAnswer) -> Void)
    /// It may be loaded although the daemon died in it.
    func clear(_ name: String, then handler: @escaping (PluginAnswer) -> Void)
    /// Ends one that runs, which cannot be had beside another, until it is loaded again.
    func refuse(_ name: String, because cause: PluginError.Cause)
    /// Ends all.
    func close(then handler: @escaping () -> Void)
}

/// What became of an administrator's order.
typealias PluginAnswer = Result<PluginState, PluginError>
