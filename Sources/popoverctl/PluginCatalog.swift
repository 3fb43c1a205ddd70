// SPDX-License-Identifier: MIT

internal import LibUV
internal import LibraryHost
internal import PopoverConfiguration
internal import PopoverDrawing
internal import PopoverModel
internal import PopoverWire

/// The plugins that a daemon would find, described without one.
struct PluginCatalog {
    /// The search path.
    let folders: [String]
    /// For starting one plugin.
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

    /// Why a plugin does not start with its options; nil if it does.
    private func rejection(of settings: Configuration.PluginSettings) -> String? {
        guard !settings.options.isEmpty else { return nil }
        if let path = TrustedProgram.find(settings.name, in: folders) {
            return withProgram(path, settings, with: settings.options) { $0.refusal }
        }
        let libraries = PluginDirectory.libraries(in: folders)
        guard let path = libraries.first(where: { $0.name == settings.name })?.path else {
            return nil
        }
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

    /// The plugins, with what those say of themselves that the configuration says something of.
    private func plugins(for loaded: LoadedConfiguration) -> [KnownPlugin] {
        let libraries = PluginDirectory.libraries(in: folders)
        let configured = loaded.enabledPlugins.filter { !$0.options.isEmpty }
        let programs = TrustedProgram.files(in: folders).paths.map { path in
            let name = TrustedProgram.pluginName(ofFileAt: path)
            let settings = loaded.enabledPlugins.first { $0.name == name }
            guard let settings, !settings.options.isEmpty || !settings.isTrusted else {
                return KnownPlugin(name: name)
            }
            return withProgram(path, settings, with: []) { program in
                KnownPlugin(name: name, options: program.options, needsTrust: program.needsTrust)
            } ?? KnownPlugin(name: name)
        }
        return programs
            + libraries.map { name, path in
                configured.contains { $0.name == name }
                    ? describe(name, path) : KnownPlugin(name: name)
            }
    }

    /// Starts a program without trust, so that it does nothing but take its options. Nil: it says nothing
    /// of itself.
    private func withProgram<Result>(
        _ path: String, _ settings: Configuration.PluginSettings, with options: [PluginOption],
        _ body: (ProgramTester) -> Result?
    ) -> Result? {
        // What a program as it was built is linked to is not among the system's files.
        let runtime = Sandbox(readPaths: System.runtimeFolder.map { [$0] } ?? [])
        do throws(PluginTestError) {
            let program = try ProgramTester(
                file: path, options: options, timeout: timeout,
                grants: settings.grants.union(runtime))
            defer { program.close() }
            return body(program)
        } catch {
            Terminal.complain("cannot check the options of \(path): \(error.message)".plain)
            return nil
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
