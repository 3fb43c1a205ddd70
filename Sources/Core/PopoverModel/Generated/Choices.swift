// SPDX-License-Identifier: MIT
// swift-format-ignore-file
// Written by protocol/generate from protocol/*.toml; changes here are lost.

/// An additional right of a client.
public enum Role: String, CaseIterable, Codable, Hashable, Sendable {
    /// Open popovers; without it `popover.open` is error 3, `needs` `app`.
    case app
    /// Render alerts, and set displays.
    case shell
    /// Report taps on behalf of others, and set displays.
    case input
    /// Subscribe to everything, whatever the configuration says.
    case observer
}

extension Control {
    /// The kind of control that a source is, for assistive technology.
    public enum Role: String, CaseIterable, Codable, Hashable, Sendable {
        /// It does something.
        case button
        /// It leads somewhere.
        case link
        /// It is on or off.
        case checkbox
        /// One of several that exclude each other.
        case radio
        /// It switches something on and off.
        case `switch`
        /// It shows one of several pages.
        case tab
        /// People type into it.
        case field
        /// It opens a menu.
        case menu
        /// It is one of a list.
        case listItem = "list-item"
    }
}

/// The function of a key of a keypad.
public enum Step: String, CaseIterable, Codable, Hashable, Sendable {
    /// To the next control, in reading order.
    case next
    /// To the previous control.
    case previous
    /// To the nearest control above.
    case up
    /// To the nearest control below.
    case down
    /// To the nearest control on the left.
    case left
    /// To the nearest control on the right.
    case right
    /// Activates the control that has the focus.
    case activate
    /// Closes what is on top, as Escape does.
    case back
    /// Explains the control that has the focus.
    case help
}

/// The effect of a step.
public enum NavigationOutcome: String, CaseIterable, Codable, Hashable, Sendable {
    /// The ring is on another source.
    case moved
    /// The source gets `source.activated`.
    case activated
    /// The client on top got `focus.move`.
    case passed
    /// The source's `help` was announced.
    case explained
    /// What was on top closes.
    case closed
    /// There is nothing to move to, to activate or to explain.
    case none
}

/// The subject of an announcement.
public enum AnnouncementKind: String, CaseIterable, Codable, Hashable, Sendable {
    /// A source has the ring.
    case focused
    /// A popover, a panel or a view has opened.
    case opened
    /// A popover has closed.
    case closed
    /// An alert is presented.
    case warned
    /// People chose something in a popover.
    case chosen
    /// What a source does.
    case help
}

/// Whether an announcement interrupts speech, with the names of ARIA.
public enum Urgency: String, CaseIterable, Codable, Hashable, Sendable {
    /// It waits until the speech before it ends.
    case polite
    /// It interrupts.
    case assertive
}

/// A side of the source, on which a popover sits.
public enum Side: String, CaseIterable, Codable, Hashable, Sendable {
    /// Above it.
    case top
    /// Below it.
    case bottom
    /// Left of it.
    case left
    /// Right of it.
    case right
}

/// A side of the source on which a popover may sit, also by the display's writing direction.
public enum PreferredSide: String, CaseIterable, Codable, Hashable, Sendable {
    /// Above it.
    case top
    /// Below it.
    case bottom
    /// Left of it.
    case left
    /// Right of it.
    case right
    /// Where a line begins: left, or right if the display's `direction` is `rtl`.
    case start
    /// Where a line ends.
    case end
}

/// How a popover is aligned with its source, along the edge that it sits on.
public enum Alignment: String, CaseIterable, Codable, Hashable, Sendable {
    /// Above and below the source where a line begins, beside it at the top.
    case start
    /// At the source's center.
    case center
    /// Above and below the source where a line ends, beside it at the bottom.
    case end
}

/// The bounds of a popover.
public enum Bounds: String, CaseIterable, Codable, Hashable, Sendable {
    /// The display.
    case display
    /// Its surface, or that of its source, if its minimum fits there; without a surface the
    /// display.
    case surface
}

