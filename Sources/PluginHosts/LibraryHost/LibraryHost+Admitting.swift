// SPDX-License-Identifier: MIT

public import PopoverModel

/// Whom the host lets in, for an owner who tries files first and who knows more plugins than these.
extension LibraryHost {
    // MARK: Trying first

    /// The files that a rescan would load and that have not been probed.
    public func untried() -> [ProbeRecords.File] {
        let found = PluginDirectory.files(in: directories, report: hostContext.report).paths
        return (found + entries.keys.sorted().filter { !found.contains($0) })
            .filter { entries[$0]?.needsStart($0, settings: settings) ?? true }
            .filter { settings(PluginDirectory.pluginName(ofFileAt: $0)).admission == .wanted }
            .compactMap(untriedFile)
    }

    /// The file that an order to load it would load, where nobody has tried it.
    public func untried(_ nameOrPath: String) -> [ProbeRecords.File] {
        guard let path = file(of: nameOrPath) else { return [] }
        return [path].compactMap(untriedFile)
    }

    private func untriedFile(_ path: String) -> ProbeRecords.File? {
        guard let trials, let identity = FileIdentity(ofFileAt: path),
            !trials.isKnown(path, identity), !isMapped(path)
        else { return nil }
        return ProbeRecords.File(path: path, identity: identity)
    }

    /// Whether an image of the same bytes is in the process already: there is nothing to try.
    private func isMapped(_ path: String) -> Bool {
        if images.isEmpty { return false }
        do throws(PluginError) {
            let file = try TrustedFile(opening: path)
            let copy = try MemoryCopy(file)
            return images.contains { $0.isLoaded(from: copy) }
        } catch {
            return false
        }
    }

    private func file(of nameOrPath: String) -> String? {
        if nameOrPath.contains("/") { return try? TrustedFile.resolve(nameOrPath).path }
        return path(of: nameOrPath) ?? PluginDirectory.find(nameOrPath, in: directories)
    }

    /// Whether it knows, or finds, a plugin of this name, or a library at this path.
    public func has(_ nameOrPath: String) -> Bool {
        nameOrPath.contains("/") ? nameOrPath.hasSuffix(".so") : file(of: nameOrPath) != nil
    }

    // MARK: What is loaded

    public var loadedNames: [String] { instances.keys.sorted() }

    /// Where it was loaded from; empty where it is not.
    public func path(ofLoaded plugin: String) -> String {
        instances[plugin] == nil ? "" : path(of: plugin) ?? ""
    }

    /// The behaviors of one plugin, by name.
    public func behaviors(of plugin: String) -> [Behavior] {
        providers.values.filter { $0.instance.descriptor.name == plugin }.map(\.behavior)
            .sorted { $0.name < $1.name }
    }

    // MARK: Refusing

    /// Ends a plugin that runs, which cannot be had beside another; its state says why.
    public func refuse(name: String, _ cause: PluginError.Cause) {
        guard let path = path(of: name), var entry = entries[path], entry.instance != nil else {
            return
        }
        entry.end()
        entry.state.state = .failed
        entry.state.message = cause.description
        entries[path] = entry
        indexProviders()
    }
}
