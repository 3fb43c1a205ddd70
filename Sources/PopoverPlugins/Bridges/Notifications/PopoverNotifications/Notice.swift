// SPDX-License-Identifier: MIT

/// What somebody wants people to be told, as the bus brings it.
public struct Notice: Hashable, Sendable {
    public struct Action: Hashable, Sendable {
        public var key: String
        public var label: String

        public init(key: String, label: String) {
            self.key = key
            self.label = label
        }
    }

    public enum Urgency: String, Hashable, Sendable, CaseIterable {
        case low
        case normal
        case critical

        /// How much the alert matters, in the daemon's words.
        public var severity: String {
            switch self {
            case .low: "info"
            case .normal: "warning"
            case .critical: "critical"
            }
        }
    }

    /// The one whose place it takes; 0: none.
    public var replaces: UInt32
    public var application: String
    public var summary: String
    /// As it came, with markup.
    public var body: String
    public var actions: [Action]
    /// nil: it does not say.
    public var urgency: Urgency?
    /// In milliseconds; 0: never, below 0: as we like.
    public var expiry: Int32

    public init(
        replaces: UInt32, application: String, summary: String, body: String, actions: [Action],
        urgency: Urgency?, expiry: Int32
    ) {
        self.replaces = replaces
        self.application = application
        self.summary = summary
        self.body = body
        self.actions = actions
        self.urgency = urgency
        self.expiry = expiry
    }
}

/// Why a notification is over, by its number on the bus.
public enum Ending: UInt32, Hashable, Sendable {
    case expired = 1
    case dismissed = 2
    case takenBack = 3
    case other = 4
}

/// An error of D-Bus.
public struct BusError: Hashable, Sendable {
    public let name: String
    public let message: String

    public static func limits(_ message: String) -> BusError {
        BusError(name: "org.freedesktop.DBus.Error.LimitsExceeded", message: message)
    }

    public static func arguments(_ message: String) -> BusError {
        BusError(name: "org.freedesktop.DBus.Error.InvalidArgs", message: message)
    }

    public static func failed(_ message: String) -> BusError {
        BusError(name: "org.freedesktop.DBus.Error.Failed", message: message)
    }
}
