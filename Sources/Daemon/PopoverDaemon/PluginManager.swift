// SPDX-License-Identifier: MIT

import LibUV
import LibraryHost
import PopoverConfiguration
import PopoverCore
import PopoverModel
import PopoverSessions
import ProgramHost

/// The plugins, as the rules and the administrator know them: libraries and programs side by side.
///
/// It tells the rules which behaviours and policies there are, in their order, whenever that has
/// changed and only then; carries questions and answers; carries out what the administrator orders;
/// and looks again when something in the plugins' folder has changed, or when the configuration is
/// read again.
final class PluginManager: Respondents {
    /// From a change in a folder to the look at it: installing a package changes many files, and
    /// copies each of them in several steps.
    static let settling = Interval.milliseconds(500)
    private static let crumbName = "plugins.crumb"
    private static let trialsName = "plugins.tried"

    private let loop: Loop
    private let log: Log
    private let inbox: Inbox
    private let directory: String
    private let guests: PluginClients
    private let sessions: Sessions
    private let probe: String
    private var configuration: Configuration
    /// Plugins that an administrator has loaded by order, whatever the configuration says.
    private var ordered: Set<String> = []
    private var native: NativeTier?
    private var programs: ProgramTier?
    private var roll = PluginRegistry()
    private var isTelling = false
    private var isClosed = false
    /// Sections whose plugin is not there, as far as that was said.
    private var missing: Set<String> = []
    private var watch: FileWatch?
    private var settlingTimer: Timer?

    /// - Parameter probe: the program that tries libraries (`PluginProber`).
    init(
        _ loop: Loop, directory: String, probe: String, configuration: Configuration,
        sessions: Sessions, codec: MessageCodec, inbox: Inbox, log: Log
    ) {
        self.loop = loop
        self.log = log
        self.inbox = inbox
        self.directory = directory
        self.probe = probe
        self.configuration = configuration
        self.sessions = sessions
        guests = PluginClients(sessions: sessions, codec: codec, log: log)
    }

    // MARK: The start

    /// Looks for plugins for the first time.
    ///
    /// - Parameter state: the folder in which the daemon remembers in whose call it died.
    func open(state: String) {
        if let reason = PluginGuard.start() {
            log.write(.warning, "a plugin's call that hangs will not be ended: \(reason)")
        }
        native = NativeTier(
            loop, directory: directory, settings: { [unowned self] in nativeSettings(of: $0) },
            crashMarker: crashMarker(in: state),
            shelf: ProbeCacheFile(loop, path: "\(state)/\(Self.trialsName)", log: log),
            probe: probe,
            guests: guests, log: log,
            onChange: { [unowned self] in tell() })
        programs = ProgramTier(
            loop, directory: directory,
            settings: { [unowned self] in configuration.settings(forPlugin: $0) },
            admission: { [unowned self] in admission(of: $0) },
            limits: { [unowned self] in sessions.limits }, guests: guests, log: log,
            onChange: { [unowned self] in tell() },
            onAnswer: { [unowned self] id, respondent, verdict in
                inbox.post(.answered(id, respondent, verdict))
            })
        rescan()
    }

    private func crashMarker(in folder: String) -> CrashMarker? {
        do throws(PluginError) {
            let crashMarker = try CrashMarker(
                path: "\(folder)/\(Self.crumbName)",
                seconds: Int64(SystemTime.realtimeMicroseconds / 1_000_000))
            if let death = crashMarker.death {
                log.write(
                    .error,
                    "plugin \(death.plugin): the daemon before this one died in its \(death.call)"
                        + (death.isQuarantined ? "; it is not loaded any more" : ""))
            }
            return crashMarker
        } catch {
            log.write(.warning, "no plugin is put into quarantine: \(error)")
            return nil
        }
    }

    /// Nothing is on its way to being loaded.
    var isSettled: Bool { (native?.isSettled ?? true) && (programs?.isSettled ?? true) }

    private var tiers: [any PluginTier] {
        [native as (any PluginTier)?, programs].compactMap(\.self)
    }

