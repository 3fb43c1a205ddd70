// SPDX-License-Identifier: MIT

import PopoverModel
import PopoverPages

/// What the configuration says about pages.
struct WebSettings {
    let gateway: Gateway.Settings
    /// Empty: the file's.
    let token: String
    let tokenFile: String
    private let origins: Set<String>
    private let methods: Set<String>
    private let roles: Set<String>
    private let apps: Set<String>

    /// Somebody may connect, and there is a place for it.
    var isWanted: Bool { gateway.port != 0 && !origins.isEmpty }

    /// - Parameters:
    ///   - setting: an option's value, as the plugin interface writes it.
    ///   - variable: one of the environment; empty: there is none.
    init(
        setting: (String) -> String, variable: (String) -> String
    ) throws(GatewayError) {
        func list(_ name: String) -> Set<String> {
            Set(setting(name).split(separator: "\n").map(String.init))
        }
        guard let port = UInt16(setting("port")) else {
            throw GatewayError(message: "port: has to be 0 to 65535")
        }
        guard let pages = UInt32(setting("connections")), pages > 0,
            pages <= Gateway.mostPages
        else {
            throw GatewayError(message: "connections: has to be 1 to \(Gateway.mostPages)")
        }
        let token = setting("token")
        guard token.isEmpty || Doorkeeper.isToken(token) else {
            throw GatewayError(message: "token: has to be 16 to 64 of a-z A-Z 0-9 - _ .")
        }
        let roles = list("roles")
        if let unknown = roles.first(where: { Role(rawValue: $0) == nil }) {
            throw GatewayError(message: "roles: there is no role \(unknown)")
        }
        let methods = list("methods")
        let possible = Set((Doorkeeper.usualMethods + Doorkeeper.riskyMethods).map(\.rawValue))
        if let other = methods.subtracting(possible).sorted().first {
            throw GatewayError(message: "methods: \(other) is not for pages")
        }
        let socket = setting("socket").isEmpty ? Self.socket(variable) : setting("socket")
        gateway = Gateway.Settings(
            port: port, socket: socket, pages: pages, message: UInt32(Limits().message))
        self.token = token
        let folder = Self.tokenFolder(socket, variable)
        tokenFile =
            setting("tokenFile").isEmpty ? "\(folder)web-token" : setting("tokenFile")
        origins = list("origins")
        apps = list("apps")
        self.roles = roles
        self.methods = methods
    }

    func doorkeeper(_ token: String) -> Doorkeeper {
        Doorkeeper(origins: origins, token: token, methods: methods, roles: roles, apps: apps)
    }

    /// Beside the socket, but for a unit: what it lets the daemon write to is its state's folder.
    private static func tokenFolder(_ socket: String, _ variable: (String) -> String) -> String {
        let state = variable("STATE_DIRECTORY").prefix { $0 != ":" }
        if !state.isEmpty { return "\(state)/" }
        return socket.lastIndex(of: "/").map { String(socket[...$0]) } ?? ""
    }

    /// As `docs/reference/protocol.md` says.
    private static func socket(_ variable: (String) -> String) -> String {
        let named = variable("POPOVERD_SOCKET")
        if !named.isEmpty { return named }
        let folder = variable("XDG_RUNTIME_DIR")
        return "\(folder.isEmpty ? "/run" : folder)/popoverd/popoverd.sock"
    }
}
