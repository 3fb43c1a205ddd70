// SPDX-License-Identifier: MIT

import CPopoverPlugin

/// A side of the source on which a popover may sit; absolute, never mirrored.
public enum Side: Hashable, Sendable {
    case top
    case bottom
    case left
    case right

    var raw: UInt32 {
        switch self {
        case .top: POPOVER_SIDE_TOP
        case .bottom: POPOVER_SIDE_BOTTOM
        case .left: POPOVER_SIDE_LEFT
        case .right: POPOVER_SIDE_RIGHT
        }
    }
}

/// What becomes of unfinished work when a popover closes.
public enum Disposition: Hashable, Sendable {
    case save
    case discard

    var raw: UInt32 {
        switch self {
        case .save: POPOVER_DISPOSITION_SAVE
        case .discard: POPOVER_DISPOSITION_DISCARD
        }
    }
}

/// What a behaviour becomes where there is no room for popovers.
public enum CompactAdaptation: Hashable, Sendable {
    case sheet
    case refuse

    var raw: UInt32 {
        switch self {
        case .sheet: POPOVER_COMPACT_SHEET
        case .refuse: POPOVER_COMPACT_REFUSE
        }
    }
}

/// The questions that a behaviour wants to be asked.
public struct Questions: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    public static let open = Questions(rawValue: POPOVER_ASKS_OPEN)
    public static let choice = Questions(rawValue: POPOVER_ASKS_CHOICE)
    public static let outsideTap = Questions(rawValue: POPOVER_ASKS_OUTSIDE_TAP)
    public static let detach = Questions(rawValue: POPOVER_ASKS_DETACH)
}

/// A question to a behaviour, with the facts to judge it by.
public struct Question: Hashable, Sendable {
    public let kind: Kind
    /// The behaviour that is asked.
    public let behavior: String
    /// The client's application.
    public let app: String
    public let display: String
    /// Names the work to preserve; nil where the client gave none.
    public let key: String?
    public let title: String?
    public let isModal: Bool

    public enum Kind: Hashable, Sendable {
        /// May it open? All sizes in points.
        case open(
            displayWidth: Double, displayHeight: Double, isCompact: Bool, width: Double,
            height: Double)
        /// Does this choice close it? The choice is the client's, compact JSON.
        case choice(popover: String, choice: String)
        /// Does this tap, or key, outside close it?
        case outsideTap(popover: String, isKey: Bool)
        /// May it become a panel?
        case detach(popover: String)
    }

    /// Nil for a kind that only later versions know.
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
        default:
            return nil
        }
        behavior = unsafe text(raw.behavior) ?? ""
        app = unsafe text(raw.app) ?? ""
        display = unsafe text(raw.display) ?? ""
        key = unsafe text(raw.key)
        title = unsafe text(raw.title)
        isModal = unsafe raw.flags & POPOVER_FACT_MODAL != 0
    }
}

/// An answer. One that does not fit the question counts as `abstain`.
public enum Verdict: Hashable, Sendable {
    /// The standing answer holds.
    case abstain
    /// Open: it may, with these in place of the standing ones where they are given.
    case admit(sides: [Side] = [], widthRange: ClosedRange<Double>? = nil)
    /// Open: it may not. One sentence for people who write clients, cut off after 256 bytes.
    case refuse(Reason = .policy, message: String)
    /// Choice, tap: it closes; nil: the usual disposition.
    case close(Disposition? = nil)
    /// Choice, tap: it stays open.
    case stay
    case detach(allowed: Bool)

    public enum Reason: Hashable, Sendable {
        case policy
        case notForWarnings

        var raw: UInt32 {
            switch self {
            case .policy: POPOVER_REASON_POLICY
            case .notForWarnings: POPOVER_REASON_NOT_FOR_WARNINGS
            }
        }
    }

    /// Writes itself into the daemon's zeroed struct.
    func write(to raw: inout popover_verdict) {
        switch self {
        case .abstain:
            raw.kind = POPOVER_VERDICT_ABSTAIN
        case .admit(let sides, let widthRange):
            raw.kind = POPOVER_VERDICT_ADMIT
            raw.sides = rawSides(sides)
            raw.minimum_width = widthRange?.lowerBound ?? 0
            raw.maximum_width = widthRange?.upperBound ?? 0
        case .refuse(let reason, let message):
            raw.kind = POPOVER_VERDICT_REFUSE
            raw.reason = reason.raw
            Self.write(message, to: &raw)
        case .close(let disposition):
            raw.kind = POPOVER_VERDICT_CLOSE
            raw.disposition = disposition?.raw ?? POPOVER_DISPOSITION_DEFAULT
        case .stay:
            raw.kind = POPOVER_VERDICT_STAY
        case .detach(let allowed):
            raw.kind = allowed ? POPOVER_VERDICT_DETACH : POPOVER_VERDICT_KEEP
        }
    }

    private static func write(_ message: String, to raw: inout popover_verdict) {
        var end = message.startIndex
        // Cut between characters, never within one.
        while end < message.endIndex {
            let next = message.index(after: end)
            if message[..<next].utf8.count > Int(POPOVER_MESSAGE_CAPACITY) { break }
            end = next
        }
        let bytes = Array(message[..<end].utf8)
        raw.message_length = UInt32(bytes.count)
        unsafe withUnsafeMutableBytes(of: &raw.message) { buffer in
            unsafe buffer.copyBytes(from: bytes)
        }
    }
}

/// Nil where there is no such string.
func text(_ raw: popover_string) -> String? {
    guard let bytes = unsafe raw.bytes else { return nil }
    let buffer = unsafe UnsafeRawBufferPointer(start: bytes, count: Int(raw.length))
    return unsafe String(decoding: buffer, as: UTF8.self)
}

/// Filled up with NONE; more than there are sides are cut off.
func rawSides(_ sides: [Side]) -> (UInt32, UInt32, UInt32, UInt32) {
    let numbers = sides.map(\.raw) + Array(repeating: POPOVER_SIDE_NONE, count: 4)
    return (numbers[0], numbers[1], numbers[2], numbers[3])
}