/// The direction of reading.
public enum WritingDirection: String, CaseIterable, Codable, Hashable, Sendable {
    /// From left to right.
    case ltr
    /// From right to left.
    case rtl
}

extension Button {
    /// The meaning of a button.
    public enum Role: String, CaseIterable, Codable, Hashable, Sendable {
        /// What people usually want.
        case `default`
        /// Nothing happens.
        case cancel
        /// Something is lost.
        case destructive
    }
}

/// How urgent it is, least first.
public enum Severity: String, CaseIterable, Codable, Hashable, Sendable {
    /// People may know it.
    case info
    /// People should know it.
    case warning
    /// People must know it.
    case critical
}

/// How the owner closed a popover.
public enum CloseOutcome: String, CaseIterable, Codable, Hashable, Sendable {
    /// Its draft is consumed.
    case done
    /// Its draft is discarded.
    case cancel
    /// Its draft stays as it is.
    case keep
}

extension ViewRequest {
    /// The kind of a view.
    public enum Kind: String, CaseIterable, Codable, Hashable, Sendable {
        /// A modal view.
        case modal
        /// A sheet.
        case sheet
    }
}

extension AlertRequest {
    /// The client that shows an alert.
    public enum Renderer: String, CaseIterable, Codable, Hashable, Sendable {
        /// The client that raised it.
        case `self`
        /// The oldest client with the role `shell`.
        case shell
    }
}

extension PointerReport {
    /// A step of a finger or a mouse.
    public enum Phase: String, CaseIterable, Codable, Hashable, Sendable {
        /// It touches, or its button is pressed.
        case down
        /// It moves while down.
        case move
        /// It leaves, or its button is released.
        case up
        /// It became something else.
        case cancel
        /// Its wheel turns, or fingers scroll on a touchpad; it stands alone and makes no tap.
        case wheel
    }
}

extension PointerReport {
    /// The kind of a pointer.
    public enum Kind: String, CaseIterable, Codable, Hashable, Sendable {
        /// A finger.
        case touch
        /// A mouse.
        case mouse
        /// A pen.
        case pen
    }
}

extension PointerReport {
    /// The button of a mouse; only the primary one taps.
    public enum Button: String, CaseIterable, Codable, Hashable, Sendable {
        /// Usually the left one.
        case primary
        /// Usually the right one.
        case secondary
        /// The one between.
        case middle
    }
}

extension DisplaySpecification {
    /// The kind of device that a display belongs to.
    public enum Idiom: String, CaseIterable, Codable, Hashable, Sendable {
        /// A public screen.
        case kiosk
        /// A desk.
        case desktop
        /// Two hands.
        case tablet
        /// One hand: popovers are sheets (G21).
        case phone
        /// A room: there are no popovers (G25).
        case tv
        /// A wrist: there are no popovers (G25).
        case watch
    }
}

extension DisplaySpecification {
    /// Which opens a display grants.
    public enum Opens: String, CaseIterable, Codable, Hashable, Sendable {
        /// Any; one that no [gesture](#gestures) asked for gets advice `F8`.
        case free
        /// Those that a gesture of their app asked for; others are refused `unasked`.
        case asked
    }
}

extension Appearance {
    /// How much text stands out.
    public enum Contrast: String, CaseIterable, Codable, Hashable, Sendable {
        /// As designed.
        case normal
        /// More, for people who need it.
        case high
    }
}

extension Appearance {
    /// The background of a popover (G28).
    public enum Material: String, CaseIterable, Codable, Hashable, Sendable {
        /// What is behind shows through, blurred.
        case translucent
        /// Nothing shows through.
        case opaque
    }
}

extension Animation {
    /// How an animation speeds up and slows down, with the names of CSS.
    public enum Easing: String, CaseIterable, Codable, Hashable, Sendable {
        /// Fast, then slower: something appears.
        case easeOut = "ease-out"
        /// Slow at both ends: something moves.
        case easeInOut = "ease-in-out"
        /// Slow, then faster: something disappears.
        case easeIn = "ease-in"
    }
}

