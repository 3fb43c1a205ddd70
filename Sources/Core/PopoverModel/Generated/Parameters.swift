// SPDX-License-Identifier: MIT
// swift-format-ignore-file
// Written by protocol/generate from protocol/*.toml; changes here are lost.

/// The identity of a client.
public struct Hello: Codable, Hashable, Sendable {
    public var protocolVersion: Int64
    /// 1 to 64 of a-z 0-9 . _ -.
    public var app: String
    public var roles: Set<Role>
    /// Whether to send every `shield`, also of displays where the client has nothing.
    public var wantsShields: Bool
    /// Whether to send [`focus.enter`, `focus.leave` and `focus.move`](#focus).
    public var wantsFocus: Bool
    /// The process that the client [speaks for](#programs-that-are-no-clients).
    public var represented: RepresentedProcess?

    public init(
        protocolVersion: Int64, app: String, roles: Set<Role> = [.app], wantsShields: Bool = false,
        wantsFocus: Bool = false, represented: RepresentedProcess? = nil
    ) {
        self.protocolVersion = protocolVersion
        self.app = app
        self.roles = roles
        self.wantsShields = wantsShields
        self.wantsFocus = wantsFocus
        self.represented = represented
    }
}

/// A process that is no client, for which another one opens popovers.
public struct RepresentedProcess: Codable, Hashable, Sendable {
    public var pid: Int64
    /// Its user.
    public var uid: Int64

    public init(
        pid: Int64, uid: Int64
    ) {
        self.pid = pid
        self.uid = uid
    }
}

/// The display or surface of a rectangle or point; without either, the default of the rules.
public struct Place: Codable, Hashable, Sendable {
    public var display: String?
    public var surface: String?

    public init(
        display: String? = nil, surface: String? = nil
    ) {
        self.display = display
        self.surface = surface
    }
}

/// How a source is presented to assistive technology and keypads.
public struct Control: Codable, Hashable, Sendable {
    /// Its name for people.
    public var label: String?
    /// What it does, in a sentence.
    public var help: String?
    public var role: Control.Role
    /// It does nothing now: keypads skip it.
    public var isDisabled: Bool
    /// Its texts are never [announced](#announcements).
    public var isPrivate: Bool

    public init(
        label: String? = nil, help: String? = nil, role: Control.Role = .button, isDisabled: Bool =
        false, isPrivate: Bool = false
    ) {
        self.label = label
        self.help = help
        self.role = role
        self.isDisabled = isDisabled
        self.isPrivate = isPrivate
    }
}

/// A button that a client declares. Popovers need no ids; alerts do.
public struct Button: Codable, Hashable, Sendable {
    public var id: String
    public var label: String
    public var role: Button.Role?

    public init(
        id: String, label: String, role: Button.Role? = nil
    ) {
        self.id = id
        self.label = label
        self.role = role
    }
}

/// A client's declaration of a popover.
public struct OpenRequest: Codable, Hashable, Sendable {
    /// One of the [behaviors](#behaviors).
    public var behavior: String
    /// The requested size.
    public var size: Size
    public var place: Place
    /// The registered source that opens it; this, `anchor` or both.
    public var source: String?
    /// The rectangle that the arrow points at, relative to the surface, when there is one; needed
    /// unless the source is registered.
    public var anchor: Rect?
    /// The sides of the source on which it may sit, best first.
    public var sides: [PreferredSide]?
    /// Its alignment along the source, if there is room.
    public var align: Alignment
    /// Points between the source and the arrow's tip; it yields to the minimum.
    public var gap: Double
    /// Its bounds.
    public var within: Bounds
    /// Areas that it should not cover.
    public var avoid: [Rect]
    /// Areas where taps reach windows below.
    public var passthrough: [Rect]
    /// Nothing is [cut](#placement) below it; if it is below 44 points, nothing is cut below 44, or
    /// below the size asked for if that is smaller.
    public var minimum: Size?
    /// Names the draft to preserve; must not begin with `popoverd:`.
    public var key: String?
    /// A tap outside leaves it open.
    public var isModal: Bool
    /// Its title; some [behaviors](#behaviors) need one.
    public var title: String?
    /// A text that explains it to people.
    public var help: String?
    /// Its buttons, [checked](#advice) and never drawn.
    public var buttons: [Button]
    /// As of alerts; `warning` and `critical` are [refused](#advice).
    public var severity: Severity?
    /// It may grow.
    public var expands: Bool
    /// Relative to its frame, when its shape is not its frame.
    public var hit: [Rect]
    /// Its declared look, [checked](#advice) and never drawn: `background` and `text` are colors
    /// (`#rgb`, `#rrggbb`, `#rrggbbaa`); `arrow` and `border` are true by default, and false says
    /// that it is hidden; `"hidden"`, `hideArrow`, `foreground` and `colors` {…} are understood as
    /// well.
    public var appearance: DeclaredAppearance?
    /// Its texts are never [announced](#announcements).
    public var isPrivate: Bool
    /// The [gesture](#gestures) that asks for it; without it, the latest fresh one of its app.
    public var gesture: GestureID?
    /// The [session](#sessions) that it belongs to; of one that has ended it is refused `session-
    /// ended`.
    public var session: SessionID?
    /// Default `limits.waitMs`; 0 refuses rather than waits; more than `limits.maximumWaitMs` is
    /// -32602.
    public var wait: Interval?

