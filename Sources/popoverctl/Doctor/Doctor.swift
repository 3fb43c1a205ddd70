// SPDX-License-Identifier: MIT

internal import Glibc
internal import PopoverClient
internal import PopoverConfiguration
internal import PopoverModel
internal import PopoverWire

/// Looks an installation over, from what is on the disk to what the daemon says of itself. It changes
/// nothing, and goes on after whatever is wrong.
struct Doctor {
    /// Less room than this on the disk is told.
    static let leastRoom: UInt64 = 64 * 1024 * 1024

    var socket: String
    var configurationFile: String
    var stateFolder: String
    var timeout: Interval

    private(set) var findings: [Finding] = []
    /// What the daemon has answered; nil where it has not.
    private(set) var status: JSONNode?
    private(set) var metrics: JSONNode?
    private(set) var configuration: LoadedConfiguration?

    init(socket: String, configurationFile: String, stateFolder: String, timeout: Interval) {
        self.socket = socket
        self.configurationFile = configurationFile
        self.stateFolder = stateFolder
        self.timeout = timeout
    }

    mutating func examine() {
        findings.append(socketFile)
        askDaemon()
        lookAtConfiguration()
        lookAtState()
        lookAtUnits()
        findings.append(clock)
    }

    var isWell: Bool { !findings.contains { $0.state == .wrong } }

    // MARK: The socket

    private var socketFile: Finding {
        let facts: FileFacts
        do throws(FileError) { facts = try FileFacts(socket) } catch {
            return .wrong(
                "socket", "\(error)",
                "start the daemon (systemctl start popoverd.socket), or name its socket with "
                    + "--socket or $POPOVERD_SOCKET")
        }
        guard facts.isSocket else {
            return .wrong(
                "socket", "\(socket) is another kind of file",
                "remove it, or name the socket with --socket or $POPOVERD_SOCKET")
        }
        if facts.mode & 0o002 != 0 {
            return .wrong(
                "socket", "\(socket) (\(facts.words)) is open to everybody",
                "chmod o-rwx \(socket), and SocketMode=0660 in its unit")
        }
        guard FileFacts.mayReadAndWrite(socket) else {
            return .wrong(
                "socket",
                "\(FileFacts.user(geteuid())) may not connect to \(socket) (\(facts.words))",
                "as root: usermod --append --groups \(FileFacts.group(facts.gid)) "
                    + "\(FileFacts.user(geteuid())), and log in again")
        }
        return .ok("socket", "\(socket) (\(facts.words))")
    }

    // MARK: The daemon

    private mutating func askDaemon() {
        let client: ClientConnection
        do throws(ClientError) {
            client = try ClientConnection(path: socket, app: "popoverctl", timeout: timeout)
        } catch {
            findings.append(
                .wrong(
                    "daemon", error.message,
                    "systemctl status popoverd, and journalctl -u popoverd, say why"))
            return
        }
        let server = client.welcome.member("server")?.string ?? "?"
        findings.append(.ok("daemon", "\(server) answers"))
        findings.append(
            server == ServerVersion.name
                ? .ok("versions", "the daemon and this command are of one version")
                : .wrong(
                    "versions", "the daemon is \(server), this command \(ServerVersion.name)",
                    "restart the daemon after an upgrade: systemctl restart popoverd"))
        do throws(ClientError) {
            status = try client.call("status")
            metrics = try client.call("metrics")
        } catch {
            findings.append(
                .note(
                    "rights", "what the daemon knows of itself is for administrators",
                    "run this as root for the rest"))
            return
        }
        lookAtPlugins()
        lookAtWork()
    }

    private mutating func lookAtPlugins() {
        var loaded = 0
        for plugin in status?.member("plugins")?.elements.map({ Array($0) }) ?? [] {
            let name = plugin.member("name")?.string ?? ""
            let state = plugin.member("state")?.string ?? ""
            let reason = plugin.member("message")?.string.map { ": \($0)" } ?? ""
            switch PluginState.State(rawValue: state) {
            case .loaded: loaded += 1
            case .failed, .suspended:
                findings.append(
                    .wrong(
                        "plugins", "\(name) is \(state)\(reason)",
                        "mend it, then popoverctl plugin reload \(name); or put it into "
                            + "plugins.disabled"))
            case .quarantined:
                findings.append(
                    .wrong(
                        "plugins", "\(name) is in quarantine\(reason)",
                        "mend it, then popoverctl plugin clear \(name)"))
            case .starting, .unloaded, nil: break
            }
        }
        findings.append(
            loaded > 0
                ? .ok("plugins", "\(loaded) loaded")
                : .wrong(
                    "plugins", "none is loaded, and so there is no behaviour",
                    "look at plugins.directory: popoverctl config show --origin"))
    }

