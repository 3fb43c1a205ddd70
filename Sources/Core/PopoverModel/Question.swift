// SPDX-License-Identifier: MIT

/// A question to a plugin with its facts, never a draft; indirect: it is often passed on.
public indirect enum Question: Codable, Hashable, Sendable {
    case open(OpenFacts)
    /// The choice, as the client sent it.
    case choice(PopoverFacts, choice: JSONText)
    /// `isKey` when it was a key and not a tap.
    case outsideTap(PopoverFacts, isKey: Bool)
    case detach(PopoverFacts)
    /// The reason of the close, and the disposition that applies if every plugin abstains.
    case disposition(PopoverFacts, because: CloseReason, standing: Disposition)
    case alert(AlertFacts)
    case idle(IdleFacts)

    public var hook: Hook {
        switch self {
        case .open: .open
        case .choice: .choice
        case .outsideTap: .outsideTap
        case .detach: .detach
        case .disposition: .disposition
        case .alert: .alert
        case .idle: .idle
        }
    }

    public struct OpenFacts: Codable, Hashable, Sendable {
        public var behavior: String
        public var app: String
        public var display: String
        public var displaySize: Size
        public var isCompact: Bool
        public var size: Size
        public var key: String?
        public var title: String?
        public var isModal: Bool

        public init(
            behavior: String, app: String, display: String, displaySize: Size, isCompact: Bool,
            size: Size, key: String?, title: String?, isModal: Bool
        ) {
            self.behavior = behavior
            self.app = app
            self.display = display
            self.displaySize = displaySize
            self.isCompact = isCompact
            self.size = size
            self.key = key
            self.title = title
            self.isModal = isModal
        }
    }

    public struct PopoverFacts: Codable, Hashable, Sendable {
        public var popover: PopoverID
        public var behavior: String
        public var app: String
        public var display: String
        public var key: String?
        public var title: String?
        public var isModal: Bool

        public init(
            popover: PopoverID, behavior: String, app: String, display: String, key: String?,
            title: String?, isModal: Bool
        ) {
            self.popover = popover
            self.behavior = behavior
            self.app = app
            self.display = display
            self.key = key
            self.title = title
            self.isModal = isModal
        }
    }

    public struct AlertFacts: Codable, Hashable, Sendable {
        public var alert: AlertID
        public var app: String
        public var display: String
        public var severity: Severity
        public var title: String
        public var key: String?
        /// How long plugins have held it so far.
        public var held: Interval

        public init(
            alert: AlertID, app: String, display: String, severity: Severity, title: String,
            key: String?, held: Interval
        ) {
            self.alert = alert
            self.app = app
            self.display = display
            self.severity = severity
            self.title = title
            self.key = key
            self.held = held
        }
    }

    public struct IdleFacts: Codable, Hashable, Sendable {
        public var display: String
        /// Since the last touch or key.
        public var idle: Interval
        /// Whether the display has a popover, a panel, a view or a stored draft.
        public var isOccupied: Bool
        /// In which people read there; nil if it is unknown.
        public var language: String?

        public init(display: String, idle: Interval, isOccupied: Bool, language: String? = nil) {
            self.display = display
            self.idle = idle
            self.isOccupied = isOccupied
            self.language = language
        }
    }
}
