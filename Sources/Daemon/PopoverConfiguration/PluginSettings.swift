// SPDX-License-Identifier: MIT

public import PopoverModel

extension Configuration {
    public struct PluginSettings: Hashable, Sendable {
        /// 1 to 64 of a-z 0-9 `-`.
        public var name: String
        public var isEnabled = true
        /// Whether a program may send requests with its roles; if it says nothing of its needs, it then
        /// runs without a sandbox.
        public var isTrusted = false
        /// What a program may do in its sandbox, in addition to what its manifest says that it needs.
        public var grants = Sandbox()
        /// Plugins whose verdicts count after its own, in addition to those that it declares.
        public var before: [String] = []
        /// Plugins whose verdicts count before its own, in addition to those that it declares.
        public var after: [String] = []
        /// The timeout of an answer; nil for `Timing.policy`.
        public var deadline: Interval?
        /// Time without touches until it is asked about a display; nil for the plugin's own value.
        public var idleAfter: Interval?
        /// nil for the plugin's own.
        public var fallback: Policy.Fallback?
        /// The memory limit of a program, in MiB.
        public var memory = 512
        /// In the order of the file, with unique names.
        public var options: [PluginOption] = []

        public init(name: String) {
            self.name = name
        }
    }

    /// The settings of a plugin, with or without a section for it.
    public func settings(forPlugin name: String) -> PluginSettings {
        var settings =
            pluginSettings.first { $0.name == name } ?? PluginSettings(name: name)
        if plugins.disabled.contains(name) { settings.isEnabled = false }
        return settings
    }

    /// Checks plugin sections; cycles of `before` and `after` need the plugins' own declarations.
    func checkPlugins(with reader: inout ConfigurationReader) {
        var names: Set<String> = []
        for (index, settings) in pluginSettings.enumerated() where !settings.name.isEmpty {
            let path = "plugin[\(index)].name"
            guard let position = reader.position(of: path) else { continue }
            if !names.insert(settings.name).inserted {
                reader.report(
                    path, at: position,
                    "plugin \(TOMLValue.quoted(settings.name)) already has a section")
            } else if settings.isEnabled, plugins.disabled.contains(settings.name) {
                reader.report(
                    path, at: position,
                    "plugin \(TOMLValue.quoted(settings.name)) is enabled here, but listed in "
                        + "plugins.disabled (set enabled = false, or remove it from the list)")
            }
        }
    }
}
