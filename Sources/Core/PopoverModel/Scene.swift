// SPDX-License-Identifier: MIT

/// The complete state at one moment for `status`, snapshots and pictures, without drafts' content.
public struct Scene: Codable, Hashable, Sendable {
    /// The bus's latest sequence number.
    public var sequence: Int64 = 0
    public var displays: [SceneDisplay] = []
    public var popovers: [ScenePopover] = []
    /// Opens that wait for their display.
    public var waiting: [SceneWaiting] = []
    public var alerts: [SceneAlert] = []
    public var panels: [ScenePanel] = []
    public var views: [SceneView] = []
    public var surfaces: [SceneRegion] = []
    public var sources: [SceneRegion] = []
    public var occluders: [SceneRegion] = []
    public var clients: [SceneClient] = []
    /// Names of the available behaviors.
    public var behaviors: [String] = []
    public var plugins: [PluginState] = []
    /// Since the daemon started, by name, in a fixed order.
    public var counters: [SceneCounter] = []
    /// Every limit with its use, in `status` only.
    public var limits: [SceneLimit] = []
    public var appearance = Appearance()
    /// In `status` only; nil from a daemon of an earlier version.
    public var server: SceneServer?

    public init() {}
}

/// The daemon's process.
public struct SceneServer: Codable, Hashable, Sendable {
    /// Its name and version, as in `hello`.
    public var name: String
    public var started: Instant
    public var uptime: Interval
    /// Absolute; nil for a socket without a path.
    public var socket: String?
    /// The absolute path of the main configuration file; nil if it has none.
    public var configuration: String?
    /// The absolute path of the folder with drafts; nil from a daemon of an earlier version.
    public var state: String?

    public init(
        name: String, started: Instant, uptime: Interval, socket: String?, configuration: String?,
        state: String?
    ) {
        self.name = name
        self.started = started
        self.uptime = uptime
        self.socket = socket
        self.configuration = configuration
        self.state = state
    }
}

public struct SceneDisplay: Codable, Hashable, Sendable {
    public var specification: DisplaySpecification
    /// Nil from a daemon of an earlier version.
    public var session: SessionID?
    /// What the person at it needs; nil for nothing.
    public var personal: PersonalSettings?
    public var isLocked: Bool
    public var isShielded: Bool
    /// Nil from a daemon of an earlier version.
    public var focus: DisplayFocus?
    /// Nil unless it is blank.
    public var blankSince: Instant?

    public init(
        specification: DisplaySpecification, session: SessionID? = nil,
        personal: PersonalSettings? = nil, isLocked: Bool, isShielded: Bool,
        focus: DisplayFocus? = nil, blankSince: Instant? = nil
    ) {
        self.specification = specification
        self.session = session
        self.personal = personal
        self.isLocked = isLocked
        self.isShielded = isShielded
        self.focus = focus
        self.blankSince = blankSince
    }
}

public struct ScenePopover: Codable, Hashable, Sendable {
    public var popover: PopoverID
    public var client: ClientID
    public var app: String
    public var behavior: String
    public var display: String
    /// The reason, once it is closing.
    public var closing: CloseReason?
    public var presentation: Presentation
    public var source: String?
    public var anchor: Rect
    public var passthrough: [Rect]
    /// Areas that it should not cover (G17).
    public var avoid: [Rect]
    public var key: String?
    public var title: String?
    public var isModal: Bool
    /// No voice may tell its words; like those of alerts and panels below.
    public var isPrivate: Bool

    public init(
        popover: PopoverID, client: ClientID, app: String, behavior: String, display: String,
        closing: CloseReason?, presentation: Presentation, source: String?, anchor: Rect,
        passthrough: [Rect], avoid: [Rect] = [], key: String?, title: String?, isModal: Bool,
        isPrivate: Bool = false
    ) {
        self.popover = popover
        self.client = client
        self.app = app
        self.behavior = behavior
        self.display = display
        self.closing = closing
        self.presentation = presentation
        self.source = source
        self.anchor = anchor
        self.passthrough = passthrough
        self.avoid = avoid
        self.key = key
        self.title = title
        self.isModal = isModal
        self.isPrivate = isPrivate
    }
}

