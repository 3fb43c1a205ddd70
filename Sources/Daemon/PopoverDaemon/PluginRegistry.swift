// SPDX-License-Identifier: MIT

import LibraryHost
import PopoverConfiguration
import PopoverCore
import PopoverModel

/// What the plugins contribute, in which order, and which of it was published to the rules.
struct PluginRegistry {
    private var contributions: [PluginContribution] = []
    /// The bundled plugins that a running plugin replaces.
    private(set) var replaced: Set<String> = []
    private var programs: Set<String> = []
    /// In the order of loading: of two conflicting plugins the later one is refused.
    private var admitted: [Key] = []
    private var behaviors: [String: Behavior] = [:]
    private var providers: [String: String] = [:]
    private var policies: [Policy] = []
    /// What the rules know.
    private var publishedBehaviors: [String: Behavior] = [:]
    private var publishedPolicies: [Policy] = []
    private var publishedStates: [PluginState] = []

    private struct Key: Hashable {
        let name: String
        let tier: PluginState.Tier

        init(_ plugin: PluginContribution) {
            name = plugin.name
            tier = plugin.tier
        }
    }

    // MARK: Respondents

    /// The name of the program that answers for the respondent; nil for a library.
    func program(of respondent: Respondent) -> String? {
        let name: String? =
            switch respondent {
            case .behavior(let behavior): providers[behavior]
            case .policy(let plugin): plugin
            }
        return name.flatMap { programs.contains($0) ? $0 : nil }
    }

    /// - Returns: nil for the default deadline.
    func deadline(of respondent: Respondent, at hook: Hook) -> Interval? {
        switch respondent {
        case .behavior(let name): behaviors[name]?.hooks[hook]?.deadline
        case .policy(let name): policies.first { $0.name == name }?.hooks[hook]?.deadline
        }
    }

    // MARK: Updates

    /// Replaces the contributions.
    /// - Parameters:
    ///   - bundled: each is replaced by a plugin that has its name or provides its behavior.
    ///   - required: policies without which no popover may open.
    /// - Returns: a plugin that conflicts with another; nothing is replaced then.
    mutating func update(
        libraries: [PluginContribution], programs: [PluginContribution],
        bundled: [PluginContribution] = [],
        settings: (String) -> Configuration.PluginSettings, required: [String] = []
    ) -> (plugin: PluginContribution, cause: PluginError.Cause)? {
        let new = libraries + programs
        let known = admitted.compactMap { key in new.first { Key($0) == key } }
        let candidates = known + new.filter { plugin in !admitted.contains(Key(plugin)) }
        var accepted: [PluginContribution] = []
        for plugin in candidates {
            if let cause = conflict(of: plugin, with: accepted) { return (plugin, cause) }
            accepted.append(plugin)
        }
        contributions = accepted
        admitted = accepted.map(Key.init)
        self.programs = Set(programs.map(\.name))
        // If a required policy is missing, its fallback applies and the open is refused.
        contributions += required.filter { !admittedNames.contains($0) }.map { name in
            var hooks = Hooks()
            hooks[.open] = Hooks.Terms()
            return PluginContribution(
                name: name, tier: .native, path: "", policy: Policy(name: name, hooks: hooks))
        }
        index(settings)
        add(bundled)
        return nil
    }

    private mutating func add(_ bundled: [PluginContribution]) {
        replaced = []
        for plugin in bundled {
            let isReplaced =
                admittedNames.contains(plugin.name)
                || plugin.behaviors.contains { providers[$0.name] != nil }
            guard !isReplaced else {
                replaced.insert(plugin.name)
                continue
            }
            for behavior in plugin.behaviors { behaviors[behavior.name] = behavior }
        }
    }

    private var admittedNames: Set<String> { Set(admitted.map(\.name)) }

    private func conflict(
        of plugin: PluginContribution, with others: [PluginContribution]
    ) -> PluginError.Cause? {
        if let other = others.first(where: { $0.name == plugin.name }) {
            return .duplicatePlugin(plugin.name, other: other.path)
        }
        for behavior in plugin.behaviors {
            let other = others.first { $0.behaviors.contains { $0.name == behavior.name } }
            if let other { return .duplicateBehavior(behavior.name, other: other.name) }
        }
        do throws(PluginOrder.Cycle) {
            _ = try PluginOrder.names(of: (others + [plugin]).map(\.constraint))
            return nil
        } catch {
            return .circularOrder("\(error)")
        }
    }

    private mutating func index(_ settings: (String) -> Configuration.PluginSettings) {
        behaviors = [:]
        providers = [:]
        for plugin in contributions {
            let settings = settings(plugin.name)
            for var behavior in plugin.behaviors {
                behavior.hooks.apply(settings, to: plugin)
                behaviors[behavior.name] = behavior
                providers[behavior.name] = plugin.name
            }
        }
        // `update` has refused cycles.
        let order = (try? PluginOrder.names(of: contributions.map(\.constraint))) ?? []
        policies = order.compactMap { name in
            guard let plugin = contributions.first(where: { $0.name == name }),
                var policy = plugin.policy
            else { return nil }
            let settings = settings(name)
            policy.hooks.apply(settings, to: plugin)
            policy.idleAfter = settings.idleAfter ?? policy.idleAfter
            return policy
        }
    }

    // MARK: Changes

    /// The events about behaviors and policies that the rules do not know yet.
    mutating func takeChanges() -> [Event] {
        var changes: [Event] = []
        for name in publishedBehaviors.keys.sorted() where behaviors[name] == nil {
            changes.append(.behaviorUnloaded(name: name))
        }
        for (name, behavior) in behaviors.sorted(by: { $0.key < $1.key })
        where publishedBehaviors[name] != behavior {
            changes.append(.behaviorLoaded(behavior))
        }
        if policies != publishedPolicies { changes.append(.policiesChanged(policies)) }
        publishedBehaviors = behaviors
        publishedPolicies = policies
        return changes
    }

    /// The plugins whose state has changed since the last call, with their new state.
    mutating func takeChanges(in states: [PluginState]) -> [PluginState] {
        // Statistics change all the time.
        let states = states.map { state in
            var state = state
            state.statistics = PluginStatistics()
            return state
        }
        var changes: [PluginState] = []
        for gone in publishedStates
        where !states.contains(where: { ($0.name, $0.path) == (gone.name, gone.path) }) {
            var state = gone
            state.state = .unloaded
            state.message = nil
            state.behaviors = []
            state.hooks = []
            changes.append(state)
        }
        changes += states.filter { !publishedStates.contains($0) }
        publishedStates = states
        return changes
    }
}

extension PluginContribution {
    fileprivate var constraint: PluginOrder.Constraint {
        PluginOrder.Constraint(name: name, before: before, after: after)
    }
}

extension Hooks {
    /// Applies the configured deadline, and the fallback: the configured one before the plugin's own.
    fileprivate mutating func apply(
        _ settings: Configuration.PluginSettings, to plugin: PluginContribution
    ) {
        for hook in all {
            if let deadline = settings.deadline { self[hook]?.deadline = deadline }
        }
        set(settings.fallback ?? plugin.fallback, of: plugin.name)
    }
}
