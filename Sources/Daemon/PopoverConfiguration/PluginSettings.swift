// SPDX-License-Identifier: MIT

public import PopoverModel

extension Configuration {
    /// What the administrator decided about one plugin.
    public struct PluginSettings: Hashable, Sendable {
        /// 1 to 64 of a-z 0-9 `-`.
        public var name: String
        /// Otherwise it is not loaded.
        public var isEnabled = true
        /// A program may send requests of its own, and do what its roles allow.
        public var isTrusted = false
        /// Plugins whose verdicts count after this one's, besides those that it names itself.
        public var before: [String] = []
        /// Plugins whose verdicts count before this one's, besides those that it names itself.
        public var after: [String] = []
        /// From a question to its answer; nil: `Timing.policy`.
        public var deadline: Interval?
        /// How long nobody has touched a display before it is asked what to do; nil: as it says
        /// itself.
        public var idleAfter: Interval?
        public var fallback = Fallback.abstain
        /// The most memory that a program may have, in MiB.
        public var memory = 512
        /// In the order of the file; their names differ.
        public var options: [PluginOption] = []

        /// What counts where it gives no answer in time, or none at all.
        public enum Fallback: String, CaseIterable, Hashable, Sendable {
            case abstain
            /// An open that it should have judged is refused; elsewhere it has no opinion.
            case refuse
        }

        public init(name: String) {
            self.name = name
        }
    }

    /// What holds for a plugin of this name, be there a section for it or not.
    public func settings(forPlugin name: String) -> PluginSettings {
        var settings =
            pluginSettings.first { $0.name == name } ?? PluginSettings(name: name)
        if plugins.disabled.contains(name) { settings.isEnabled = false }
        return settings
    }

    /// What no option of a plugin's can judge by itself. Whether `before` and `after` contradict
    /// each other only they can tell who know what plugins there are, and what they say themselves.
    func checkPlugins(with reader: inout ConfigurationReader) {
        var names: Set<String> = []
        for (index, settings) in pluginSettings.enumerated() where !settings.name.isEmpty {
            let path = "plugin[\(index)].name"
            guard let position = reader.position(of: path) else { continue }
            if !names.insert(settings.name).inserted {
                reader.complain(path, at: position, "another plugin has the same name")
            } else if settings.isEnabled, plugins.disabled.contains(settings.name) {
                reader.complain(
                    path, at: position, "\(settings.name) is in plugins.disabled, but enabled here")
            }
        }
    }
}
