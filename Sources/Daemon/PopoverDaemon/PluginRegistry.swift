// SPDX-License-Identifier: MIT

import LibraryHost
import PopoverConfiguration
import PopoverCore
import PopoverModel

/// Who offers what, in which order, and what of it the rules know already.
struct PluginRegistry {
    private var offers: [PluginOffer] = []
    private var programs: Set<String> = []
    /// In the order in which they came: of two that cannot be had together the later one goes.
    private var admitted: [Key] = []
    private var behaviors: [String: Behavior] = [:]
    private var providers: [String: String] = [:]
    private var policies: [Policy] = []
    /// What the rules were told.
    private var toldBehaviors: [String: Behavior] = [:]
    private var toldPolicies: [Policy] = []
    private var toldStates: [PluginState] = []

    private struct Key: Hashable {
        let name: String
        let tier: PluginState.Tier

        init(_ offer: PluginOffer) {
            name = offer.name
            tier = offer.tier
        }
    }

    // MARK: Who

    /// The program that this respondent is; nil: a library.
    func program(of respondent: Respondent) -> String? {
        let name: String? =
            switch respondent {
            case .behavior(let behavior): providers[behavior]
            case .policy(let plugin): plugin
            }
        return name.flatMap { programs.contains($0) ? $0 : nil }
    }

    /// nil: the usual one.
    func deadline(of respondent: Respondent, at hook: Hook) -> Interval? {
        switch respondent {
        case .behavior(let name): behaviors[name]?.hooks[hook]?.deadline
        case .policy(let name): policies.first { $0.name == name }?.hooks[hook]?.deadline
        }
    }

    // MARK: What they offer

    /// Takes what there is now.
    ///
    /// - Returns: one that cannot be had beside the others, if there is one; nothing is taken then.
    mutating func take(
        native: [PluginOffer], programs: [PluginOffer],
        settings: (String) -> Configuration.PluginSettings, needed: [String] = []
    ) -> (offer: PluginOffer, cause: PluginError.Cause)? {
        let new = native + programs
        let known = admitted.compactMap { key in new.first { Key($0) == key } }
        let candidates = known + new.filter { offer in !admitted.contains(Key(offer)) }
        var taken: [PluginOffer] = []
        for offer in candidates {
            if let cause = obstacle(to: offer, beside: taken) { return (offer, cause) }
            taken.append(offer)
        }
        offers = taken
        admitted = taken.map(Key.init)
        self.programs = Set(programs.map(\.name))
        // Somebody without whom nothing shall open is asked in vain where he is not there.
        offers += needed.filter { !admittedNames.contains($0) }.map { name in
            var hooks = Hooks()
            hooks[.open] = Hooks.Terms()
            return PluginOffer(
                name: name, tier: .native, path: "", policy: Policy(name: name, hooks: hooks))
        }
        index(settings)
        return nil
    }

    private var admittedNames: Set<String> { Set(admitted.map(\.name)) }

    private func obstacle(
        to offer: PluginOffer, beside others: [PluginOffer]
    ) -> PluginError.Cause? {
        if let other = others.first(where: { $0.name == offer.name }) {
            return .duplicatePlugin(offer.name, other: other.path)
        }
        for behavior in offer.behaviors {
            let other = others.first { $0.behaviors.contains { $0.name == behavior.name } }
            if let other { return .duplicateBehavior(behavior.name, other: other.name) }
        }
        do throws(PluginOrder.Cycle) {
            _ = try PluginOrder.names(of: (others + [offer]).map(\.place))
            return nil
        } catch {
            return .circularOrder("\(error)")
        }
    }

    private mutating func index(_ settings: (String) -> Configuration.PluginSettings) {
        behaviors = [:]
        providers = [:]
        for offer in offers {
            let settings = settings(offer.name)
            for var behavior in offer.behaviors {
                behavior.hooks.take(settings)
                behaviors[behavior.name] = behavior
                providers[behavior.name] = offer.name
            }
        }
        // Circles were refused above.
        let order = (try? PluginOrder.names(of: offers.map(\.place))) ?? []
        policies = order.compactMap { name in
            guard var policy = offers.first(where: { $0.name == name })?.policy else { return nil }
            let settings = settings(name)
            policy.hooks.take(settings)
            policy.idleAfter = settings.idleAfter ?? policy.idleAfter
            return policy
        }
    }

    // MARK: News

    /// What the rules have to be told of behaviours and policies.
    mutating func news() -> [Event] {
        var news: [Event] = []
        for name in toldBehaviors.keys.sorted() where behaviors[name] == nil {
            news.append(.behaviorUnloaded(name: name))
        }
        for (name, behavior) in behaviors.sorted(by: { $0.key < $1.key })
        where toldBehaviors[name] != behavior {
            news.append(.behaviorLoaded(behavior))
        }
        if policies != toldPolicies { news.append(.policiesChanged(policies)) }
        toldBehaviors = behaviors
        toldPolicies = policies
        return news
    }

    /// The plugins that are no longer as they were told, with what has become of them.
    mutating func news(of states: [PluginState]) -> [PluginState] {
        // How often one was asked is no news.
        let states = states.map { state in
            var state = state
            state.statistics = PluginStatistics()
            return state
        }
        var news: [PluginState] = []
        for gone in toldStates where !states.contains(where: { $0.path == gone.path }) {
            var state = gone
            state.state = .unloaded
            state.message = nil
            state.behaviors = []
            state.hooks = []
            news.append(state)
        }
        news += states.filter { !toldStates.contains($0) }
        toldStates = states
        return news
    }
}

extension PluginOffer {
    fileprivate var place: PluginOrder.Place {
        PluginOrder.Place(name: name, before: before, after: after)
    }
}

extension Hooks {
    /// The administrator's terms, where they were given.
    fileprivate mutating func take(_ settings: Configuration.PluginSettings) {
        for hook in all {
            if let deadline = settings.deadline { self[hook]?.deadline = deadline }
            if hook == .open, settings.fallback == .refuse {
                self[hook]?.fallback = .open(
                    .refuse(
                        reason: .policy,
                        message: "\(settings.name), which has to be asked, does not answer"))
            }
        }
    }
}
