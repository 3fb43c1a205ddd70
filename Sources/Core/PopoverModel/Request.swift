// SPDX-License-Identifier: MIT

/// A client's request with checked parameters: one case for each method.
public enum Request: Codable, Hashable, Sendable {
    case hello(Hello)
    case setSurface(String, display: String?, frame: Rect)
    case removeSurface(String)
    case setSource(String, rect: Rect, Place)
    case removeSource(String)
    case setOccluder(String, rect: Rect, display: String?)
    case removeOccluder(String)
    indirect case open(OpenRequest)
    indirect case update(PopoverID, PopoverChanges)
    case choose(PopoverID, choice: JSONText)
    case close(PopoverID, outcome: CloseOutcome)
    case detach(PopoverID, frame: Rect?)
    case closePanel(PanelID)
    case presentView(ViewRequest)
    case closeView(ViewID)
    case saveDraft(key: String, content: JSONText, revision: Int64?, sync: Bool)
    case loadDraft(key: String)
    case listDrafts
    case discardDraft(key: String)
    indirect case raiseAlert(AlertRequest)
    case answerAlert(AlertID, button: String)
    case cancelAlert(AlertID)
    case cancelRequest(RequestID)
    case tap(TapReport)
    case pointer(PointerReport)
    /// `isComposing`: an input method uses the key.
    case key(String, display: String?, time: Instant?, isComposing: Bool = false)
    case subscribe(topics: [String], since: Int64?)
    case unsubscribe(topics: [String])
    case publish(topic: String, data: JSONText)
    case setDisplay(DisplaySpecification)
    case removeDisplay(String)
    case status
    case readMetrics
    /// The latest decisions about this popover or about everything, at most `limit`.
    case explain(popover: PopoverID?, limit: Int?)
    case dismiss(DismissTarget, discard: Bool)
    case endSession(display: String?)
    case lockSession(display: String?)
    case unlockSession(display: String?)
    case administer(Administration)
    case shutdown
    /// An invalid method or invalid parameters. Its answer is the error, but only after `hello`.
    case invalid(RequestError)

    /// Methods that only make sense with an answer are ignored when nobody waits for one.
    public var needsAnswer: Bool {
        switch self {
        case .hello, .open, .detach, .presentView, .raiseAlert, .subscribe: true
        case .setSurface, .removeSurface, .setSource, .removeSource, .setOccluder,
            .removeOccluder, .update, .choose, .close, .closePanel, .closeView, .saveDraft,
            .loadDraft, .listDrafts, .discardDraft, .answerAlert, .cancelAlert, .cancelRequest,
            .tap, .pointer, .key, .unsubscribe, .publish, .setDisplay, .removeDisplay, .status,
            .readMetrics, .explain, .dismiss, .endSession, .lockSession, .unlockSession,
            .administer, .shutdown,
            .invalid:
            false
        }
    }
}

/// The display or surface of a rectangle or point; without either, the default of the rules.
public struct Place: Codable, Hashable, Sendable {
    public var display: String?
    public var surface: String?

    public init(display: String? = nil, surface: String? = nil) {
        self.display = display
        self.surface = surface
    }
}

/// The roles of a client. The default is `app`.
public enum Role: String, CaseIterable, Codable, Hashable, Sendable {
    case app
    case shell
    case input
    case observer
}

public struct Hello: Codable, Hashable, Sendable {
    public var protocolVersion: Int64
    /// 1 to 64 of a-z 0-9 . _ -
    public var app: String
    public var roles: Set<Role>

    public init(protocolVersion: Int64, app: String, roles: Set<Role> = [.app]) {
        self.protocolVersion = protocolVersion
        self.app = app
        self.roles = roles
    }
}

/// A button that a client declares. Popovers need no ids; alerts do.
public struct Button: Codable, Hashable, Sendable {
    public var id: String
    public var label: String
    public var role: Role?

    public enum Role: String, CaseIterable, Codable, Hashable, Sendable {
        case `default`
        case cancel
        case destructive
    }

    public init(id: String, label: String, role: Role? = nil) {
        self.id = id
        self.label = label
        self.role = role
    }
}

public struct OpenRequest: Codable, Hashable, Sendable {
    public var behavior: String
    public var size: Size
    public var source: String?
    /// Relative to the surface, when there is one.
    public var anchor: Rect?
    public var place: Place
    public var sides: [Side]?
    public var avoid: [Rect] = []
    public var passthrough: [Rect] = []
    public var minimum: Size?
    /// The key of its draft.
    public var key: String?
    public var isModal = false
    public var title: String?
    /// A text that explains it to people.
    public var help: String?
    public var buttons: [Button] = []
    /// Its severity. Warnings belong in alerts.
    public var severity: Severity?
    public var appearance: DeclaredAppearance?
    public var expands = false
    /// Relative to the popover's frame.
    public var hit: [Rect] = []
    /// nil takes the configured default; zero refuses rather than waits.
    public var wait: Interval?

    public init(behavior: String, size: Size, place: Place = Place()) {
        self.behavior = behavior
        self.size = size
        self.place = place
    }
}

