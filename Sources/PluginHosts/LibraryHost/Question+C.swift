// SPDX-License-Identifier: MIT

import CPopoverPlugin
import Glibc
import PopoverModel

/// A reused buffer for questions and answers, so that asking allocates nothing.
@safe
final class QuestionBuffer {
    let verdict: UnsafeMutablePointer<popover_verdict>
    private let question: UnsafeMutablePointer<popover_question>
    /// The question's strings in a row, each with a NUL, so that an empty one too has an address.
    private var text: UnsafeMutableBufferPointer<CChar>
    /// What was too small: the strings of a question that are there already must not move. Each is
    /// at most half of what came after it.
    private var outgrown: [UnsafeMutableBufferPointer<CChar>] = unsafe []
    // A letter is a `Character`, which is too dear to be taken apart for each question.
    private let popoverLetter = CChar(bitPattern: PopoverID.letter.utf8.first ?? 0)
    private let alertLetter = CChar(bitPattern: AlertID.letter.utf8.first ?? 0)

    init() {
        unsafe verdict = .allocate(capacity: 1)
        unsafe question = .allocate(capacity: 1)
        unsafe text = .allocate(capacity: 4096)
        unsafe verdict.initialize(to: popover_verdict())
        unsafe question.initialize(to: popover_question())
    }

    deinit {
        unsafe verdict.deallocate()
        unsafe question.deallocate()
        unsafe text.deallocate()
        unsafe outgrown.forEach { unsafe $0.deallocate() }
    }

    /// Gives the body the question as plugins see it and an empty verdict; both last while it runs.
    @inline(__always)
    func write(
        _ asked: Question, asPolicy: Bool,
        _ body: (UnsafePointer<popover_question>, UnsafeMutablePointer<popover_verdict>) -> Void
    ) {
        unsafe memset(verdict, 0, MemoryLayout<popover_verdict>.size)
        unsafe verdict.pointee.struct_size = UInt32(MemoryLayout<popover_verdict>.size)
        let role = asPolicy ? POPOVER_FACT_POLICY : 0
        switch asked {
        case .open: writeOpening(asked, flags: role)
        case .choice(let facts, let choice):
            write(facts, kind: POPOVER_QUESTION_CHOICE, flags: role)
            unsafe choice.bytes.withUnsafeBytes { bytes in
                unsafe question.pointee.choice = popover_string(
                    bytes: bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
                    length: UInt64(bytes.count))
                unsafe body(question, verdict)
            }
            return
        case .outsideTap(let facts, let isKey):
            let flags = isKey ? role | POPOVER_FACT_KEY : role
            write(facts, kind: POPOVER_QUESTION_OUTSIDE_TAP, flags: flags)
        case .detach(let facts): write(facts, kind: POPOVER_QUESTION_DETACH, flags: role)
        case .disposition(let facts, let reason, let standing):
            write(facts, kind: POPOVER_QUESTION_DISPOSITION, flags: role)
            unsafe question.pointee.reason = reason.raw
            unsafe question.pointee.standing = standing.raw
        case .alert(let facts): write(facts, flags: role)
        case .idle(let facts): write(facts, flags: role)
        }
        unsafe body(question, verdict)
    }

    // Every question writes every member, since a plugin may have written to them too: those that
    // its kind does not mention are set to zero, and none is written twice.

    @inline(never)
    private func writeOpening(_ asked: Question, flags: UInt32) {
        guard case .open(let facts) = asked else { return }
        // All are taken out at first, and in a function of its own: otherwise the compiler copies the
        // whole of the facts, which costs as much as the rest of this.
        let (behavior, app, display) = (facts.behavior, facts.app, facts.display)
        let (key, title) = (facts.key, facts.title)
        let (displaySize, size) = (facts.displaySize, facts.size)
        let (isModal, isCompact) = (facts.isModal, facts.isCompact)
        var flags = isModal ? flags | POPOVER_FACT_MODAL : flags
        if isCompact { flags |= POPOVER_FACT_COMPACT }
        begin(POPOVER_QUESTION_OPEN, flags)
        unsafe question.pointee.display_width = displaySize.width
        unsafe question.pointee.display_height = displaySize.height
        unsafe question.pointee.width = size.width
        unsafe question.pointee.height = size.height
        unsafe question.pointee.popover = popover_string()
        unsafe question.pointee.choice = popover_string()
        unsafe clear(from: \.reason)
        var writer = unsafe writer
        unsafe question.pointee.behavior = put(behavior, &writer)
        unsafe question.pointee.app = put(app, &writer)
        unsafe question.pointee.display = put(display, &writer)
        unsafe question.pointee.key = put(key, &writer)
        unsafe question.pointee.title = put(title, &writer)
    }

