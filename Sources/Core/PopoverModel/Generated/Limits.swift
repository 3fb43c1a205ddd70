// SPDX-License-Identifier: MIT
// swift-format-ignore-file
// Written by protocol/generate from protocol/*.toml; changes here are lost.

/// The limits that error 4 names, with their defaults.
public struct Limits: Codable, Hashable, Sendable {
    /// Bytes of one line on the socket.
    public var message = 262_144
    /// Bytes of a choice, draft or published event; at most three quarters of message, which is
    /// also the default.
    public var content = 196_608
    /// Bytes of one draft; at most content, which is also the default.
    public var draft = 196_608
    /// Bytes of all drafts together. One user may hold at most half of what other users leave free.
    public var draftsTotal = 16_777_216
    /// Bytes of memory for regions, panels and the names of drafts, of all clients together. One
    /// user may hold at most half of what other users leave free.
    public var objectsTotal = 4_194_304
    /// Bytes of unfinished lines and unread output of all clients together. One user may hold at
    /// most half of what other users leave free; the client with most of it is disconnected.
    public var buffersTotal = 67_108_864
    /// Drafts per user and app.
    public var draftsPerApp = 64
    /// Days after its last save until a draft is erased. 0 keeps drafts forever.
    public var draftDays = 0
    /// Connections.
    public var clients = 2048
    /// Connections per user, so that no user locks out the others.
    public var clientsPerUser = 1024
    /// New connections per user and second. After two idle seconds, twice as many are accepted at
    /// once.
    public var connectionsPerSecond = 1024
    /// Bytes queued for one client; at least twice message. A client that leaves more unread is
    /// disconnected as slow.
    public var outputBytes = 1_048_576
    /// Time without reading after which a client with queued data is disconnected as slow.
    public var outputStall = Interval.milliseconds(5000)
    /// Lines per client and second. A client that sends more is disconnected for flooding.
    public var requestsPerSecond = 10_000
    /// Malformed lines (not JSON, or too long) within malformedWindowMs that end a connection.
    public var malformedLines = 8
    /// Time window of malformedLines.
    public var malformedWindow = Interval.milliseconds(10_000)
    /// Pending requests per client.
    public var pendingRequests = 128
    /// Registered sources per client.
    public var sources = 10_000
    /// Surfaces per client.
    public var surfaces = 64
    /// Occluders of all clients of a user.
    public var occluders = 64
    /// Subscribed topic globs per client.
    public var subscriptions = 64
    /// Different topic globs per user; every event is matched against each.
    public var patternsPerUser = 256
    /// Unanswered alerts per client.
    public var alerts = 32
    /// Unanswered alerts per user, whatever its connections.
    public var alertsPerUser = 128
    /// Panels per client.
    public var panels = 32
    /// Displays of the daemon.
    public var displays = 16
    /// Rectangles in one avoid, passthrough or hit.
    public var rectangles = 64
    /// Buttons per alert or popover.
    public var buttons = 16
    /// Bytes of a key and of the name of a surface, source or occluder.
    public var key = 256
    /// Bytes of a title, label or message.
    public var text = 4096
    /// Past events kept for subscribers that reconnect.
    public var historyEvents = 1024
    /// Bytes of published data in the past events.
    public var historyBytes = 262_144
    /// Lines of one client handled before the next client's.
    public var linesPerTurn = 16

    public init() {}

