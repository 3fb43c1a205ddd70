// SPDX-License-Identifier: MIT

/// The default path of the daemon's socket.
public enum SocketPath {
    /// `$POPOVERD_SOCKET`, else `$XDG_RUNTIME_DIR/popoverd/popoverd.sock`, else
    /// `/run/popoverd/popoverd.sock`. An empty variable counts as none.
    public static func discover(
        environment: (String) -> String? = Environment.value
    ) -> String {
        if let path = environment("POPOVERD_SOCKET"), !path.isEmpty { return path }
        if let folder = environment("XDG_RUNTIME_DIR"), !folder.isEmpty {
            return "\(folder)/popoverd/popoverd.sock"
        }
        return "/run/popoverd/popoverd.sock"
    }
}
