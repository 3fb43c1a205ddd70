// SPDX-License-Identifier: MIT

import LibUV
import LibraryHost
import PopoverConfiguration
import PopoverModel
import PopoverSessions
import PopoverWire
import ProgramHost

/// The plugins that are programs. They are files `popover-NAME.plugin` in the plugin folder; a
/// trusted file is started, and asked over its standard streams.
final class ProgramPluginRuntime: PluginRuntime {
    private let host: ProgramHost
    private let directories: [String]
    private let state: String
    private let socket: String?
    private let settings: (String) -> Configuration.PluginSettings
    private let admission: (String) -> PluginAdmission
    private let limits: () -> Limits
    private let clients: PluginClients
    private let log: Log
    private let onChange: () -> Void
    private let onAnswer: (QuestionID, Respondent, Verdict?) -> Void
    /// By plugin name.
    private var entries: [String: Entry] = [:]
    /// Handlers that wait for a start, by plugin name.
    private var waiting: [String: [(PluginAnswer) -> Void]] = [:]

    private struct Entry {
        var path: String
        /// The file it was started from.
        var file: TrustedProgram?
        var settings: Configuration.PluginSettings?
        var admission: PluginAdmission?
        /// The reason why it does not run.
        var hindrance: PluginState?
        /// Unloaded by an administrator, until it is loaded again.
        var isEnded = false
    }

    /// - Parameters:
    ///   - state: the state folder, which must not be in the folder of an untrusted program.
    ///   - socket: the path of the daemon's socket; nil: it has none.
    init(
        _ loop: Loop, directories: [String], state: String, socket: String?,
        settings: @escaping (String) -> Configuration.PluginSettings,
        admission: @escaping (String) -> PluginAdmission, limits: @escaping () -> Limits,
        clients: PluginClients, log: Log, onChange: @escaping () -> Void,
        onAnswer: @escaping (QuestionID, Respondent, Verdict?) -> Void
    ) {
        self.directories = directories
        self.state = state
        self.socket = socket
        self.settings = settings
        self.admission = admission
        self.limits = limits
        self.clients = clients
        self.log = log
        self.onChange = onChange
        self.onAnswer = onAnswer
        var handle: ((String, ProgramEvent) -> Void)?
        host = ProgramHost(
            loop, clock: { Clock.now },
            obstacle: { program in
                TrustedProgram.obstacle(
                    at: program.path, hiding: program.isTrusted ? nil : state)
            }
        ) { handle?($0, $1) }
        handle = { [unowned self] in handleEvent($1, of: $0) }
    }

    // MARK: State

    var states: [PluginState] {
        entries.sorted { $0.key < $1.key }.compactMap { name, entry in
            entry.hindrance ?? host.state(of: name)
        }
    }

    var contributions: [PluginContribution] {
        entries.keys.sorted().compactMap { name in
            guard isRunning(name), let manifest = host.manifest(of: name) else { return nil }
            let settings = settings(name)
            return PluginContribution(
                name: name, tier: .program, path: entries[name]?.path ?? "",
                behaviors: manifest.behaviors, policy: manifest.policy,
                fallback: manifest.fallback,
                before: manifest.before + settings.before,
                after: manifest.after + settings.after)
        }
    }

    /// Includes a plugin that is being restarted: its fallbacks apply meanwhile.
    private func isRunning(_ name: String) -> Bool {
        guard let entry = entries[name], entry.hindrance == nil, !entry.isEnded else {
            return false
        }
        switch host.state(of: name)?.state {
        case .loaded, .suspended: return true
        case .starting: return started.contains(name)
        case .failed, .unloaded, .quarantined, nil: return false
        }
    }

    /// The plugins that were ready once since they were loaded.
    private var started: Set<String> = []

    var isSettled: Bool { !states.contains { $0.state == .starting } }

    // MARK: Asking

    func ask(
        _ id: QuestionID, _ respondent: Respondent, _ question: Question, of name: String,
        deadline: Interval
    ) {
        host.ask(id, respondent, question, of: name, deadline: deadline)
    }

    func withdraw(_ id: QuestionID, _ respondent: Respondent, of name: String, isLate: Bool) {
        host.withdraw(id, respondent, of: name, isLate: isLate)
    }

