// SPDX-License-Identifier: MIT

internal import PopoverModel

extension LoadedConfiguration {
    /// The sections `[[plugin]]` that a start would use, in the order of the file.
    public var enabledPlugins: [Configuration.PluginSettings] {
        configuration.pluginSettings.filter {
            configuration.settings(forPlugin: $0.name).isEnabled
        }
    }

    /// Errors in sections `[[plugin]]` that only the plugins reveal: names of plugins that do not
    /// exist, and options that a plugin does not declare or declares with another type.
    /// - Parameters:
    ///   - known: all plugins that the daemon would find.
    ///   - folders: where it would look for them.
    public func errors(among known: [KnownPlugin], in folders: [String]) -> [ConfigurationError] {
        let enabled = Set(enabledPlugins.map(\.name))
        return configuration.pluginSettings.enumerated().flatMap { index, settings in
            guard enabled.contains(settings.name) else { return [ConfigurationError]() }
            let path = "plugin[\(index)]"
            if let plugin = known.first(where: { $0.name == settings.name }) {
                return errors(in: settings, at: path, of: plugin)
            }
            let places = folders.joined(separator: " or ")
            let nearest = Spelling.nearest(to: settings.name, among: known.map(\.name).sorted())
            return [error("\(path).name", "no plugin \"\(settings.name)\" in \(places)", nearest)]
        }
    }

    private func errors(
        in settings: Configuration.PluginSettings, at path: String, of plugin: KnownPlugin
    ) -> [ConfigurationError] {
        if plugin.needsTrust, !settings.isTrusted {
            return [
                error(
                    "\(path).name",
                    "\(plugin.name) does nothing without trusted = true: it sends requests")
            ]
        }
        guard let declared = plugin.options else { return [] }
        return settings.options.compactMap { option in
            let key = "\(path).options.\(option.name)"
            guard let type = declared[option.name] else {
                let names = declared.keys.sorted()
                let list = names.isEmpty ? "has none" : "has \(names.joined(separator: ", "))"
                return error(
                    key, "unknown option (\(plugin.name) \(list))",
                    Spelling.nearest(to: option.name, among: names))
            }
            return type.fitting(option.value) == nil
                ? error(key, "expected \(type.words), got \(option.value.toml)") : nil
        }
    }

    /// An error in the options of a plugin, found by the plugin.
    public func error(inOptionsOf plugin: String, _ message: String) -> ConfigurationError {
        let index = configuration.pluginSettings.firstIndex { $0.name == plugin } ?? 0
        return error("plugin[\(index)].options", message)
    }

    func error(
        _ key: String, _ message: String, _ suggestion: String? = nil
    ) -> ConfigurationError {
        let origin = origins[key]
        return ConfigurationError(
            file: origin?.file ?? files.first ?? "", line: origin?.line, key: key,
            message: message, suggestion: suggestion)
    }
}
