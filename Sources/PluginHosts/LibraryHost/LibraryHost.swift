// SPDX-License-Identifier: MIT

public import PopoverModel

/// The native plugins of a daemon: found, checked, loaded, asked, and replaced while it runs.
///
/// What it is: the only door between libraries and the daemon. Behind it are C tables and pointers
/// of strangers; in front of it only values of `PopoverModel`.
///
/// Responsibilities:
/// 1. to find libraries in its directories, `libpopover-NAME.so` and `popover-NAME.so`;
/// 2. to load none that others than root and the daemon's user could have put there
///    (`TrustedFile`), none of another interface version (`PluginDescriptor`), none that fails its
///    own test, and none in whose calls the daemon died twice (`CrashMarker`);
/// 3. to know which plugin provides which behavior and has which policy, each name once;
/// 4. to put questions and read answers, where no lie is a verdict (K6);
/// 5. to measure each call, and to leave a plugin alone for a while that is slow (`Strikes`).
///
/// Invariants: a library is never unmapped. A plugin that cannot be replaced by its update goes on
/// as it was. The same bytes are mapped once however often they are loaded, and there are never more
/// images than `PluginLimits.images`. No plugin is called from within a call of another.
///
/// What it does not do: it decides nothing about popovers. It cannot survive a plugin that crashes,
/// or end a call that does not return: a plugin is code inside the daemon. `PluginProbe` tries a
/// file in a process that may die, `PluginGuard` ends the daemon when a call hangs, and the crashMarker
/// tells the next one who it was. It reads no clock and no configuration itself.
///
/// All on the loop's thread; none of it may be called from within a report.
public final class LibraryHost {
    let directories: [String]
    let settings: (_ plugin: String) -> PluginSettings
    let usage: () -> ThreadUsage?
    let hostContext: HostContext
    let calls: NativeCalls
    let crashMarker: CrashMarker?
    let buffer = QuestionBuffer()
    /// All that were ever loaded.
    var images: [PluginImage] = []
    /// What is known of each file, by its path.
    var entries: [String: PluginEntry] = [:]
    /// Who answers for a behavior, by its name.
    var providers: [String: Provider] = [:]
    /// The loaded plugins, by name.
    var instances: [String: PluginInstance] = [:]
    /// The ones that were asked last: most questions in a row go to the same.
    var lastProvider: Provider?
    var lastPolicy: PluginInstance?

    /// It loads nothing yet: see `rescan`.
    ///
    /// - Parameters:
    ///   - directories: searched in this order, not recursively; the first file of a name counts.
    ///   - clock: CLOCK_MONOTONIC, to measure calls with, and what plugins get as `now`.
    ///   - usage: what the calling thread has used; nil where that is not known, and the clock alone
    ///     counts.
    ///   - settings: what the administrator has decided about a plugin; looked at when it is
    ///     started, and by `rescan`, which starts it anew where that has changed.
    ///   - crashMarker: nil if no plugin is to be quarantined.
    ///   - isGuarded: whether `PluginGuard` watches its calls; for the daemon's one host.
    ///   - report: called with everything worth a log line; it must not call the host.
    public init(
        directories: [String], clock: @escaping () -> Instant,
        usage: @escaping () -> ThreadUsage? = { nil },
        settings: @escaping (_ plugin: String) -> PluginSettings = { _ in PluginSettings() },
        crashMarker: CrashMarker? = nil, isGuarded: Bool = false,
        report: @escaping (PluginReport) -> Void = { _ in }
    ) {
        self.directories = directories
        self.settings = settings
        self.crashMarker = crashMarker
        self.usage = usage
        hostContext = HostContext(clock: clock, report: report)
        calls = NativeCalls(crashMarker: crashMarker, isGuarded: isGuarded)
    }

    /// Nothing is loaded that these have not seen; nil: everything is.
    public var trials: ProbeRecords?

    // MARK: What there is

    /// All plugins, by name and then by path.
    public var states: [PluginState] {
        entries.values.map(\.toldState).sorted { ($0.name, $0.path) < ($1.name, $1.path) }
    }

    /// The behaviors of all loaded plugins, by name.
    public var behaviors: [Behavior] {
        providers.values.map(\.behavior).sorted { $0.name < $1.name }
    }

    /// The policies of all loaded plugins that have hooks, by name; `before` and `after` order
    /// their verdicts. They have no deadline of their own: they answer while they are asked.
    public var policies: [Policy] {
        instances.values.filter { !$0.descriptor.hooks.isEmpty }.map { instance in
            var hooks = Hooks()
            for hook in instance.descriptor.hooks {
                hooks[hook] = Hooks.Terms()
            }
            return Policy(
                name: instance.descriptor.name, hooks: hooks,
                idleAfter: instance.descriptor.idleAfter)
        }.sorted { $0.name < $1.name }
    }

    func declaredOptions(of plugin: String) -> [DeclaredOption] {
        instances[plugin]?.descriptor.options ?? []
    }

    /// By its own request.
    public func fallback(of plugin: String) -> Policy.Fallback {
        instances[plugin]?.descriptor.fallback ?? .abstain
    }

    /// The plugins before which its verdicts count, by its own request and the administrator's.
    public func before(of plugin: String) -> [String] {
        guard let instance = instances[plugin] else { return [] }
        return instance.descriptor.before + instance.settings.before
    }

    /// The plugins after which its verdicts count, by its own request and the administrator's.
    public func after(of plugin: String) -> [String] {
        guard let instance = instances[plugin] else { return [] }
        return instance.descriptor.after + instance.settings.after
    }

    /// Nil where no plugin of this name is loaded.
    public func statistics(of plugin: String) -> PluginStatistics? {
        instances[plugin]?.statistics
    }
}
