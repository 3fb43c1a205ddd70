// SPDX-License-Identifier: MIT

internal import LibUV
internal import LibraryHost
internal import PopoverConfiguration
internal import PopoverDrawing
internal import PopoverModel
internal import PopoverWire

/// The plugins that a daemon would find, described without one.
///
/// A program declares its options only after its start, so that they stay unknown.
struct PluginCatalog {
    /// The search path.
    let folders: [String]
    /// For loading one library.
    private let timeout: Interval

    init(for loaded: LoadedConfiguration, timeout: Interval) {
        folders = PluginDirectory.searchPath(
            configured: loaded.configuration.plugins.directory,
            programDirectory: System.programDirectory)
        self.timeout = timeout
    }

    /// The errors in sections `[[plugin]]`.
    func errors(in loaded: LoadedConfiguration) -> [ConfigurationError] {
        let plugins = plugins(for: loaded)
        let errors = loaded.errors(among: plugins, in: folders)
        guard errors.isEmpty else { return errors }
        let described = Set(plugins.filter { $0.options != nil }.map(\.name))
        return loaded.enabledPlugins.compactMap { settings in
            guard described.contains(settings.name) else { return nil }
            return rejection(of: settings).map { loaded.error(inOptionsOf: settings.name, $0) }
        }
    }

    /// Why a library does not start with its options; nil if it does.
    private func rejection(of settings: Configuration.PluginSettings) -> String? {
        let libraries = PluginDirectory.libraries(in: folders)
        guard !settings.options.isEmpty,
            let path = libraries.first(where: { $0.name == settings.name })?.path
        else { return nil }
        let options = settings.options.compactMap { option in
            var writer = JSONWriter()
            writer.value(option.value)
            let value = String(decoding: writer.bytes, as: UTF8.self)
            return OptionArgument(argument: "\(option.name)=\(value)")
        }
        do throws(PluginTestError) {
            try LibraryTester(file: path, options: options, timeout: timeout).close()
            return nil
        } catch {
            return error.message
        }
    }

    /// The plugins, with the options of those whose options the configuration sets.
    private func plugins(for loaded: LoadedConfiguration) -> [KnownPlugin] {
        let libraries = PluginDirectory.libraries(in: folders)
        let programs = TrustedProgram.files(in: folders).paths.map {
            KnownPlugin(name: TrustedProgram.pluginName(ofFileAt: $0))
        }
        let configured = Set(loaded.enabledPlugins.filter { !$0.options.isEmpty }.map(\.name))
        return programs
            + libraries.map { name, path in
                configured.contains(name) ? describe(name, path) : KnownPlugin(name: name)
            }
    }

    /// Loads a library in a process of its own, which it may crash.
    private func describe(_ name: String, _ path: String) -> KnownPlugin {
        do {
            let process = try LibraryProcess(
                ["plugin", "describe", "--", path], timeout: timeout)
            defer { process.close() }
            let reader = JSONReader()
            let node = try reader.parse(process.exchange(nil), depthLimit: LibraryWorker.depthLimit)
            guard node.member("name")?.string != nil else {
                throw PluginTestError(node.member("error")?.string ?? "it reports no name")
            }
            return KnownPlugin(name: name, options: Self.options(node))
        } catch {
            let reason = (error as? PluginTestError)?.message ?? "\(error)"
            Terminal.complain("cannot check the options of \(path): \(reason)".plain)
            return KnownPlugin(name: name)
        }
    }

    private static func options(_ node: JSONNode) -> [String: OptionType]? {
        guard let elements = node.member("options")?.elements else { return nil }
        var options: [String: OptionType] = [:]
        for element in elements {
            guard let name = element.member("name")?.string else { continue }
            options[name] = element.member("type")?.string.flatMap(OptionType.init(rawValue:))
        }
        return options
    }
}
