// SPDX-License-Identifier: MIT

/// The MQTT topics of a kiosk.
///
///     popoverd/hall-3/status          online, or offline by the broker's last will; retained
///     popoverd/hall-3/health          counts and troubled plugins; retained
///     popoverd/hall-3/alerts          their number and highest severity; retained
///     popoverd/hall-3/event/alert/queued
///     popoverd/hall-3/command         commands; also popoverd/@lobby/command and popoverd/@all/command
///     popoverd/hall-3/reply, audit
public struct KioskTopics: Hashable, Sendable {
    /// Of a kiosk or a group, in bytes.
    public static let longestName = 64
    /// Of the prefix, in bytes.
    public static let longestPrefix = 128
    /// The group that every kiosk is in.
    public static let everyone = "all"

    public let prefix: String
    public let kiosk: String
    public let groups: [String]

    public struct NameError: Error, Hashable, Sendable, CustomStringConvertible {
        public let description: String
    }

    public init(prefix: String, kiosk: String, groups: [String]) throws(NameError) {
        guard Self.isPrefix(prefix) else {
            throw NameError(
                description:
                    "prefix \"\(prefix)\" is not names of a-z A-Z 0-9 . _ - "
                    + "separated by / (at most \(Self.longestPrefix) bytes)")
        }
        guard Self.isName(kiosk) else {
            throw NameError(
                description: "kiosk \"\(kiosk)\" is not 1 to \(Self.longestName) of "
                    + "a-z A-Z 0-9 . _ -")
        }
        for group in groups where !Self.isName(group) || group == Self.everyone {
            throw NameError(
                description: "groups \"\(group)\" is not 1 to \(Self.longestName) of "
                    + "a-z A-Z 0-9 . _ - other than all")
        }
        self.prefix = prefix
        self.kiosk = kiosk
        self.groups = groups
    }

    public static func isName(_ name: String) -> Bool {
        (1...longestName).contains(name.utf8.count) && name.utf8.allSatisfy(isOfNames)
    }

    private static func isPrefix(_ prefix: String) -> Bool {
        prefix.utf8.count <= longestPrefix
            && prefix.split(separator: "/", omittingEmptySubsequences: false).allSatisfy {
                !$0.isEmpty && $0.utf8.allSatisfy(isOfNames)
            }
    }

    private static func isOfNames(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "-"):
            true
        default: false
        }
    }

    private var own: String { "\(prefix)/\(kiosk)" }

    public var status: String { "\(own)/status" }
    public var health: String { "\(own)/health" }
    public var alerts: String { "\(own)/alerts" }
    public var reply: String { "\(own)/reply" }
    public var audit: String { "\(own)/audit" }
    public var gap: String { event("fleet.gap") }

    /// The MQTT topic of an event; nil where a level of the event's topic is not a valid name.
    public func event(of topic: String) -> String? {
        guard
            topic.split(separator: ".", omittingEmptySubsequences: false)
                .allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(Self.isOfNames) })
        else { return nil }
        return event(topic)
    }

    private func event(_ topic: String) -> String {
        "\(own)/event/" + topic.split(separator: ".").joined(separator: "/")
    }

    public var commands: [String] {
        ([kiosk] + (groups + [Self.everyone]).map { "@" + $0 }).map { "\(prefix)/\($0)/command" }
    }

    /// Whether a command for these kiosks, and groups with `@`, is for this kiosk.
    public func isAddressed(by audience: [String]) -> Bool {
        audience.contains { name in
            name == kiosk || name == "@" + Self.everyone
                || name.hasPrefix("@") && groups.contains(String(name.dropFirst()))
        }
    }
}
