// SPDX-License-Identifier: MIT

public import PopoverModel

/// The plugins of a daemon: found, checked, loaded, asked, and replaced while it runs.
///
/// What it is: the only door between plugins and the daemon. Behind it are C tables and pointers of
/// strangers; in front of it only values of `PopoverModel`.
///
/// Responsibilities:
/// 1. to find libraries in its directories, `libpopover-NAME.so` and `popover-NAME.so`;
/// 2. to load none that others than root and the daemon's user could have put there
///    (`TrustedFile`), none of another interface version (`PluginDescriptor`), and none that fails
///    its own test;
/// 3. to know which plugin provides which behaviour, each name once;
/// 4. to put questions and read answers, where every failure and every lie is `abstain` (K6);
/// 5. to measure each answer, and to tell the daemon of slow and senseless ones.
///
/// Invariants: a library is never unmapped. A plugin that cannot be replaced by its update goes on
/// as it was. The same file, unchanged, is mapped once however often it is reloaded, and there are
/// never more than `PluginLimits.images`.
///
/// What it does not do: it decides nothing about popovers, and whether a slow plugin should be
/// asked again is the daemon's to say. It cannot stop a plugin that does not return or that
/// crashes: a plugin is code inside the daemon. It reads no clock and no configuration itself.
///
/// All on the loop's thread; none of it may be called from within a report.
public final class PluginHost {
    private let directories: [String]
    private let clock: () -> Instant
    private let settings: (_ plugin: String, _ key: String) -> String?
    private let report: (PluginReport) -> Void
    /// All that were ever loaded, by the content that they were loaded from.
    private var images: [FileIdentity: PluginImage] = [:]
    /// What is known of each file, by its path.
    private var entries: [String: Entry] = [:]
    /// Who answers for a behaviour, by its name.
    private var providers: [String: Provider] = [:]

    /// It loads nothing yet: see `rescan`.
    ///
    /// - Parameters:
    ///   - directories: searched in this order, not recursively.
    ///   - clock: CLOCK_MONOTONIC, to measure answers with, and what plugins get as `now`.
    ///   - settings: a value of a plugin's part of the configuration.
    ///   - report: told of everything worth a log line; it must not call the host.
    public init(
        directories: [String], clock: @escaping () -> Instant,
        settings: @escaping (_ plugin: String, _ key: String) -> String? = { _, _ in nil },
        report: @escaping (PluginReport) -> Void = { _ in }
    ) {
        self.directories = directories
        self.clock = clock
        self.settings = settings
        self.report = report
    }

    // MARK: What there is

    /// All plugins, by name and then by path.
    public var states: [PluginState] {
        entries.values.map(\.state).sorted { ($0.name, $0.path) < ($1.name, $1.path) }
    }

    /// The behaviours of all loaded plugins, by name.
    public var behaviors: [Behavior] {
        providers.values.map(\.behavior).sorted { $0.name < $1.name }
    }

    /// Nil where no plugin of this name is loaded.
    public func statistics(of name: String) -> PluginStatistics? {
        entries.values.first { $0.state.name == name && $0.instance != nil }?.instance?.statistics
    }

    // MARK: Loading

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

    /// Ends a plugin and its behaviours until it is loaded again by name or path; a rescan leaves
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

    /// Starts a plugin anew, from its file as it is now. Where that fails it goes on as it was.
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

