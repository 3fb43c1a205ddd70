// SPDX-License-Identifier: MIT

import LibUV
import LibraryHost
import PopoverModel

/// Plugins that are libraries in the daemon: tried in a process of their own before they are
/// loaded, and asked while they are called.
final class NativeTier: PluginTier {
    private let host: LibraryHost
    private let trials: ProbeRecords
    private let shelf: ProbeCacheFile
    private let prober: PluginProber
    private let loop: NativeLoop
    private let onChange: () -> Void
    private let guests: PluginClients
    private let post: PluginOutbox
    /// Tries under way.
    private var pending = 0
    private let news = News()

    /// What reports have told that others have to know, who may not be told within a report.
    private final class News {
        var hasCome = false

        func take(_ report: PluginReport) {
            switch report {
            case .suspended, .resumed: hasCome = true
            case .logged, .badAnswer, .slow, .notWatched, .directorySkipped: break
            }
        }
    }

    /// - Parameter shelf: where it is kept what came of trying files.
    init(
        _ loop: Loop, directory: String, settings: @escaping (String) -> PluginSettings,
        crashMarker: CrashMarker?, shelf: ProbeCacheFile, probe program: String,
        guests: PluginClients,
        log: Log,
        onChange: @escaping () -> Void
    ) {
        self.onChange = onChange
        self.guests = guests
        self.loop = NativeLoop(loop)
        self.shelf = shelf
        // Whatever has ended the daemon before may have come with something beside the files.
        if crashMarker?.death != nil { shelf.clear() }
        trials = ProbeRecords(shelf.contents)
        prober = PluginProber(loop, program: program)
        let post = PluginOutbox(loop, log: log) { plugin, line in
            guests.said(line[...], by: plugin)
        }
        self.post = post
        host = LibraryHost(
            directories: [directory], clock: { Clock.now }, usesCounter: true,
            settings: settings, crashMarker: crashMarker, isGuarded: true,
            onLine: { plugin, line in post.send(line, of: plugin) },
            report: { [news] report in
                log.write(report)
                news.take(report)
            })
        host.trials = trials
        host.loop = self.loop
        self.loop.onTimer = { [unowned self] in
            host.timerFired($0)
            catchUp()
        }
        self.loop.onReady = { [unowned self] in
            host.descriptorReady($0, $1)
            catchUp()
        }
    }

    var states: [PluginState] { host.states }

    var offers: [PluginOffer] {
        let policies = host.policies
        return host.loadedNames.map { name in
            PluginOffer(
                name: name, tier: .native, path: host.path(ofLoaded: name),
                behaviors: host.behaviors(of: name),
                policy: policies.first { $0.name == name }, before: host.before(of: name),
                after: host.after(of: name))
        }
    }

    var isSettled: Bool { pending == 0 }

    /// nil: it could not be asked.
    func answer(_ question: Question, by respondent: Respondent) -> Verdict? {
        let verdict = host.answer(question, by: respondent)
        catchUp()
        return verdict
    }

    /// Tells what became of a plugin in a call; within it nobody may be told.
    private func catchUp() {
        guard news.hasCome else { return }
        news.hasCome = false
        onChange()
    }

    // MARK: Loading

    /// Looks for what is new, gone, changed or configured otherwise.
    ///
    /// - Parameter handler: called when all that was found is tried and loaded, before it is told.
    func rescan(then handler: @escaping () -> Void) {
        let files = host.untried()
        probe(files) { [unowned self] in
            _ = host.rescan()
            handler()
            told()
        }
    }

    /// Tries files first; at once where there is none to try.
    private func probe(_ files: [ProbeRecords.File], then handler: @escaping () -> Void) {
        guard !files.isEmpty else { return handler() }
        pending += 1
        prober.probe(files.map(\.path)) { [unowned self] findings in
            for (file, finding) in zip(files, findings) {
                trials.note(file, error: finding.error, isPolicy: finding.isPolicy)
            }
            shelf.keep(trials.memory)
            pending -= 1
            handler()
        }
    }

    func has(_ nameOrPath: String) -> Bool { host.has(nameOrPath) }

    func load(_ nameOrPath: String, then handler: @escaping (PluginAnswer) -> Void) {
        tryFirst(nameOrPath, then: handler) { host throws(PluginError) in
            nameOrPath.contains("/")
                ? try host.load(path: nameOrPath) : try host.load(name: nameOrPath)
        }
    }

    func reload(_ name: String, then handler: @escaping (PluginAnswer) -> Void) {
        tryFirst(name, then: handler) { host throws(PluginError) in try host.reload(name: name) }
    }

    func clear(_ name: String, then handler: @escaping (PluginAnswer) -> Void) {
        tryFirst(name, then: handler) { host throws(PluginError) in try host.clear(name: name) }
    }

    func unload(_ name: String, then handler: @escaping (PluginAnswer) -> Void) {
        carryOut(handler) { host throws(PluginError) in try host.unload(name: name) }
    }

    private func tryFirst(
        _ nameOrPath: String, then handler: @escaping (PluginAnswer) -> Void,
        _ order: @escaping (LibraryHost) throws(PluginError) -> PluginState
    ) {
        probe(host.untried(nameOrPath)) { [unowned self] in carryOut(handler, order) }
    }

    private func carryOut(
        _ handler: (PluginAnswer) -> Void,
        _ order: (LibraryHost) throws(PluginError) -> PluginState
    ) {
        var answer = PluginAnswer { () throws(PluginError) in try order(host) }
        told()
        // Told, it may have been found not to go together with others.
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
        keepGuests()
    }

    /// Something may be different now.
    private func told() {
        keepGuests()
        onChange()
    }

    /// Those that hear or ask are clients as long as they are loaded.
    private func keepGuests() {
        let names = host.loadedNames
        guests.end(of: .native) { !names.contains($0) }
        for name in names {
            let life = host.life(of: name)
            let topics = host.topics(of: name)
            let asks = host.sendsRequests(name)
            guard !topics.isEmpty || asks else { continue }
            guests.keep(
                name, tier: .native, life: life, topics: topics,
                roles: Set(host.roles(of: name).compactMap(Role.init)), isTrusted: asks
            ) { [unowned self] lines, _ in
                // Lines come one at a time, each with its end, which libraries are not given.
                host.deliver(lines.dropLast(), to: name)
                catchUp()
            }
        }
    }

    func runs(_ name: String) -> Bool { host.loadedNames.contains(name) }

    func close(then handler: @escaping () -> Void) {
        post.close()
        prober.close()
        loop.close()
        shelf.close(then: handler)
    }

    /// Lets each say farewell to its own peers, after `close`.
    func end() { host.close() }
}
