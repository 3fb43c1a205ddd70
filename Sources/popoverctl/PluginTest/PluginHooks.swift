// SPDX-License-Identifier: MIT

internal import PopoverModel

/// The hooks that a plugin has, as a policy and for its behaviors.
struct PluginHooks {
    let plugin: String
    /// The hooks for all popovers and alerts.
    let hooks: [Hook]
    let behaviors: [Behavior]

    /// The respondent that a daemon would ask; nil without a hook. About a popover of its own behavior
    /// a daemon may ask a plugin twice; a test asks the behavior only.
    func respondent(to question: Question) -> Respondent? {
        let own = behaviors.first { $0.name == question.behavior }
        if let own, own.hooks.contains(question.hook) { return .behavior(own.name) }
        return hooks.contains(question.hook) ? .policy(plugin) : nil
    }
}
