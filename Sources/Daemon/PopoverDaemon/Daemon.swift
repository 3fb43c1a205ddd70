// SPDX-License-Identifier: MIT

import LibUV
import PopoverConfiguration
import PopoverCore
import PopoverModel
import PopoverSessions
import PopoverStorage
import PopoverWire

/// popoverd itself: the shell around the rules, on one thread.
///
/// What it is responsible for:
/// 1. *The start*, as a ladder: configuration, socket, drafts, plugins, listening, ready. Each step
///    fails with a message that says what was tried on what. The socket comes before the drafts,
///    since who has it is the daemon.
/// 2. *Facts from outside the sockets*: signals, and the configuration that they have read again.
/// 3. *The end*: everyone's work is asked for and on the disk before the process ends, within a
///    deadline; a second signal does not wait, whoever asked for the end.
///
/// Its parts: the `Inbox` is the one door to the rules, the `EffectRunner` carries out what they
/// order, the `Server` has the connections, the `DraftWriter` the disk, the `PluginManager` the
/// plugins. All of them post facts and none calls another back.
///
/// What it does not do: it decides no rule, and knows no byte of the wire and no table of the disk.
public final class Daemon {
    /// From the end's beginning until what is still under way is given up. Within it are the
    /// longest wait for clients' work and the longest order to the disk.
    static let shutdownLimit = Interval.milliseconds(10_000)

    /// For the loop, the disk, plugins and what is in reserve; clients have theirs beside them.
    static let ownDescriptors = 256

    let loop: Loop
    let server: Server
    let sessions: Sessions
    private let options: DaemonOptions
    private let paths: Paths
    let log: Log
    private let supervisor: ServiceNotifier
    let inbox: Inbox
    private let drafts: DraftWriter
    let plugins: PluginManager
    private let runner: EffectRunner
    let recorder: Recorder
    /// It has the process for itself, and leaves word where that dies.
    private var ownsProcess = false
    /// In microseconds since 1970.
    let startedAt = SystemTime.realtimeMicroseconds
    private var metricsSocket: MetricsSocket?
    private var configuration: ConfigurationStore
    private var signals: [SignalWatcher] = []
    private var signalledReload: SignalledReload?
    private var shutdownDeadline: Timer?
    private var watchdog: Watchdog?
    private var isSignalled = false
    private var stage = Stage.starting

    private enum Stage: Equatable {
        /// Can go to: `running`, `closing`.
        case starting
        /// Can go to: `stopping`, `closing`.
        case running
        /// Everyone's work is being asked for. Can go to: `closing`, `ended`.
        case stopping
        /// The rules are done; connections and the disk are closing. Can go to: `ended`.
        case closing
        case ended(ExitStatus)
    }

    /// Reads the configuration. Nothing is taken or touched before `start()`.
    ///
    /// - Parameter log: nil is standard error.
    package convenience init(_ options: DaemonOptions, log: Log? = nil) throws(StartError) {
        try self.init(options, paths: Paths(), log: log ?? Log())
    }

    init(_ options: DaemonOptions, paths: Paths, log: Log) throws(StartError) {
        System.occupyClosedStreams()
        ignoreSIGPIPE()
        self.options = options
        self.paths = paths
        self.log = log
        do throws(ConfigurationFault) {
            configuration = try ConfigurationStore(path: options.configuration)
        } catch {
            throw StartError(.configuration, error.message)
        }
        do throws(UVError) {
            loop = try Loop()
        } catch {
            throw StartError(.operatingSystem, "\(error)")
        }
        let configured = configuration.configuration
        supervisor = ServiceNotifier(readyDescriptor: options.readyDescriptor, log: log)
        recorder = Recorder(loop, log: log)
        let time = LoopTime(loop)
        inbox = Inbox(time, witness: recorder)
        let counters = SessionCounters()
        let codec = MessageCodec(started: Clock.now)
        sessions = Sessions(
            time, settings: configuration.settings, codec: codec, counters: counters,
            inbox: inbox, log: log)
        server = Server(loop, sessions: sessions, log: log)
        drafts = DraftWriter(inbox: inbox, counters: counters, log: log)
        plugins = PluginManager(
            loop, directories: paths.plugins(configured: configured.plugins.directory),
            probe: paths.daemonProgram, configuration: configured, sessions: sessions, codec: codec,
            inbox: inbox, log: log)
        runner = EffectRunner(
            codec: codec, sessions: sessions, drafts: drafts, respondents: plugins, inbox: inbox)
        runner.administrator = self
        System.allowDescriptors(configured.limits.clients + Self.ownDescriptors)
        inbox.carryOut = { [unowned runner] effect in runner.run(effect) }
        inbox.complain = { [unowned self] violations in rulesBroken(violations) }
        takeLogLevel()
    }

