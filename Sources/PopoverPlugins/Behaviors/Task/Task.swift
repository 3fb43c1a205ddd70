// SPDX-License-Identifier: MIT

import BundledBehaviors
public import CPopoverPlugin
import PopoverPluginKit

// The name is the header's.
// swift-format-ignore: AlwaysUseLowerCamelCase
@c @implementation
public func popoverd_plugin_abi_2() -> UnsafePointer<popover_plugin>? {
    unsafe descriptor(of: Task.self)
}
