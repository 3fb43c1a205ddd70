// SPDX-License-Identifier: MIT

/// An event of the bus.
public struct BusEvent: Codable, Hashable, Sendable {
    /// Global, rising by one.
    public var sequence: Int64
    public var time: Instant
    public var topic: Topic
    public var fact: Fact
    /// Only its number is left: the session in which it happened has ended.
    public private(set) var isErased = false

    public init(sequence: Int64, time: Instant, topic: Topic, fact: Fact) {
        self.sequence = sequence
        self.time = time
        self.topic = topic
        self.fact = fact
    }

    /// Leaves only what says for whom it counts: whether it is private, and to whom.
    public mutating func erase() {
        let owner = fact.owner
        fact = Fact()
        fact.owner = owner
        if !topic.isPrivate { topic = .sessionEnded }
        isErased = true
    }
}

/// What an event is about. Members that do not apply are nil and stay off the wire. It never holds
/// a draft's content.
public struct Fact: Codable, Hashable, Sendable {
    /// The user whose private data it contains, if any. Not on the wire.
    public var owner: UInt32?
    public var popover: PopoverID?
    public var alert: AlertID?
    public var panel: PanelID?
    public var view: ViewID?
    public var client: ClientID?
    public var app: String?
    public var display: String?
    /// A close reason, a refusal reason, or `limit`.
    public var reason: String?
    public var message: String?
    public var behavior: String?
    public var source: String?
    public var key: String?
    public var revision: Int64?
    public var bytes: Int?
    public var title: String?
    public var severity: Severity?
    public var button: String?
    public var presentation: Presentation?
    public var point: Point?
    public var verdict: TapVerdict?
    public var roles: [Role]?
    public var plugin: String?
    public var service: PluginService.State?
    public var rule: String?
    public var specification: Shared<DisplaySpecification>?
    /// What the person at the display needs.
    public var personal: Shared<PersonalSettings>?
    public var isRemoved: Bool?
    /// Of a display, or the only one that began or ended.
    public var session: SessionID?
    /// Those that ended.
    public var sessions: [SessionID]?
    public var isUnresponsive: Bool?
    /// Of `focus.changed`.
    public var focus: Shared<DisplayFocus>?
    public var announcement: Shared<Announcement>?
    /// The options that a reload has changed, without their values: every subscriber sees them.
    public var options: [String]?
    /// The whole data of an `app.` event, as its client published it.
    public var published: JSONText?

    public init() {}
}
