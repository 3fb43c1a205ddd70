// SPDX-License-Identifier: MIT

/// A notification as it arrives on the bus.
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

        /// The alert's severity in the protocol.
        public var severity: String {
            switch self {
            case .low: "info"
            case .normal: "warning"
            case .critical: "critical"
            }
        }
    }

    /// The unique name of the caller's connection.
    public var sender: String
    /// It replaces one of the same application with this tag; empty: none.
    public var tag: String
    /// The notification that it replaces; 0: none.
    public var replaces: UInt32
    public var application: String
    public var summary: String
    /// With markup.
    public var body: String
    public var actions: [Action]
    /// Nil where the notification has no such hint.
    public var urgency: Urgency?
    /// In milliseconds; 0: never, negative: the server decides.
    public var expiry: Int32
    /// A text or the actions are not complete.
    public var isCut: Bool

    public init(
        sender: String = "", tag: String = "", replaces: UInt32 = 0, application: String = "",
        summary: String = "", body: String = "", actions: [Action] = [], urgency: Urgency? = nil,
        expiry: Int32 = -1, isCut: Bool = false
    ) {
        self.sender = sender
        self.tag = tag
        self.isCut = isCut
        self.replaces = replaces
        self.application = application
        self.summary = summary
        self.body = body
        self.actions = actions
        self.urgency = urgency
        self.expiry = expiry
    }
}

/// Why a notification closed, with its number on the bus.
public enum Ending: UInt32, Hashable, Sendable {
    case expired = 1
    case dismissed = 2
    case canceled = 3
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