    private mutating func lookAtWork() {
        guard let metrics else { return }
        let figures = MetricFigures(metrics)
        let unstored = Int(figures.value("popoverd_drafts_unstored"))
        findings.append(
            unstored == 0
                ? .ok("work", "everything that was handed over is on the disk")
                : .wrong(
                    "work", "\(unstored) drafts are not on the disk",
                    "look at its room and health; the log says what it refuses"))
        let hits = figures.counters.filter {
            $0.name == "popoverd_limit_hits_total" && $0.value > 0
        }
        if !hits.isEmpty {
            let words = hits.map { "\($0.labels.dropFirst("limit=".count)) (\(Int($0.value)))" }
            findings.append(
                .note(
                    "limits", "met since the start: \(words.joined(separator: ", "))",
                    "popoverctl status --limits says by whom"))
        }
    }

    // MARK: Files

    private mutating func lookAtConfiguration() {
        let files = ConfigurationFiles(path: configurationFile)
        guard files.paths.count > 1 || (try? FileFacts(files.paths[0])) != nil else {
            return findings.append(
                .note("configuration", "there is no \(configurationFile): all defaults"))
        }
        do throws(InvalidConfiguration) {
            let loaded = try Configuration.load(files)
            configuration = loaded
            let more = loaded.files.count - 1
            findings.append(
                .ok(
                    "configuration",
                    "\(loaded.files[0]) is valid" + (more > 0 ? ", with \(more) drop-ins" : "")))
        } catch {
            for problem in error.errors {
                findings.append(
                    .wrong(
                        "configuration", "\(problem)",
                        "mend it; the daemon has the one from before, or does not start"))
            }
        }
    }

    private mutating func lookAtState() {
        let facts: FileFacts
        do throws(FileError) { facts = try FileFacts(stateFolder) } catch {
            return findings.append(
                .note("state", "\(error)", "it is made at the start; --state names another"))
        }
        if !facts.isFolder {
            findings.append(.wrong("state", "\(stateFolder) is no folder", "remove it"))
        } else if facts.mode & 0o077 != 0 {
            findings.append(
                .wrong(
                    "state", "others may look into \(stateFolder) (\(facts.words))",
                    "chmod 0700 \(stateFolder)"))
        } else if facts.mode & 0o700 != 0o700 {
            findings.append(
                .wrong(
                    "state", "its owner may not write to \(stateFolder) (\(facts.words))",
                    "chmod 0700 \(stateFolder)"))
        } else {
            findings.append(.ok("state", "\(stateFolder) (\(facts.words))"))
        }
        if let room = FileFacts.room(in: stateFolder) {
            let words = "\(room / (1024 * 1024)) MiB are free for it"
            findings.append(
                room >= Self.leastRoom
                    ? .ok("disk", words) : .wrong("disk", words, "make room on that disk"))
        }
        lookAtLeftovers()
    }

    /// What a bad day leaves behind, for people to look at and remove.
    private mutating func lookAtLeftovers() {
        let damaged = FileFacts.names(in: stateFolder).filter { $0.contains(".damaged-") }
        if !damaged.isEmpty {
            findings.append(
                .wrong(
                    "leftovers", "damaged files were set aside: \(damaged.joined(separator: ", "))",
                    "what could be read is kept already; remove them from \(stateFolder) when "
                        + "nobody misses work"))
        }
        let crashes = FileFacts.names(in: "\(stateFolder)/recordings")
            .filter { $0.hasPrefix("crash") || $0.hasPrefix("invariant") }
        if !crashes.isEmpty {
            findings.append(
                .note(
                    "leftovers", "the daemon has died: \(crashes.joined(separator: ", "))",
                    "report it with these recordings; nobody's work is in them"))
        }
        if damaged.isEmpty && crashes.isEmpty { findings.append(.ok("leftovers", "none")) }
        let key = "/etc/popoverd/draft-key.cred"
        findings.append(
            (try? FileFacts(key)) != nil
                ? .ok("draft key", "\(key) is there")
                : .note("draft key", "drafts are not sealed", "popoverd.service says how to"))
    }

    // MARK: The machine

    private mutating func lookAtUnits() {
        guard (try? FileFacts("/run/systemd/system")) != nil else {
            return findings.append(.note("units", "systemd does not run here"))
        }
        for unit in ["popoverd.socket", "popoverd.service"] {
            let words = Command.output(["systemctl", "is-enabled", unit])
                .map { String(decoding: $0, as: UTF8.self) }?
                .split(separator: "\n").first.map(String.init)
            switch words {
            case "enabled"?, "static"?, "indirect"?:
                findings.append(.ok("units", "\(unit): \(words ?? "")"))
            case let words?:
                findings.append(
                    .note("units", "\(unit): \(words)", "systemctl enable --now popoverd.socket"))
            case nil: findings.append(.note("units", "\(unit) is not known to systemd"))
            }
        }
    }

    /// Drafts are dated by it, and expire by it.
    private var clock: Finding {
        // 2026-01-01: no popoverd is older.
        Terminal.wallClock >= 1_767_225_600
            ? .ok("clock", "it is set")
            : .wrong("clock", "it is in the past", "set it (timedatectl): drafts are dated by it")
    }
}
