// SPDX-License-Identifier: MIT

/// Where in a client the focus is. Without any member it is in the client's window.
public struct FocusTarget: Codable, Hashable, Sendable {
    public var alert: AlertID?
    public var popover: PopoverID?
    public var view: ViewID?
    /// One of the client's sources.
    public var source: String?

    public init(
        alert: AlertID? = nil, popover: PopoverID? = nil, view: ViewID? = nil,
        source: String? = nil
    ) {
        self.alert = alert
        self.popover = popover
        self.view = view
        self.source = source
    }

    /// Whether it is an alert, a popover or a view: something above what clients always show.
    public var isOnTop: Bool { alert != nil || popover != nil || view != nil }

    public static func == (left: FocusTarget, right: FocusTarget) -> Bool {
        (left.alert, left.popover, left.view) == (right.alert, right.popover, right.view)
            && left.source === right.source
    }
}

/// Who has the keyboard of a display, for those who move it there.
public struct DisplayFocus: Codable, Hashable, Sendable {
    /// Nil if no client has it.
    public var client: ClientID?
    public var app: String?
    public var pid: Int64?
    public var target = FocusTarget()
    /// The rectangle of the source, in the display's coordinates.
    public var rect: Rect?
    /// A keypad is used: a ring belongs around the source.
    public var hasRing = false
    /// What is on top belongs to another client than what is beneath, which must not get keys.
    public var isForeign = false

    public init() {}
}

/// What people are to hear.
public struct Announcement: Codable, Hashable, Sendable {
    public var kind: AnnouncementKind
    /// Of a source.
    public var role: Control.Role?
    /// Nil for those who may not read it.
    public var text: String?
    /// A BCP 47 tag.
    public var language: String?
    public var urgency: Urgency

    public init(
        kind: AnnouncementKind, role: Control.Role? = nil, text: String?, language: String?,
        urgency: Urgency = .polite
    ) {
        self.kind = kind
        self.role = role
        self.text = text
        self.language = language
        self.urgency = urgency
    }
}
