// SPDX-License-Identifier: MIT

public import CPopoverPlugin
import PopoverPluginKit

/// Settings of a thing: stays on a choice, saves on a tap outside, may be detached (G7, G22).
enum Inspector: BehaviorPlugin {
    static let name = "inspector"
    static let version = "1.0.0"
    static let behaviors = [
        BehaviorDescription(name: name, isDetachable: true)
    ]
}

// The name is the header's.
// swift-format-ignore: AlwaysUseLowerCamelCase
@c @implementation
public func popoverd_plugin_abi_1() -> UnsafePointer<popover_plugin>? {
    unsafe descriptor(of: Inspector.self)
}
