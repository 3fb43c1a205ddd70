// SPDX-License-Identifier: MIT

/// Where a kiosk's words stand at the broker, and where words for it come.
///
///     popoverd/hall-3/status          online, or offline by the broker's last will; retained
///     popoverd/hall-3/health          how it does; retained
///     popoverd/hall-3/alerts          how many there are, and how severe; retained
///     popoverd/hall-3/event/alert/queued
///     popoverd/hall-3/command         what it is to do, as at popoverd/@lobby/command, @all
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
                description: "prefix: \"\(prefix)\" has to be names of a-z A-Z 0-9 . _ - with / "
                    + "between them, at most \(Self.longestPrefix) bytes")
        }
        guard Self.isName(kiosk) else {
            throw NameError(
                description: "kiosk: \"\(kiosk)\" has to be 1 to \(Self.longestName) of "
                    + "a-z A-Z 0-9 . _ -")
        }
        for group in groups where !Self.isName(group) || group == Self.everyone {
            throw NameError(
                description: "groups: \"\(group)\" has to be 1 to \(Self.longestName) of "
                    + "a-z A-Z 0-9 . _ - and not all")
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

    /// Where an event of the daemon's goes; nil: its topic is none of the broker's.
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

    /// Where commands come.
    public var commands: [String] {
        ([kiosk] + (groups + [Self.everyone]).map { "@" + $0 }).map { "\(prefix)/\($0)/command" }
    }

    /// Whether a command for these, names of kiosks or of groups with `@`, is for this one.
    public func isMeant(by audience: [String]) -> Bool {
        audience.contains { name in
            name == kiosk || name == "@" + Self.everyone
                || name.hasPrefix("@") && groups.contains(String(name.dropFirst()))
        }
    }
}
