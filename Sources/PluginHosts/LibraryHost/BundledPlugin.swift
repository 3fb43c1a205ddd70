// SPDX-License-Identifier: MIT

internal import BundledBehaviors
public import PopoverModel

/// A bundled behavior: a table in the program, read as that of a library.
public struct BundledPlugin {
    private let descriptor: PluginDescriptor

    public static func all() -> [BundledPlugin] {
        unsafe bundledBehaviors.compactMap { table in
            guard let table = unsafe table else { return nil }
            return (try? unsafe PluginDescriptor(reading: table)).map(BundledPlugin.init)
        }
    }

    public var name: String { descriptor.name }
    public var version: String { descriptor.version }
    public var behaviors: [Behavior] { descriptor.behaviors }

    /// Checks that the configuration does not disable it and sets no option that it does not have.
    public func check(_ settings: PluginSettings) throws(PluginError.Cause) {
        if settings.admission == .disabled { throw .disabled }
        _ = try descriptor.optionReadings(settings)
    }
}
