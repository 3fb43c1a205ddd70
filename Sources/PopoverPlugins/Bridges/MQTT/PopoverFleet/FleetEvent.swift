// SPDX-License-Identifier: MIT

public import PopoverModel
internal import PopoverWire

/// Which events are sent, and which of their members: never names of drafts, nor where they
/// tapped.
public struct EventFilter: Hashable, Sendable {
    /// The default topics: nothing of single popovers or taps.
    public static let usualTopics = [
        "alert.*", "session.*", "plugin.*", "config.*", "display.*", "client.*", "bus.gap",
    ]
    public static let mostTopics = 64
    /// Largest data of a client's event that is sent, in bytes.
    public static let mostPublished = 4096

    /// Members of `data` that are sent. Keys, titles, messages, buttons and points are not.
    static let members: Set<String> = [
        "popover", "panel", "view", "alert", "client", "app", "display", "behavior", "source",
        "presentation", "side", "scrolls", "reason", "unresponsive", "severity", "verdict",
        "revision", "bytes", "width", "height", "scale", "idiom", "removed", "roles", "plugin",
        "rule", "from", "to",
    ]

    public let topics: [String]
    private let patterns: [[UInt8]]

    public init(topics: [String]) {
        self.topics = topics
        patterns = topics.map { Array($0.utf8) }
    }

    /// Clients' topics need a pattern that begins with `app.`: `*` alone does not match them.
    public func allows(_ topic: String) -> Bool {
        let isClients = topic.hasPrefix("app.")
        return zip(topics, patterns).contains { text, pattern in
            (!isClients || text.hasPrefix("app."))
                && Self.matches(pattern[...], Array(topic.utf8)[...])
        }
    }

    private static func matches(_ pattern: ArraySlice<UInt8>, _ topic: ArraySlice<UInt8>) -> Bool {
        var pattern = pattern
        var topic = topic
        var retry: (pattern: ArraySlice<UInt8>, topic: ArraySlice<UInt8>)?
        while !topic.isEmpty {
            if pattern.first == UInt8(ascii: "*") {
                pattern = pattern.dropFirst()
                retry = (pattern, topic)
            } else if let wanted = pattern.first, wanted == topic.first {
                pattern = pattern.dropFirst()
                topic = topic.dropFirst()
            } else if let last = retry {
                retry = (last.pattern, last.topic.dropFirst())
                pattern = last.pattern
                topic = last.topic.dropFirst()
            } else {
                return false
            }
        }
        return pattern.allSatisfy { $0 == UInt8(ascii: "*") }
    }

    /// The part of an event's data that is sent.
    func data(of topic: String, _ data: JSONNode) -> JSONText {
        var writer = JSONWriter()
        if topic.hasPrefix("app.") {
            let text = data.compactText
            if text.count <= Self.mostPublished { return text }
            writer.object { $0.member("omittedBytes", text.count) }
        } else {
            writer.object { kept in
                guard let members = data.members else { return }
                for (name, value) in members
                where Self.members.contains(name) && value.depth <= 1 && value.kind != .object {
                    kept.member(JSONName(name), value.compactText)
                }
            }
        }
        return JSONText(validated: writer.bytes)
    }
}

/// An event as it is sent to the broker.
public struct FleetEvent: Hashable, Sendable {
    public let topic: String
    /// Milliseconds since 1970.
    public let time: Int64
    public let data: JSONText

    /// - Parameters:
    ///   - epoch: identifies the queue's file; sequence numbers start over with another.
    ///   - sequence: rises by one from event to event.
    public func payload(kiosk: String, epoch: String, sequence: Int64) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { event in
            event.member("epoch", epoch)
            event.member("sequence", sequence)
            event.member("kiosk", kiosk)
            event.member("topic", topic)
            event.member("time", time)
            event.member("data", data)
        }
        return writer.bytes
    }

    public init(topic: String, time: Int64, data: JSONText) {
        self.topic = topic
        self.time = time
        self.data = data
    }
}