    var states: [PluginState] {
        tiers.flatMap(\.states).sorted { ($0.name, $0.path) < ($1.name, $1.path) }
    }

    // MARK: What the administrator has decided

    private func nativeSettings(of name: String) -> PluginSettings {
        let configured = configuration.settings(forPlugin: name)
        var settings = PluginSettings()
        settings.admission = admission(of: name)
        settings.isTrusted = configured.isTrusted
        settings.options = configured.options
        settings.before = configured.before
        settings.after = configured.after
        return settings
    }

    /// A policy rules a kiosk only where somebody has said so.
    private func admission(of name: String) -> PluginAdmission {
        if ordered.contains(name) { return .all }
        let settings = configuration.settings(forPlugin: name)
        if !settings.isEnabled { return .none }
        return configuration.pluginSettings.contains { $0.name == name } ? .all : .behaviors
    }

    /// Looks for plugins that are new, gone, changed or configured otherwise.
    func rescan(_ configuration: Configuration? = nil) {
        if let configuration {
            // What was loaded by order and is switched off by hand now is not wanted any more.
            ordered = ordered.filter { name in
                configuration.settings(forPlugin: name).isEnabled
                    || !self.configuration.settings(forPlugin: name).isEnabled
            }
            self.configuration = configuration
        }
        // Libraries first: who provides what two of them do must not depend on who starts faster.
        native?.rescan { [unowned self] in
            if !isClosed { programs?.rescan() }
        }
    }

    // MARK: Questions

    func ask(_ id: QuestionID, _ respondent: Respondent, _ question: Question) {
        guard let program = roll.program(of: respondent) else {
            let verdict = native?.answer(question, by: respondent)
            return inbox.post(.answered(id, respondent, verdict))
        }
        programs?.ask(
            id, respondent, question, of: program,
            deadline: roll.deadline(
                of: respondent, at: question.hook) ?? sessions.timing.policy)
    }

    func withdraw(_ id: QuestionID, _ respondent: Respondent, isLate: Bool) {
        guard let program = roll.program(of: respondent) else { return }
        programs?.withdraw(id, respondent, of: program, isLate: isLate)
    }

    // MARK: The administrator's orders

    func load(_ nameOrPath: String, then handler: @escaping (Answer) -> Void) {
        let name = TrustedProgram.pluginName(ofFileAt: nameOrPath, orLibrary: true)
        let isNew = ordered.insert(name).inserted
        order(nameOrPath) { [unowned self] answer in
            if case .failed = answer, isNew { ordered.remove(name) }
            handler(answer)
        } by: {
            $0.load(nameOrPath, then: $1)
        }
    }

    func unload(_ name: String, then handler: @escaping (Answer) -> Void) {
        ordered.remove(name)
        order(name, then: handler) { $0.unload(name, then: $1) }
    }

    func reload(_ name: String, then handler: @escaping (Answer) -> Void) {
        order(name, then: handler) { $0.reload(name, then: $1) }
    }

    func clear(_ name: String, then handler: @escaping (Answer) -> Void) {
        order(name, then: handler) { $0.clear(name, then: $1) }
    }

    private func order(
        _ nameOrPath: String, then handler: @escaping (Answer) -> Void,
        by order: (any PluginTier, @escaping (PluginAnswer) -> Void) -> Void
    ) {
        let tier =
            tiers.first { $0.runs(nameOrPath) } ?? tiers.first { $0.has(nameOrPath) } ?? native
        guard let tier else {
            return handler(.failed(.shuttingDown))
        }
        order(tier) { [self] result in
            switch result {
            case .success(let state): handler(.plugin(state))
            case .failure(let error) where error.cause == .unknown:
                let known = states.map(\.name)
                handler(.failed(.unknown("plugin", error.subject, known: known)))
            case .failure(let error): handler(.failed(.failed(message: "\(error)")))
            }
        }
    }

    // MARK: Telling

