// SPDX-License-Identifier: MIT

public import PopoverModel

extension LibraryHost {
    /// Loads a library from anywhere; one that is loaded already stays as it is.
    @discardableResult
    public func load(path: String) throws(PluginError) -> PluginState {
        let path = try TrustedFile.resolve(path).path
        if let entry = entries[path], entry.instance != nil { return entry.state }
        do {
            return try start(path)
        } catch {
            // Only known files are remembered as failed, so that mistyped paths do not pile up.
            if entries[path] != nil { remember(error, at: path) }
            throw error
        }
    }

    /// Loads a plugin by its own name, or by its file's in one of the directories.
    @discardableResult
    public func load(name: String) throws(PluginError) -> PluginState {
        guard let path = path(of: name) ?? PluginDirectory.find(name, in: directories) else {
            throw PluginError(name, .unknown)
        }
        return try load(path: path)
    }

    /// Ends a plugin and its behaviors until it is loaded again by name or path; a rescan leaves
    /// it alone. Its code stays in the process.
    @discardableResult
    public func unload(name: String) throws(PluginError) -> PluginState {
        guard let path = path(of: name), var entry = entries[path] else {
            throw PluginError(name, .unknown)
        }
        entry.end()
        entries[path] = entry
        indexProviders()
        return entry.state
    }

    /// Ends all plugins, for good.
    public func close() {
        for path in entries.keys.sorted() { entries[path]?.end() }
        indexProviders()
    }

    /// Starts a plugin anew, from its file as it is now, with what the old instance hands over.
    /// Where that fails it goes on as it was.
    @discardableResult
    public func reload(name: String) throws(PluginError) -> PluginState {
        guard let path = path(of: name) else { throw PluginError(name, .unknown) }
        do {
            return try start(path)
        } catch {
            remember(error, at: path)
            throw error
        }
    }

    /// Forgets deaths in a plugin's calls, and loads it if they had kept it from being loaded. Forgets its slow
    /// calls, too, and ends its suspension.
    @discardableResult
    public func clear(name: String) throws(PluginError) -> PluginState {
        let hadDeaths = crashMarker?.clear(name) == true
        guard let path = path(of: name), let entry = entries[path] else {
            throw PluginError(name, .unknown)
        }
        if let instance = entry.instance {
            let isSuspended = !instance.strikes.isClean
            instance.strikes = Strikes()
            if isSuspended { hostContext.report(.resumed(plugin: name)) }
        }
        guard entry.state.state == .quarantined, hadDeaths else { return entry.currentState }
        return try load(path: path)
    }

    /// Looks at the directories and at every known file: ends what is gone, loads what is new,
    /// reloads what has changed or is configured otherwise, and retries what failed. Returns the
    /// changed plugins, in the order of the changes.
    public func rescan() -> [PluginState] {
        var changes: [PluginState] = []
        let files = PluginDirectory.files(in: directories, report: hostContext.report)
        for path in entries.keys.sorted()
        where FileIdentity(ofFileAt: path) == nil || files.hidden.contains(path) {
            guard var entry = entries.removeValue(forKey: path), entry.instance != nil else {
                continue
            }
            entry.end()
            changes.append(entry.state)
        }
        indexProviders()
        let found = files.paths
        for path in found + entries.keys.sorted().filter({ !found.contains($0) }) {
            let before = entries[path]
            guard before?.needsStart(path, settings: settings) ?? true else { continue }
            do {
                changes.append(try start(path))
            } catch {
                remember(error, at: path)
                if let state = entries[path]?.state, state != before?.state {
                    changes.append(state)
                }
            }
        }
        return changes
    }

    // MARK: Private

    /// Loads what is at the path now, and only then ends what was loaded from there before.
    private func start(_ path: String) throws(PluginError) -> PluginState {
        let file = try TrustedFile(opening: path)
        // By its file's name, before any of its code runs.
        let ownName = PluginDirectory.pluginName(ofFileAt: path)
        if let obstacle = settings(ownName).admission.obstacle {
            throw PluginError(path, obstacle)
        }
        let fileName = CallerName(ownName)
        try checkQuarantine(of: fileName.text, at: path)
        let image = try image(of: file, name: fileName)
        let descriptor = try image.descriptor.mapError { PluginError(path, $0) }.get()
        try checkQuarantine(of: descriptor.name, at: path)
        if settings(descriptor.name).admission == .disabled { throw PluginError(path, .disabled) }
        try checkNames(of: descriptor, at: path)
        let instance: PluginInstance
        do {
            instance = try start(descriptor, after: entries[path]?.instance)
        } catch {
            throw PluginError(path, error)
        }
        entries[path]?.end()
        let entry = PluginEntry(instance, path: path, identity: file.identity)
        entries[path] = entry
        indexProviders()
        return entry.state
    }