public struct SceneWaiting: Codable, Hashable, Sendable {
    public var client: ClientID
    public var app: String
    public var display: String
    public var behavior: String

    public init(client: ClientID, app: String, display: String, behavior: String) {
        self.client = client
        self.app = app
        self.display = display
        self.behavior = behavior
    }
}

public struct SceneAlert: Codable, Hashable, Sendable {
    public var alert: AlertID
    /// Nil if the daemon raised it for a policy.
    public var client: ClientID?
    public var app: String
    public var display: String
    public var severity: Severity
    public var title: String
    public var message: String?
    public var buttons: [Button]
    /// nil while it is queued.
    public var frame: Rect?
    public var renderer: ClientID?
    public var isPrivate: Bool

    public init(
        alert: AlertID, client: ClientID?, app: String, display: String, severity: Severity,
        title: String, message: String?, buttons: [Button], frame: Rect?, renderer: ClientID?,
        isPrivate: Bool = false
    ) {
        self.alert = alert
        self.client = client
        self.app = app
        self.display = display
        self.severity = severity
        self.title = title
        self.message = message
        self.buttons = buttons
        self.frame = frame
        self.renderer = renderer
        self.isPrivate = isPrivate
    }
}

public struct ScenePanel: Codable, Hashable, Sendable {
    public var panel: PanelID
    public var client: ClientID
    public var app: String
    public var display: String
    public var frame: Rect
    public var key: String?
    public var title: String?
    public var isPrivate: Bool

    public init(
        panel: PanelID, client: ClientID, app: String, display: String, frame: Rect,
        key: String?, title: String?, isPrivate: Bool = false
    ) {
        self.panel = panel
        self.client = client
        self.app = app
        self.display = display
        self.frame = frame
        self.key = key
        self.title = title
        self.isPrivate = isPrivate
    }
}

public struct SceneView: Codable, Hashable, Sendable {
    public var view: ViewID
    public var client: ClientID
    public var app: String
    public var display: String
    public var kind: ViewRequest.Kind
    public var frame: Rect?

    public init(
        view: ViewID, client: ClientID, app: String, display: String, kind: ViewRequest.Kind,
        frame: Rect?
    ) {
        self.view = view
        self.client = client
        self.app = app
        self.display = display
        self.kind = kind
        self.frame = frame
    }
}

/// A surface, source or occluder, in its display's coordinates.
public struct SceneRegion: Codable, Hashable, Sendable {
    public var name: String
    public var client: ClientID
    public var app: String
    public var display: String
    public var rect: Rect
    /// Of a source that has said more than where it is.
    public var control: Control?

    public init(
        name: String, client: ClientID, app: String, display: String, rect: Rect,
        control: Control? = nil
    ) {
        self.name = name
        self.client = client
        self.app = app
        self.display = display
        self.rect = rect
        self.control = control
    }
}

public struct SceneClient: Codable, Hashable, Sendable {
    public var client: ClientID
    public var app: String
    public var roles: [Role]
    public var uid: UInt32
    public var pid: Int32

    public init(client: ClientID, app: String, roles: [Role], uid: UInt32, pid: Int32) {
        self.client = client
        self.app = app
        self.roles = roles
        self.uid = uid
        self.pid = pid
    }
}

/// A limit with its use, and how often it was reached.
public struct SceneLimit: Codable, Hashable, Sendable {
    /// As in `Limits.Name`; others come from a newer daemon.
    public var name: String
    public var value: Int
    /// The current use; for a limit per client, user or app, the highest one. Nil for a limit of one
    /// message or moment.
    public var used: Int?
    /// The highest use since the start; nil if it is not recorded.
    public var peak: Int?
    /// The client, user or app with the highest use now, in words.
    public var holder: String?
    /// How often it was reached since the start.
    public var hits: Int64

    public init(
        name: String, value: Int, used: Int? = nil, peak: Int? = nil, holder: String? = nil,
        hits: Int64 = 0
    ) {
        self.name = name
        self.value = value
        self.used = used
        self.peak = peak
        self.holder = holder
        self.hits = hits
    }
}

public struct SceneCounter: Codable, Hashable, Sendable {
    public var name: String
    public var value: Int64

    public init(name: String, value: Int64) {
        self.name = name
        self.value = value
    }
}