    /// Tells the rules what is different from what they were told before.
    private func tell() {
        // Who is refused changes the offers again.
        if isTelling || isClosed { return }
        isTelling = true
        defer { isTelling = false }
        while let (offer, cause) = roll.take(
            native: native?.offers ?? [], programs: programs?.offers ?? [],
            settings: { configuration.settings(forPlugin: $0) },
            needed: configuration.pluginSettings.filter { $0.isEnabled && $0.fallback == .refuse }
                .map(\.name))
        {
            switch offer.tier {
            case .native: native?.refuse(offer.name, because: cause)
            case .program: programs?.refuse(offer.name, because: cause)
            }
        }
        for event in roll.news() { inbox.post(event) }
        let news = roll.news(of: states)
        tellUnloaded(news.filter { $0.state == .unloaded })
        for state in news { tell(state) }
        // What is still being tried is not missing.
        if isSettled { complainAboutMissing() }
    }

    /// Those for the same reason in one line: of a bundle most rest, and nobody has to mind.
    private func tellUnloaded(_ states: [PluginState]) {
        var rest = states[...]
        while let first = rest.first {
            let reason = first.message.map { ": \($0)" } ?? ""
            let same = rest.filter { $0.message == first.message }.map(\.name)
            rest = rest.filter { $0.message != first.message }[...]
            let subject = LogSubject(plugin: same.count == 1 ? first.name : nil)
            let names = same.joined(separator: ", ")
            log.write(
                .info, subject,
                same.count == 1
                    ? "plugin \(names) is not loaded\(reason)"
                    : "plugins \(names) are not loaded\(reason)")
        }
    }

    private func tell(_ state: PluginState) {
        let reason = state.message.map { ": \($0)" } ?? ""
        let works = LogSubject(plugin: state.name)
        let fails = LogSubject(.pluginFailed, plugin: state.name, cause: state.state.rawValue)
        switch state.state {
        case .loaded: log.write(.info, works, "plugin \(state.name) is loaded\(reason)")
        case .unloaded: break
        case .starting: log.write(.debug, works, "plugin \(state.name) is starting")
        case .failed:
            log.write(
                .warning, fails, "plugin \(state.name) (\(state.path)) was not loaded\(reason)")
        case .suspended:
            log.write(.warning, fails, "plugin \(state.name) is suspended\(reason)")
        case .quarantined:
            log.write(.error, fails, "plugin \(state.name) is in quarantine\(reason)")
        }
        inbox.post(.pluginChanged(state))
    }

    /// Says which sections of the configuration are about nobody: a policy that is misspelt rules
    /// nothing.
    private func complainAboutMissing() {
        let known = Set(states.map(\.name))
        let now = configuration.pluginSettings.filter(\.isEnabled).map(\.name)
            .filter { !known.contains($0) }
        for name in now where !missing.contains(name) {
            log.write(.warning, "plugin \(name): there is a section for it, but no such plugin")
        }
        missing = Set(now)
    }

    // MARK: Watching

    /// Looks for changes from now on.
    func startWatching() {
        do throws(UVError) {
            watch = try FileWatch(loop, path: directory) { [unowned self] _ in changed() }
        } catch {
            // Its plugins are still found at the start and by a reload.
            log.write(.debug, "changes will not be seen: \(error)")
        }
    }

    private func changed() {
        let timer = settlingTimer ?? Timer(loop) { [unowned self] in rescan() }
        settlingTimer = timer
        guard !timer.isActive else { return }
        timer.start(afterMilliseconds: UInt64(Self.settling.milliseconds))
    }

    /// Ends the programs; libraries stay as they are. Nothing is watched any more.
    func close(then handler: @escaping () -> Void) {
        watch?.close()
        watch = nil
        settlingTimer?.close()
        settlingTimer = nil
        // Nobody is told any more: the rules are done.
        isClosed = true
        var left = tiers.count + 1
        let done = {
            left -= 1
            if left == 0 { handler() }
        }
        for tier in tiers { tier.close(then: done) }
        done()
    }

    /// Ends those in the daemon, after `close`: last of all, since it is their code that runs then.
    func end() { native?.end() }
}
