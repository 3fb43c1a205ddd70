// SPDX-License-Identifier: MIT

public import CPopoverPlugin
import PopoverPluginKit

/// Handles an idle display: it shows a warning and then ends the session,
/// so that the next customer finds nothing of the last one's (K3).
///
/// A session that has left nothing on the display ends as well: an app may hold a basket. Closing is
/// for what is on the display only.
struct Idle: PolicyPlugin {
    static let name = "idle"
    static let version = "1.0.0"
    static let hooks: Questions = [.idle]
    static let idleAfter: Int64 = 120_000
    static let options = [
        OptionDescription(
            name: "warnMs", type: .integer, defaultValue: "20000",
            summary: "Milliseconds in which people can answer the warning; 0: no warning."),
        OptionDescription(
            name: "then", type: .string, defaultValue: "end-session",
            summary: "What follows: end-session erases drafts, close saves them."),
        OptionDescription(
            name: "title", type: .text, defaultValue: "Are you still there?",
            summary: "The warning's title."),
        OptionDescription(name: "message", type: .text, summary: "The warning's message."),
        OptionDescription(
            name: "button", type: .text, defaultValue: "Yes", summary: "The warning's button."),
    ]

    private let host: Host
    /// In milliseconds; 0: no warning.
    private let timeout: Int64
    private let endsSession: Bool

    init?(host: Host) {
        let action = host.setting("then") ?? ""
        guard action == "end-session" || action == "close" else {
            host.log(.error, "then \"\(action)\" is not end-session or close")
            return nil
        }
        let timeout = Int64(host.setting("warnMs") ?? "") ?? 0
        guard timeout == 0 || (1000...600_000).contains(timeout) else {
            host.log(.error, "warnMs \"\(timeout)\" is not 0 or a number from 1000 to 600000")
            return nil
        }
        self.host = host
        self.timeout = timeout
        endsSession = action == "end-session"
    }

    func answer(_ question: Question) -> Verdict {
        guard case .idle(_, let isOccupied) = question.kind, isOccupied || endsSession else {
            return .abstain
        }
        if timeout == 0 { return endsSession ? .endSession : .close() }
        return .warn(
            IdleWarning(
                title: host.setting("title", in: question.language) ?? "",
                message: host.setting("message", in: question.language),
                button: host.setting("button", in: question.language) ?? "", timeout: timeout,
                endsSession: endsSession))
    }
}

@_cdecl("popoverd_plugin_abi_2")
public func plugin() -> UnsafePointer<popover_plugin>? {
    unsafe descriptor(of: Idle.self)
}
