// SPDX-License-Identifier: MIT

internal import Glibc
internal import PopoverClient
internal import PopoverConfiguration
internal import PopoverModel
internal import PopoverWire

/// Checks an installation, from its files to the daemon. Changes nothing; continues after errors.
struct Doctor {
    /// Bytes of free disk space below which the check fails.
    static let leastRoom: UInt64 = 64 * 1024 * 1024

    let socket: SocketCheck
    /// Named by the caller; nil: the daemon's own.
    let configurationFile: String?
    let stateFolder: String?
    let timeout: Interval

    private(set) var results: [CheckResult] = []
    /// The responses of the daemon; nil without any.
    private(set) var status: JSONNode?
    private(set) var figures: MetricFigures?
    /// The daemon has said hello.
    private var isAnswered = false
    private(set) var configuration: LoadedConfiguration?

    /// A path of the daemon's.
    private enum Place {
        case path(String)
        case none
        /// The daemon does not tell this user.
        case secret
    }

    /// - Parameter socket: the value of `--socket`.
    init(socket: String?, configurationFile: String?, stateFolder: String?, timeout: Interval) {
        self.socket = SocketCheck(option: socket)
        self.configurationFile = configurationFile
        self.stateFolder = stateFolder
        self.timeout = timeout
    }

    mutating func examine() {
        results += socket.results(timeout: timeout)
        if socket.used.isServed {
            askDaemon()
        } else {
            results.append(.note("daemon", "not checked, because its socket cannot be used"))
        }
        lookAtConfiguration()
        lookAtState()
        lookAtUnits()
        results.append(clock)
    }

    /// Whether the daemon is the session's.
    private var isOfSession: Bool { socket.used.origin == .session }

    /// The command that controls the daemon's units.
    private var systemctl: String { isOfSession ? "systemctl --user" : "systemctl" }

    var isWell: Bool { !results.contains { $0.state == .wrong } }

    // MARK: The daemon

    private mutating func askDaemon() {
        let client: ClientConnection
        do throws(ClientError) {
            client = try ClientConnection(
                path: socket.used.path, app: "popoverctl", timeout: timeout)
        } catch {
            results.append(
                .wrong(
                    "daemon", error.message,
                    "look for the cause: \(systemctl) status popoverd, "
                        + "\(isOfSession ? "journalctl --user" : "journalctl") -u popoverd"))
            return
        }
        isAnswered = true
        let server = client.welcome.member("server")?.string ?? "?"
        results.append(.ok("daemon", "\(server) responds"))
        results.append(
            server == ServerVersion.name
                ? .ok("versions", "popoverd and popoverctl have the same version")
                : .wrong(
                    "versions", "the daemon is \(server), popoverctl is of \(ServerVersion.name)",
                    "restart the daemon after an upgrade: \(systemctl) restart popoverd"))
        do throws(ClientError) {
            status = try client.call("status")
            figures = MetricFigures(try client.call("metrics"))
        } catch {
            results.append(
                .note(
                    "rights", "only administrators may read the status of the daemon",
                    "run popoverctl doctor as root for all checks"))
            return
        }
        lookAtPlugins()
        results.append(screen(status))
        lookAtShells()
        lookAtWork()
    }

    private mutating func lookAtPlugins() {
        var loaded = 0
        for plugin in status?.member("plugins")?.elements.map({ Array($0) }) ?? [] {
            let name = plugin.member("name")?.string ?? ""
            let state = plugin.member("state")?.string ?? ""
            let reason = plugin.member("message")?.string.map { ": \($0)" } ?? ""
            switch PluginState.State(rawValue: state) {
            case .loaded:
                loaded += 1
                lookAtService(of: plugin, name)
            case .failed, .suspended:
                results.append(
                    .wrong(
                        "plugins", "\(name): \(state)\(reason)",
                        "fix it, then popoverctl plugin reload \(name); or add it to "
                            + "plugins.disabled"))
            case .quarantined:
                results.append(
                    .wrong(
                        "plugins", "\(name): quarantined\(reason)",
                        "fix it, then popoverctl plugin clear \(name)"))
            case .starting, .unloaded, nil: break
            }
        }
        results.append(
            loaded > 0
                ? .ok("plugins", "\(loaded) loaded")
                : .wrong(
                    "plugins", "no plugin is loaded, so no popover can open",
                    "check plugins.disabled: popoverctl config show --origin"))
    }

