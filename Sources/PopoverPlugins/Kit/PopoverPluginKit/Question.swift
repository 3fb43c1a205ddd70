// SPDX-License-Identifier: MIT

import CPopoverPlugin

/// A set of questions for a behavior or a policy.
public struct Questions: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    public static let open = Questions(rawValue: POPOVER_ASKS_OPEN)
    public static let choice = Questions(rawValue: POPOVER_ASKS_CHOICE)
    public static let outsideTap = Questions(rawValue: POPOVER_ASKS_OUTSIDE_TAP)
    public static let detach = Questions(rawValue: POPOVER_ASKS_DETACH)
    public static let disposition = Questions(rawValue: POPOVER_ASKS_DISPOSITION)
    /// Policies only.
    public static let alert = Questions(rawValue: POPOVER_ASKS_ALERT)
    /// Policies only, with `PolicyPlugin.idleAfter`.
    public static let idle = Questions(rawValue: POPOVER_ASKS_IDLE)
}

/// A question to a behavior or a policy, with its facts.
public struct Question: Hashable, Sendable {
    public let kind: Kind
    /// The popover's behavior; empty for `.alert` and `.idle`.
    public let behavior: String
    /// The app name of the client; empty for `.idle`.
    public let app: String
    public let display: String
    /// The key of the popover or alert; nil if the client gave none.
    public let key: String?
    public let title: String?
    /// The language in which people read at the display, a BCP 47 tag: of `.idle`, if it is known.
    public let language: String?
    public let isModal: Bool
    /// The plugin is asked as a policy, not as the provider of the behavior.
    public let isPolicy: Bool

    public enum Kind: Hashable, Sendable {
        /// May it open? All sizes in points.
        case open(
            displayWidth: Double, displayHeight: Double, isCompact: Bool, width: Double,
            height: Double)
        /// Does this choice close it? The client's choice is compact JSON.
        case choice(popover: String, choice: String)
        /// Does this tap, or key, outside close it?
        case outsideTap(popover: String, isKey: Bool)
        /// May it become a panel?
        case detach(popover: String)
        /// It closes: is its draft saved or discarded? The reason is nil if this version does not know
        /// it. `standing` applies if every plugin abstains.
        case disposition(popover: String, reason: CloseReason?, standing: Disposition)
        /// May it be presented now, and with which rank? `held`: milliseconds held so far.
        case alert(alert: String, severity: Severity, held: Int64)
        /// Nobody has touched the display for so many milliseconds: what now?
        case idle(milliseconds: Int64, isOccupied: Bool)
    }

    /// Nil for a kind of a later version.
    init?(_ raw: popover_question) {
        let popover = unsafe text(raw.popover) ?? ""
        switch unsafe raw.kind {
        case POPOVER_QUESTION_OPEN:
            kind = unsafe .open(
                displayWidth: raw.display_width, displayHeight: raw.display_height,
                isCompact: raw.flags & POPOVER_FACT_COMPACT != 0, width: raw.width,
                height: raw.height)
        case POPOVER_QUESTION_CHOICE:
            kind = .choice(popover: popover, choice: unsafe text(raw.choice) ?? "")
        case POPOVER_QUESTION_OUTSIDE_TAP:
            kind = .outsideTap(popover: popover, isKey: unsafe raw.flags & POPOVER_FACT_KEY != 0)
        case POPOVER_QUESTION_DETACH:
            kind = .detach(popover: popover)
        case POPOVER_QUESTION_DISPOSITION:
            let standing = unsafe raw.standing
            kind = unsafe .disposition(
                popover: popover, reason: CloseReason(rawValue: raw.reason),
                standing: standing == POPOVER_DISPOSITION_DISCARD ? .discard : .save)
        case POPOVER_QUESTION_ALERT:
            kind = unsafe .alert(
                alert: text(raw.alert) ?? "", severity: Severity(rawValue: raw.severity) ?? .info,
                held: raw.held_ms)
        case POPOVER_QUESTION_IDLE:
            kind = unsafe .idle(
                milliseconds: raw.idle_ms, isOccupied: raw.flags & POPOVER_FACT_OCCUPIED != 0)
        default:
            return nil
        }
        behavior = unsafe text(raw.behavior) ?? ""
        app = unsafe text(raw.app) ?? ""
        display = unsafe text(raw.display) ?? ""
        key = unsafe text(raw.key)
        title = unsafe text(raw.title)
        language = unsafe text(raw.language)
        isModal = unsafe raw.flags & POPOVER_FACT_MODAL != 0
        isPolicy = unsafe raw.flags & POPOVER_FACT_POLICY != 0
    }
}
