// SPDX-License-Identifier: MIT

/// The limits, with their defaults. `hello`, error 4 and the section `limits` of the configuration
/// use the names of `Limits.Name`.
public struct Limits: Codable, Hashable, Sendable {
    /// Bytes of one line, without its LF: far above the needs of a popover, and small enough that all
    /// clients together fit into the memory of a kiosk.
    public var message = Limits.defaultMessage
    /// Bytes of one member that takes any JSON, as compact UTF-8: three quarters of `message`, so
    /// that an accepted value fits into an answer with everything around it.
    public var content = Limits.contentShare(of: Limits.defaultMessage)
    /// Bytes of one draft: as much as `content`, or less.
    public var draft = Limits.contentShare(of: Limits.defaultMessage)
    /// Bytes of all drafts together; they are held in memory too. See `Shares` for a user's share of
    /// this and the two other totals.
    public var draftsTotal = 16 * 1024 * 1024
    /// Bytes that all clients' regions, panels and drafts' names take: room for some 40,000 sources.
    public var objectsTotal = 4 * 1024 * 1024
    /// Bytes that wait in all connections: unfinished lines, and what clients have not read.
    public var buffersTotal = 64 * 1024 * 1024
    /// Drafts of one user's app.
    public var draftsPerApp = 64
    /// Days from the last save of a draft until it is erased; 0 is never.
    public var draftDays = 0
    /// Connections at once; well below the 4096 descriptors of the service unit.
    public var clients = 2048
    /// Connections of one user: half of all, so that no user can lock out the others.
    public var clientsPerUser = 1024
    /// New connections of one user per second, and twice as many at once after two quiet seconds: all
    /// clients may reconnect together after a restart.
    public var connectionsPerSecond = 1024
    /// Bytes queued for one client.
    public var outputBytes = 1024 * 1024
    /// How long a client may leave its output unread before it counts as slow.
    public var outputStall = Interval.milliseconds(5000)
    /// Of one client; far above normal use.
    public var requestsPerSecond = 10_000
    /// Bad lines within `malformedWindow` that end a connection.
    public var malformedLines = 8
    public var malformedWindow = Interval.milliseconds(10_000)
    /// Unanswered requests of one client: opens and alerts that wait, mostly.
    public var pendingRequests = 128
    /// Registered controls of one client.
    public var sources = 10_000
    public var surfaces = 64
    public var occluders = 64
    /// Topic globs of one client.
    public var subscriptions = 64
    /// Different topic globs of one user: every event is matched against each.
    public var patternsPerUser = 256
    /// Unanswered alerts of one client.
    public var alerts = 32
    /// Unanswered alerts of one user, whatever its connections.
    public var alertsPerUser = 128
    /// Detached popovers of one client.
    public var panels = 32
    /// Displays of the whole daemon.
    public var displays = 16
    /// Rectangles in one `avoid`, `passthrough` or `hit`; placement looks at each.
    public var rectangles = 64
    /// Buttons of one alert or popover.
    public var buttons = 16
    /// Bytes of a key, and of the name of a surface, source or occluder.
    public var key = 256
    /// Bytes of a title, label or message.
    public var text = 4096
    /// Past events that a subscriber may still ask for.
    public var historyEvents = 1024
    /// Bytes of published data in these events.
    public var historyBytes = 256 * 1024
    /// Lines of one client handled before the other clients get a turn.
    public var linesPerTurn = 16

    public init() {}

    private static let defaultMessage = 256 * 1024

    /// The highest `content` for this `message`.
    public static func contentShare(of message: Int) -> Int { message / 4 * 3 }

    /// The lowest `outputBytes` for this `message`: room for an answer and a request.
    public static func leastOutput(for message: Int) -> Int { message * 2 }
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

/// Timeouts, and the thresholds for taps.
public struct Timing: Codable, Hashable, Sendable {
    /// From the connection to `hello`.
    public var hello = Interval.milliseconds(2000)
    /// From `popover.willClose` to its answer: short enough that a tap never feels ignored.
    public var close = Interval.milliseconds(250)
    /// After a tap on a popover's own source, opens from that source are refused for this long.
    public var toggle = Interval.milliseconds(500)
    /// Default time that an open waits for its turn.
    public var wait = Interval.milliseconds(1000)
    /// The longest wait that an open may request.
    public var maximumWait = Interval.milliseconds(10_000)
    /// From `alert.present` to its answer; then the next renderer has its turn.
    public var present = Interval.milliseconds(2000)
    /// From `client.ping` to a sign of life, and to the next ping: longer than a program is busy
    /// without having hung, and short enough for people in front of it.
    public var ping = Interval.milliseconds(5000)
    /// How long an alert is presented while another user's alert of its severity waits: long enough
    /// to read it and answer.
    public var alertTurn = Interval.milliseconds(10_000)
    /// How long a critical alert waits for a shell to show it: longer than a shell takes to restart.
    /// Nil in recordings of 0.1.0.
    private var rendererWait: Interval? = Timing.usualRendererWait
    public var renderer: Interval {
        get { rendererWait ?? Timing.usualRendererWait }
        set { rendererWait = newValue }
    }
    private static let usualRendererWait = Interval.milliseconds(30_000)
    /// From a write order to its answer. After this the draft counts as kept in memory only.
    public var store = Interval.milliseconds(5000)
    /// From a failed write to its retry.
    public var storeRetry = Interval.milliseconds(1000)
    /// The longest press that is still a tap.
    public var tap = Interval.milliseconds(600)
    /// How far a finger may move during a tap, in points.
    public var tapSlop: Double = 10
    /// Reports of two observers this close in time may be one tap.
    public var duplicateTap = Interval.milliseconds(30)
    /// Reports of two observers this close in place may be one tap, in points.
    public var duplicateTapSlop: Double = 8
    /// How long a gesture lets its app open a popover: long enough to fetch what it shows, short
    /// enough that people still know what they touched.
    public var gesture = Interval.milliseconds(2000)
    /// From a question to its verdict. After this the fallback applies.
    public var policy = Interval.milliseconds(50)
    /// Duration of a move or resize.
    public var animation = Interval.milliseconds(250)
    /// How long a hint is shown at most.
    public var hint = Interval.milliseconds(5000)

    public init() {}
}
