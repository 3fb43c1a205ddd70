// SPDX-License-Identifier: MIT

import FleetLink
import PopoverFleet
import PopoverPluginKit

/// What the administrator says about the broker.
struct MQTTSettings {
    static let options = [
        OptionDescription(
            name: "broker", type: .string, defaultValue: "",
            summary: "The broker's name or address; empty: the plugin does nothing."),
        OptionDescription(
            name: "port", type: .integer, defaultValue: "8883", summary: "The broker's port."),
        OptionDescription(
            name: "tls", type: .boolean, defaultValue: "true",
            summary: "Only a broker on this machine may be spoken to without."),
        OptionDescription(
            name: "authorityFile", type: .string, defaultValue: "",
            summary: "Whose certificates count, PEM; empty: those that the system trusts."),
        OptionDescription(
            name: "certificateFile", type: .string, defaultValue: "",
            summary: "The kiosk's own certificate, PEM; empty: none."),
        OptionDescription(
            name: "keyFile", type: .string, defaultValue: "",
            summary: "The key of that certificate, PEM."),
        OptionDescription(
            name: "user", type: .string, defaultValue: "",
            summary: "Who the kiosk is to the broker; empty: what its certificate says."),
        OptionDescription(
            name: "passwordFile", type: .string, defaultValue: "",
            summary: "The user's password, in the file's first line."),
        OptionDescription(
            name: "kiosk", type: .string, defaultValue: "",
            summary: "The kiosk's name, 1 to 64 of a-z A-Z 0-9 . _ -; empty: the machine's."),
        OptionDescription(
            name: "groups", type: .strings, defaultValue: "",
            summary: "Groups that the kiosk is in, at most 16; @all is everybody's."),
        OptionDescription(
            name: "prefix", type: .string, defaultValue: "popoverd",
            summary: "What the topics begin with."),
        OptionDescription(
            name: "topics", type: .strings,
            defaultValue: EventFilter.usualTopics.map { $0 + "\n" }.joined(),
            summary: "Events that go out; what clients publish only where app. is named."),
        OptionDescription(
            name: "discovery", type: .string, defaultValue: "homeassistant",
            summary: "Where Home Assistant looks for sensors; empty: it is told nothing."),
        OptionDescription(
            name: "keys", type: .string, defaultValue: "",
            summary: "The file of keys that may command, and their rights; empty: nobody may."),
        OptionDescription(
            name: "keepaliveSeconds", type: .integer, defaultValue: "60",
            summary: "How soon a connection that broke is noticed, 10 to 3600."),
        OptionDescription(
            name: "sessionSeconds", type: .integer, defaultValue: "86400",
            summary: "How long the broker keeps commands for the kiosk, 0 to 604800."),
        OptionDescription(
            name: "patienceMs", type: .integer, defaultValue: "15000",
            summary: "For a connection, and again for the broker's word on it, 100 to 120000."),
        OptionDescription(
            name: "shortestRetryMs", type: .integer, defaultValue: "1000",
            summary: "The bound of the first pause between attempts, 100 to 60000."),
        OptionDescription(
            name: "longestRetryMs", type: .integer, defaultValue: "60000",
            summary: "The bound to which it doubles, 100 to 3600000."),
        OptionDescription(
            name: "seed", type: .integer, defaultValue: "0",
            summary: "Of the pauses' chance; 0: the kiosk's name."),
        OptionDescription(
            name: "healthSeconds", type: .integer, defaultValue: "60",
            summary: "From one look at the kiosk's health to the next, 1 to 86400."),
        OptionDescription(
            name: "directory", type: .string, defaultValue: "",
            summary: "Where events wait; empty: fleet in the folder of the daemon's state."),
        OptionDescription(
            name: "waitingEvents", type: .integer, defaultValue: "100000",
            summary: "Events that wait at most, 100 to 10000000; the oldest are lost first."),
        OptionDescription(
            name: "waitingBytes", type: .integer, defaultValue: "67108864",
            summary: "Their bytes at most, 65536 to 10737418240."),
        OptionDescription(
            name: "auditBytes", type: .integer, defaultValue: "1048576",
            summary: "Of the audit trail's file, 4096 to 1073741824; one older stays."),
    ]

    static let mostGroups = 16

    let link: LinkSettings
    let topics: KioskTopics
    let filter: EventFilter
    let discovery: String
    let keysFile: String
    /// In seconds.
    let health: UInt32

    struct SettingsError: Error {
        let message: String
    }