    // MARK: Starting and ending

    func rescan() {
        for (name, entry) in entries.sorted(by: { $0.key < $1.key })
        where !TrustedProgram.exists(entry.path) {
            forget(name)
        }
        let files = TrustedProgram.files(in: directories)
        for path in files.paths {
            let name = TrustedProgram.pluginName(ofFileAt: path)
            if entries[name] == nil { entries[name] = Entry(path: path) }
            if let old = entries[name]?.path, files.hidden.contains(old) {
                entries[name]?.path = path
            }
        }
        for name in entries.keys.sorted() where needsStart(name) { start(name) }
        onChange()
    }

    /// An unloaded plugin stays unloaded until it is loaded; a failed one is retried only if
    /// something about it has changed.
    private func needsStart(_ name: String) -> Bool {
        guard let entry = entries[name], !entry.isEnded else { return false }
        if settings(name) != entry.settings || admission(name) != entry.admission { return true }
        // Checking a whole folder takes milliseconds: a program that runs is checked at its next start.
        if let file = entry.file { return !file.isUnchanged(at: entry.path) }
        return (try? TrustedProgram(checking: entry.path)) != nil
    }

    private func start(_ name: String) {
        guard var entry = entries[name] else { return }
        entry.settings = settings(name)
        entry.admission = admission(name)
        entry.isEnded = false
        entry.hindrance = nil
        if let obstacle = entry.admission?.obstacle {
            entry.hindrance = hindrance(name, entry.path, .unloaded, obstacle)
            entries[name] = entry
            end(name)
            return finishStart(name, .failure(PluginError(entry.path, obstacle)))
        }
        do throws(PluginError) {
            entry.file = try TrustedProgram(checking: entry.path)
        } catch {
            // The running program continues.
            if isRunning(name) {
                log.write(
                    .warning, LogSubject(plugin: name),
                    "plugin update rejected: plugin=\(name) error=\("\(error)".logQuoted)")
                entries[name] = entry
                return finishStart(name, .failure(error))
            }
            entry.file = nil
            entry.hindrance = hindrance(name, entry.path, .failed, error.cause)
            entries[name] = entry
            return finishStart(name, .failure(error))
        }
        entries[name] = entry
        var program = ProgramSettings(name: name, path: entry.path)
        program.options = entry.settings?.options ?? []
        program.memory = entry.settings?.memory ?? ProgramLimits.memory
        program.isTrusted = entry.settings?.isTrusted == true
        program.grants = entry.settings?.grants ?? Sandbox()
        program.state = state
        program.socket = socket
        program.limits = limits()
        host.start(program)
    }

    private func hindrance(
        _ name: String, _ path: String, _ state: PluginState.State, _ cause: PluginError.Cause
    ) -> PluginState {
        PluginState(
            name: name, kind: nil, path: path, version: nil, state: state,
            message: cause.description, behaviors: [], tier: .program)
    }

    private func end(_ name: String) {
        started.remove(name)
        clients.disconnect(name)
        host.stop(name)
    }

    private func forget(_ name: String) {
        end(name)
        entries[name] = nil
        finishStart(name, .failure(PluginError(name, .unknown)))
    }

    // MARK: Orders

    func has(_ nameOrPath: String) -> Bool {
        if nameOrPath.contains("/") { return !nameOrPath.hasSuffix(".so") }
        return entries[nameOrPath] != nil || TrustedProgram.find(nameOrPath, in: directories) != nil
    }

    func load(_ nameOrPath: String, then handler: @escaping (PluginAnswer) -> Void) {
        let isPath = nameOrPath.contains("/")
        let name = isPath ? TrustedProgram.pluginName(ofFileAt: nameOrPath) : nameOrPath
        let path =
            isPath
            ? nameOrPath : entries[name]?.path ?? TrustedProgram.find(name, in: directories)
        guard let path else { return handler(.failure(PluginError(name, .unknown))) }
        if isRunning(name), entries[name]?.path == path, let state = host.state(of: name) {
            return handler(.success(state))
        }
        let file: TrustedProgram
        do throws(PluginError) {
            // A mistyped path must not replace the plugin's entry.
            file = try TrustedProgram(checking: path)
        } catch {
            return handler(.failure(error))
        }
        if entries[name]?.path != file.path { entries[name] = Entry(path: file.path) }
        restart(name, then: handler)
    }

