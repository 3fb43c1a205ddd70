// SPDX-License-Identifier: MIT

public import PopoverModel

/// Timers and descriptors on the daemon's loop, for trusted plugins. The implementation calls
/// `timerFired` and `descriptorReady` from the loop, never from within these functions.
public protocol PluginLoop: AnyObject {
    /// Starts it, anew where it runs already.
    func start(_ timer: PluginTimer, after interval: Interval, repeats: Bool)
    /// Nothing where there is none.
    func stop(_ timer: PluginTimer)
    /// Watches, in place of an earlier watch of this name; false where the system refuses. The
    /// descriptor stays the plugin's.
    func watch(_ watch: PluginWatch, descriptor: CInt, for events: DescriptorEvents) -> Bool
    /// Nothing where there is none.
    func unwatch(_ watch: PluginWatch)
}

/// A timer of a plugin's.
public enum PluginTimer: Hashable, Sendable {
    /// `id` is the plugin's choice.
    case own(plugin: String, id: UInt32)
    /// The host's, to look at the descriptors of a suspended plugin again.
    case resumption(plugin: String)
}

/// A descriptor that a plugin watches; `id` is the plugin's choice.
public struct PluginWatch: Hashable, Sendable {
    public let plugin: String
    public let id: UInt32

    public init(plugin: String, id: UInt32) {
        self.plugin = plugin
        self.id = id
    }
}

/// What a descriptor is ready for; the numbers are the header's.
public struct DescriptorEvents: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    public static let readable = DescriptorEvents(rawValue: 1)
    public static let writable = DescriptorEvents(rawValue: 2)
    /// It is broken or at its end, and the loop does not watch it any more.
    public static let disconnected = DescriptorEvents(rawValue: 4)
}
