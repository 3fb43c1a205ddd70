// SPDX-License-Identifier: MIT

import LibUV
import PopoverConfiguration
import PopoverCore
import PopoverModel
import PopoverSessions
import PopoverStorage
import PopoverWire

/// The daemon: event loop, socket, disk and plugins around the rules, on one thread.
///
/// Responsibilities:
/// 1. *Start*, in fixed steps: configuration, socket, drafts, plugins, listening, ready. Each step
///    fails with a message that names what failed and why. The socket comes before the drafts, since
///    its owner is the daemon.
/// 2. *Signals*, and reloads of the configuration.
/// 3. *End*: collects and stores all drafts before the process ends, within a deadline. A second
///    signal ends it at once, however the end was requested.
///
/// The `Engine` has the rules, the clients and the drafts; the `Server` brings it connections, the
/// `PluginManager` the plugins. Both post events, and neither calls the other back.
///
/// The daemon decides no rule, and knows neither the wire format nor the database.
public final class Daemon {
    /// The longest shutdown. It covers the longest wait for clients' drafts and the longest write.
    static let shutdownLimit = Interval.milliseconds(10_000)
    /// Descriptors for the loop, the disk, plugins and a reserve, in addition to those of clients.
    static let ownDescriptors = 256

    let loop: Loop
    let server: Server
    private let options: DaemonOptions
    private let paths: Paths
    let log: Log
    private let notifier: ServiceNotifier
    let engine: Engine
    let plugins: PluginManager
    let recorder: Recorder
    /// Whether this daemon owns the process and records its crashes.
    private var ownsProcess = false
    let started = Clock.now
    /// In microseconds since 1970.
    let startedAt = SystemTime.realtimeMicroseconds
    private var metricsSocket: MetricsSocket?
    private var configuration: ConfigurationStore
    /// Absolute; nil without a file.
    let configurationFile: String?
    /// Absolute, from the start on.
    private(set) var stateFolder: String?
    private var signals: [SignalWatcher] = []
    private var signaledReload: SignaledReload?
    private var shutdownDeadline: Timer?
    private var watchdog: Watchdog?
    private var isSignaled = false
    private var stage = Stage.starting

    private enum Stage: Equatable {
        /// Next: `running`, `stopping`, `closing`.
        case starting
        /// Next: `stopping`, `closing`.
        case running
        /// Clients are asked for their drafts. Next: `closing`, `ended`.
        case stopping
        /// The rules are done; connections and the disk are closing. Next: `ended`.
        case closing
        case ended(ExitStatus)
    }

    /// Reads the configuration and touches nothing else before `start()`.
    /// - Parameter log: nil for the default sink.
    package convenience init(_ options: DaemonOptions, log: Log? = nil) throws(StartError) {
        try self.init(options, paths: Paths(), log: log ?? Log())
    }

