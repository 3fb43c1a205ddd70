// SPDX-License-Identifier: MIT

public import CPopoverPlugin
import PopoverPluginKit

/// Allows only certain apps to open popovers, or only at certain hours.
struct Exclusive: PolicyPlugin {
    static let name = "exclusive"
    static let version = "1.0.0"
    static let hooks: Questions = [.open]
    static let fallback = Fallback.refuse
    static let options = [
        OptionDescription(
            name: "apps", type: .strings, defaultValue: "",
            summary: "Apps that may open popovers; empty: all."),
        OptionDescription(
            name: "from", type: .string, summary: "Daily time from which they may, such as 07:30."),
        OptionDescription(
            name: "until", type: .string, summary: "Daily time until which they may."),
    ]

    private let apps: [String]
    private let hours: DailyHours?

    init?(host: Host) {
        apps = host.settings("apps")
        do {
            hours = try host.dailyHours()
        } catch {
            return nil
        }
    }

    func answer(_ question: Question) -> Verdict {
        guard case .open = question.kind else { return .abstain }
        if let hours, hours.left(at: DailyHours.minute) == nil {
            return .refuse(message: "popovers open only at certain hours here")
        }
        guard apps.isEmpty || apps.contains(question.app) else {
            return .refuse(
                message: "only \(apps.joined(separator: ", ")) may open popovers here")
        }
        return .abstain
    }
}

@_cdecl("popoverd_plugin_abi_2")
public func plugin() -> UnsafePointer<popover_plugin>? {
    unsafe descriptor(of: Exclusive.self)
}