    /// Recordings of earlier versions lack what came later.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        message = try values.decodeIfPresent(Int.self, forKey: .message) ?? message
        content = try values.decodeIfPresent(Int.self, forKey: .content) ?? content
        draft = try values.decodeIfPresent(Int.self, forKey: .draft) ?? draft
        draftsTotal = try values.decodeIfPresent(Int.self, forKey: .draftsTotal) ?? draftsTotal
        objectsTotal = try values.decodeIfPresent(Int.self, forKey: .objectsTotal) ?? objectsTotal
        buffersTotal = try values.decodeIfPresent(Int.self, forKey: .buffersTotal) ?? buffersTotal
        draftsPerApp = try values.decodeIfPresent(Int.self, forKey: .draftsPerApp) ?? draftsPerApp
        draftDays = try values.decodeIfPresent(Int.self, forKey: .draftDays) ?? draftDays
        clients = try values.decodeIfPresent(Int.self, forKey: .clients) ?? clients
        clientsPerUser = try values.decodeIfPresent(Int.self, forKey: .clientsPerUser) ?? clientsPerUser
        connectionsPerSecond = try values.decodeIfPresent(Int.self, forKey: .connectionsPerSecond) ?? connectionsPerSecond
        outputBytes = try values.decodeIfPresent(Int.self, forKey: .outputBytes) ?? outputBytes
        outputStall = try values.decodeIfPresent(Interval.self, forKey: .outputStall) ?? outputStall
        requestsPerSecond = try values.decodeIfPresent(Int.self, forKey: .requestsPerSecond) ?? requestsPerSecond
        malformedLines = try values.decodeIfPresent(Int.self, forKey: .malformedLines) ?? malformedLines
        malformedWindow = try values.decodeIfPresent(Interval.self, forKey: .malformedWindow) ?? malformedWindow
        pendingRequests = try values.decodeIfPresent(Int.self, forKey: .pendingRequests) ?? pendingRequests
        sources = try values.decodeIfPresent(Int.self, forKey: .sources) ?? sources
        surfaces = try values.decodeIfPresent(Int.self, forKey: .surfaces) ?? surfaces
        occluders = try values.decodeIfPresent(Int.self, forKey: .occluders) ?? occluders
        subscriptions = try values.decodeIfPresent(Int.self, forKey: .subscriptions) ?? subscriptions
        patternsPerUser = try values.decodeIfPresent(Int.self, forKey: .patternsPerUser) ?? patternsPerUser
        alerts = try values.decodeIfPresent(Int.self, forKey: .alerts) ?? alerts
        alertsPerUser = try values.decodeIfPresent(Int.self, forKey: .alertsPerUser) ?? alertsPerUser
        panels = try values.decodeIfPresent(Int.self, forKey: .panels) ?? panels
        displays = try values.decodeIfPresent(Int.self, forKey: .displays) ?? displays
        rectangles = try values.decodeIfPresent(Int.self, forKey: .rectangles) ?? rectangles
        buttons = try values.decodeIfPresent(Int.self, forKey: .buttons) ?? buttons
        key = try values.decodeIfPresent(Int.self, forKey: .key) ?? key
        text = try values.decodeIfPresent(Int.self, forKey: .text) ?? text
        historyEvents = try values.decodeIfPresent(Int.self, forKey: .historyEvents) ?? historyEvents
        historyBytes = try values.decodeIfPresent(Int.self, forKey: .historyBytes) ?? historyBytes
        linesPerTurn = try values.decodeIfPresent(Int.self, forKey: .linesPerTurn) ?? linesPerTurn
    }
}

/// Timeouts, and the thresholds for taps, with their defaults.
public struct Timing: Codable, Hashable, Sendable {
    /// Timeout for a new connection to send hello.
    public var hello = Interval.milliseconds(2000)
    /// Timeout for the answer to popover.willClose. Afterwards the popover counts as gone.
    public var close = Interval.milliseconds(250)
    /// Time after a tap on a popover's own source during which an open from there is refused, since
    /// it would only undo the tap.
    public var toggle = Interval.milliseconds(500)
    /// Default time that an open waits for its display.
    public var wait = Interval.milliseconds(1000)
    /// Maximum of waitMs in popover.open; at least the default, waitMs.
    public var maximumWait = Interval.milliseconds(10_000)
    /// Timeout for the answer to alert.present. Afterwards the next renderer is asked.
    public var present = Interval.milliseconds(2000)
    /// How long a client that was pinged may send nothing. Afterwards its popovers and views are
    /// closed, and its alerts go to another client. Also the shortest time between two pings.
    public var ping = Interval.milliseconds(5000)
    /// Time after which an alert gives way to another user's alert of the same severity. Both take
    /// turns until one is answered.
    public var alertTurn = Interval.milliseconds(10_000)
    /// Time that a critical alert waits for a shell to show it, while the shell starts or restarts.
    /// 0 refuses it at once, as other alerts are.
    public var renderer = Interval.milliseconds(30_000)
    /// Timeout for a write to disk. Afterwards the draft counts as kept in memory only.
    public var store = Interval.milliseconds(5000)
    /// Delay until a failed write to disk is retried.
    public var storeRetry = Interval.milliseconds(1000)
    /// Longest press that counts as a tap.
    public var tap = Interval.milliseconds(600)
    /// How far a finger may move during a tap, in points.
    public var tapSlop = Double(10)
    /// Longest time between the reports of two observers that count as one tap.
    public var duplicateTap = Interval.milliseconds(30)
    /// Longest distance between the reports of two observers that count as one tap, in points.
    public var duplicateTapSlop = Double(8)
    /// Time after a tap or swipe on an app during which it may open a popover, if the display opens
    /// only what people ask for.
    public var gesture = Interval.milliseconds(2000)
    /// Timeout for a plugin's answer. Afterwards the behavior's default verdict applies.
    public var policy = Interval.milliseconds(50)
    /// Duration of the animation when a popover moves or changes its size.
    public var animation = Interval.milliseconds(250)
    /// How long a hint is shown at most.
    public var hint = Interval.milliseconds(5000)