    public init(
        behavior: String = "inspector", size: Size, place: Place = Place(), source: String? = nil,
        anchor: Rect? = nil, sides: [PreferredSide]? = nil, align: Alignment = .center, gap: Double
        = 0, within: Bounds = .display, avoid: [Rect] = [], passthrough: [Rect] = [], minimum: Size?
        = nil, key: String? = nil, isModal: Bool = false, title: String? = nil, help: String? = nil,
        buttons: [Button] = [], severity: Severity? = nil, expands: Bool = false, hit: [Rect] = [],
        appearance: DeclaredAppearance? = nil, isPrivate: Bool = false, gesture: GestureID? = nil,
        session: SessionID? = nil, wait: Interval? = nil
    ) {
        self.behavior = behavior
        self.size = size
        self.place = place
        self.source = source
        self.anchor = anchor
        self.sides = sides
        self.align = align
        self.gap = gap
        self.within = within
        self.avoid = avoid
        self.passthrough = passthrough
        self.minimum = minimum
        self.key = key
        self.isModal = isModal
        self.title = title
        self.help = help
        self.buttons = buttons
        self.severity = severity
        self.expands = expands
        self.hit = hit
        self.appearance = appearance
        self.isPrivate = isPrivate
        self.gesture = gesture
        self.session = session
        self.wait = wait
    }
}

/// What `popover.update` changes; absent members stay. None of them moves the popover: the daemon
/// chooses its frame (G18).
public struct PopoverChanges: Codable, Hashable, Sendable {
    public var size: Size?
    public var anchor: Rect?
    public var sides: [PreferredSide]?
    public var align: Alignment?
    public var gap: Double?
    public var within: Bounds?
    public var avoid: [Rect]?
    public var passthrough: [Rect]?
    public var hit: [Rect]?
    public var isModal: Bool?
    public var title: String?
    public var help: String?
    public var buttons: [Button]?

    public init(
        size: Size? = nil, anchor: Rect? = nil, sides: [PreferredSide]? = nil, align: Alignment? =
        nil, gap: Double? = nil, within: Bounds? = nil, avoid: [Rect]? = nil, passthrough: [Rect]? =
        nil, hit: [Rect]? = nil, isModal: Bool? = nil, title: String? = nil, help: String? = nil,
        buttons: [Button]? = nil
    ) {
        self.size = size
        self.anchor = anchor
        self.sides = sides
        self.align = align
        self.gap = gap
        self.within = within
        self.avoid = avoid
        self.passthrough = passthrough
        self.hit = hit
        self.isModal = isModal
        self.title = title
        self.help = help
        self.buttons = buttons
    }
}

/// A modal view or sheet of a client's own.
public struct ViewRequest: Codable, Hashable, Sendable {
    public var kind: ViewRequest.Kind
    public var frame: Rect?
    public var display: String?
    public var closePopover: Bool
    /// The [session](#sessions) that it belongs to; of one that has ended it is refused `session-
    /// ended`.
    public var session: SessionID?

    public init(
        kind: ViewRequest.Kind, frame: Rect? = nil, display: String? = nil, closePopover: Bool =
        false, session: SessionID? = nil
    ) {
        self.kind = kind
        self.frame = frame
        self.display = display
        self.closePopover = closePopover
        self.session = session
    }
}

