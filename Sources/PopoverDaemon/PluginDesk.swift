// SPDX-License-Identifier: MIT

import LibUV
import PluginHost
import PopoverConfiguration
import PopoverCore
import PopoverModel

/// The plugins, as the rules and the administrator know them.
///
/// It tells the rules which behaviours there are, whenever that has changed and only then; carries
/// out what the administrator orders; and looks again when something in the plugins' folders has
/// changed, or when the configuration is read again.
final class PluginDesk {
    /// From a change in a folder to the look at it: installing a package changes many files, and
    /// copies each of them in several steps.
    static let settling = Interval.milliseconds(500)

    private let loop: Loop
    private let log: Log
    private let inbox: Inbox
    private let host: PluginHost
    private var disabled: Set<String>
    /// What the rules were told.
    private var toldBehaviors: [String: Behavior] = [:]
    private var toldStates: [PluginState] = []
    private let directory: String
    private var watch: FileWatch?
    private var settlingTimer: Timer?

    init(_ loop: Loop, directory: String, disabled: [String], inbox: Inbox, log: Log) {
        self.loop = loop
        self.log = log
        self.inbox = inbox
        self.disabled = Set(disabled)
        host = PluginHost(
            directories: [directory], clock: { Clock.now }, report: { log.write($0) })
        self.directory = directory
    }

    var states: [PluginState] { host.states }

    /// Looks for plugins that are new, gone or changed.
    func rescan(disabled: [String]? = nil) {
        if let disabled { self.disabled = Set(disabled) }
        _ = host.rescan()
        for state in host.states where self.disabled.contains(state.name) {
            // One that is not loaded stays so.
            if [.loaded, .suspended].contains(state.state) {
                _ = try? host.unload(name: state.name)
            }
        }
        tell()
    }

    func answer(_ question: Question, by respondent: Respondent) -> Verdict? {
        host.answer(question, by: respondent)
    }

    // MARK: The administrator's orders

    /// A path has a slash in it, a name has none.
    func load(_ nameOrPath: String) -> Answer {
        carryOut { () throws(PluginError) in
            nameOrPath.contains("/")
                ? try host.load(path: nameOrPath) : try host.load(name: nameOrPath)
        }
    }

    func unload(_ name: String) -> Answer {
        carryOut { () throws(PluginError) in try host.unload(name: name) }
    }

    func reload(_ name: String) -> Answer {
        carryOut { () throws(PluginError) in try host.reload(name: name) }
    }

    private func carryOut(_ order: () throws(PluginError) -> PluginState) -> Answer {
        let answer: Answer
        do throws(PluginError) {
            answer = .plugin(try order())
        } catch {
            answer =
                error.cause == .unknown
                ? .failed(.unknownID(error.subject)) : .failed(.failed(message: "\(error)"))
        }
        tell()
        return answer
    }

    // MARK: Telling

    /// Tells the rules what is different from what they were told before.
    private func tell() {
        let behaviors = Dictionary(uniqueKeysWithValues: host.behaviors.map { ($0.name, $0) })
        for name in toldBehaviors.keys.sorted() where behaviors[name] == nil {
            inbox.post(.behaviorUnloaded(name: name))
        }
        for behavior in host.behaviors where toldBehaviors[behavior.name] != behavior {
            inbox.post(.behaviorLoaded(behavior))
        }
        toldBehaviors = behaviors
        let states = host.states
        for gone in toldStates where !states.contains(where: { $0.path == gone.path }) {
            var state = gone
            state.state = .unloaded
            state.behaviors = []
            tell(state)
        }
        for state in states where !toldStates.contains(state) { tell(state) }
        toldStates = states
    }

    private func tell(_ state: PluginState) {
        switch state.state {
        case .loaded, .unloaded: log.write(.info, "plugin \(state.name): \(state.state.rawValue)")
        case .starting: break
        case .failed, .suspended, .quarantined:
            log.write(.warning, "plugin \(state.path) was not loaded: \(state.message ?? "")")
        }
        inbox.post(.pluginChanged(state))
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

    /// Plugins stay as they are; nothing is watched any more.
    func close() {
        watch?.close()
        watch = nil
        settlingTimer?.close()
        settlingTimer = nil
    }
}

extension Log {
    fileprivate func write(_ report: PluginReport) {
        switch report {
        case .logged(let plugin, let level, let message):
            let text = "plugin \(plugin): \(message)"
            switch level {
            case .debug: limited(.debug, cause: "plugin \(plugin)", text)
            case .info: limited(.info, cause: "plugin \(plugin)", text)
            case .warning: limited(.warning, cause: "plugin \(plugin)", text)
            case .error: limited(.error, cause: "plugin \(plugin)", text)
            }
        case .badAnswer(let plugin, let call, let message):
            limited(
                .warning, cause: "verdicts of \(plugin)",
                "plugin \(plugin): its \(call) makes no sense: \(message)")
        case .slow(let plugin, let call, let took):
            limited(
                .warning, cause: "slowness of \(plugin)",
                "plugin \(plugin): its \(call) took \(took.microseconds) µs")
        case .suspended(let plugin, let pause):
            write(
                .warning,
                "plugin \(plugin): too slow too often: not called for \(pause.milliseconds) ms")
        case .resumed(let plugin):
            write(.info, "plugin \(plugin): called again, and in time")
        case .notWatched(let plugin, let descriptor):
            write(.warning, "plugin \(plugin): its descriptor \(descriptor) cannot be watched")
        case .directorySkipped(let path, let message):
            write(.warning, "plugins in \(path) were not found: \(message)")
        }
    }
}