/// The levels of programs in Swift (swift-log), least severe first.
public enum LogLevel: String, CaseIterable, Codable, Hashable, Sendable {
    /// Every step.
    case trace
    /// What a developer looks for.
    case debug
    /// What happens.
    case info
    /// What matters.
    case notice
    /// What may be wrong.
    case warning
    /// What is wrong.
    case error
    /// What ends the daemon.
    case critical
}

/// The fate of the draft when a popover closes.
public enum Disposition: String, CaseIterable, Codable, Hashable, Sendable {
    /// It is stored.
    case save
    /// It is erased.
    case discard
}

/// The state of the draft after a close.
public enum DraftOutcome: String, CaseIterable, Codable, Hashable, Sendable {
    /// The draft in the answer is on disk.
    case saved
    /// Nothing newer is on disk; an earlier draft remains.
    case kept
    /// A stored draft was erased.
    case discarded
    /// There is none now.
    case none
}

/// The verdict on a tap or a key.
public enum TapVerdict: String, CaseIterable, Codable, Hashable, Sendable {
    /// In the popover or the presented alert.
    case inside
    /// This tap closes a popover (this key: an alert, too).
    case dismissed
    /// Kept from every client, nothing closes.
    case swallowed
    /// Reaches the window below, nothing closes.
    case passed
    /// Nothing was visible.
    case idle
    /// A [swipe](#swipes) from an edge, which activates a source.
    case swiped
    /// Not a tap.
    case none
}

extension Decision {
    /// The subject of a decision.
    public enum Subject: String, CaseIterable, Codable, Hashable, Sendable {
        /// Whether a popover may open.
        case open
        /// The effect of a tap.
        case tap
        /// The effect of a key.
        case key
        /// Whether a choice closes.
        case choice
        /// Whether it may become a panel.
        case detach
        /// That a popover is asked to close, or has closed.
        case close
        /// When an alert is presented.
        case alert
        /// The effect of an idle display.
        case idle
    }
}

extension VerdictRecord {
    /// Why a fallback counts instead of a plugin's own answer.
    public enum Fallback: String, CaseIterable, Codable, Hashable, Sendable {
        /// Its deadline has passed: its fallback counts.
        case late
        /// It could not be asked, or its answer made no sense: its fallback counts.
        case failed
        /// Its answer does not fit the question: its fallback counts.
        case unfit
    }
}

extension PluginState {
    /// The kind of a plugin.
    public enum Kind: String, CaseIterable, Codable, Hashable, Sendable {
        /// It provides behaviors.
        case behaviors
        /// It is asked about all popovers and alerts, or gets events; it may provide behaviors too.
        case policy
    }
}

extension PluginState {
    /// Where a plugin runs.
    public enum Tier: String, CaseIterable, Codable, Hashable, Sendable {
        /// A library in the daemon.
        case native
        /// A process beside it.
        case program
    }
}

extension PluginState {
    /// Whether a plugin answers.
    public enum State: String, CaseIterable, Codable, Hashable, Sendable {
        /// It answers; a `message` means that an update has failed, and the old version keeps running.
        case loaded
        /// It could not be loaded; `message` says why.
        case failed
        /// An administrator has unloaded it, or its file is gone.
        case unloaded
        /// A program that has not sent its manifest yet.
        case starting
        /// It failed too often and is not asked for a while; `message` says how. Its fallbacks count.
        case suspended
        /// The daemon died in its calls; it is not loaded until `plugin.clear`.
        case quarantined
    }
}

extension PluginService {
    /// Whether a plugin provides its service: shields a screen, serves pages, publishes events.
    public enum State: String, CaseIterable, Codable, Hashable, Sendable {
        /// Not yet, or no longer: it tries to reach what it needs.
        case connecting
        /// It provides its service.
        case serving
        /// It does not, until an administrator changes something; `message` says what.
        case failed
    }
}

extension ConfigurationChange {
    /// When a changed option takes effect.
    public enum Effect: String, CaseIterable, Codable, Hashable, Sendable {
        /// At once.
        case now
        /// At the next start.
        case atStart = "at-start"
    }
}
