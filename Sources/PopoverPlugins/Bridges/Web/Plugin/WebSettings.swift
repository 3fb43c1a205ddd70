// SPDX-License-Identifier: MIT

import Glibc
import LibUV
import PopoverModel
import PopoverPages
import PopoverPluginKit

/// The plugin's options.
struct WebSettings: Sendable {
    static let table: [OptionRule<WebSettings>] = [
        .integer(
            "port", \.gateway.port, default: 7411, in: 0...65_535,
            "The port to listen on, on 127.0.0.1; 0: none."),
        .strings(
            "origins", \.origins,
            "Origins whose pages may connect, such as http://127.0.0.1:8080; empty: no page may.",
            expected: "an origin such as http://127.0.0.1:8080, without * and a path",
            parse: { Origin.normalized($0) }),
        .string(
            "token", \.token, "The token that a page has to know; empty: read tokenFile.",
            isSecret: true, expected: "16 to 64 of a-z A-Z 0-9 - _ .",
            parse: { $0.isEmpty || Doorkeeper.isToken($0) ? $0 : nil }),
        .string(
            "tokenFile", \.tokenFile, default: "web-token",
            "The token's file: a path, or a file in the unit's state directory or by the socket."),
        .string(
            "appsFile", \.appsFile, default: "web-apps",
            "The file that remembers whose the names of applications are; like tokenFile."),
        .string(
            "socket", \.gateway.socket,
            "The daemon's socket; empty: where it listens.",
            expected: "", parse: { $0.isEmpty ? environment("POPOVERD_SOCKET") ?? "" : $0 }),
        .integer(
            "connections", \.gateway.pages, default: 32, in: 1...Gateway.mostPages,
            "Maximum number of connected pages; each origin has an equal share."),
        .strings(
            "roles", \.roles, default: ["app"], "Roles that pages may have.",
            expected: "a role", parse: { Role(rawValue: $0)?.rawValue }),
        .strings(
            "apps", \.apps,
            "Names of applications that pages may have, each also as NAME=ORIGIN; empty: any.",
            expected: "NAME or NAME=ORIGIN", parse: { AppOwners.Rule($0) }),
        .strings(
            "users", \.gateway.users,
            "Users whose browsers may connect, besides the daemon's and root: names or numbers.",
            atMost: Gateway.mostUsers, expected: "a user of this machine",
            parse: { user($0) }),
        .strings(
            "methods", \.methods, default: Doorkeeper.usualMethods.map(\.rawValue),
            "Methods that pages may call besides hello; administrators' methods are excluded.",
            expected: "a method that pages may call",
            parse: { name in
                (Doorkeeper.usualMethods + Doorkeeper.riskyMethods).map(\.rawValue)
                    .first { $0 == name }
            }),
    ]

    private(set) var gateway = Gateway.Settings()
    /// Empty: the file's.
    private(set) var token = ""
    private(set) var tokenFile = ""
    private var appsFile = ""
    private var origins: [String] = []
    private var methods: [String] = []
    private var roles: [String] = []
    private var apps: [AppOwners.Rule] = []

    init() {
        gateway.message = UInt32(Limits().message)
    }

    /// The gateway's settings, in which each origin has an equal share of the connections.
    var shared: Gateway.Settings {
        var shared = gateway
        shared.pagesOfOrigin = max(1, gateway.pages / UInt32(max(1, Set(origins).count)))
        return shared
    }

    /// Why it does not listen at all; nil: it does.
    var obstacle: String? {
        if gateway.port == 0 { return "port is 0" }
        return origins.isEmpty ? "origins is empty" : nil
    }

    /// - Parameter complain: gets the reason why the apps of the origins will be forgotten.
    func doorkeeper(
        _ token: String, _ complain: @escaping (GatewayError) -> Void
    ) -> Doorkeeper {
        let file = PrivateFile(path: appsFile)
        let apps = AppOwners(rules: self.apps, origins: origins, remembered: file.read())
        return Doorkeeper(
            origins: origins, token: token, methods: Set(methods), roles: Set(roles), apps: apps
        ) { line in
            do throws(GatewayError) { try file.append(line) } catch { complain(error) }
        }
    }

    /// The number of a user; nil where there is no such user.
    private static func user(_ text: String) -> UInt32? {
        if let number = UInt32(text) { return number }
        return unsafe getpwnam(text).map { unsafe $0.pointee.pw_uid }
    }
}
