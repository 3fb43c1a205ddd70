// SPDX-License-Identifier: MIT

import LibUV
import LibraryHost
import PopoverModel

/// Libraries in the daemon's process: another process probes them first; they answer synchronously.
final class LibraryPluginRuntime: PluginRuntime {
    private let host: LibraryHost
    private let probes: ProbeRecords
    private let cacheFile: ProbeCacheFile
    private let prober: PluginProber
    private let onChange: () -> Void
    private var pendingProbes = 0
    private let changes = PendingChange()

    /// Whether a report changed a plugin's state. `onChange` must not be called within a report.
    private final class PendingChange {
        var isPending = false

        func note(_ report: PluginReport) {
            switch report {
            case .suspended, .resumed: isPending = true
            case .logged, .badAnswer, .slow, .directorySkipped: break
            }
        }
    }

    /// - Parameter cacheFile: stores the results of probing.
    init(
        _ loop: Loop, directories: [String], settings: @escaping (String) -> PluginSettings,
        crashMarker: CrashMarker?, cacheFile: ProbeCacheFile, probe program: String,
        log: Log, onChange: @escaping () -> Void
    ) {
        self.onChange = onChange
        self.cacheFile = cacheFile
        // A crash may have been caused by something other than the plugin's file.
        if crashMarker?.death != nil { cacheFile.clear() }
        probes = ProbeRecords(cacheFile.contents)
        prober = PluginProber(loop, program: program)
        host = LibraryHost(
            directories: directories, clock: { Clock.now }, usage: { ThreadUsage.current },
            settings: settings, crashMarker: crashMarker, isGuarded: true,
            report: { [changes] report in
                log.write(report)
                changes.note(report)
            })
        host.trials = probes
    }

    var states: [PluginState] { host.states }

    var contributions: [PluginContribution] {
        let policies = host.policies
        return host.loadedNames.map { name in
            PluginContribution(
                name: name, tier: .native, path: host.path(ofLoaded: name),
                behaviors: host.behaviors(of: name),
                policy: policies.first { $0.name == name }, fallback: host.fallback(of: name),
                before: host.before(of: name), after: host.after(of: name))
        }
    }

    var isSettled: Bool { pendingProbes == 0 }

    /// - Returns: nil if the plugin could not be asked.
    func answer(_ question: Question, by respondent: Respondent) -> Verdict? {
        let verdict = host.answer(question, by: respondent)
        reportPendingChange()
        return verdict
    }

    /// Reports a state change that a call has caused; within the call it must not be reported.
    private func reportPendingChange() {
        guard changes.isPending else { return }
        changes.isPending = false
        onChange()
    }

    // MARK: Loading

    /// Finds plugins that are new, gone, changed or configured differently.
    /// - Parameter handler: called when all of them are probed and loaded, before `onChange`.
    func rescan(then handler: @escaping () -> Void) {
        let files = host.untried()
        probe(files) { [unowned self] in
            _ = host.rescan()
            handler()
            onChange()
        }
    }

    /// Probes files; calls back at once if there are none.
    private func probe(_ files: [ProbeRecords.File], then handler: @escaping () -> Void) {
        guard !files.isEmpty else { return handler() }
        pendingProbes += 1
        prober.probe(files.map(\.path)) { [unowned self] findings in
            for (file, finding) in zip(files, findings) {
                probes.note(file, error: finding.error)
            }
            cacheFile.save(probes.memory)
            pendingProbes -= 1
            handler()
        }
    }

    func has(_ nameOrPath: String) -> Bool { host.has(nameOrPath) }

    func load(_ nameOrPath: String, then handler: @escaping (PluginAnswer) -> Void) {
        probeFirst(nameOrPath, then: handler) { host throws(PluginError) in
            nameOrPath.contains("/")
                ? try host.load(path: nameOrPath) : try host.load(name: nameOrPath)
        }
    }

    func reload(_ name: String, then handler: @escaping (PluginAnswer) -> Void) {
        probeFirst(name, then: handler) { host throws(PluginError) in try host.reload(name: name) }
    }

    func clear(_ name: String, then handler: @escaping (PluginAnswer) -> Void) {
        probeFirst(name, then: handler) { host throws(PluginError) in try host.clear(name: name) }
    }

    func unload(_ name: String, then handler: @escaping (PluginAnswer) -> Void) {
        execute(handler) { host throws(PluginError) in try host.unload(name: name) }
    }

    private func probeFirst(
        _ nameOrPath: String, then handler: @escaping (PluginAnswer) -> Void,
        _ order: @escaping (LibraryHost) throws(PluginError) -> PluginState
    ) {
        probe(host.untried(nameOrPath)) { [unowned self] in execute(handler, order) }
    }

    private func execute(
        _ handler: (PluginAnswer) -> Void,
        _ order: (LibraryHost) throws(PluginError) -> PluginState
    ) {
        var answer = PluginAnswer { () throws(PluginError) in try order(host) }
        onChange()
        // The change may have revealed a conflict with another plugin.
        if case .success(let state) = answer,
            let now = host.states.first(where: { $0.path == state.path })
        {
            let reason = now.message ?? "it was refused"
            answer =
                now.state == .failed
                ? .failure(PluginError(now.path, .notRunning(reason))) : .success(now)
        }
        handler(answer)
    }

    func refuse(_ name: String, because cause: PluginError.Cause) {
        host.refuse(name: name, cause)
    }

    func runs(_ name: String) -> Bool { host.loadedNames.contains(name) }

    func close(then handler: @escaping () -> Void) {
        prober.close()
        cacheFile.close(then: handler)
    }

    /// Ends the libraries; call it after `close`.
    func end() { host.close() }
}