    @inline(__always)
    private func write(_ facts: Question.PopoverFacts, kind: UInt32, flags: UInt32) {
        begin(kind, facts.isModal ? flags | POPOVER_FACT_MODAL : flags)
        unsafe clear(from: \.choice)
        var writer = unsafe writer
        unsafe question.pointee.behavior = put(facts.behavior, &writer)
        unsafe question.pointee.app = put(facts.app, &writer)
        unsafe question.pointee.display = put(facts.display, &writer)
        unsafe question.pointee.popover = put(facts.popover.number, after: popoverLetter, &writer)
        unsafe question.pointee.key = put(facts.key, &writer)
        unsafe question.pointee.title = put(facts.title, &writer)
    }

    @inline(never)
    private func write(_ facts: Question.AlertFacts, flags: UInt32) {
        begin(POPOVER_QUESTION_ALERT, flags)
        unsafe clear(from: \.behavior)
        var writer = unsafe writer
        unsafe question.pointee.app = put(facts.app, &writer)
        unsafe question.pointee.display = put(facts.display, &writer)
        unsafe question.pointee.alert = put(facts.alert.number, after: alertLetter, &writer)
        unsafe question.pointee.key = put(facts.key, &writer)
        unsafe question.pointee.title = put(facts.title, &writer)
        unsafe question.pointee.severity = facts.severity.raw
        unsafe question.pointee.held_ms = facts.held.milliseconds
    }

    @inline(never)
    private func write(_ facts: Question.IdleFacts, flags: UInt32) {
        begin(POPOVER_QUESTION_IDLE, facts.isOccupied ? flags | POPOVER_FACT_OCCUPIED : flags)
        unsafe clear(from: \.behavior)
        var writer = unsafe writer
        unsafe question.pointee.display = put(facts.display, &writer)
        unsafe question.pointee.idle_ms = facts.idle.milliseconds
        unsafe question.pointee.language = put(facts.language, &writer)
    }

    @inline(__always)
    private func begin(_ kind: UInt32, _ flags: UInt32) {
        unsafe question.pointee.struct_size = UInt32(MemoryLayout<popover_question>.size)
        unsafe question.pointee.kind = kind
        unsafe question.pointee.flags = flags
        unsafe question.pointee.reserved = 0
    }

    /// This member and all behind it.
    @inline(__always)
    private func clear(from member: KeyPath<popover_question, some Any>) {
        let size = unsafe MemoryLayout<popover_question>.size
        let place = unsafe MemoryLayout<popover_question>.offset(of: member) ?? 0
        unsafe memset(UnsafeMutableRawPointer(question) + place, 0, size - place)
    }

    // MARK: Strings

    /// Where the next string is put, and where there is no more room.
    @unsafe
    private struct BufferWriter {
        var place: UnsafeMutablePointer<CChar>
        let end: UnsafeMutablePointer<CChar>
    }

    /// At the beginning.
    @inline(__always)
    private var writer: BufferWriter {
        // It has an address: it is never empty.
        unsafe BufferWriter(
            place: text.baseAddress.unsafelyUnwrapped,
            end: text.baseAddress.unsafelyUnwrapped + text.count)
    }

    @inline(__always)
    private func put(_ string: String?, _ writer: inout BufferWriter) -> popover_string {
        guard let string else { return unsafe popover_string() }
        return unsafe put(string, &writer)
    }

    @inline(__always)
    private func put(_ string: String, _ writer: inout BufferWriter) -> popover_string {
        // All strings have it on Linux.
        let count =
            unsafe string.utf8.withContiguousStorageIfAvailable { bytes in
                let count = bytes.count
                if unsafe count >= writer.end - writer.place {
                    unsafe writer = makeRoom(for: count)
                }
                if let first = bytes.baseAddress { unsafe memcpy(writer.place, first, count) }
                return count
            } ?? 0
        let start = unsafe writer.place
        unsafe start[count] = 0
        unsafe writer.place = start + count + 1
        return unsafe popover_string(bytes: start, length: UInt64(count))
    }

    /// A letter and at most 20 digits, with their NUL.
    private static let identifierRoom = 24

    /// As `Identifier.description`, without a string: from behind, so that no digits are counted.
    @inline(__always)
    private func put(_ number: UInt64, after letter: CChar, _ writer: inout BufferWriter)
        -> popover_string
    {
        if unsafe writer.end - writer.place < Self.identifierRoom {
            unsafe writer = makeRoom(for: Self.identifierRoom)
        }
        let end = unsafe writer.place + Self.identifierRoom - 1
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
        unsafe writer.place = end + 1
        return unsafe popover_string(bytes: start, length: UInt64(end - start))
    }

    /// Goes on elsewhere.
    @inline(never)
    private func makeRoom(for count: Int) -> BufferWriter {
        // Never changed in place: each look at them would be checked at run time.
        unsafe outgrown = outgrown + [text]
        unsafe text = .allocate(capacity: 2 * (text.count + count + 1))
        return unsafe writer
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
        // Of hung owners, of grants given back and of hints; no plugin is asked about them.
        case .unresponsive, .keep, .timedOut, .released: 0
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
