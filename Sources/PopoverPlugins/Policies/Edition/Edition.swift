// SPDX-License-Identifier: MIT

public import CPopoverPlugin
import PopoverPluginKit

/// Applies the rules of one edition of the human interface guidelines, where editions differ. Without
/// this plugin the strictest rules hold, except that popovers may be detached (G22).
struct Edition: PolicyPlugin {
    static let name = "edition"
    static let version = "1.0.0"
    static let hooks: Questions = [.open, .detach]
    static let options = [
        OptionDescription(
            name: "edition", type: .string, defaultValue: "2011",
            summary: "Edition of the guidelines: 2011 (the strictest), 2014, 2020 or today.")
    ]

    private enum Year: String {
        /// Widths of 320 to 600 points (G16), and nothing for narrow displays.
        case y2011 = "2011"
        /// Sheets on narrow displays (G21).
        case y2014 = "2014"
        /// Any width.
        case y2020 = "2020"
        /// Detached popovers (G22).
        case today
    }

    private static let anyWidth = POPOVER_WIDTH_LOWEST...POPOVER_WIDTH_HIGHEST
    private let year: Year

    init?(host: Host) {
        let name = host.setting("edition") ?? ""
        guard let year = Year(rawValue: name) else {
            host.log(.error, "edition \"\(name)\" is not 2011, 2014, 2020 or today")
            return nil
        }
        self.year = year
    }

    func answer(_ question: Question) -> Verdict {
        switch question.kind {
        case .open(_, _, let isCompact, _, _): mayOpen(isCompact: isCompact)
        case .detach: year == .today ? .abstain : .detach(allowed: false)
        default: .abstain
        }
    }

    private func mayOpen(isCompact: Bool) -> Verdict {
        switch year {
        case .y2011 where isCompact:
            .refuse(message: "in the words of 2011 there are no popovers on narrow displays")
        case .y2011, .y2014: .admit(widthRange: 320...600)
        case .y2020, .today: .admit(widthRange: Self.anyWidth)
        }
    }
}

@_cdecl("popoverd_plugin_abi_2")
public func plugin() -> UnsafePointer<popover_plugin>? {
    unsafe descriptor(of: Edition.self)
}
