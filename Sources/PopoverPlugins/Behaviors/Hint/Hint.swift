// SPDX-License-Identifier: MIT

public import CPopoverPlugin
import PopoverPluginKit

/// Short help: it takes no place, has no shield, and ends by itself.
enum Hint: BehaviorPlugin {
    static let name = "hint"
    static let version = "1.0.0"
    static let behaviors = [
        BehaviorDescription(
            name: name, isHint: true, widthRange: 60...320, sides: [.top, .bottom, .right, .left])
    ]
}

// The name is the header's.
// swift-format-ignore: AlwaysUseLowerCamelCase
@c @implementation
public func popoverd_plugin_abi_1() -> UnsafePointer<popover_plugin>? {
    unsafe descriptor(of: Hint.self)
}
