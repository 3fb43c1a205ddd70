// SPDX-License-Identifier: MIT

package import PopoverModel

/// The behaviors and policies of a fuzzed session, and all that they may say.
package enum SessionPlugins {
    package static let behaviors = [
        behavior("menu") { $0.choiceCloses = true },
        behavior("task") { $0.avoidsScrolling = true },
        behavior("inspector") { $0.isDetachable = true },
        behavior("oracle") {
            $0.isDetachable = true
            $0.hooks = [.open, .choice, .outsideTap, .detach, .disposition]
        },
        behavior("sheet") { $0.outsideTapDisposition = .discard },
        behavior("split") {
            $0.needsTitle = true
            $0.isPortraitOnly = true
            $0.compactAdaptation = .refuse
        },
    ]

    /// The first wants to be asked about alerts and idleness, the others about everything.
    package static let policies = [
        Policy(name: "idle", hooks: [.alert, .idle], idleAfter: .milliseconds(60_000)),
        Policy(
            name: "quiet", hooks: [.open, .choice, .outsideTap, .detach, .disposition, .alert]),
        Policy(name: "all", hooks: everywhere, idleAfter: .milliseconds(1000)),
    ]

    package static func verdicts(at hook: Hook) -> [Verdict?] {
        [
            nil, .abstain, .open(.admit(sides: nil, widthRange: nil)),
            .open(.admit(sides: [.left, .top], widthRange: 100...200)),
            .open(.refuse(reason: .policy, message: "not now")),
            .open(.replace(behavior: "menu")), .open(.replace(behavior: "unheard-of")),
            closing(.close(nil), at: hook), closing(.close(.save), at: hook),
            closing(.close(.discard), at: hook), closing(.stay, at: hook),
            .detach(allowed: true), .detach(allowed: false), .alert(.present(rank: 0)),
            .alert(.present(rank: -1000)), .alert(.hold(.milliseconds(1))),
            .alert(.hold(AlertVerdict.longestHold)),
            .idle(
                .warn(
                    IdleWarning(
                        title: "Still there?", message: nil, button: "Yes",
                        timeout: .milliseconds(1000), then: .endSession))),
            .idle(
                .warn(
                    IdleWarning(
                        title: "Hello?", message: "Soon", button: "Yes",
                        timeout: .milliseconds(600_000), then: .close))),
            .idle(.act(.close)), .idle(.act(.endSession)),
        ]
    }

    private static func closing(_ verdict: ClosingVerdict, at hook: Hook) -> Verdict {
        switch (hook, verdict) {
        case (.choice, _): .choice(verdict)
        case (.disposition, .close(let disposition?)): .disposition(disposition)
        default: .outsideTap(verdict)
        }
    }

    private static var everywhere: Hooks {
        var hooks = Hooks()
        for hook in Hook.allCases {
            hooks[hook] = Hooks.Terms(deadline: .milliseconds(20), fallback: fallback(at: hook))
        }
        return hooks
    }

    private static func fallback(at hook: Hook) -> Verdict {
        switch hook {
        case .open: .open(.admit(sides: [.right], widthRange: nil))
        case .choice: .choice(.stay)
        case .outsideTap: .outsideTap(.close(.discard))
        case .detach: .detach(allowed: true)
        case .disposition: .disposition(.save)
        case .alert: .alert(.hold(.milliseconds(5000)))
        case .idle: .idle(.act(.endSession))
        }
    }

    private static func behavior(_ name: String, _ change: (inout Behavior) -> Void) -> Behavior {
        var behavior = Behavior(name: name)
        change(&behavior)
        return behavior
    }
}
