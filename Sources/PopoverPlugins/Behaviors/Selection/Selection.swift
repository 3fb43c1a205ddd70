// SPDX-License-Identifier: MIT

public import CPopoverPlugin
import PopoverPluginKit

/// Multiple selection: stays until dismissed or until a tap outside, which saves (G8).
enum Selection: BehaviorPlugin {
    static let name = "selection"
    static let version = "1.0.0"
    static let behaviors = [
        BehaviorDescription(name: name)
    ]
}

// The name is the header's.
// swift-format-ignore: AlwaysUseLowerCamelCase
@c @implementation
public func popoverd_plugin_abi_1() -> UnsafePointer<popover_plugin>? {
    unsafe descriptor(of: Selection.self)
}
