// SPDX-License-Identifier: MIT

import CPopoverPlugin
import PopoverModel

extension Verdict {
    /// Reads what a plugin wrote. Everything that the header does not allow at this hook is an error.
    init(
        reading raw: UnsafePointer<popover_verdict>, answering hook: Hook
    ) throws(MalformedTable) {
        let kind = unsafe raw.pointee.kind
        switch (hook, kind) {
        case (.open, POPOVER_VERDICT_ADMIT): self = .open(unsafe try Self.admission(raw))
        case (.open, POPOVER_VERDICT_REFUSE):
            let reason = try Self.reason(unsafe raw.pointee.reason)
            let message = unsafe try Self.text(raw, \.message, length: \.message_length, "message")
            self = .open(.refuse(reason: reason, message: message ?? reason.message))
        case (.open, POPOVER_VERDICT_REPLACE):
            let name = unsafe try Self.text(raw, \.behavior, length: \.behavior_length, "behavior")
            guard let name, isName(name) else {
                let name = name ?? ""
                throw MalformedTable("its behavior \"\(name)\" is not a name (a-z, 0-9 and -)")
            }
            self = .open(.replace(behavior: name))
        case (.choice, POPOVER_VERDICT_CLOSE):
            self = .choice(.close(unsafe try Self.disposition(raw)))
        case (.choice, POPOVER_VERDICT_STAY): self = .choice(.stay)
        case (.outsideTap, POPOVER_VERDICT_CLOSE):
            self = .outsideTap(.close(unsafe try Self.disposition(raw)))
        case (.outsideTap, POPOVER_VERDICT_STAY): self = .outsideTap(.stay)
        case (.detach, POPOVER_VERDICT_DETACH): self = .detach(allowed: true)
        case (.detach, POPOVER_VERDICT_KEEP): self = .detach(allowed: false)
        case (.disposition, POPOVER_VERDICT_CLOSE):
            guard let disposition = unsafe try Self.disposition(raw) else {
                throw MalformedTable("its disposition is missing")
            }
            self = .disposition(disposition)
        case (.alert, POPOVER_VERDICT_PRESENT):
            let rank = unsafe Int(raw.pointee.rank)
            try Self.check(rank, in: AlertVerdict.ranks, "rank")
            self = .alert(.present(rank: rank))
        case (.alert, POPOVER_VERDICT_HOLD):
            let milliseconds = unsafe raw.pointee.hold_ms
            try Self.check(milliseconds, in: 1...AlertVerdict.longestHold.milliseconds, "hold_ms")
            self = .alert(.hold(.milliseconds(milliseconds)))
        case (.idle, POPOVER_VERDICT_WARN): self = .idle(.warn(unsafe try Self.warning(raw)))
        case (.idle, POPOVER_VERDICT_CLOSE): self = .idle(.act(.close))
        case (.idle, POPOVER_VERDICT_END_SESSION): self = .idle(.act(.endSession))
        default: throw MalformedTable("a verdict of kind \(kind) does not answer \(hook.rawValue)")
        }
    }

    private static func check<Number: BinaryInteger>(
        _ number: Number, in range: ClosedRange<Number>, _ member: String
    ) throws(MalformedTable) {
        guard range.contains(number) else {
            throw MalformedTable(
                "its \(member) \(number) is not in \(range.lowerBound) to \(range.upperBound)")
        }
    }

    private static func disposition(
        _ raw: UnsafePointer<popover_verdict>
    ) throws(MalformedTable) -> Disposition? {
        try readDisposition(unsafe raw.pointee.disposition, of: "its verdict")
    }

    private static func admission(
        _ raw: UnsafePointer<popover_verdict>
    ) throws(MalformedTable) -> OpenVerdict {
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
        else { throw MalformedTable("its warning needs a title and a button") }
        let milliseconds = unsafe raw.pointee.timeout_ms
        let shortest = IdleWarning.shortestTimeout.milliseconds
        let longest = IdleWarning.longestTimeout.milliseconds
        try check(milliseconds, in: shortest...longest, "timeout_ms")
        let then: IdleAction
        switch unsafe raw.pointee.then {
        case POPOVER_THEN_CLOSE: then = .close
        case POPOVER_THEN_END_SESSION: then = .endSession
        case let other: throw MalformedTable("its then is unknown: \(other)")
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
        default: throw MalformedTable("its reason is unknown: \(number)")
        }
    }

    /// Nil where the plugin gave none. Without a length it ends at its first zero byte, as texts in C do.
    private static func text<Buffer>(
        _ raw: UnsafePointer<popover_verdict>, _ buffer: KeyPath<popover_verdict, Buffer>,
        length: KeyPath<popover_verdict, UInt32>, _ what: String
    ) throws(MalformedTable) -> String? {
        let given = unsafe Int(raw.pointee[keyPath: length])
        let capacity = MemoryLayout<Buffer>.size
        guard given <= capacity, let place = MemoryLayout<popover_verdict>.offset(of: buffer) else {
            throw MalformedTable("its \(what) has \(given) bytes (at most \(capacity))")
        }
        let room = unsafe UnsafeRawBufferPointer(
            start: UnsafeRawPointer(raw) + place, count: capacity)
        let bytes = unsafe given > 0 ? room.prefix(given) : room.prefix { $0 != 0 }
        if unsafe bytes.isEmpty { return nil }
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
