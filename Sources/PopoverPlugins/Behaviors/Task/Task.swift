// SPDX-License-Identifier: MIT

public import CPopoverPlugin
import PopoverPluginKit

/// A task: ends by Done or Cancel; a tap outside saves as Done does (G9, G16).
enum Task: BehaviorPlugin {
    static let name = "task"
    static let version = "1.0.0"
    static let behaviors = [
        BehaviorDescription(name: name, avoidsScrolling: true)
    ]
}

// The name is the header's.
// swift-format-ignore: AlwaysUseLowerCamelCase
@c @implementation
public func popoverd_plugin_abi_1() -> UnsafePointer<popover_plugin>? {
    unsafe descriptor(of: Task.self)
}
