// SPDX-License-Identifier: MIT

public import CPopoverPlugin
import PopoverPluginKit

/// Holds alerts below a severity, always or at certain hours, for later; never critical alerts.
struct Quiet: PolicyPlugin {
    static let name = "quiet"
    static let version = "1.0.0"
    static let hooks: Questions = [.alert]
    static let options = [
        OptionDescription(
            name: "below", type: .string, defaultValue: "warning",
            summary: "Hold alerts below this severity: info, warning or critical."),
        OptionDescription(
            name: "from", type: .string, summary: "Daily start of the quiet hours, such as 22:00."),
        OptionDescription(name: "until", type: .string, summary: "Daily end of the quiet hours."),
    ]
    /// How long an alert is held before the daemon asks again, in milliseconds.
    private static let longest: Int64 = 60_000

    private let level: Severity
    private let hours: DailyHours?

    init?(host: Host) {
        let levels: [String: Severity] = [
            "info": .info, "warning": .warning, "critical": .critical,
        ]
        let below = host.setting("below") ?? ""
        guard let level = levels[below] else {
            host.log(.error, "below \"\(below)\" is not info, warning or critical")
            return nil
        }
        self.level = level
        do {
            hours = try host.dailyHours()
        } catch {
            return nil
        }
    }

    func answer(_ question: Question) -> Verdict {
        guard case .alert(_, let severity, _) = question.kind,
            severity.rawValue < level.rawValue
        else { return .abstain }
        guard let hours else { return .hold(milliseconds: Self.longest) }
        guard let left = hours.left(at: DailyHours.minute) else { return .abstain }
        return .hold(milliseconds: min(Self.longest, Int64(left) * 60_000))
    }
}

@_cdecl("popoverd_plugin_abi_2")
public func plugin() -> UnsafePointer<popover_plugin>? {
    unsafe descriptor(of: Quiet.self)
}
