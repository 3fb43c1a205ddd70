// SPDX-License-Identifier: MIT

public import CPopoverPlugin
import PopoverPluginKit

/// Options: a choice closes it, and so does a tap anywhere outside (G5).
enum Menu: BehaviorPlugin {
    static let name = "menu"
    static let version = "1.0.0"
    static let behaviors = [
        BehaviorDescription(name: name, choiceCloses: true)
    ]
}

// The name is the header's.
// swift-format-ignore: AlwaysUseLowerCamelCase
@c @implementation
public func popoverd_plugin_abi_1() -> UnsafePointer<popover_plugin>? {
    unsafe descriptor(of: Menu.self)
}
