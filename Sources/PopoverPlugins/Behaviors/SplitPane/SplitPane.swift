// SPDX-License-Identifier: MIT

public import CPopoverPlugin
import PopoverPluginKit

/// The left pane of a split view, in portrait only, from a titled button (G29).
enum SplitPane: BehaviorPlugin {
    static let name = "split-pane"
    static let version = "1.0.0"
    static let behaviors = [
        BehaviorDescription(name: name, needsTitle: true, isPortraitOnly: true)
    ]
}

// The name is the header's.
// swift-format-ignore: AlwaysUseLowerCamelCase
@c @implementation
public func popoverd_plugin_abi_1() -> UnsafePointer<popover_plugin>? {
    unsafe descriptor(of: SplitPane.self)
}
