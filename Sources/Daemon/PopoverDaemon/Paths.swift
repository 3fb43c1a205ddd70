// SPDX-License-Identifier: MIT

import LibUV
import LibraryHost

/// The paths of the daemon's files, from its options, configuration and environment.
struct Paths {
    /// Reads the environment; tests replace it.
    var variable: (String) -> String? = { name in environment(name) }
    var userID = Accounts.currentUserID
    var programDirectory = System.programDirectory

    private static let folder = "popoverd"
    private static let socketName = "popoverd.sock"
    /// The systemd credential that seals the drafts.
    static let draftKeyName = "popoverd.draft-key"

    /// The path to listen on. Unlike clients, which use the system's socket if the session has none, a
    /// daemon that runs in a session always listens in its runtime folder.
    func socket(option: String?, configured: String?) -> String {
        if let path = option ?? given("POPOVERD_SOCKET") ?? configured { return path }
        let runtime = given("XDG_RUNTIME_DIR") ?? "/run"
        return "\(runtime)/\(Self.folder)/\(Self.socketName)"
    }

    /// Creates the socket's folder if it is named `popoverd`; other folders have to exist. The folder
    /// of a user is private. The system's is open to all, since the socket's mode limits access.
    func makeFolder(ofSocket path: String) throws(UVError) {
        guard let slash = path.lastIndex(of: "/") else { return }
        let folder = String(path[..<slash])
        guard folder.hasSuffix("/\(Self.folder)") else { return }
        try System.makeDirectory(folder, mode: folder == "/run/\(Self.folder)" ? 0o755 : 0o700)
    }

    /// The state folder; nil if nothing names one.
    func state(option: String?, configured: String?) -> String? {
        // systemd separates several directories by colons; the shipped unit has one.
        let fromSystemd = given("STATE_DIRECTORY").map { String($0.prefix { $0 != ":" }) }
        if let path = option ?? configured ?? fromSystemd { return path }
        if userID == 0 { return "/var/lib/\(Self.folder)" }
        if let home = given("XDG_STATE_HOME") { return "\(home)/\(Self.folder)" }
        return given("HOME").map { "\($0)/.local/state/\(Self.folder)" }
    }

    /// The key file that seals the drafts; nil without `LoadCredential=` in the unit.
    var draftKey: String? {
        given("CREDENTIALS_DIRECTORY").map { "\($0)/\(Self.draftKeyName)" }
    }

    /// The search path for plugins.
    func plugins(configured: String?) -> [String] {
        PluginDirectory.searchPath(configured: configured, programDirectory: programDirectory)
    }

    /// The daemon's own program; it probes libraries in a separate process.
    var daemonProgram: String { "\(programDirectory)/popoverd" }

    private func given(_ name: String) -> String? {
        variable(name).flatMap { $0.isEmpty ? nil : $0 }
    }
}
