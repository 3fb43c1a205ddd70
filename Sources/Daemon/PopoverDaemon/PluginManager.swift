// SPDX-License-Identifier: MIT

import LibUV
import LibraryHost
import PopoverConfiguration
import PopoverCore
import PopoverModel
import PopoverSessions
import ProgramHost

/// Manages libraries and programs for the rules and administrators: publishes behaviors and
/// policies in their order, forwards questions and answers, executes requests, and rescans when a
/// plugin folder or the configuration changes.
final class PluginManager: QuestionDispatcher {
    /// From a change in the folder to the rescan: a package changes many files in several steps.
    static let rescanDelay = Interval.milliseconds(500)
    private static let crashMarkerName = "plugins.crumb"
    private static let probeCacheName = "plugins.tried"

    private let loop: Loop
    private let log: Log
    private let engine: Engine
    /// The search path; a file in an earlier folder hides one of the same plugin in a later folder.
    private let directories: [String]
    private let clients: PluginClients
    private let program: String
    private var configuration: Configuration
    /// Plugins that an administrator has loaded by request, whatever the configuration says.
    private var requested: Set<String> = []
    private var libraries: LibraryPluginRuntime?
    private var programs: ProgramPluginRuntime?
    private var bundled: BundledPluginRuntime?
    private var registry = PluginRegistry()
    private var isPublishing = false
    private var isClosed = false
    /// Configured plugins that do not exist, as far as logged.
    private var missing: Set<String> = []
    private var watches: [String: FileWatch] = [:]
    private var isWatching = false
    private var rescanTimer: Timer?

    /// - Parameter program: the daemon's, which probes libraries and holds the bundled plugins.
    init(
        _ loop: Loop, directories: [String], program: String, configuration: Configuration,
        engine: Engine, log: Log
    ) {
        self.loop = loop
        self.log = log
        self.engine = engine
        self.directories = directories
        self.program = program
        self.configuration = configuration
        clients = PluginClients(engine, log: log)
    }

    // MARK: The start

    /// Finds and loads plugins for the first time.
    /// - Parameters:
    ///   - state: the folder of the crash marker and the probe cache.
    ///   - socket: the path of the daemon's socket; nil: it has none.
    func open(state: String, socket: String?) {
        if let reason = PluginGuard.start() {
            log.write(.warning, "plugin hang detection off: reason=\(reason.logQuoted)")
        }
        libraries = LibraryPluginRuntime(
            loop, directories: directories, settings: { [unowned self] in nativeSettings(of: $0) },
            crashMarker: crashMarker(in: state),
            cacheFile: ProbeCacheFile(loop, path: "\(state)/\(Self.probeCacheName)", log: log),
            probe: program, log: log, onChange: { [unowned self] in publishChanges() })
        programs = ProgramPluginRuntime(
            loop, directories: directories, state: state, socket: socket,
            settings: { [unowned self] in configuration.settings(forPlugin: $0) },
            admission: { [unowned self] in admission(of: $0) },
            limits: { [unowned self] in engine.sessions.limits }, clients: clients, log: log,
            onChange: { [unowned self] in publishChanges() },
            onAnswer: { [unowned self] id, respondent, verdict in
                engine.post(.answered(id, respondent, verdict))
            })
        bundled = BundledPluginRuntime(
            path: program, settings: { [unowned self] in nativeSettings(of: $0) },
            onChange: { [unowned self] in publishChanges() })
        rescan()
    }

    private func crashMarker(in folder: String) -> CrashMarker? {
        do throws(PluginError) {
            let marker = try CrashMarker(
                path: "\(folder)/\(Self.crashMarkerName)",
                seconds: Int64(SystemTime.realtimeMicroseconds / 1_000_000))
            if let death = marker.death {
                log.write(
                    .error, LogSubject(plugin: death.plugin),
                    "daemon died in plugin call: plugin=\(death.plugin)"
                        + " call=\("\(death.call)".logQuoted) quarantined=\(death.isQuarantined)")
            }
            return marker
        } catch {
            log.write(.warning, "plugin crash tracking off: error=\("\(error)".logQuoted)")
            return nil
        }
    }

    var isSettled: Bool { (libraries?.isSettled ?? true) && (programs?.isSettled ?? true) }

    private var runtimes: [any PluginRuntime] {
        [libraries as (any PluginRuntime)?, programs].compactMap(\.self)
    }

    var states: [PluginState] {
        let bundled = bundled?.states.filter { !registry.replaced.contains($0.name) } ?? []
        return (runtimes.flatMap(\.states) + bundled).sorted {
            ($0.name, $0.path) < ($1.name, $1.path)
        }
    }

    // MARK: Configuration

