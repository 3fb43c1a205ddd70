// SPDX-License-Identifier: MIT

package import PopoverModel

/// What a log line is about. The journal gets these as fields, so that nobody has to parse the
/// text; the text repeats the important ones as key=value.
package struct LogSubject {
    /// The kind of message; nil for kinds without a catalog entry.
    package var entry: LogEntry?
    package var client: ClientID?
    package var app: String?
    package var user: UInt32?
    package var display: String?
    package var popover: PopoverID?
    package var plugin: String?
    package var option: String?
    /// One of a fixed set of words.
    package var cause: String?

    package init(
        _ entry: LogEntry? = nil, client: ClientID? = nil, app: String? = nil, user: UInt32? = nil,
        display: String? = nil, popover: PopoverID? = nil, plugin: String? = nil,
        option: String? = nil, cause: String? = nil
    ) {
        self.entry = entry
        self.client = client
        self.app = app
        self.user = user
        self.display = display
        self.popover = popover
        self.plugin = plugin
        self.option = option
        self.cause = cause
    }

    /// With the names of journal fields.
    package var fields: [(name: String, value: String)] {
        let all: [(String, String?)] = [
            ("MESSAGE_ID", entry?.rawValue), ("CLIENT", client.map { "\($0)" }), ("APP", app),
            ("CLIENT_UID", user.map { "\($0)" }), ("DISPLAY", display),
            ("POPOVER", popover.map { "\($0)" }), ("PLUGIN", plugin), ("OPTION", option),
            ("CAUSE", cause),
        ]
        return all.compactMap { name, value in value.map { (name, $0) } }
    }
}

/// The kinds of messages that people search for, with their MESSAGE_ID
/// (systemd.journal-fields(7)). `config/popoverd.catalog` explains each and says what to do.
package enum LogEntry: String, CaseIterable {
    /// The daemon listens, and clients may connect.
    case listening = "0f8bed696cae4677b4a098315c10cd31"
    /// A client was disconnected, or its connection broke.
    case disconnected = "44682f07bb6545548afb17fbb1aa4027"
    /// A connection was refused, since it exceeds a limit.
    case refused = "9f2b7c84c0a249a4988889435621d12e"
    /// An owner did not take its popover off the screen before the deadline.
    case ownerMissed = "7f22bb1d327640c58201a84c0c15f239"
    /// A client did not answer a ping; its popovers, panels and views are closed.
    case clientHung = "b01f3f6ed3a64bb3a0f2b5c7e9d1486a"
    /// The last shell has left: alerts wait or are refused.
    case shellMissed = "4f60c9ada6b647a399e1755f783a83dc"
    /// A configuration was reloaded and is in force.
    case configurationTaken = "6f1924c0b3cd43608d52cbf313705b8c"
    /// A configuration was rejected; the old one stays in force.
    case configurationRefused = "190ceeaa3dbb4a3d8319e5372ec45162"
    /// A plugin failed to load, was suspended or quarantined.
    case pluginFailed = "fe7f8a3940a84a70ab5e6df12312b324"
    /// The disk did not store drafts.
    case diskRefused = "8b3cac1503e84770ae80c42374f5a0d6"
    /// The daemon ends without having closed and stored everything.
    case ending = "3432e7743fac4732b6ebcec89f2ced7c"
}

extension String {
    /// The value of a key=value fact in a log line, in quotes.
    package var logQuoted: String {
        let escaped = flatMap { $0 == "\"" || $0 == "\\" ? ["\\", $0] : [$0] }
        return "\"\(String(escaped))\""
    }
}