    init(_ options: DaemonOptions, paths: Paths, log: Log) throws(StartError) {
        System.occupyClosedStreams()
        ignoreSIGPIPE()
        self.options = options
        self.paths = paths
        self.log = log
        configurationFile = options.configuration.map(System.absolutePath(of:))
        do throws(ConfigurationStoreError) {
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
        notifier = ServiceNotifier(readyDescriptor: options.readyDescriptor, log: log)
        recorder = Recorder(loop, log: log)
        engine = Engine(
            LoopTimeProvider(loop), settings: configuration.settings, observer: recorder, log: log)
        server = Server(loop, sessions: engine.sessions, log: log)
        plugins = PluginManager(
            loop, directories: paths.plugins(configured: configured.plugins.directory),
            program: paths.daemonProgram, configuration: configured, engine: engine, log: log)
        engine.plugins = plugins
        engine.administrator = self
        engine.drafts.recordings = self
        System.allowDescriptors(configured.limits.clients + Self.ownDescriptors)
        engine.onViolation = { [unowned self] violations in invariantsViolated(violations) }
        applyLogLevel()
    }

    // MARK: Start

    /// Starts the daemon and runs it until its end.
    public func run() throws(StartError) -> ExitStatus {
        ownsProcess = true
        try refuseInspection()
        try start()
        return finish()
    }

    /// Runs until the end.
    func finish() -> ExitStatus {
        loop.run()
        guard case .ended(let status) = stage else { return .failure }
        // After a failure, the end of the process closes what is still open.
        if status == .success { loop.close() }
        return status
    }

    /// Binds the socket, opens drafts and plugins, and starts to accept.
    func start() throws(StartError) {
        do throws(StartError) {
            try bindSockets()
            let folder = try chosenStateFolder()
            stateFolder = System.absolutePath(of: folder)
            // Before, so that no file of another user is read; after, since now the folder exists.
            try check(folder)
            let found = try openDrafts(in: folder)
            try check(folder)
            recorder.open(state: folder)
            if ownsProcess { recordCrashes() }
            engine.post(.configured(configuration.settings))
            engine.post(.draftsLoaded(found))
            try watchSignals()
            plugins.open(state: folder, socket: server.path)
            // The first client must find all behaviors and policies.
            while !plugins.isSettled, stage == .starting { loop.runOnce() }
            // A signal may have ended the start.
            guard stage == .starting else { return }
            plugins.startWatching()
            try listen()
        } catch {
            undoStart()
            throw error
        }
        stage = .running
        log.write(.notice, LogSubject(.listening), "listening: socket=\(server.address.logQuoted)")
        log.beginServing()
        notifier.ready("listening on \(server.address)")
        startWatchdog()
        // The start needs more memory than the service.
        System.trimHeap()
    }

    private func startWatchdog() {
        guard let period = watchdogMilliseconds() else { return }
        let watchdog = Watchdog(
            loop, period: period, server: server, notifier: notifier, log: log)
        watchdog.start()
        self.watchdog = watchdog
    }

    private func bindSockets() throws(StartError) {
        let path = paths.socket(
            option: options.socket, configured: configuration.configuration.socket)
        do throws(UVError) {
            let inherited = try SystemdActivation.listenDescriptors()
            let forMetrics = inherited.filter { $0.name == MetricsSocket.name }
            let forClients = inherited.filter { $0.name != MetricsSocket.name }
            try bindMetricsSocket(inherited: forMetrics.first?.descriptor)
            if let first = forClients.first {
                if forClients.count > 1 || forMetrics.count > 1 {
                    log.write(
                        .warning,
                        "inherited sockets ignored: count=\(forClients.count + forMetrics.count)"
                            + " used=first of each kind")
                }
                try server.bind(to: .inherited(descriptor: first.descriptor))
            } else {
                try paths.makeFolder(ofSocket: path)
                try server.bind(to: .path(path))
                warn(ofSocket: path)
            }
        } catch {
            throw StartError(socket: error)
        }
    }

    /// Does nothing if neither systemd nor the configuration names one.
    private func bindMetricsSocket(inherited: Int32?) throws(UVError) {
        let address =
            inherited.map { ListenAddress.inherited(descriptor: $0) }
            ?? configuration.configuration.metrics.socket.map { ListenAddress.path($0) }
        guard let address else { return }
        metricsSocket = try MetricsSocket(loop, at: address, log: log) { [unowned self] in
            engine.metrics.text
        }
    }

    private func chosenStateFolder() throws(StartError) -> String {
        let configured = configuration.configuration.state
        if let folder = paths.state(option: options.state, configured: configured) {
            return folder
        }
        throw .noStateFolder
    }

    /// Refuses a state folder in which other users could read or replace files.
    private func check(_ folder: String) throws(StartError) {
        guard let weakness = System.folderWeakness(folder, allowsSticky: false) else { return }
        throw StartError(
            .cannotCreate, "cannot keep drafts in \"\(folder)\": the folder \(weakness)")
    }

    /// Warns if others could replace the socket. The path may be chosen on purpose: it is no error.
    private func warn(ofSocket path: String) {
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        if let weakness = System.folderWeakness(folder, allowsSticky: true) {
            log.write(
                .warning,
                "socket can be replaced: folder=\(folder.logQuoted) reason=\(weakness.logQuoted)")
        }
    }

    /// Waits for the disk: no client may be accepted before its drafts are loaded.
    private func openDrafts(in folder: String) throws(StartError) -> [StoredDraft] {
        var result: Result<DraftDatabase.Findings, StorageError>?
        do throws(UVError) {
            engine.drafts.open(
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
            throw StartError(drafts: error)
        case nil: return []
        }
    }

    /// From here on, signals shut down in order, even before the daemon listens.
    private func watchSignals() throws(StartError) {
        do throws(UVError) {
            for signal in [Signal.terminate, .interrupt] {
                signals.append(
                    try SignalWatcher(loop, signal: signal) { [unowned self] in shutDown() })
            }
            let signaledReload = SignaledReload(loop) { [unowned self] in _ = reload() }
            self.signaledReload = signaledReload
            signals.append(
                try SignalWatcher(loop, signal: .hangUp) { signaledReload.request() })
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

    /// Releases everything after a failed start.
    private func undoStart() {
        closeAll()
        loop.run()
        loop.close()
    }

    // MARK: Configuration

    /// Reloads the configuration and lists the changes; after an error the old one stays in force.
    func reload() -> Answer {
        notifier.reloading()
        let changes: [ConfigurationChange]
        do throws(ConfigurationStoreError) {
            changes = try configuration.reload()
        } catch {
            for message in error.messages { log.write(.error, message) }
            log.write(
                .error, LogSubject(.configurationRefused),
                "configuration rejected, the old one stays in force:"
                    + " errors=\(error.messages.count)")
            notifier.reloaded("configuration rejected: \(error.messages[0])")
            return .failed(.failed(message: error.message))
        }
        engine.sessions.configure(configuration.settings)
        engine.sessions.counters.configurationReloads += 1
        applyLogLevel()
        engine.post(.configured(configuration.settings))
        plugins.rescan(configuration.configuration)
        log.configurationReloaded(changes)
        notifier.reloaded("listening on \(server.address)")
        return changes.isEmpty ? .done : .reloaded(changes)
    }

    private func applyLogLevel() {
        log.level = options.logLevel ?? configuration.configuration.log.level
    }

    // MARK: End

    /// Handles SIGTERM and SIGINT: the first one shuts down the rules, the second ends at once.
    func shutDown() {
        let isSecond = isSignaled
        isSignaled = true
        switch stage {
        case .starting, .running:
            stage = .stopping
            notifier.stopping()
            startShutdownDeadline()
            engine.post(.shutdownRequested)
        case .stopping, .closing:
            if isSecond { end(.failure, because: "second signal") }
        case .ended: break
        }
    }

    package func rulesEnded() {
        switch stage {
        case .starting, .running, .stopping:
            stage = .closing
            notifier.stopping()
            startShutdownDeadline()
            closeAll()
        case .closing, .ended: break
        }
    }

    private func startShutdownDeadline() {
        guard shutdownDeadline == nil else { return }
        shutdownDeadline = Timer(loop) { [unowned self] in
            end(.failure, because: "shutdown timed out")
        }
        shutdownDeadline?.start(
            afterMilliseconds: UInt64(Self.shutdownLimit.milliseconds))
    }

    /// Closes everything; the loop ends when all handles are closed.
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
        engine.drafts.close { [self] in
            plugins.end()
            for signal in signals where signal.isOpen { signal.closeAndIgnore() }
            signaledReload?.close()
            shutdownDeadline?.close()
            engine.close()
            stage = .ended(.success)
        }
    }

    /// Ends at once. The end of the process closes what is open; the socket file is removed here.
    func end(_ status: ExitStatus, because reason: String) {
        log.write(
            .error, LogSubject(.ending),
            "ending without a full shutdown: reason=\(reason.logQuoted)")
        stage = .ended(status)
        server.stopListening()
        loop.stop()
    }
}