    // MARK: The start

    /// Starts, runs until the end, and says how it went.
    public func run() throws(StartError) -> ExitStatus {
        ownsProcess = true
        try start()
        return finish()
    }

    /// Runs until the end.
    func finish() -> ExitStatus {
        loop.run()
        guard case .ended(let status) = stage else { return .failure }
        // After a success nothing is open any more. Otherwise the end of the process closes it.
        if status == .success { loop.close() }
        return status
    }

    /// Takes the socket, the drafts and the plugins, and begins to accept.
    func start() throws(StartError) {
        do throws(StartError) {
            try takeSocket()
            let folder = try stateFolder()
            // Before, lest another user's file is read, and after, when it is there for certain.
            try check(folder)
            let found = try openDrafts(in: folder)
            try check(folder)
            recorder.open(state: folder)
            if ownsProcess { leaveWord() }
            inbox.post(.configured(configuration.settings))
            inbox.post(.draftsLoaded(found))
            try watchSignals()
            plugins.open(state: folder)
            // Who opens first must not find fewer behaviours or policies than who comes later.
            while !plugins.isSettled, stage == .starting { loop.runOnce() }
            // A signal may have ended it before it has begun.
            guard stage == .starting else { return }
            plugins.startWatching()
            try listen()
        } catch {
            abandon()
            throw error
        }
        stage = .running
        let place = server.place
        log.write(.notice, LogSubject(.listening), "listening on \(place)")
        log.beginServing()
        supervisor.ready("listening on \(place)")
        watch()
        // A start takes more than what comes after it.
        System.trimHeap()
    }

    private func watch() {
        guard let period = watchdogMilliseconds() else { return }
        let watchdog = Watchdog(
            loop, period: period, server: server, supervisor: supervisor, log: log)
        watchdog.start()
        self.watchdog = watchdog
    }

    private func takeSocket() throws(StartError) {
        let path = paths.socket(
            option: options.socket, configured: configuration.configuration.socket)
        do throws(UVError) {
            let inherited = try SystemdActivation.listenDescriptors()
            let forMetrics = inherited.filter { $0.name == MetricsSocket.name }
            let forClients = inherited.filter { $0.name != MetricsSocket.name }
            try takeMetricsSocket(inherited: forMetrics.first?.descriptor)
            if let first = forClients.first {
                if forClients.count > 1 || forMetrics.count > 1 {
                    log.write(.warning, "of \(inherited.count) sockets only the first is used")
                }
                try server.bind(to: .inherited(descriptor: first.descriptor))
            } else {
                try paths.makeFolder(ofSocket: path)
                try server.bind(to: .path(path))
                warn(ofSocket: path)
            }
        } catch {
            throw StartError(error.isAddressInUse ? .alreadyRunning : .cannotCreate, "\(error)")
        }
    }

    /// None where neither the system nor the configuration has one.
    private func takeMetricsSocket(inherited: Int32?) throws(UVError) {
        let place =
            inherited.map { SocketPlace.inherited(descriptor: $0) }
            ?? configuration.configuration.metrics.socket.map { SocketPlace.path($0) }
        guard let place else { return }
        metricsSocket = try MetricsSocket(loop, at: place) { [unowned self] in
            runner.metrics.text
        }
    }

    private func stateFolder() throws(StartError) -> String {
        let configured = configuration.configuration.state
        if let folder = paths.state(option: options.state, configured: configured) {
            return folder
        }
        throw StartError(
            .cannotCreate, "there is no folder for drafts: name one with --state, or set HOME")
    }

    /// People's work is kept where nobody else can put or take anything.
    private func check(_ folder: String) throws(StartError) {
        guard let weakness = System.folderWeakness(folder, allowsSticky: false) else { return }
        throw StartError(.cannotCreate, "cannot keep drafts in \(folder): it \(weakness)")
    }

    /// Whoever can replace the socket could pass for the daemon. Where it is was decided by whoever
    /// named its path, who may know why.
    private func warn(ofSocket path: String) {
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        if let weakness = System.folderWeakness(folder, allowsSticky: true) {
            log.write(
                .warning,
                "others could replace the socket: its folder \(folder) \(weakness)")
        }
    }

