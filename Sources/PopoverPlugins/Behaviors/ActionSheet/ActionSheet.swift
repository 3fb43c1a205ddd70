// SPDX-License-Identifier: MIT

public import CPopoverPlugin
import PopoverPluginKit

/// Buttons: each closes it; a tap outside is its Cancel, which discards (G6, G16).
enum ActionSheet: BehaviorPlugin {
    static let name = "action-sheet"
    static let version = "1.0.0"
    static let behaviors = [
        BehaviorDescription(
            name: name, choiceCloses: true, outsideTapDisposition: .discard, avoidsScrolling: true)
    ]
}

// The name is the header's.
// swift-format-ignore: AlwaysUseLowerCamelCase
@c @implementation
public func popoverd_plugin_abi_1() -> UnsafePointer<popover_plugin>? {
    unsafe descriptor(of: ActionSheet.self)
}