/// An alert that a client raises.
public struct AlertRequest: Codable, Hashable, Sendable {
    public var title: String
    /// The most severe alert is presented first.
    public var severity: Severity
    /// Ids differ.
    public var buttons: [Button]
    public var message: String?
    /// Preferred size of its content: 240 to 600 points wide and 120 to 480 high; 320 x 160 if it
    /// is absent.
    public var size: Size?
    /// One of the same app and key is replaced in place.
    public var key: String?
    public var display: String?
    /// The client that draws it: this one, or the oldest shell.
    public var renderer: AlertRequest.Renderer
    /// Counts from the raise; without it the alert stays until it is answered.
    public var timeout: Interval?
    /// The [session](#sessions) that it belongs to; of one that has ended it is refused `session-
    /// ended`.
    public var session: SessionID?
    /// Its texts are never [announced](#announcements).
    public var isPrivate: Bool

    public init(
        title: String, severity: Severity, buttons: [Button], message: String? = nil, size: Size? =
        nil, key: String? = nil, display: String? = nil, renderer: AlertRequest.Renderer = .shell,
        timeout: Interval? = nil, session: SessionID? = nil, isPrivate: Bool = false
    ) {
        self.title = title
        self.severity = severity
        self.buttons = buttons
        self.message = message
        self.size = size
        self.key = key
        self.display = display
        self.renderer = renderer
        self.timeout = timeout
        self.session = session
        self.isPrivate = isPrivate
    }
}

/// A tap as reported by a client, with the position and time of its press.
public struct TapReport: Codable, Hashable, Sendable {
    public var point: Point
    public var place: Place
    public var time: Instant?
    public var pointer: Int64
    /// A shield has kept it from everyone.
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
    public var phase: PointerReport.Phase
    public var report: TapReport
    public var kind: PointerReport.Kind
    public var button: PointerReport.Button

    public init(
        phase: PointerReport.Phase, report: TapReport, kind: PointerReport.Kind = .touch, button:
        PointerReport.Button = .primary
    ) {
        self.phase = phase
        self.report = report
        self.kind = kind
        self.button = button
    }
}

/// A screen, as a client or the configuration describes it.
public struct DisplaySpecification: Codable, Hashable, Sendable {
    public var name: String
    public var size: Size
    /// Pixels a point.
    public var scale: Double
    /// Space that the edges take.
    public var insets: Insets
    /// The kind of device.
    public var idiom: DisplaySpecification.Idiom
    /// It can blur the background of a popover.
    public var hasTranslucency: Bool
    public var contrast: Appearance.Contrast
    /// No animations.
    public var reducesMotion: Bool
    /// Of reading; from left to right if it is absent.
    public var direction: WritingDirection?
    /// Longest press that is a tap here; default `timing.tapMs` of the configuration.
    public var tapTime: Interval?
    /// How far a finger may move during a tap here, in points; default `timing.tapSlop`.
    public var tapSlop: Double?
    /// Which opens it grants; default `free`.
    public var opens: DisplaySpecification.Opens?
    /// Factor for the size of text; absent: 1.
    public var textScale: Double?
    /// Of texts and speech, as a BCP 47 tag.
    public var language: String?
    /// Whether to publish [announcements](#announcements).
    public var speaks: Bool?
    /// A shorter press is no tap, and a longer one always is.
    public var slowPress: Interval?
    /// The part that people can touch, in points; popovers, sheets and alerts go there when they
    /// fit.
    public var reach: Rect?
    /// Whether the screen is off since nobody uses it; absent: nobody has said; `display.set`
    /// without it leaves it as it is.
    public var isBlank: Bool?

