// SPDX-License-Identifier: MIT

import CPopoverPlugin
import Glibc
import PopoverModel

/// The paper that questions are written on and answers are read from, used again and again, so that
/// asking allocates nothing.
@safe
final class QuestionPaper {
    let verdict: UnsafeMutablePointer<popover_verdict>
    private let question: UnsafeMutablePointer<popover_question>
    /// The question's strings, one after the other, with a NUL after each so that an empty one too
    /// has an address.
    private var text: UnsafeMutablePointer<CChar>
    private var capacity = 4096
    // A letter is a `Character`, which is too dear to be taken apart for each question.
    private let popoverLetter = CChar(bitPattern: PopoverID.letter.utf8.first ?? 0)
    private let alertLetter = CChar(bitPattern: AlertID.letter.utf8.first ?? 0)

    init() {
        unsafe verdict = .allocate(capacity: 1)
        unsafe question = .allocate(capacity: 1)
        unsafe text = .allocate(capacity: capacity)
        unsafe verdict.initialize(to: popover_verdict())
        unsafe question.initialize(to: popover_question())
    }

    deinit {
        unsafe verdict.deallocate()
        unsafe question.deallocate()
        unsafe text.deallocate()
    }

    /// Gives the body the question as plugins see it, and an empty verdict; both last as long as
    /// the body runs.
    @inline(__always)
    func write(
        _ asked: Question, asPolicy: Bool,
        _ body: (UnsafePointer<popover_question>, UnsafeMutablePointer<popover_verdict>) -> Void
    ) {
        unsafe memset(verdict, 0, MemoryLayout<popover_verdict>.size)
        unsafe verdict.pointee.struct_size = UInt32(MemoryLayout<popover_verdict>.size)
        unsafe memset(question, 0, MemoryLayout<popover_question>.size)
        unsafe question.pointee.struct_size = UInt32(MemoryLayout<popover_question>.size)
        if asPolicy { unsafe question.pointee.flags = POPOVER_FACT_POLICY }
        switch asked {
        case .open(let facts): write(facts)
        case .choice(let facts, let choice):
            write(facts, kind: POPOVER_QUESTION_CHOICE)
            unsafe choice.bytes.withUnsafeBytes { bytes in
                unsafe question.pointee.choice = popover_string(
                    bytes: bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
                    length: UInt64(bytes.count))
                unsafe body(question, verdict)
            }
            return
        case .outsideTap(let facts, let isKey):
            write(facts, kind: POPOVER_QUESTION_OUTSIDE_TAP)
            if isKey { unsafe question.pointee.flags |= POPOVER_FACT_KEY }
        case .detach(let facts): write(facts, kind: POPOVER_QUESTION_DETACH)
        case .disposition(let facts, let reason, let standing):
            write(facts, kind: POPOVER_QUESTION_DISPOSITION)
            unsafe question.pointee.reason = reason.raw
            unsafe question.pointee.standing = standing.raw
        case .alert(let facts): write(facts)
        case .idle(let facts): write(facts)
        }
        unsafe body(question, verdict)
    }

    // Inlined: the facts are large, and handing them over would copy them once more.
    @inline(__always)
    private func write(_ facts: Question.OpenFacts) {
        unsafe question.pointee.kind = POPOVER_QUESTION_OPEN
        if facts.isModal { unsafe question.pointee.flags |= POPOVER_FACT_MODAL }
        if facts.isCompact { unsafe question.pointee.flags |= POPOVER_FACT_COMPACT }
        unsafe question.pointee.display_width = facts.displaySize.width
        unsafe question.pointee.display_height = facts.displaySize.height
        unsafe question.pointee.width = facts.size.width
        unsafe question.pointee.height = facts.size.height
        var pen = unsafe makeRoom(
            facts.behavior, facts.app, facts.display, key: facts.key, title: facts.title)
        unsafe question.pointee.behavior = pen.put(facts.behavior)
        unsafe question.pointee.app = pen.put(facts.app)
        unsafe question.pointee.display = pen.put(facts.display)
        if let key = facts.key { unsafe question.pointee.key = pen.put(key) }
        if let title = facts.title { unsafe question.pointee.title = pen.put(title) }
    }

    @inline(__always)
    private func write(_ facts: Question.PopoverFacts, kind: UInt32) {
        unsafe question.pointee.kind = kind
        if facts.isModal { unsafe question.pointee.flags |= POPOVER_FACT_MODAL }
        var pen = unsafe makeRoom(
            facts.behavior, facts.app, facts.display, key: facts.key, title: facts.title)
        unsafe question.pointee.behavior = pen.put(facts.behavior)
        unsafe question.pointee.app = pen.put(facts.app)
        unsafe question.pointee.display = pen.put(facts.display)
        unsafe question.pointee.popover = pen.put(facts.popover.number, after: popoverLetter)
        if let key = facts.key { unsafe question.pointee.key = pen.put(key) }
        if let title = facts.title { unsafe question.pointee.title = pen.put(title) }
    }

