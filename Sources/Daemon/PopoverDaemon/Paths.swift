// SPDX-License-Identifier: MIT

import LibUV

/// Where the daemon's files are, from its options, its configuration and its environment.
struct Paths {
    /// The environment, which tests replace.
    var variable: (String) -> String? = { name in environment(name) }
    var userID = Accounts.currentUserID
    /// The folder that the program is in.
    var programDirectory = System.programDirectory

    private static let folder = "popoverd"
    private static let socketName = "popoverd.sock"
    /// The credential that seals the drafts.
    static let draftKeyName = "popoverd.draft-key"

    /// The socket's path, as clients look for it: `docs/protocol.md`.
    func socket(option: String?, configured: String?) -> String {
        if let path = option ?? given("POPOVERD_SOCKET") ?? configured { return path }
        let runtime = given("XDG_RUNTIME_DIR") ?? "/run"
        return "\(runtime)/\(Self.folder)/\(Self.socketName)"
    }

    /// Makes the socket's folder where it is ours by name: whoever names another path has its
    /// folder. A user's is for the user alone, the system's for everyone, since the socket itself
    /// says who may connect.
    func makeFolder(ofSocket path: String) throws(UVError) {
        guard let slash = path.lastIndex(of: "/") else { return }
        let folder = String(path[..<slash])
        guard folder.hasSuffix("/\(Self.folder)") else { return }
        try System.makeDirectory(folder, mode: folder == "/run/\(Self.folder)" ? 0o755 : 0o700)
    }

    /// The folder for drafts; nil when nothing says where it could be.
    func state(option: String?, configured: String?) -> String? {
        // systemd lists several directories, separated by colons; a unit of ours has one.
        let fromSystemd = given("STATE_DIRECTORY").map { String($0.prefix { $0 != ":" }) }
        if let path = option ?? configured ?? fromSystemd { return path }
        if userID == 0 { return "/var/lib/\(Self.folder)" }
        if let home = given("XDG_STATE_HOME") { return "\(home)/\(Self.folder)" }
        return given("HOME").map { "\($0)/.local/state/\(Self.folder)" }
    }

    /// What seals the drafts, where systemd has handed it over (`LoadCredential=`); nil when it has
    /// handed nothing over.
    var draftKey: String? {
        given("CREDENTIALS_DIRECTORY").map { "\($0)/\(Self.draftKeyName)" }
    }

    /// The search path for plugins: the configured folder, then the folder of the bundled plugins. For
    /// a program that was built and not installed, that is the folder of the program.
    func plugins(configured: String?) -> [String] {
        let installed = "\(programDirectory)/../lib/\(Self.folder)/plugins"
        let bundled = System.isDirectory(installed) ? installed : programDirectory
        return [configured, bundled].compactMap(\.self)
    }

    /// The daemon's own program, which tries libraries in a process of its own.
    var daemonProgram: String { "\(programDirectory)/popoverd" }

    private func given(_ name: String) -> String? {
        variable(name).flatMap { $0.isEmpty ? nil : $0 }
    }
}