    /// Waits for the disk: without what people left there, nobody may be accepted.
    private func openDrafts(in folder: String) throws(StartError) -> [StoredDraft] {
        var result: Result<DraftDatabase.Findings, StorageError>?
        do throws(UVError) {
            drafts.open(
                try DraftThread(loop, directory: folder, keyFile: paths.draftKey)
            ) { result = $0 }
        } catch {
            throw StartError(.operatingSystem, "\(error)")
        }
        while result == nil { loop.runOnce() }
        switch result {
        case .success(let findings):
            if let setAside = findings.setAside { log.setAside(setAside) }
            return findings.drafts
        case .failure(let error):
            let status: ExitStatus = error.cause == .inUse ? .alreadyRunning : .cannotCreate
            guard error.cause == .sealed else { throw StartError(status, "\(error)") }
            throw StartError(
                status, "\(error): it comes as the credential \(Paths.draftKeyName)")
        case nil: return []
        }
    }

    /// From here on a signal ends it as it ends a daemon that listens.
    private func watchSignals() throws(StartError) {
        do throws(UVError) {
            for signal in [Signal.terminate, .interrupt] {
                signals.append(
                    try SignalWatcher(loop, signal: signal) { [unowned self] in shutDown() })
            }
            let signalledReload = SignalledReload(loop) { [unowned self] in _ = reload() }
            self.signalledReload = signalledReload
            signals.append(
                try SignalWatcher(loop, signal: .hangUp) { signalledReload.ask() })
            signals.append(
                try SignalWatcher(loop, signal: .user1) { [unowned self] in dumpRecording() })
        } catch {
            throw StartError(.operatingSystem, "\(error)")
        }
    }

    private func listen() throws(StartError) {
        do throws(UVError) {
            try server.listen()
            try metricsSocket?.listen()
        } catch {
            throw StartError(.operatingSystem, "\(error)")
        }
    }

    /// Gives back what a start that failed has taken.
    private func abandon() {
        closeAll()
        loop.run()
        loop.close()
    }

    // MARK: The configuration

    /// Reads the configuration again; where anything is wrong with it, the old one stays. The answer
    /// says what has changed.
    func reload() -> Answer {
        supervisor.reloading()
        let changes: [ConfigurationChange]
        do throws(ConfigurationFault) {
            changes = try configuration.reload()
        } catch {
            for problem in error.problems { log.write(.error, problem) }
            log.write(
                .error, LogSubject(.configurationRefused), "the configuration stays as it was")
            supervisor.ready("the configuration was not taken: \(error.problems[0])")
            return .failed(.failed(message: error.message))
        }
        sessions.configure(configuration.settings)
        sessions.counters.configurationReloads += 1
        takeLogLevel()
        inbox.post(.configured(configuration.settings))
        plugins.rescan(configuration.configuration)
        log.reloaded(changes)
        supervisor.ready("listening on \(server.place)")
        return changes.isEmpty ? .done : .reloaded(changes)
    }

    private func takeLogLevel() {
        log.level = options.logLevel ?? configuration.configuration.log.level
    }

    // MARK: The end

    /// A signal asks the rules to come to an end, unless a request did; a second ends without them.
    func shutDown() {
        let isSecond = isSignalled
        isSignalled = true
        switch stage {
        case .starting, .running:
            stage = .stopping
            supervisor.stopping()
            waitForEnd()
            inbox.post(.shutdownRequested)
        case .stopping, .closing:
            if isSecond { end(.failure, because: "a second signal came") }
        case .ended: break
        }
    }

    /// Nothing is left that the rules wait for.
    package func rulesEnded() {
        switch stage {
        case .starting, .running, .stopping:
            stage = .closing
            supervisor.stopping()
            waitForEnd()
            closeAll()
        case .closing, .ended: break
        }
    }

    private func waitForEnd() {
        guard shutdownDeadline == nil else { return }
        shutdownDeadline = Timer(loop) { [unowned self] in
            end(.failure, because: "not everything was closed and stored in time")
        }
        shutdownDeadline?.start(
            afterMilliseconds: UInt64(Self.shutdownLimit.milliseconds))
    }

    /// Closes everything; the loop ends when the last has closed.
    private func closeAll() {
        watchdog?.close()
        watchdog = nil
        metricsSocket?.close()
        metricsSocket = nil
        server.close { [self] in
            plugins.close { [self] in recorder.close { [self] in closeDisk() } }
        }
    }

    private func closeDisk() {
        drafts.close { [self] in
            plugins.end()
            for signal in signals where signal.isOpen { signal.closeDeaf() }
            signalledReload?.close()
            shutdownDeadline?.close()
            inbox.close()
            stage = .ended(.success)
        }
    }

    /// Ends at once. What is open is closed by the end of the process; the socket's file is not.
    func end(_ status: ExitStatus, because reason: String) {
        log.write(.error, LogSubject(.ending), "ending at once: \(reason)")
        stage = .ended(status)
        server.stopListening()
        loop.stop()
    }
}
