// SPDX-License-Identifier: MIT

import CPopoverPlugin

/// An answer. One that does not fit the question counts as `abstain`.
public enum Verdict: Hashable, Sendable {
    /// The standing answer holds.
    case abstain
    /// Open: it may, with these in place of the standing ones where they are given.
    case admit(sides: [Side] = [], widthRange: ClosedRange<Double>? = nil)
    /// Open: it may not. One sentence for people who write clients, cut off after 256 bytes.
    case refuse(Reason = .policy, message: String)
    /// Open: it may, as this behaviour instead.
    case replace(behavior: String)
    /// Choice, tap: it closes; nil: the usual disposition. Disposition: with this one, not nil. Idle:
    /// what is there closes and is saved.
    case close(Disposition? = nil)
    /// Choice, tap: it stays open.
    case stay
    case detach(allowed: Bool)
    /// Alert: it is presented when its turn comes; of equal severity the lowest rank first, -1000 to
    /// 1000.
    case present(rank: Int32 = 0)
    /// Alert: not now; asked again after so many milliseconds, 1 to 60000.
    case hold(milliseconds: Int64)
    /// Idle: people are warned first.
    case warn(IdleWarning)
    /// Idle: the session ends there, and its work is erased.
    case endSession

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
            raw.message_length = copy(message, to: &raw.message)
        case .replace(let behavior):
            raw.kind = POPOVER_VERDICT_REPLACE
            raw.behavior_length = copy(behavior, to: &raw.behavior)
        case .close(let disposition):
            raw.kind = POPOVER_VERDICT_CLOSE
            raw.disposition = disposition?.raw ?? POPOVER_DISPOSITION_DEFAULT
        case .stay:
            raw.kind = POPOVER_VERDICT_STAY
        case .detach(let allowed):
            raw.kind = allowed ? POPOVER_VERDICT_DETACH : POPOVER_VERDICT_KEEP
        case .present(let rank):
            raw.kind = POPOVER_VERDICT_PRESENT
            raw.rank = rank
        case .hold(let milliseconds):
            raw.kind = POPOVER_VERDICT_HOLD
            raw.hold_ms = milliseconds
        case .warn(let warning):
            raw.kind = POPOVER_VERDICT_WARN
            raw.title_length = copy(warning.title, to: &raw.title)
            raw.message_length = copy(warning.message ?? "", to: &raw.message)
            raw.button_length = copy(warning.button, to: &raw.button)
            raw.timeout_ms = warning.timeout
            raw.then = warning.endsSession ? POPOVER_THEN_END_SESSION : POPOVER_THEN_CLOSE
        case .endSession:
            raw.kind = POPOVER_VERDICT_END_SESSION
        }
    }
}

/// An alert that asks whether anybody is there. Any touch or key takes it back.
public struct IdleWarning: Hashable, Sendable {
    /// At most 256 bytes, as the message; the button's at most 64. What is more is cut off.
    public var title: String
    public var message: String?
    public var button: String
    /// From the warning to what follows, in milliseconds, 1000 to 600000.
    public var timeout: Int64
    /// The session ends then; otherwise what is there closes and is saved.
    public var endsSession: Bool

    public init(
        title: String, message: String? = nil, button: String, timeout: Int64, endsSession: Bool
    ) {
        self.title = title
        self.message = message
        self.button = button
        self.timeout = timeout
        self.endsSession = endsSession
    }
}

/// Copies as much of the text as there is room for, cut between characters.
///
/// - Returns: how many bytes that were.
private func copy<Buffer>(_ text: String, to buffer: inout Buffer) -> UInt32 {
    let capacity = MemoryLayout<Buffer>.size
    var end = text.startIndex
    while end < text.endIndex {
        let next = text.index(after: end)
        if text[..<next].utf8.count > capacity { break }
        end = next
    }
    let bytes = Array(text[..<end].utf8)
    unsafe withUnsafeMutableBytes(of: &buffer) { place in
        unsafe place.copyBytes(from: bytes)
    }
    return UInt32(bytes.count)
}