    private func nativeSettings(of name: String) -> PluginSettings {
        let configured = configuration.settings(forPlugin: name)
        var settings = PluginSettings()
        settings.admission = admission(of: name)
        settings.options = configured.options
        settings.before = configured.before
        settings.after = configured.after
        return settings
    }

    /// A plugin needs a section in the configuration or a request.
    private func admission(of name: String) -> PluginAdmission {
        if requested.contains(name) { return .wanted }
        if !configuration.settings(forPlugin: name).isEnabled { return .disabled }
        return configuration.pluginSettings.contains { $0.name == name } ? .wanted : .unnamed
    }

    /// Finds plugins that are new, gone, changed or configured differently.
    func rescan(_ configuration: Configuration? = nil) {
        if let configuration {
            // A plugin that the new configuration disables is no longer requested.
            requested = requested.filter { name in
                configuration.settings(forPlugin: name).isEnabled
                    || !self.configuration.settings(forPlugin: name).isEnabled
            }
            self.configuration = configuration
        }
        // Libraries first: which of two conflicting plugins wins must not depend on timing.
        libraries?.rescan { [unowned self] in
            if !isClosed { programs?.rescan() }
        }
    }

    // MARK: Questions

    func ask(_ id: QuestionID, _ respondent: Respondent, _ question: Question) {
        guard let program = registry.program(of: respondent) else {
            let verdict = libraries?.answer(question, by: respondent)
            return engine.post(.answered(id, respondent, verdict))
        }
        programs?.ask(
            id, respondent, question, of: program,
            deadline: registry.deadline(
                of: respondent, at: question.hook) ?? engine.sessions.timing.policy)
    }

    func withdraw(_ id: QuestionID, _ respondent: Respondent, isLate: Bool) {
        guard let program = registry.program(of: respondent) else { return }
        programs?.withdraw(id, respondent, of: program, isLate: isLate)
    }

    // MARK: Administrators' requests

    func load(_ nameOrPath: String, then handler: @escaping (Answer) -> Void) {
        let name = TrustedProgram.pluginName(ofFileAt: nameOrPath, orLibrary: true)
        let isNew = requested.insert(name).inserted
        execute(nameOrPath, prefersFiles: true) { [unowned self] answer in
            if case .failed = answer, isNew { requested.remove(name) }
            handler(answer)
        } by: {
            $0.load(nameOrPath, then: $1)
        }
    }

    func unload(_ name: String, then handler: @escaping (Answer) -> Void) {
        requested.remove(name)
        execute(name, then: handler) { $0.unload(name, then: $1) }
    }

    func reload(_ name: String, then handler: @escaping (Answer) -> Void) {
        execute(name, then: handler) { $0.reload(name, then: $1) }
    }

    func clear(_ name: String, then handler: @escaping (Answer) -> Void) {
        execute(name, then: handler) { $0.clear(name, then: $1) }
    }

    /// - Parameter prefersFiles: a file comes before a bundled plugin of the same name.
    private func execute(
        _ nameOrPath: String, prefersFiles: Bool = false, then handler: @escaping (Answer) -> Void,
        by request: (any PluginRuntime, @escaping (PluginAnswer) -> Void) -> Void
    ) {
        let bundled = [bundled as (any PluginRuntime)?].compactMap(\.self)
        let running = prefersFiles ? runtimes : runtimes + bundled
        let runtime =
            running.first { $0.runs(nameOrPath) }
            ?? (runtimes + bundled).first { $0.has(nameOrPath) } ?? libraries
        guard let runtime else {
            return handler(.failed(.shuttingDown))
        }
        request(runtime) { [self] result in
            switch result {
            case .success(let state): handler(.plugin(state))
            case .failure(let error) where error.cause == .unknown:
                let known = states.map(\.name)
                handler(.failed(.unknown("plugin", error.subject, known: known)))
            case .failure(let error): handler(.failed(.failed(message: "\(error)")))
            }
        }
    }

    // MARK: Publishing

    /// Tells the rules and the log what has changed.
    private func publishChanges() {
        // Refusing a plugin changes the contributions again.
        if isPublishing || isClosed { return }
        isPublishing = true
        defer { isPublishing = false }
        while let (plugin, cause) = registry.update(
            libraries: libraries?.contributions ?? [], programs: programs?.contributions ?? [],
            bundled: bundled?.contributions ?? [],
            settings: { configuration.settings(forPlugin: $0) },
            required: configuration.pluginSettings.filter { $0.isEnabled && $0.fallback == .refuse }
                .map(\.name))
        {
            switch plugin.tier {
            case .native: libraries?.refuse(plugin.name, because: cause)
            case .program: programs?.refuse(plugin.name, because: cause)
            }
        }
        for event in registry.takeChanges() { engine.post(event) }
        let changed = registry.takeChanges(in: states)
        logUnloaded(changed.filter { $0.state == .unloaded })
        for state in changed { publish(state) }
        // A plugin that is still being probed is not missing.
        if isSettled { warnAboutMissing() }
        updateWatches()
    }