    /// Looks at the directories and at every known file: ends what is gone, loads what is new,
    /// loads anew what has changed, and tries again what failed.
    ///
    /// - Returns: the plugins for which something has changed, in the order of the changes.
    public func rescan() -> [PluginState] {
        var changes: [PluginState] = []
        for path in entries.keys.sorted() where FileIdentity(ofFileAt: path) == nil {
            guard var entry = entries.removeValue(forKey: path), entry.instance != nil else {
                continue
            }
            entry.end()
            changes.append(entry.state)
        }
        indexProviders()
        let found = PluginDirectory.files(in: directories, report: report)
        for path in found + entries.keys.sorted().filter({ !found.contains($0) }) {
            let before = entries[path]
            guard before?.needsStart(path) ?? true else { continue }
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

    // MARK: Asking

    /// Puts a question to a behaviour, if it wants to be asked this one.
    ///
    /// - Returns: its verdict, or `abstain` for everything that is not a proper answer.
    public func answer(_ question: Question, of behaviorName: String) -> Verdict {
        guard let provider = providers[behaviorName],
            provider.behavior.hooks.contains(question.hook)
        else { return .abstain }
        let instance = provider.instance
        let asked = clock()
        let raw = instance.answer(question, of: behaviorName)
        let took = clock() - asked
        instance.statistics.questions += 1
        instance.statistics.slowest = max(instance.statistics.slowest, took)
        let plugin = instance.descriptor.name
        if took > PluginLimits.softBudget {
            instance.statistics.slowAnswers += 1
            report(.slow(plugin: plugin, behavior: behaviorName, took: took))
        }
        do {
            return try Verdict(reading: raw, answering: question)
        } catch {
            instance.statistics.badVerdicts += 1
            let message = error.reason
            report(.badVerdict(plugin: plugin, behavior: behaviorName, message: message))
            return .abstain
        }
    }

    // MARK: Private

    /// Loads what is at the path now, and only then ends what was loaded from there before.
    private func start(_ path: String) throws(PluginError) -> PluginState {
        let file = try TrustedFile(opening: path)
        let descriptor = try image(of: file).descriptor.get()
        try checkNames(of: descriptor, at: path)
        let services = HostServices(
            plugin: descriptor.name, clock: clock, settings: settings, report: report)
        let instance = try PluginInstance(descriptor, path: path, services: services)
        let entry = Entry(instance, path: path, identity: file.identity)
        entries[path] = entry
        indexProviders()
        return entry.state
    }

    private func image(of file: borrowing TrustedFile) throws(PluginError) -> PluginImage {
        if let image = images[file.identity] { return image }
        guard images.count < PluginLimits.images else {
            throw PluginError(file.path, .tooManyImages(limit: PluginLimits.images))
        }
        let image = try PluginImage(file)
        images[file.identity] = image
        return image
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
        var entry = entries[path] ?? Entry(failedAt: path, name: name)
        if entry.instance == nil {
            entry.state.state = .failed
            entry.state.message = error.cause.description
        } else {
            entry.state.message = "its update was not taken: \(error.cause.description)"
        }
        entries[path] = entry
    }

    /// The loaded one before those that are not.
    private func path(of name: String) -> String? {
        let known = entries.filter { $0.value.state.name == name }
        let loaded = known.filter { $0.value.instance != nil }
        return loaded.keys.min() ?? known.keys.min()
    }

    private func indexProviders() {
        providers = [:]
        for (path, entry) in entries {
            guard let instance = entry.instance else { continue }
            for behavior in instance.descriptor.behaviors {
                providers[behavior.name] = Provider(
                    behavior: behavior, path: path, instance: instance)
            }
        }
    }

    private struct Provider {
        let behavior: Behavior
        let path: String
        let instance: PluginInstance
    }
}

/// What the host knows of one file.
private struct Entry {
    var state: PluginState
    /// Nil unless it is loaded.
    private(set) var instance: PluginInstance?
    /// The content that the instance came from.
    private var identity: FileIdentity?

    init(failedAt path: String, name: String) {
        state = PluginState(
            name: name, kind: nil, path: path, version: nil, state: .failed, message: nil,
            behaviors: [])
    }

    init(_ instance: PluginInstance, path: String, identity: FileIdentity) {
        let plugin = instance.descriptor
        state = PluginState(
            name: plugin.name, kind: plugin.kind, path: path, version: plugin.version,
            state: .loaded, message: nil, behaviors: plugin.behaviors.map(\.name).sorted())
        self.instance = instance
        self.identity = identity
    }

    mutating func end() {
        instance = nil
        identity = nil
        state.state = .unloaded
        state.message = nil
        state.behaviors = []
    }

    /// Whether a rescan has to load it.
    func needsStart(_ path: String) -> Bool {
        switch state.state {
        case .loaded: identity != FileIdentity(ofFileAt: path)
        case .failed: true
        case .unloaded, .starting, .suspended, .quarantined: false
        }
    }
}
