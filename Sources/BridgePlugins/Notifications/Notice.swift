// SPDX-License-Identifier: MIT

/// What somebody wants people to be told, as the bus brings it.
struct Notice: Hashable {
    struct Action: Hashable {
        let key: String
        let label: String
    }

    enum Urgency: String, Hashable, CaseIterable {
        case low
        case normal
        case critical

        /// How much the alert matters, in the daemon's words.
        var severity: String {
            switch self {
            case .low: "info"
            case .normal: "warning"
            case .critical: "critical"
            }
        }
    }

    /// The one whose place it takes; 0: none.
    var replaces: UInt32
    var application: String
    var summary: String
    /// As it came, with markup.
    var body: String
    var actions: [Action]
    /// nil: it does not say.
    var urgency: Urgency?
    /// In milliseconds; 0: never, below 0: as we like.
    var expiry: Int32
}

/// Why a notification is over, by its number on the bus.
enum Ending: UInt32 {
    case expired = 1
    case dismissed = 2
    case takenBack = 3
    case other = 4
}

/// An error of D-Bus.
struct BusError: Hashable {
    let name: String
    let message: String

    static func limits(_ message: String) -> BusError {
        BusError(name: "org.freedesktop.DBus.Error.LimitsExceeded", message: message)
    }

    static func arguments(_ message: String) -> BusError {
        BusError(name: "org.freedesktop.DBus.Error.InvalidArgs", message: message)
    }

    static func failed(_ message: String) -> BusError {
        BusError(name: "org.freedesktop.DBus.Error.Failed", message: message)
    }
}
