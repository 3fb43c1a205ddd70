// SPDX-License-Identifier: MIT

public import CPopoverPlugin
import PopoverPluginKit

/// A behavior of its own, `confirm`: a question that a tap beside it does not answer.
///
/// It needs a title, sits above its source where it can, stays at a choice that only changes the
/// question ({"more": true}), and is put away by a key, with what was typed.
struct Confirm: AnsweringPlugin {
    static let name = "confirm"
    static let version = "1.0.0"
    static let behaviors = [
        BehaviorDescription(
            name: "confirm", choiceCloses: true, widthRange: 320...400, sides: [.top, .bottom],
            questions: [.open, .choice, .outsideTap, .detach])
    ]

    init?(host: Host) {}

    func answer(_ question: Question) -> Verdict {
        switch question.kind {
        case .open:
            question.title?.isEmpty ?? true
                ? .refuse(message: "a confirmation needs a title") : .admit()
        // The daemon writes compact JSON, whose members keep no spaces between them.
        case .choice(_, let choice): choice.contains(#""more":true"#) ? .stay : .close()
        case .outsideTap(_, let isKey): isKey ? .close(.discard) : .stay
        case .detach: .detach(allowed: false)
        default: .abstain
        }
    }
}

@_cdecl("popoverd_plugin_abi_2")
public func plugin() -> UnsafePointer<popover_plugin>? {
    unsafe descriptor(of: Confirm.self)
}