    public init() {}

    /// Recordings of earlier versions lack what came later.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        hello = try values.decodeIfPresent(Interval.self, forKey: .hello) ?? hello
        close = try values.decodeIfPresent(Interval.self, forKey: .close) ?? close
        toggle = try values.decodeIfPresent(Interval.self, forKey: .toggle) ?? toggle
        wait = try values.decodeIfPresent(Interval.self, forKey: .wait) ?? wait
        maximumWait = try values.decodeIfPresent(Interval.self, forKey: .maximumWait) ?? maximumWait
        present = try values.decodeIfPresent(Interval.self, forKey: .present) ?? present
        ping = try values.decodeIfPresent(Interval.self, forKey: .ping) ?? ping
        alertTurn = try values.decodeIfPresent(Interval.self, forKey: .alertTurn) ?? alertTurn
        renderer = try values.decodeIfPresent(Interval.self, forKey: .renderer) ?? renderer
        store = try values.decodeIfPresent(Interval.self, forKey: .store) ?? store
        storeRetry = try values.decodeIfPresent(Interval.self, forKey: .storeRetry) ?? storeRetry
        tap = try values.decodeIfPresent(Interval.self, forKey: .tap) ?? tap
        tapSlop = try values.decodeIfPresent(Double.self, forKey: .tapSlop) ?? tapSlop
        duplicateTap = try values.decodeIfPresent(Interval.self, forKey: .duplicateTap) ?? duplicateTap
        duplicateTapSlop = try values.decodeIfPresent(Double.self, forKey: .duplicateTapSlop) ?? duplicateTapSlop
        gesture = try values.decodeIfPresent(Interval.self, forKey: .gesture) ?? gesture
        policy = try values.decodeIfPresent(Interval.self, forKey: .policy) ?? policy
        animation = try values.decodeIfPresent(Interval.self, forKey: .animation) ?? animation
        hint = try values.decodeIfPresent(Interval.self, forKey: .hint) ?? hint
    }
}

extension Limits {
    /// A limit, spelled as on the wire and in the configuration.
    public enum Name: String, CaseIterable, Codable, Hashable, Sendable {
        case message
        case content
        case draft
        case draftsTotal
        case objectsTotal
        case buffersTotal
        case draftsPerApp
        case draftDays
        case clients
        case clientsPerUser
        case connectionsPerSecond
        case outputBytes
        case outputStallMs
        case requestsPerSecond
        case malformedLines
        case malformedWindowMs
        case pendingRequests
        case sources
        case surfaces
        case occluders
        case subscriptions
        case patternsPerUser
        case alerts
        case alertsPerUser
        case panels
        case displays
        case rectangles
        case buttons
        case key
        case text
        case historyEvents
        case historyBytes
        case linesPerTurn
    }

    /// The value as it is announced; durations in milliseconds.
    public subscript(name: Name) -> Int {
        switch name {
        case .message: message
        case .content: content
        case .draft: draft
        case .draftsTotal: draftsTotal
        case .objectsTotal: objectsTotal
        case .buffersTotal: buffersTotal
        case .draftsPerApp: draftsPerApp
        case .draftDays: draftDays
        case .clients: clients
        case .clientsPerUser: clientsPerUser
        case .connectionsPerSecond: connectionsPerSecond
        case .outputBytes: outputBytes
        case .outputStallMs: Int(outputStall.milliseconds)
        case .requestsPerSecond: requestsPerSecond
        case .malformedLines: malformedLines
        case .malformedWindowMs: Int(malformedWindow.milliseconds)
        case .pendingRequests: pendingRequests
        case .sources: sources
        case .surfaces: surfaces
        case .occluders: occluders
        case .subscriptions: subscriptions
        case .patternsPerUser: patternsPerUser
        case .alerts: alerts
        case .alertsPerUser: alertsPerUser
        case .panels: panels
        case .displays: displays
        case .rectangles: rectangles
        case .buttons: buttons
        case .key: key
        case .text: text
        case .historyEvents: historyEvents
        case .historyBytes: historyBytes
        case .linesPerTurn: linesPerTurn
        }
    }
}
