// SPDX-License-Identifier: MIT

internal import PopoverModel

/// Where a plugin wants to be asked, and as what.
struct Roster {
    let plugin: String
    /// Where it is asked about everyone's popovers and alerts.
    let hooks: [Hook]
    let behaviors: [Behavior]

    /// As what a daemon would ask it this; nil where it would not. Of a popover of its own behaviour
    /// it may be asked twice; then it is asked as the behaviour here.
    func respondent(to question: Question) -> Respondent? {
        let own = behaviors.first { $0.name == question.behavior }
        if let own, own.hooks.contains(question.hook) { return .behavior(own.name) }
        return hooks.contains(question.hook) ? .policy(plugin) : nil
    }
}