    public init(
        name: String, size: Size, scale: Double = 1, insets: Insets = Insets(), idiom:
        DisplaySpecification.Idiom = .kiosk, hasTranslucency: Bool = true, contrast:
        Appearance.Contrast = .normal, reducesMotion: Bool = false, direction: WritingDirection? =
        nil, tapTime: Interval? = nil, tapSlop: Double? = nil, opens: DisplaySpecification.Opens? =
        nil, textScale: Double? = nil, language: String? = nil, speaks: Bool? = nil, slowPress:
        Interval? = nil, reach: Rect? = nil, isBlank: Bool? = nil
    ) {
        self.name = name
        self.size = size
        self.scale = scale
        self.insets = insets
        self.idiom = idiom
        self.hasTranslucency = hasTranslucency
        self.contrast = contrast
        self.reducesMotion = reducesMotion
        self.direction = direction
        self.tapTime = tapTime
        self.tapSlop = tapSlop
        self.opens = opens
        self.textScale = textScale
        self.language = language
        self.speaks = speaks
        self.slowPress = slowPress
        self.reach = reach
        self.isBlank = isBlank
    }
}

/// What `display.update` changes of a display; absent members stay.
public struct DisplayChanges: Codable, Hashable, Sendable {
    /// In points.
    public var width: Double?
    /// In points.
    public var height: Double?
    /// Pixels a point.
    public var scale: Double?
    /// Space that the edges take.
    public var insets: Insets?
    /// The kind of device.
    public var idiom: DisplaySpecification.Idiom?
    /// It can blur the background of a popover.
    public var hasTranslucency: Bool?
    public var contrast: Appearance.Contrast?
    /// No animations.
    public var reducesMotion: Bool?
    /// Of reading; from left to right if it is absent.
    public var direction: WritingDirection?
    /// Longest press that is a tap here; default `timing.tapMs` of the configuration.
    public var tapTime: Interval?
    /// How far a finger may move during a tap here, in points; default `timing.tapSlop`.
    public var tapSlop: Double?
    /// Which opens it grants; default `free`.
    public var opens: DisplaySpecification.Opens?
    /// Factor for the size of text; absent: 1.
    public var textScale: Double?
    /// Of texts and speech, as a BCP 47 tag.
    public var language: String?
    /// Whether to publish [announcements](#announcements).
    public var speaks: Bool?
    /// A shorter press is no tap, and a longer one always is.
    public var slowPress: Interval?
    /// The part that people can touch, in points; popovers, sheets and alerts go there when they
    /// fit.
    public var reach: Rect?
    /// Whether the screen is off since nobody uses it; absent: nobody has said; `display.set`
    /// without it leaves it as it is.
    public var isBlank: Bool?

    public init(
        width: Double? = nil, height: Double? = nil, scale: Double? = nil, insets: Insets? = nil,
        idiom: DisplaySpecification.Idiom? = nil, hasTranslucency: Bool? = nil, contrast:
        Appearance.Contrast? = nil, reducesMotion: Bool? = nil, direction: WritingDirection? = nil,
        tapTime: Interval? = nil, tapSlop: Double? = nil, opens: DisplaySpecification.Opens? = nil,
        textScale: Double? = nil, language: String? = nil, speaks: Bool? = nil, slowPress: Interval?
        = nil, reach: Rect? = nil, isBlank: Bool? = nil
    ) {
        self.width = width
        self.height = height
        self.scale = scale
        self.insets = insets
        self.idiom = idiom
        self.hasTranslucency = hasTranslucency
        self.contrast = contrast
        self.reducesMotion = reducesMotion
        self.direction = direction
        self.tapTime = tapTime
        self.tapSlop = tapSlop
        self.opens = opens
        self.textScale = textScale
        self.language = language
        self.speaks = speaks
        self.slowPress = slowPress
        self.reach = reach
        self.isBlank = isBlank
    }
}

/// The personal settings of a display; absent members are the display's own.
public struct PersonalSettings: Codable, Hashable, Sendable {
    public var textScale: Double?
    public var contrast: Appearance.Contrast?
    public var reducesMotion: Bool?
    public var language: String?
    public var direction: WritingDirection?
    public var speaks: Bool?
    public var slowPress: Interval?
    public var reach: Rect?

    public init(
        textScale: Double? = nil, contrast: Appearance.Contrast? = nil, reducesMotion: Bool? = nil,
        language: String? = nil, direction: WritingDirection? = nil, speaks: Bool? = nil, slowPress:
        Interval? = nil, reach: Rect? = nil
    ) {
        self.textScale = textScale
        self.contrast = contrast
        self.reducesMotion = reducesMotion
        self.language = language
        self.direction = direction
        self.speaks = speaks
        self.slowPress = slowPress
        self.reach = reach
    }
}