    /// - Parameters:
    ///   - setting: an option's value, as the plugin interface writes it.
    ///   - variable: one of the environment; empty: there is none.
    init?(
        setting: (String) -> String, variable: (String) -> String, machine: String
    ) throws(SettingsError) {
        func number(_ name: String, _ range: ClosedRange<Int>) throws(SettingsError) -> Int {
            guard let value = Int(setting(name)), range.contains(value) else {
                throw SettingsError(
                    message: "\(name): has to be from \(range.lowerBound) to \(range.upperBound)")
            }
            return value
        }
        func list(_ name: String) -> [String] {
            setting(name).split(separator: "\n").map(String.init)
        }
        // A file's name without a folder is that of a credential of the unit's.
        func file(_ name: String) -> String {
            let path = setting(name)
            let folder = variable("CREDENTIALS_DIRECTORY")
            return path.isEmpty || path.hasPrefix("/") || folder.isEmpty
                ? path : "\(folder)/\(path)"
        }
        let host = setting("broker")
        guard !host.isEmpty else { return nil }
        guard host.utf8.count < 256, host.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw SettingsError(message: "broker: has to be a name or an address")
        }
        let hasTLS = setting("tls") == "true"
        guard hasTLS || Self.isOnThisMachine(host) else {
            throw SettingsError(
                message: "tls: only a broker on this machine may be spoken to without, and "
                    + "\(host) is none")
        }
        do throws(KioskTopics.NameError) {
            let name = setting("kiosk")
            topics = try KioskTopics(
                prefix: setting("prefix"), kiosk: name.isEmpty ? machine : name,
                groups: list("groups"))
        } catch {
            throw SettingsError(message: error.description)
        }
        guard topics.groups.count <= Self.mostGroups else {
            throw SettingsError(message: "groups: there may be \(Self.mostGroups)")
        }
        let globs = list("topics")
        guard globs.count <= EventFilter.mostTopics else {
            throw SettingsError(message: "topics: there may be \(EventFilter.mostTopics)")
        }
        filter = EventFilter(topics: globs)
        discovery = setting("discovery")
        guard discovery.isEmpty || KioskTopics.isName(discovery) else {
            throw SettingsError(message: "discovery: has to be 1 to 64 of a-z A-Z 0-9 . _ -")
        }
        guard setting("certificateFile").isEmpty == setting("keyFile").isEmpty else {
            throw SettingsError(message: "certificateFile and keyFile: one needs the other")
        }
        guard hasTLS || setting("certificateFile").isEmpty && setting("authorityFile").isEmpty
        else {
            throw SettingsError(message: "authorityFile and certificateFile: they need tls")
        }
        guard setting("passwordFile").isEmpty || !setting("user").isEmpty else {
            throw SettingsError(
                message: "passwordFile: whose password it is has to be said in user")
        }
        keysFile = file("keys")
        health = UInt32(try number("healthSeconds", 1...86_400))
        let patience = try number("patienceMs", 100...120_000)
        let shortest = try number("shortestRetryMs", 100...60_000)
        let longest = try number("longestRetryMs", 100...3_600_000)
        guard shortest <= longest else {
            throw SettingsError(message: "longestRetryMs: has to be shortestRetryMs or more")
        }
        let directory =
            setting("directory").isEmpty ? Self.directory(variable) : setting("directory")
        guard directory.hasPrefix("/"), directory.utf8.count < 400 else {
            throw SettingsError(message: "directory: has to be a path that begins with /")
        }
        var link = LinkSettings(
            host: host, port: UInt16(try number("port", 1...65_535)), hasTLS: hasTLS,
            client: "popoverd-\(topics.kiosk)", statusTopic: topics.status, gapTopic: topics.gap,
            directory: directory)
        link.user = setting("user")
        link.passwordFile = file("passwordFile")
        link.authorityFile = file("authorityFile")
        link.certificateFile = file("certificateFile")
        link.keyFile = file("keyFile")
        link.keepalive = UInt16(try number("keepaliveSeconds", 10...3600))
        link.sessionExpiry = UInt32(try number("sessionSeconds", 0...604_800))
        link.patience = UInt32(patience)
        link.retries = UInt32(shortest)...UInt32(longest)
        let seed = try number("seed", 0...Int.max)
        link.seed = seed == 0 ? Self.seed(of: topics.kiosk) : UInt64(seed)
        link.mostEvents = UInt32(try number("waitingEvents", 100...10_000_000))
        link.mostBytes = UInt64(try number("waitingBytes", 65_536...10_737_418_240))
        link.trailBytes = UInt64(try number("auditBytes", 4096...1_073_741_824))
        link.subscriptions = keysFile.isEmpty ? [] : topics.commands
        self.link = link
    }

    private static func isOnThisMachine(_ host: String) -> Bool {
        host == "localhost" || host == "::1" || host.hasPrefix("127.")
    }

    /// FNV-1a: two names draw different pauses.
    private static func seed(of name: String) -> UInt64 {
        name.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }

    /// Beside the daemon's drafts, which is what its unit lets it write to.
    private static func directory(_ variable: (String) -> String) -> String {
        let given = variable("STATE_DIRECTORY").split(separator: ":").first.map(String.init)
        if let given { return "\(given)/fleet" }
        let state = variable("XDG_STATE_HOME")
        if !state.isEmpty { return "\(state)/popoverd/fleet" }
        let home = variable("HOME")
        return home.isEmpty ? "/var/lib/popoverd/fleet" : "\(home)/.local/state/popoverd/fleet"
    }
}
