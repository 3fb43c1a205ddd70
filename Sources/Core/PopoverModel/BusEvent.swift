// SPDX-License-Identifier: MIT

/// An event of the bus.
public struct BusEvent: Codable, Hashable, Sendable {
    /// Global, rising by one.
    public var sequence: Int64
    public var time: Instant
    public var topic: Topic
    public var fact: Fact

    public init(sequence: Int64, time: Instant, topic: Topic, fact: Fact) {
        self.sequence = sequence
        self.time = time
        self.topic = topic
        self.fact = fact
    }
}

/// The topics of the bus.
public enum Topic: Codable, Hashable, Sendable {
    case popoverOpened
    case popoverClosing
    case popoverClosed
    case popoverRefused
    case popoverMoved
    case popoverDetached
    case alertQueued
    case alertPresented
    case alertAnswered
    case alertCanceled
    case tap
    case draftSaved
    case draftRestored
    case draftDiscarded
    case displayChanged
    case clientJoined
    case clientLeft
    case pluginLoaded
    case pluginFailed
    case pluginUnloaded
    case configReloaded
    case sessionEnded
    case sessionLocked
    case sessionUnlocked
    case advice
    /// A client's own, `app.` and more.
    case app(String)

    public var name: String {
        switch self {
        case .popoverOpened: "popover.opened"
        case .popoverClosing: "popover.closing"
        case .popoverClosed: "popover.closed"
        case .popoverRefused: "popover.refused"
        case .popoverMoved: "popover.moved"
        case .popoverDetached: "popover.detached"
        case .alertQueued: "alert.queued"
        case .alertPresented: "alert.presented"
        case .alertAnswered: "alert.answered"
        case .alertCanceled: "alert.cancelled"
        case .tap: "tap"
        case .draftSaved: "draft.saved"
        case .draftRestored: "draft.restored"
        case .draftDiscarded: "draft.discarded"
        case .displayChanged: "display.changed"
        case .clientJoined: "client.joined"
        case .clientLeft: "client.left"
        case .pluginLoaded: "plugin.loaded"
        case .pluginFailed: "plugin.failed"
        case .pluginUnloaded: "plugin.unloaded"
        case .configReloaded: "config.reloaded"
        case .sessionEnded: "session.ended"
        case .sessionLocked: "session.locked"
        case .sessionUnlocked: "session.unlocked"
        case .advice: "advice"
        case .app(let name): name
        }
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
    public var rule: String?
    public var specification: DisplaySpecification?
    public var isRemoved: Bool?
    public var isUnresponsive: Bool?
    /// The options that a reload has changed, without their values: every subscriber sees them.
    public var options: [String]?
    /// The whole data of an `app.` event, as its client published it.
    public var published: JSONText?

    public init() {}
}