    private mutating func lookAtService(of plugin: JSONNode, _ name: String) {
        guard let service = PluginService(in: plugin), service.state != .serving else { return }
        results.append(
            .wrong(
                "plugins", "\(name): \(service.dated)",
                service.state == .connecting
                    ? "fix it; the plugin tries again by itself"
                    : "fix it, then popoverctl plugin reload \(name)"))
    }

    private mutating func lookAtShells() {
        guard let clients = status?.member("clients")?.elements.map({ Array($0) }) else { return }
        let shells = clients.filter { client in
            client.member("roles")?.elements?.contains { $0.string == Role.shell.rawValue } == true
        }
        let alerts = status?.member("alerts")?.elements.map { Array($0) } ?? []
        let shown = alerts.filter { $0.member("renderer") != nil }
            .compactMap { $0.member("display")?.string }
        let waiting = alerts.count { alert in
            !shown.contains(alert.member("display")?.string ?? "")
        }
        let names = shells.compactMap { $0.member("app")?.string }.joined(separator: ", ")
        let left = Int(figures?.value("popoverd_shells_left_total") ?? 0)
        let ends = left == 0 ? "" : "; shells have left \(left) times since the daemon's start"
        if !names.isEmpty {
            results.append(
                left == 0
                    ? .ok("alerts", "\(names) can show them")
                    : .note(
                        "alerts", "\(names) can show them\(ends)",
                        "if the shell keeps ending, look in its log why"))
        } else if waiting > 0 {
            results.append(
                .wrong(
                    "alerts", "waiting: \(waiting), and no shell is connected to show them\(ends)",
                    "start the shell, and look in its log why it ended"))
        } else {
            results.append(
                .note(
                    "alerts", "no shell is connected: apps can only show their own\(ends)",
                    "start a client with the role shell, or popover-stage: docs/how-to/stage.md"))
        }
    }

    private mutating func lookAtWork() {
        guard let figures else { return }
        let unstored = Int(figures.value("popoverd_drafts_unstored"))
        results.append(
            unstored == 0
                ? .ok("drafts", "all drafts are stored on disk")
                : .wrong(
                    "drafts", "\(unstored) not stored on disk",
                    "check the disk: free space, health, and errors in the log"))
        let hung = figures.counters.first {
            $0.name == "popoverd_popovers_closed_total" && $0.labels == "reason=unresponsive"
        }
        if let hung, hung.value > 0 {
            results.append(
                .note(
                    "clients", "popovers closed because their clients hung: \(Int(hung.value))",
                    "popoverctl explain and the log name the clients"))
        }
        let hits = figures.counters.filter {
            $0.name == "popoverd_limit_hits_total" && $0.value > 0
        }
        if !hits.isEmpty {
            let words = hits.map { "\($0.labels.dropFirst("limit=".count)) (\(Int($0.value)))" }
            results.append(
                .note(
                    "limits", "hit since the start: \(words.joined(separator: ", "))",
                    "popoverctl status --limits shows by which client or user"))
        }
    }

    // MARK: Files

    /// A path as the caller names it, else as the daemon that was asked tells it, else where a daemon
    /// that does not run would look.
    private func place(_ chosen: String?, _ member: String, usual: String) -> Place {
        if let chosen { return .path(chosen) }
        guard let status else {
            return isAnswered || socket.used.isForbidden ? .secret : .path(usual)
        }
        guard status.member("server") != nil else { return .path(usual) }
        return status.member(member)?.string.map(Place.path) ?? .none
    }

    private func secret(_ check: String) -> CheckResult {
        .note(
            check, "not checked: only administrators may ask the daemon for its path",
            "run popoverctl doctor as root for all checks")
    }

    private mutating func lookAtConfiguration() {
        let file: String
        switch place(configurationFile, "configuration", usual: ConfigurationFiles.usual) {
        case .path(let path): file = path
        case .secret: return results.append(secret("configuration"))
        case .none:
            return results.append(
                .note("configuration", "the daemon has no file, so all options have their defaults")
            )
        }
        let files = ConfigurationFiles(path: file)
        if files.paths.count == 1 {
            do throws(FileError) { _ = try FileFacts(file) } catch {
                return results.append(
                    error.code == ENOENT
                        ? .note("configuration", "no \(file), so all options have their defaults")
                        : .note(
                            "configuration", "not checked: \(error)",
                            "run popoverctl doctor as root for all checks"))
            }
        }
        do throws(InvalidConfiguration) {
            let loaded = try Configuration.load(files)
            configuration = loaded
            let more = loaded.files.count - 1
            results.append(
                .ok(
                    "configuration",
                    "\(loaded.files[0]) is valid" + (more > 0 ? ", with \(more) drop-ins" : "")))
        } catch {
            for error in error.errors {
                results.append(
                    .wrong(
                        "configuration", "\(error)",
                        "fix it; the daemon keeps its previous configuration, or does not start"))
            }
        }
    }

