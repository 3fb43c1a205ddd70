// SPDX-License-Identifier: MIT

internal import Glibc

/// The places where clients look for the daemon's socket. An empty variable counts as none.
public struct SocketPath: Hashable, Sendable {
    /// The value of `$POPOVERD_SOCKET`; if it is set, clients look nowhere else.
    public let named: String?
    /// The socket of the user's session, in `$XDG_RUNTIME_DIR`.
    public let session: String?
    /// The socket of the system's daemon.
    public static let system = "/run/popoverd/popoverd.sock"

    public init(environment: (String) -> String? = Environment.value) {
        func given(_ name: String) -> String? {
            environment(name).flatMap { $0.isEmpty ? nil : $0 }
        }
        named = given("POPOVERD_SOCKET")
        session = given("XDG_RUNTIME_DIR").map { "\($0)/popoverd/popoverd.sock" }
    }

    /// The path to connect to: `named`, else `session` if that file exists, else `system`. A session
    /// socket counts as missing in a folder that this user may not search. A stale one counts as
    /// present: if clients changed to the system's daemon while the session's restarts, each of the two
    /// would show a popover.
    public var current: String {
        if let named { return named }
        if let session, unsafe access(session, F_OK) == 0 { return session }
        return Self.system
    }

    /// The path to connect to, from the current environment and files.
    public static func discover(
        environment: (String) -> String? = Environment.value
    ) -> String {
        SocketPath(environment: environment).current
    }

    /// The words after the system's message about `path`: where else the client looked, and a remedy.
    func explanation(of code: Int32, at path: String) -> String {
        guard named == nil else { return "" }
        switch code {
        case ENOENT where path == Self.system:
            let other = session.map { ", nor is there \"\($0)\"" } ?? ""
            return "\(other); start popoverd, or set POPOVERD_SOCKET"
        case ECONNREFUSED where path == session:
            return "; start the session's popoverd, or remove this file to use \"\(Self.system)\""
        default: return ""
        }
    }
}
