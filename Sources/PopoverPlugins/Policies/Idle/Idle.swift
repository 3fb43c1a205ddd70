// SPDX-License-Identifier: MIT

public import CPopoverPlugin
import PopoverPluginKit

/// Looks after a display that nobody touches any more: asks whether anybody is there, and then ends
/// the session, so that the next customer finds nothing of the last one's (K3).
///
/// An empty display is left alone.
struct Idle: PolicyPlugin {
    static let name = "idle"
    static let version = "1.0.0"
    static let hooks: Questions = [.idle]
    static let idleAfter: Int64 = 120_000
    static let options = [
        OptionDescription(
            name: "warnMs", type: .integer, defaultValue: "20000",
            summary: "How long people have to answer the warning; 0: there is none."),
        OptionDescription(
            name: "then", type: .string, defaultValue: "end-session",
            summary: "What follows: end-session (its work is erased) or close (it is kept)."),
        OptionDescription(
            name: "title", type: .string, defaultValue: "Are you still there?",
            summary: "Of the warning."),
        OptionDescription(name: "message", type: .string, summary: "Of the warning."),
        OptionDescription(
            name: "button", type: .string, defaultValue: "Yes", summary: "Of the warning."),
    ]

    private let verdict: Verdict

    init?(host: Host) {
        let action = host.setting("then") ?? ""
        guard action == "end-session" || action == "close" else {
            host.log(.error, "then is end-session or close, not \(action)")
            return nil
        }
        let timeout = Int64(host.setting("warnMs") ?? "") ?? 0
        guard timeout == 0 || (1000...600_000).contains(timeout) else {
            host.log(.error, "warnMs is 0, or 1000 to 600000, not \(timeout)")
            return nil
        }
        let endsSession = action == "end-session"
        verdict =
            timeout == 0
            ? endsSession ? .endSession : .close()
            : .warn(
                IdleWarning(
                    title: host.setting("title") ?? "", message: host.setting("message"),
                    button: host.setting("button") ?? "", timeout: timeout,
                    endsSession: endsSession))
    }

    func answer(_ question: Question) -> Verdict {
        guard case .idle(_, isOccupied: true) = question.kind else { return .abstain }
        return verdict
    }
}

// The name is the header's.
// swift-format-ignore: AlwaysUseLowerCamelCase
@c @implementation
public func popoverd_plugin_abi_1() -> UnsafePointer<popover_plugin>? {
    unsafe descriptor(of: Idle.self)
}