    private mutating func lookAtState() {
        let usual = configuration?.configuration.state ?? "/var/lib/popoverd"
        guard case .path(let stateFolder) = place(stateFolder, "state", usual: usual) else {
            return results.append(secret("state"))
        }
        let facts: FileFacts
        do throws(FileError) { facts = try FileFacts(stateFolder) } catch {
            return results.append(
                .note(
                    "state", "\(error)",
                    error.code == ENOENT
                        ? "the daemon creates it at start; --state selects another folder"
                        : "run popoverctl doctor as root for all checks"))
        }
        if !facts.isFolder {
            results.append(.wrong("state", "\(stateFolder) is not a folder", "remove it"))
        } else if facts.mode & 0o077 != 0 {
            results.append(
                .wrong(
                    "state", "other users can access \(stateFolder) (\(facts.words))",
                    "chmod 0700 \(stateFolder)"))
        } else if facts.mode & 0o700 != 0o700 {
            results.append(
                .wrong(
                    "state", "the owner cannot write to \(stateFolder) (\(facts.words))",
                    "chmod 0700 \(stateFolder)"))
        } else {
            results.append(.ok("state", "\(stateFolder) (\(facts.words))"))
        }
        if let room = FileFacts.room(in: stateFolder) {
            let words = "\(room / (1024 * 1024)) MiB free for drafts"
            results.append(
                room >= Self.leastRoom
                    ? .ok("disk", words) : .wrong("disk", words, "free space on that disk"))
        }
        lookAtLeftovers(in: stateFolder)
    }

    /// Damaged files and recordings of crashes, for people to inspect and remove.
    private mutating func lookAtLeftovers(in stateFolder: String) {
        guard FileFacts.isReadable(stateFolder) else {
            return results.append(
                .note(
                    "leftovers",
                    "not checked: \(FileFacts.user(geteuid())) cannot read \(stateFolder)",
                    "run popoverctl doctor as root for all checks"))
        }
        let damaged = FileFacts.names(in: stateFolder).filter { $0.contains(".damaged-") }
        if !damaged.isEmpty {
            results.append(
                .wrong(
                    "leftovers",
                    "damaged databases were set aside: \(damaged.joined(separator: ", "))",
                    "readable drafts were recovered; remove the files from \(stateFolder) when no "
                        + "draft is missed"))
        }
        let crashes = FileFacts.names(in: "\(stateFolder)/recordings")
            .filter { $0.hasPrefix("crash") || $0.hasPrefix("invariant") }
        if !crashes.isEmpty {
            results.append(
                .note(
                    "leftovers", "the daemon has crashed: \(crashes.joined(separator: ", "))",
                    "report it with these recordings; they contain no drafts"))
        }
        if damaged.isEmpty && crashes.isEmpty { results.append(.ok("leftovers", "none")) }
        let key = "/etc/popoverd/draft-key.cred"
        results.append(
            (try? FileFacts(key)) != nil
                ? .ok("draft key", "\(key) exists")
                : .note(
                    "draft key", "drafts are stored unencrypted",
                    "popoverd.service explains how to encrypt them"))
    }

    // MARK: The machine

    private mutating func lookAtUnits() {
        guard (try? FileFacts("/run/systemd/system")) != nil else {
            return results.append(.note("units", "systemd is not running here"))
        }
        for unit in ["popoverd.socket", "popoverd.service"] {
            let manager = systemctl.split(separator: " ").map(String.init)
            let words = Command.output(manager + ["is-enabled", unit])
                .map { String(decoding: $0, as: UTF8.self) }?
                .split(separator: "\n").first.map(String.init)
            switch words {
            case "enabled"?, "static"?, "indirect"?:
                results.append(.ok("units", "\(unit): \(words ?? "")"))
            case let words?:
                results.append(
                    .note("units", "\(unit): \(words)", "\(systemctl) enable --now popoverd.socket")
                )
            case nil: results.append(.note("units", "systemd does not know \(unit)"))
            }
        }
    }

    /// Drafts are dated and expire by this clock.
    private var clock: CheckResult {
        // 2026-01-01: every popoverd is newer.
        Terminal.wallClock >= 1_767_225_600
            ? .ok("clock", "the wall clock is set")
            : .wrong(
                "clock", "the wall clock is in the past",
                "set it with timedatectl: drafts are dated by it")
    }
}
