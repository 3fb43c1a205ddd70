// SPDX-License-Identifier: MIT

import CPopoverPlugin

/// An answer. One that does not answer the question counts as `abstain`.
public enum Verdict: Hashable, Sendable {
    /// No opinion. The default answer applies.
    case abstain
    /// Open: it may open. Sides and widths, where given, replace the behavior's own.
    case admit(sides: [Side] = [], widthRange: ClosedRange<Double>? = nil)
    /// Open: it may not open. `message` is one sentence for client developers, truncated to 256 bytes.
    case refuse(Reason = .policy, message: String)
    /// Open: it opens as this behavior instead.
    case replace(behavior: String)
    /// Choice, tap: it closes; nil keeps the default disposition. Disposition: must not be nil. Idle: the
    /// popover closes and its draft is saved.
    case close(Disposition? = nil)
    /// Choice, tap: it stays open.
    case stay
    case detach(allowed: Bool)
    /// Alert: it may be presented. Among alerts of the same severity the lowest rank comes first: -1000
    /// to 1000.
    case present(rank: Int32 = 0)
    /// Alert: not now. The daemon asks again after 1 to 60000 milliseconds.
    case hold(milliseconds: Int64)
    /// Idle: people are warned first.
    case warn(IdleWarning)
    /// Idle: the session on the display ends, and its drafts are erased.
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
    /// Title and message are truncated to 256 bytes, the button to 64.
    public var title: String
    public var message: String?
    public var button: String
    /// From the warning to its consequence, in milliseconds: 1000 to 600000.
    public var timeout: Int64
    /// Whether the session ends then; otherwise the popover closes and its draft is saved.
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

/// Copies the text, truncated between characters.
///
/// - Returns: the number of copied bytes.
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