    private func start(
        _ descriptor: PluginDescriptor, after old: PluginInstance?
    ) throws(PluginError.Cause) -> PluginInstance {
        let settings = settings(descriptor.name)
        let options = try descriptor.optionReadings(settings)
        let services = HostServices(
            descriptor, options: options, hostContext: hostContext)
        let instance = try PluginInstance(
            descriptor, settings: settings, services: services, calls: calls)
        if let old, let state = try old.exportState() { try instance.importState(state) }
        return instance
    }

    private func image(
        of file: borrowing TrustedFile, name: CallerName
    ) throws(PluginError) -> PluginImage {
        let copy = try MemoryCopy(file)
        for image in images where image.isLoaded(from: copy) { return image }
        try trials?.check(file)
        guard images.count < PluginLimits.images else {
            throw PluginError(file.path, .tooManyImages(limit: PluginLimits.images))
        }
        let image = try PluginImage(copy, name: name, calls: calls)
        images.append(image)
        return image
    }

    private func checkQuarantine(of name: String, at path: String) throws(PluginError) {
        guard let death = crashMarker?.quarantine(of: name) else { return }
        throw PluginError(
            path,
            .quarantined(
                name,
                reason: "the daemon died twice in this plugin, last in its \(death.call) (found "
                    + "\(timestamp(death.time))); load it again with: popoverctl plugin clear \(name)"
            ))
    }

    private func checkNames(of plugin: PluginDescriptor, at path: String) throws(PluginError) {
        for (otherPath, entry) in entries.sorted(by: { $0.key < $1.key })
        where otherPath != path && entry.instance != nil && entry.state.name == plugin.name {
            throw PluginError(path, .duplicatePlugin(plugin.name, other: otherPath))
        }
        var names: Set<String> = []
        for behavior in plugin.behaviors {
            guard names.insert(behavior.name).inserted else {
                throw PluginError(path, .duplicateBehavior(behavior.name, other: path))
            }
            if let provider = providers[behavior.name], provider.path != path {
                throw PluginError(path, .duplicateBehavior(behavior.name, other: provider.path))
            }
        }
    }

    /// Notes why a file could not be loaded; a plugin that runs goes on.
    private func remember(_ error: PluginError, at path: String) {
        let name = PluginDirectory.pluginName(ofFileAt: path)
        var entry = entries[path] ?? PluginEntry(failedAt: path, name: name)
        if error.cause == .disabled || error.cause == .unnamed {
            entry.end()
            entry.isUnwanted = true
            entry.state.message = error.cause.description
        } else if entry.instance == nil {
            entry.state.state = .failed
            if case .quarantined(let name, reason: _) = error.cause {
                entry.state.state = .quarantined
                entry.state.name = name
            }
            entry.state.message = error.cause.description
        } else {
            entry.state.message = "update rejected: \(error.cause.description)"
        }
        entries[path] = entry
    }

    /// The loaded one before those that are not.
    func path(of name: String) -> String? {
        let known = entries.filter { $0.value.state.name == name }
        let loaded = known.filter { $0.value.instance != nil }
        return loaded.keys.min() ?? known.keys.min()
    }

    func indexProviders() {
        // Never changed in place: each look at them would be checked at run time.
        var providers: [String: Provider] = [:]
        var instances: [String: PluginInstance] = [:]
        for (path, entry) in entries {
            guard let instance = entry.instance else { continue }
            instances[instance.descriptor.name] = instance
            for behavior in instance.descriptor.behaviors {
                providers[behavior.name] = Provider(
                    behavior: behavior, path: path, instance: instance)
            }
        }
        self.providers = providers
        self.instances = instances
        lastProvider = nil
        lastPolicy = nil
    }
}