    private func write(_ facts: Question.AlertFacts) {
        unsafe question.pointee.kind = POPOVER_QUESTION_ALERT
        var pen = unsafe makeRoom(facts.app, facts.display, "", key: facts.key, title: facts.title)
        unsafe question.pointee.app = pen.put(facts.app)
        unsafe question.pointee.display = pen.put(facts.display)
        unsafe question.pointee.alert = pen.put(facts.alert.number, after: alertLetter)
        if let key = facts.key { unsafe question.pointee.key = pen.put(key) }
        unsafe question.pointee.title = pen.put(facts.title)
        unsafe question.pointee.severity = facts.severity.raw
        unsafe question.pointee.held_ms = facts.held.milliseconds
    }

    private func write(_ facts: Question.IdleFacts) {
        unsafe question.pointee.kind = POPOVER_QUESTION_IDLE
        if facts.isOccupied { unsafe question.pointee.flags |= POPOVER_FACT_OCCUPIED }
        var pen = unsafe makeRoom(facts.display, "", "", key: nil, title: nil)
        unsafe question.pointee.display = pen.put(facts.display)
        unsafe question.pointee.idle_ms = facts.idle.milliseconds
    }

    /// A letter and at most 20 digits, with their NUL.
    fileprivate static let identifierRoom = 24

    /// Grows before anything is put, since strings that were put must not move.
    @inline(__always)
    private func makeRoom(
        _ first: String, _ second: String, _ third: String, key: String?, title: String?
    ) -> Pen {
        // 5: the NULs.
        let needed =
            first.utf8.count + second.utf8.count + third.utf8.count + (key?.utf8.count ?? 0)
            + (title?.utf8.count ?? 0) + 5 + Self.identifierRoom
        if needed > capacity { grow(to: needed * 2) }
        return unsafe Pen(place: text)
    }

    @inline(never)
    private func grow(to size: Int) {
        unsafe text.deallocate()
        capacity = size
        unsafe text = .allocate(capacity: size)
    }
}

/// Where the next string is put.
@unsafe
private struct Pen {
    var place: UnsafeMutablePointer<CChar>

    @inline(__always)
    mutating func put(_ string: String) -> popover_string {
        let start = unsafe place
        // All strings have it on Linux.
        let count =
            unsafe string.utf8.withContiguousStorageIfAvailable { bytes in
                if let first = bytes.baseAddress { unsafe memcpy(start, first, bytes.count) }
                return bytes.count
            } ?? 0
        unsafe start[count] = 0
        unsafe place = start + count + 1
        return unsafe popover_string(bytes: start, length: UInt64(count))
    }

    /// As `Identifier.description` has it, without making a string of it: from behind, so that its
    /// digits need not be counted before.
    @inline(__always)
    mutating func put(_ number: UInt64, after letter: CChar) -> popover_string {
        let end = unsafe place + QuestionPaper.identifierRoom - 1
        unsafe end.pointee = 0
        var start = unsafe end
        var rest = number
        repeat {
            unsafe start -= 1
            unsafe start.pointee = CChar(truncatingIfNeeded: rest % 10) + 48
            rest /= 10
        } while rest > 0
        unsafe start -= 1
        unsafe start.pointee = letter
        unsafe place = end + 1
        return unsafe popover_string(bytes: start, length: UInt64(end - start))
    }
}

extension CloseReason {
    fileprivate var raw: UInt32 {
        switch self {
        case .choice: POPOVER_CLOSE_CHOICE
        case .done: POPOVER_CLOSE_DONE
        case .cancel: POPOVER_CLOSE_CANCEL
        case .outsideTap: POPOVER_CLOSE_OUTSIDE_TAP
        case .sourceTap: POPOVER_CLOSE_SOURCE_TAP
        case .key: POPOVER_CLOSE_KEY
        case .replaced: POPOVER_CLOSE_REPLACED
        case .displayChanged: POPOVER_CLOSE_DISPLAY_CHANGED
        case .sourceGone: POPOVER_CLOSE_SOURCE_GONE
        case .detached: POPOVER_CLOSE_DETACHED
        case .viewPresented: POPOVER_CLOSE_VIEW_PRESENTED
        case .sessionEnded: POPOVER_CLOSE_SESSION_ENDED
        case .administrator: POPOVER_CLOSE_ADMINISTRATOR
        case .idle: POPOVER_CLOSE_IDLE
        case .clientGone: POPOVER_CLOSE_CLIENT_GONE
        case .shutdown: POPOVER_CLOSE_SHUTDOWN
        }
    }
}

extension Disposition {
    fileprivate var raw: UInt32 {
        switch self {
        case .save: POPOVER_DISPOSITION_SAVE
        case .discard: POPOVER_DISPOSITION_DISCARD
        }
    }
}

extension Severity {
    fileprivate var raw: UInt32 {
        switch self {
        case .info: POPOVER_SEVERITY_INFO
        case .warning: POPOVER_SEVERITY_WARNING
        case .critical: POPOVER_SEVERITY_CRITICAL
        }
    }
}