    func reload(_ name: String, then handler: @escaping (PluginAnswer) -> Void) {
        guard entries[name] != nil else {
            return handler(.failure(PluginError(name, .unknown)))
        }
        restart(name, then: handler)
    }

    func clear(_ name: String, then handler: @escaping (PluginAnswer) -> Void) {
        reload(name, then: handler)
    }

    private func restart(_ name: String, then handler: @escaping (PluginAnswer) -> Void) {
        waiting[name, default: []].append(handler)
        start(name)
        onChange()
    }

    func unload(_ name: String, then handler: @escaping (PluginAnswer) -> Void) {
        guard let entry = entries[name] else {
            return handler(.failure(PluginError(name, .unknown)))
        }
        entries[name]?.isEnded = true
        started.remove(name)
        clients.disconnect(name)
        let error = PluginError(entry.path, .notRunning("it was unloaded before it was ready"))
        finishStart(name, .failure(error))
        var ended =
            host.state(of: name)
            ?? PluginState(
                name: name, kind: nil, path: entry.path, version: nil, state: .unloaded,
                message: nil, behaviors: [], tier: .program)
        ended.state = .unloaded
        ended.message = nil
        ended.behaviors = []
        ended.hooks = []
        entries[name]?.hindrance = ended
        onChange()
        host.stop(name) { handler(.success(ended)) }
    }

    func refuse(_ name: String, because cause: PluginError.Cause) {
        guard let entry = entries[name] else { return }
        entries[name]?.hindrance = hindrance(name, entry.path, .failed, cause)
        end(name)
        finishStart(name, .failure(PluginError(entry.path, cause)))
    }

    // MARK: Events of programs

    private func handleEvent(_ event: ProgramEvent, of name: String) {
        switch event {
        case .report(let report):
            // The host limits the lines of each program.
            log.write(report.level, LogSubject(plugin: name), "plugin \(name): \(report)")
            if case .ended = report { clients.disconnect(name) }
        case .changed(let state): changed(name, state)
        case .described: break
        case .started(let since): started(name, since: since)
        case .answered(let id, let respondent, let verdict): onAnswer(id, respondent, verdict)
        case .received(let line): clients.receive(line, from: name)
        }
    }

    private func changed(_ name: String, _ state: PluginState) {
        switch state.state {
        case .failed:
            started.remove(name)
            clients.disconnect(name)
            let cause = PluginError.Cause.notRunning(state.message ?? "it ended")
            finishStart(name, .failure(PluginError(entries[name]?.path ?? name, cause)))
        case .suspended:
            let cause = PluginError.Cause.notRunning(state.message ?? "it ended")
            finishStart(name, .failure(PluginError(entries[name]?.path ?? name, cause)))
        case .loaded, .starting, .unloaded, .quarantined: break
        }
        onChange()
    }

    private func started(_ name: String, since: Int64?) {
        guard let manifest = host.manifest(of: name), let state = host.state(of: name),
            entries[name]?.hindrance == nil
        else { return }
        started.insert(name)
        // Before it receives any event: a plugin that conflicts with another is ended here.
        onChange()
        guard entries[name]?.hindrance == nil else { return }
        let isTrusted = manifest.wantsRequests && settings(name).isTrusted
        if !manifest.topics.isEmpty || manifest.wantsRequests {
            clients.connect(
                name, topics: manifest.topics, roles: Set(manifest.roles), isTrusted: isTrusted,
                since: since
            ) { [unowned self] line, sequence in
                host.send(line, sequence: sequence, to: name)
            }
        }
        finishStart(name, .success(state))
    }

    private func finishStart(_ name: String, _ answer: PluginAnswer) {
        for handler in waiting.removeValue(forKey: name) ?? [] { handler(answer) }
    }

    func runs(_ name: String) -> Bool { isRunning(name) || waiting[name] != nil }

    func close(then handler: @escaping () -> Void) {
        host.close(then: handler)
    }
}