    /// One line for all plugins with the same reason: most of a bundle are not loaded.
    private func logUnloaded(_ states: [PluginState]) {
        var rest = states[...]
        while let first = rest.first {
            let same = rest.filter { $0.message == first.message }.map(\.name)
            rest = rest.filter { $0.message != first.message }[...]
            let subject = LogSubject(plugin: same.count == 1 ? first.name : nil)
            // Without a reason it was loaded until now, and an administrator has changed that.
            let what = first.message == nil ? "unloaded" : "not loaded"
            log.write(
                .info, subject,
                (same.count == 1
                    ? "plugin \(what): plugin=\(first.name)"
                    : "plugins \(what): plugins=\(same.joined(separator: ", ").logQuoted)")
                    + first.reasonField)
        }
    }

    private func publish(_ state: PluginState) {
        let plugin = "plugin=\(state.name)"
        let info = LogSubject(plugin: state.name)
        let failure = LogSubject(.pluginFailed, plugin: state.name, cause: state.state.rawValue)
        let reason = state.reasonField
        switch state.state {
        case .loaded:
            // What it says of its work is logged as its own words.
            if state.service == nil { log.write(.info, info, "plugin loaded: \(plugin)\(reason)") }
        case .unloaded: break
        case .starting: log.write(.debug, info, "plugin starting: \(plugin)")
        case .failed:
            log.write(
                .warning, failure,
                "plugin failed: \(plugin) path=\(state.path.logQuoted)\(reason)")
        case .suspended: log.write(.warning, failure, "plugin suspended: \(plugin)\(reason)")
        case .quarantined: log.write(.error, failure, "plugin quarantined: \(plugin)\(reason)")
        }
        engine.post(.pluginChanged(state))
    }

    /// Warns of configured plugins that do not exist: a misspelt policy would have no effect.
    private func warnAboutMissing() {
        let known = Set(runtimes.flatMap(\.states).map(\.name))
        let now = configuration.pluginSettings.filter(\.isEnabled).map(\.name)
            .filter { !known.contains($0) }
        for name in now where !missing.contains(name) {
            log.write(
                .warning, LogSubject(plugin: name), "configured plugin not found: plugin=\(name)")
        }
        missing = Set(now)
    }

    // MARK: Watching

    func startWatching() {
        isWatching = true
        updateWatches()
    }

    /// Watches the search path and the folders of plugins that were loaded from elsewhere.
    private func updateWatches() {
        guard isWatching else { return }
        let paths = runtimes.flatMap(\.states).map(\.path)
        let folders = Set(directories + paths.map(Self.folder))
        for folder in watches.keys where !folders.contains(folder) {
            watches.removeValue(forKey: folder)?.close()
        }
        for folder in folders.sorted() where watches[folder] == nil {
            do throws(UVError) {
                watches[folder] = try FileWatch(loop, path: folder) { [unowned self] change in
                    changed(try? change.get(), in: folder)
                }
            } catch {
                // Its plugins are still found at the start and by a reload.
                log.write(
                    .debug,
                    "plugin folder not watched: path=\(folder.logQuoted) error=\("\(error)".logQuoted)"
                )
            }
        }
    }

    private static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    }

    private func changed(_ change: FileWatch.Change?, in folder: String) {
        // A folder outside of the search path may be busy with files of others.
        if !directories.contains(folder), let name = change?.name,
            !states.contains(where: { $0.path == "\(folder)/\(name)" })
        {
            return
        }
        let timer = rescanTimer ?? Timer(loop) { [unowned self] in rescan() }
        rescanTimer = timer
        guard !timer.isActive else { return }
        timer.start(afterMilliseconds: UInt64(Self.rescanDelay.milliseconds))
    }

    /// Ends the programs and all watching; libraries stay loaded.
    func close(then handler: @escaping () -> Void) {
        isWatching = false
        for watch in watches.values { watch.close() }
        watches = [:]
        rescanTimer?.close()
        rescanTimer = nil
        // The rules are done and need no changes.
        isClosed = true
        var pending = runtimes.count + 1
        let done = {
            pending -= 1
            if pending == 0 { handler() }
        }
        for runtime in runtimes { runtime.close(then: done) }
        done()
    }

    /// Ends the libraries, last of all, since their code runs then; call it after `close`.
    func end() { libraries?.end() }
}

extension PluginState {
    fileprivate var reasonField: String { message.map { " reason=\($0.logQuoted)" } ?? "" }
}
