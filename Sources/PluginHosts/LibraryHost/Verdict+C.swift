// SPDX-License-Identifier: MIT

import CPopoverPlugin
import PopoverModel

extension Verdict {
    /// Reads what a plugin wrote; whatever the header does not allow is an error.
    init(
        reading raw: UnsafePointer<popover_verdict>, answering hook: Hook
    ) throws(MalformedTable) {
        let kind = unsafe raw.pointee.kind
        self = unsafe try Self.read(raw, kind: kind, answering: hook)
        guard answers(hook) else {
            throw MalformedTable("a verdict of kind \(kind) does not answer this question")
        }
    }

    private static func read(
        _ raw: UnsafePointer<popover_verdict>, kind: UInt32, answering hook: Hook
    ) throws(MalformedTable) -> Verdict {
        switch kind {
        case POPOVER_VERDICT_ADMIT: return unsafe try readAdmission(raw)
        case POPOVER_VERDICT_REFUSE:
            let reason = try reason(unsafe raw.pointee.reason)
            let message = unsafe try text(raw, \.message, length: \.message_length, "message")
            return .refuse(reason: reason, message: message ?? reason.message)
        case POPOVER_VERDICT_CLOSE where hook == .idle:
            return .idle(.close)
        case POPOVER_VERDICT_CLOSE:
            return .close(
                try readDisposition(unsafe raw.pointee.disposition, of: "the verdict"))
        case POPOVER_VERDICT_STAY: return .stay
        case POPOVER_VERDICT_DETACH: return .detach(allowed: true)
        case POPOVER_VERDICT_KEEP: return .detach(allowed: false)
        case POPOVER_VERDICT_REPLACE:
            let name = unsafe try text(raw, \.behavior, length: \.behavior_length, "behaviour")
            guard let name, isName(name) else {
                throw MalformedTable("it names no behaviour")
            }
            return .replace(behavior: name)
        case POPOVER_VERDICT_PRESENT:
            let rank = unsafe Int(raw.pointee.rank)
            guard Verdict.ranks.contains(rank) else {
                throw MalformedTable("its rank is \(rank)")
            }
            return .present(rank: rank)
        case POPOVER_VERDICT_HOLD:
            let milliseconds = unsafe raw.pointee.hold_ms
            guard (1...Verdict.longestHold.milliseconds).contains(milliseconds) else {
                throw MalformedTable("its hold_ms is \(milliseconds)")
            }
            return .hold(.milliseconds(milliseconds))
        case POPOVER_VERDICT_WARN: return .warn(unsafe try warning(raw))
        case POPOVER_VERDICT_END_SESSION: return .idle(.endSession)
        default: throw MalformedTable("its kind is unknown, \(kind)")
        }
    }

    private static func readAdmission(
        _ raw: UnsafePointer<popover_verdict>
    ) throws(MalformedTable) -> Verdict {
        .admit(
            sides: unsafe try readSides(raw.pointee.sides, of: "the verdict"),
            widthRange: unsafe try readWidths(
                raw.pointee.minimum_width, raw.pointee.maximum_width, of: "the verdict"))
    }

    private static func warning(
        _ raw: UnsafePointer<popover_verdict>
    ) throws(MalformedTable) -> IdleWarning {
        guard let title = unsafe try text(raw, \.title, length: \.title_length, "title"),
            let button = unsafe try text(raw, \.button, length: \.button_length, "button")
        else { throw MalformedTable("it warns without a title or a button") }
        let milliseconds = unsafe raw.pointee.timeout_ms
        let shortest = IdleWarning.shortestTimeout.milliseconds
        guard (shortest...IdleWarning.longestTimeout.milliseconds).contains(milliseconds) else {
            throw MalformedTable("its timeout_ms is \(milliseconds)")
        }
        let then: IdleAction
        switch unsafe raw.pointee.then {
        case POPOVER_THEN_CLOSE: then = .close
        case POPOVER_THEN_END_SESSION: then = .endSession
        default: throw MalformedTable("what it wants then is unknown, \(unsafe raw.pointee.then)")
        }
        return IdleWarning(
            title: title,
            message: unsafe try text(raw, \.message, length: \.message_length, "message"),
            button: button, timeout: .milliseconds(milliseconds), then: then)
    }

    private static func reason(_ number: UInt32) throws(MalformedTable) -> RefusalReason {
        switch number {
        case POPOVER_REASON_POLICY: .policy
        case POPOVER_REASON_NOT_FOR_WARNINGS: .notForWarnings
        default: throw MalformedTable("its reason is unknown, \(number)")
        }
    }

    /// Nil where the plugin gave none.
    private static func text<Buffer>(
        _ raw: UnsafePointer<popover_verdict>, _ buffer: KeyPath<popover_verdict, Buffer>,
        length: KeyPath<popover_verdict, UInt32>, _ what: String
    ) throws(MalformedTable) -> String? {
        let length = unsafe Int(raw.pointee[keyPath: length])
        if length == 0 { return nil }
        guard length <= MemoryLayout<Buffer>.size,
            let place = MemoryLayout<popover_verdict>.offset(of: buffer)
        else { throw MalformedTable("its \(what) has \(length) bytes") }
        let bytes = unsafe UnsafeRawBufferPointer(
            start: UnsafeRawPointer(raw) + place, count: length)
        guard let text = unsafe String(validating: bytes, as: UTF8.self) else {
            throw MalformedTable("its \(what) is not UTF-8")
        }
        return text
    }
}

extension UnsafeMutablePointer<popover_verdict> {
    /// Whether it gives neither sides nor widths, as most that admit.
    @inline(__always)
    var isPlainAdmission: Bool {
        let sides = unsafe pointee.sides
        let widths = unsafe (pointee.minimum_width, pointee.maximum_width)
        return sides.0 | sides.1 | sides.2 | sides.3 == 0 && widths == (0, 0)
    }
}
