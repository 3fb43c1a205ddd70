// SPDX-License-Identifier: MIT

internal import PopoverWire

/// A command of an operator to kiosks: the message that is signed.
public struct FleetCommand: Hashable, Sendable {
    /// Kiosks by name, groups with `@`; `@all` is every kiosk.
    public var audience: [String]
    /// Seconds since 1970.
    public var issued: Int64
    public var expiry: Int64
    /// Unique: a kiosk carries out a command once.
    public var nonce: String
    public var order: Order

    public init(audience: [String], issued: Int64, expiry: Int64, nonce: String, order: Order) {
        self.audience = audience
        self.issued = issued
        self.expiry = expiry
        self.nonce = nonce
        self.order = order
    }

    public enum Order: Hashable, Sendable {
        /// Only answered.
        case ping
        case raise(AlertOrder)
        /// Cancels the fleet's alert with this key.
        case clear(key: String)
        /// Nil: every display.
        case endSession(display: String?)
        case lockSession(display: String?)
        case unlockSession(display: String?)
        case reloadConfiguration
        case reloadPlugin(String)

        public var name: Name {
            switch self {
            case .ping: .ping
            case .raise: .raise
            case .clear: .clear
            case .endSession: .endSession
            case .lockSession: .lockSession
            case .unlockSession: .unlockSession
            case .reloadConfiguration: .reloadConfiguration
            case .reloadPlugin: .reloadPlugin
            }
        }
    }

    /// A command's name, which is also the name of the right to it.
    public enum Name: String, CaseIterable, Sendable {
        case ping
        case raise = "alert.raise"
        case clear = "alert.clear"
        case endSession = "session.end"
        case lockSession = "session.lock"
        case unlockSession = "session.unlock"
        case reloadConfiguration = "config.reload"
        case reloadPlugin = "plugin.reload"
    }

    public struct AlertOrder: Hashable, Sendable {
        public var title: String
        public var message: String?
        /// `info`, `warning` or `critical`.
        public var severity: String
        /// Identifies it: another alert with this key replaces it, `alert.clear` cancels it.
        public var key: String
        public var display: String?
        /// In milliseconds; nil: it stays until it is answered.
        public var timeout: Int64?
        /// The label of its only button.
        public var button: String

        public init(
            title: String, message: String? = nil, severity: String, key: String,
            display: String? = nil, timeout: Int64? = nil, button: String = "OK"
        ) {
            self.title = title
            self.message = message
            self.severity = severity
            self.key = key
            self.display = display
            self.timeout = timeout
            self.button = button
        }
    }

    public static let severities = ["info", "warning", "critical"]
    /// Names in an audience.
    public static let mostAudience = 64
    /// Of a nonce, in bytes.
    public static let nonceCounts = 8...64
    /// Of a text of an alert, in bytes.
    public static let longestText = 1024
    /// Of a key, a display's or a plugin's name, in bytes.
    public static let longestName = 128

    // MARK: As JSON

    public var json: [UInt8] {
        var writer = JSONWriter()
        writer.object { claims in
            claims.member("aud", audience)
            claims.member("iat", WallTime.text(issued))
            claims.member("exp", WallTime.text(expiry))
            claims.member("jti", nonce)
            claims.member("command", order.name.rawValue)
            claims.name("arguments")
            claims.object { order.write(to: &$0) }
        }
        return writer.bytes
    }
}

extension FleetCommand {
    /// The signed token that is sent to the broker.
    public func signed(by key: SigningKey, named name: String) -> String {
        var footer = JSONWriter()
        footer.object { $0.member("kid", name) }
        return SignedToken.sign(json, footer: footer.bytes, by: key)
    }
}

extension FleetCommand.Order {
    /// From a command line.
    public init(named name: String, arguments: [(String, String)]) throws(CommandError) {
        var writer = JSONWriter()
        var seen: Set<String> = []
        for (name, _) in arguments where !seen.insert(name).inserted {
            throw CommandError(.badArguments, "\(name): given twice")
        }
        writer.object { object in
            for (name, value) in arguments {
                if let number = Int64(value), name.hasSuffix("Ms") {
                    object.member(JSONName(name), number)
                } else {
                    object.member(JSONName(name), value)
                }
            }
        }
        self = try CommandDecoder().order(named: name, arguments: writer.bytes)
        // An argument that the command does not know is a typing error.
        var known = JSONWriter()
        known.object { write(to: &$0) }
        let meant = CommandDecoder().names(in: known.bytes)
        for (name, _) in arguments where !meant.contains(name) {
            throw CommandError(.badArguments, "\(name): not an argument of \(self.name.rawValue)")
        }
    }

    fileprivate func write(to arguments: inout JSONWriter) {
        switch self {
        case .ping, .reloadConfiguration: break
        case .clear(let key): arguments.member("key", key)
        case .endSession(let display), .lockSession(let display), .unlockSession(let display):
            arguments.member("display", ifPresent: display)
        case .reloadPlugin(let name): arguments.member("name", name)
        case .raise(let alert):
            arguments.member("title", alert.title)
            arguments.member("message", ifPresent: alert.message)
            arguments.member("severity", alert.severity)
            arguments.member("key", alert.key)
            arguments.member("display", ifPresent: alert.display)
            arguments.member("timeoutMs", ifPresent: alert.timeout)
            arguments.member("button", alert.button)
        }
    }
}
