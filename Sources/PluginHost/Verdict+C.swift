// SPDX-License-Identifier: MIT

import CPopoverPlugin
import PopoverModel

extension Verdict {
    /// Reads what a plugin wrote; whatever the header does not allow is an error.
    init(
        reading raw: popover_verdict, answering question: Question
    ) throws(MalformedTable) {
        switch raw.kind {
        case POPOVER_VERDICT_ABSTAIN:
            self = .abstain
        case POPOVER_VERDICT_ADMIT:
            self = .admit(
                sides: try readSides(raw.sides, of: "the verdict"),
                widthRange: try readWidths(
                    raw.minimum_width, raw.maximum_width, of: "the verdict"))
        case POPOVER_VERDICT_REFUSE:
            let reason = try Self.reason(raw.reason)
            self = .refuse(reason: reason, message: try Self.message(raw) ?? reason.message)
        case POPOVER_VERDICT_CLOSE:
            self = .close(try readDisposition(raw.disposition, of: "the verdict"))
        case POPOVER_VERDICT_STAY:
            self = .stay
        case POPOVER_VERDICT_DETACH:
            self = .detach(allowed: true)
        case POPOVER_VERDICT_KEEP:
            self = .detach(allowed: false)
        default:
            throw MalformedTable("its kind is unknown, \(raw.kind)")
        }
        guard answers(question.hook) else {
            throw MalformedTable("a verdict of kind \(raw.kind) does not answer this question")
        }
    }

    private static func reason(_ number: UInt32) throws(MalformedTable) -> RefusalReason {
        switch number {
        case POPOVER_REASON_POLICY: .policy
        case POPOVER_REASON_NOT_FOR_WARNINGS: .notForWarnings
        default: throw MalformedTable("its reason is unknown, \(number)")
        }
    }

    /// Nil where the plugin gave none.
    private static func message(_ raw: popover_verdict) throws(MalformedTable) -> String? {
        let length = Int(raw.message_length)
        if length == 0 { return nil }
        guard length <= Int(POPOVER_MESSAGE_CAPACITY) else {
            throw MalformedTable("its message has \(length) bytes")
        }
        let text = unsafe withUnsafeBytes(of: raw.message) { bytes in
            unsafe String(validating: bytes[..<length], as: UTF8.self)
        }
        guard let text else { throw MalformedTable("its message is not UTF-8") }
        return text
    }
}