/// The changes of `popover.update`; nil keeps a value. None of them moves the popover: the daemon
/// chooses its frame (G18).
public struct PopoverChanges: Codable, Hashable, Sendable {
    public var size: Size?
    public var anchor: Rect?
    public var sides: [Side]?
    public var avoid: [Rect]?
    public var passthrough: [Rect]?
    public var hit: [Rect]?
    public var isModal: Bool?
    public var title: String?
    public var help: String?
    public var buttons: [Button]?

    public init() {}
}

public enum CloseOutcome: String, CaseIterable, Codable, Hashable, Sendable {
    case done
    case cancel
}

public struct ViewRequest: Codable, Hashable, Sendable {
    public var kind: Kind
    public var frame: Rect?
    public var display: String?
    public var closePopover: Bool

    public enum Kind: String, CaseIterable, Codable, Hashable, Sendable {
        case modal
        case sheet
    }

    public init(
        kind: Kind, frame: Rect? = nil, display: String? = nil, closePopover: Bool = false
    ) {
        self.kind = kind
        self.frame = frame
        self.display = display
        self.closePopover = closePopover
    }
}

public enum Severity: String, CaseIterable, Codable, Hashable, Comparable, Sendable {
    case info
    case warning
    case critical

    private var weight: Int {
        switch self {
        case .info: 0
        case .warning: 1
        case .critical: 2
        }
    }

    public static func < (left: Severity, right: Severity) -> Bool { left.weight < right.weight }
}

public struct AlertRequest: Codable, Hashable, Sendable {
    public var title: String
    public var message: String?
    public var severity: Severity
    /// At least one.
    public var buttons: [Button]
    public var key: String?
    public var display: String?
    public var renderer: Renderer = .shell
    /// From the raise.
    public var timeout: Interval?

    public enum Renderer: String, CaseIterable, Codable, Hashable, Sendable {
        case `self`
        case shell
    }

    public init(title: String, severity: Severity, buttons: [Button]) {
        self.title = title
        self.severity = severity
        self.buttons = buttons
    }
}

/// A tap as reported by a client, with the position and time of its press.
public struct TapReport: Codable, Hashable, Sendable {
    public var point: Point
    public var place: Place
    public var time: Instant?
    public var pointer: Int64
    /// A shield has kept it from all clients.
    public var wasSwallowed: Bool

    public init(
        point: Point, place: Place = Place(), time: Instant? = nil, pointer: Int64 = 0,
        wasSwallowed: Bool = false
    ) {
        self.point = point
        self.place = place
        self.time = time
        self.pointer = pointer
        self.wasSwallowed = wasSwallowed
    }
}

/// One step of a finger or a mouse, from which the rules recognize taps.
public struct PointerReport: Codable, Hashable, Sendable {
    public var phase: Phase
    public var kind: Kind
    public var button: Button
    public var report: TapReport

    public enum Phase: String, CaseIterable, Codable, Hashable, Sendable {
        case down
        case move
        case up
        case cancel
    }

    public enum Kind: String, CaseIterable, Codable, Hashable, Sendable {
        case touch
        case mouse
        case pen
    }

    public enum Button: String, CaseIterable, Codable, Hashable, Sendable {
        case primary
        case secondary
        case middle
    }

    public init(
        phase: Phase, report: TapReport, kind: Kind = .touch, button: Button = .primary
    ) {
        self.phase = phase
        self.report = report
        self.kind = kind
        self.button = button
    }
}

public enum DismissTarget: Codable, Hashable, Sendable {
    case popover(PopoverID)
    case display(String)
}

/// Orders of an administrator, carried out outside of the rules.
public enum Administration: Codable, Hashable, Sendable {
    case listPlugins
    case loadPlugin(String)
    case unloadPlugin(String)
    case reloadPlugin(String)
    /// Lifts the quarantine or suspension of a plugin.
    case clearPlugin(String)
    case reloadConfiguration
    case setLogLevel(LogLevel)
    /// Records the events of the rules from now on. `asker` is the user, from the kernel; only some
    /// users may choose the path.
    case startRecording(path: String?, asker: UInt32? = nil)
    case stopRecording
    /// Records the latest events.
    case dumpRecording(path: String?, asker: UInt32? = nil)
    case listRecordings

    /// The same order, of this user.
    public func asked(by user: UInt32?) -> Administration {
        switch self {
        case .startRecording(let path, _): .startRecording(path: path, asker: user)
        case .dumpRecording(let path, _): .dumpRecording(path: path, asker: user)
        case .listPlugins, .loadPlugin, .unloadPlugin, .reloadPlugin, .clearPlugin,
            .reloadConfiguration, .setLogLevel, .stopRecording, .listRecordings:
            self
        }
    }
}

/// The levels of programs in Swift (swift-log), least severe first.
public enum LogLevel: String, CaseIterable, Codable, Hashable, Sendable {
    case trace
    case debug
    case info
    case notice
    case warning
    case error
    case critical
}
