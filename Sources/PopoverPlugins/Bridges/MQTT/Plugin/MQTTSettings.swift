// SPDX-License-Identifier: MIT

import FleetLink
import LibUV
import PopoverFleet
import PopoverPluginKit

/// The plugin's options, checked against each other and completed from the environment.
struct MQTTSettings {
    static let table: [OptionRule<Values>] = [
        .string(
            "broker", \.link.host,
            "The broker's host name or address.",
            expected: "a host name or an address, without a port or a scheme",
            parse: { isHost($0) ? $0 : nil }),
        .integer("port", \.link.port, default: 8883, in: 1...65_535, "The broker's port."),
        .flag(
            "tls", \.link.hasTLS, default: true,
            "Encrypt the connection; only a broker on this machine may do without."),
        .string(
            "authorityFile", \.link.authorityFile,
            "The CA certificates to trust, PEM; empty: the system's."),
        .string(
            "certificateFile", \.link.certificateFile,
            "The kiosk's client certificate, PEM; empty: none."),
        .string("keyFile", \.link.keyFile, "The private key of certificateFile, PEM."),
        .string(
            "user", \.link.user,
            "The user name at the broker; empty: the client certificate identifies the kiosk."),
        .string(
            "passwordFile", \.link.passwordFile, "A file whose first line is the user's password."),
        .string(
            "kiosk", \.kiosk,
            "The kiosk's name, 1 to 64 of a-z A-Z 0-9 . _ -; empty: the host name."),
        .strings(
            "groups", \.groups, "The kiosk's groups; every kiosk is in @all as well.",
            atMost: 16),
        .string("prefix", \.prefix, default: "popoverd", "The first level of every MQTT topic."),
        .strings(
            "topics", \.topics, default: EventFilter.usualTopics,
            "Events to send; topics of clients only where a pattern begins with app.",
            atMost: EventFilter.mostTopics),
        .string(
            "discovery", \.discovery, default: "homeassistant",
            "Home Assistant's discovery prefix; empty: announce no sensors.",
            expected: "1 to 64 of a-z A-Z 0-9 . _ -",
            parse: { $0.isEmpty || KioskTopics.isName($0) ? $0 : nil }),
        .string(
            "keys", \.keys, "The file of keys that may sign commands; empty: no commands."),
        .integer(
            "keepaliveSeconds", \.link.keepalive, default: 60, in: 10...3600,
            "MQTT keepalive, in seconds; it bounds how late a broken connection is noticed."),
        .integer(
            "sessionSeconds", \.link.sessionExpiry, default: 86_400, in: 0...604_800,
            "How long the broker keeps commands for an absent kiosk, in seconds."),
        .integer(
            "patienceMs", \.link.patience, default: 15_000, in: 100...120_000,
            "Timeout for connecting, and again for the broker's answer, in milliseconds."),
        .integer(
            "shortestRetryMs", \.shortestRetry, default: 1000, in: 100...60_000,
            "Upper bound of the first random pause before a retry, in milliseconds."),
        .integer(
            "longestRetryMs", \.longestRetry, default: 60_000, in: 100...3_600_000,
            "Upper bound up to which that pause doubles, in milliseconds."),
        .integer(
            "seed", \.link.seed, default: 0, in: 0...(1 << 53),
            "Seed of the random pauses; 0: derived from the kiosk's name."),
        .integer(
            "healthSeconds", \.health, default: 60, in: 1...86_400,
            "How often the kiosk's health is sent, in seconds."),
        .string(
            "directory", \.link.directory, default: "fleet",
            "Where events are queued: a path, or a folder in the daemon's state directory.",
            expected: "an absolute path of at most 399 bytes, or a name",
            parse: { isFolder($0) ? $0 : nil }),
        .integer(
            "waitingEvents", \.link.mostEvents, default: 100_000, in: 100...10_000_000,
            "Maximum number of queued events; the oldest are dropped first."),
        .integer(
            "waitingBytes", \.link.mostBytes, default: 67_108_864,
            in: 65_536...10_737_418_240, "Maximum size of queued events, in bytes."),
        .integer(
            "auditBytes", \.link.trailBytes, default: 1_048_576, in: 4096...1_073_741_824,
            "Size in bytes at which the audit trail is rotated; one older file is kept."),
    ]

    /// What the options say by themselves.
    struct Values: Sendable {
        var link = LinkSettings()
        var kiosk = ""
        var groups: [String] = []
        var prefix = ""
        var topics: [String] = []
        var discovery = ""
        var keys = ""
        var shortestRetry: UInt32 = 0
        var longestRetry: UInt32 = 0
        var health: UInt32 = 0
    }

    let link: LinkSettings
    let topics: KioskTopics
    let filter: EventFilter
    let discovery: String
    let keysFile: String
    /// In seconds.
    let health: UInt32

    init(_ values: Values) throws(OptionError) {
        var link = values.link
        guard !link.host.isEmpty else { throw OptionError("no broker is named") }
        guard link.hasTLS || Self.isOnThisMachine(link.host) else {
            throw OptionError("tls \"false\" is not allowed: \"\(link.host)\" is another machine")
        }
        guard link.certificateFile.isEmpty == link.keyFile.isEmpty else {
            throw OptionError("certificateFile and keyFile require each other")
        }
        guard link.hasTLS || link.certificateFile.isEmpty && link.authorityFile.isEmpty else {
            throw OptionError("authorityFile and certificateFile require tls")
        }
        guard link.passwordFile.isEmpty || !link.user.isEmpty else {
            throw OptionError("passwordFile requires user")
        }
        guard values.shortestRetry <= values.longestRetry else {
            throw OptionError(
                "longestRetryMs", "\(values.longestRetry)",
                isNot: "\(values.shortestRetry) (shortestRetryMs) or more")
        }
        do throws(KioskTopics.NameError) {
            topics = try KioskTopics(
                prefix: values.prefix,
                kiosk: values.kiosk.isEmpty ? LocalFiles.machine : values.kiosk,
                groups: values.groups)
        } catch {
            throw OptionError(error.description)
        }
        link.retries = values.shortestRetry...values.longestRetry
        link.client = "popoverd-\(topics.kiosk)"
        link.statusTopic = topics.status
        link.gapTopic = topics.gap
        if link.seed == 0 { link.seed = Self.seed(of: topics.kiosk) }
        link.subscriptions = values.keys.isEmpty ? [] : topics.commands
        self.link = link
        filter = EventFilter(topics: values.topics)
        discovery = values.discovery
        keysFile = values.keys
        health = values.health
    }

    private static func isHost(_ text: String) -> Bool {
        text.utf8.count < 256 && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x2F }
            // More than one colon is an IPv6 address.
            && text.utf8.count { $0 == 0x3A } != 1
    }

    private static func isOnThisMachine(_ host: String) -> Bool {
        host == "localhost" || host == "::1" || host.hasPrefix("127.")
    }

    /// FNV-1a, so that kiosks with different names draw different pauses.
    private static func seed(of name: String) -> UInt64 {
        name.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }

    private static func isFolder(_ text: String) -> Bool {
        text.utf8.count < 400 && (text.hasPrefix("/") || !text.contains("/"))
    }
}
