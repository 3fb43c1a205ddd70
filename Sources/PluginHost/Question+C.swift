// SPDX-License-Identifier: MIT

import CPopoverPlugin
import PopoverModel

extension Question {
    /// Gives the body the question as plugins see it; its strings live as long as the body runs.
    func withRaw(asking behavior: String, _ body: (UnsafePointer<popover_question>) -> Void) {
        var raw = unsafe popover_question()
        unsafe raw.struct_size = UInt32(MemoryLayout<popover_question>.size)
        unsafe raw.kind = kind
        unsafe raw.flags = flags
        var strings = QuestionStrings()
        strings.behavior = strings.add(behavior)
        switch self {
        case .open(let facts):
            unsafe raw.display_width = facts.displaySize.width
            unsafe raw.display_height = facts.displaySize.height
            unsafe raw.width = facts.size.width
            unsafe raw.height = facts.size.height
            strings.app = strings.add(facts.app)
            strings.display = strings.add(facts.display)
            strings.key = facts.key.map { strings.add($0) }
            strings.title = facts.title.map { strings.add($0) }
        case .choice(let facts, let choice):
            strings.add(facts)
            strings.choice = strings.add(choice.bytes)
        case .outsideTap(let facts, isKey: _), .detach(let facts),
            .disposition(let facts, because: _, standing: _):
            strings.add(facts)
        case .alert, .idle: break
        }
        unsafe strings.fill(raw, body)
    }

    private var kind: UInt32 {
        switch self {
        case .open: POPOVER_QUESTION_OPEN
        case .choice: POPOVER_QUESTION_CHOICE
        case .outsideTap: POPOVER_QUESTION_OUTSIDE_TAP
        case .detach: POPOVER_QUESTION_DETACH
        // Not asked of libraries yet.
        case .disposition, .alert, .idle: 0
        }
    }

    private var flags: UInt32 {
        switch self {
        case .open(let facts):
            (facts.isModal ? POPOVER_FACT_MODAL : 0)
                | (facts.isCompact ? POPOVER_FACT_COMPACT : 0)
        case .alert, .idle: 0
        case .choice(let facts, choice: _), .detach(let facts),
            .disposition(let facts, because: _, standing: _):
            facts.isModal ? POPOVER_FACT_MODAL : 0
        case .outsideTap(let facts, let isKey):
            (facts.isModal ? POPOVER_FACT_MODAL : 0) | (isKey ? POPOVER_FACT_KEY : 0)
        }
    }
}

/// The strings of one question, in one buffer: where each lies, nil where there is none.
private struct QuestionStrings {
    var behavior: Range<Int>?
    var app: Range<Int>?
    var display: Range<Int>?
    var popover: Range<Int>?
    var key: Range<Int>?
    var title: Range<Int>?
    var choice: Range<Int>?
    private var bytes: [UInt8] = []

    init() {}

    mutating func add(_ facts: Question.PopoverFacts) {
        popover = add(facts.popover.description)
        app = add(facts.app)
        display = add(facts.display)
        key = facts.key.map { add($0) }
        title = facts.title.map { add($0) }
    }

    mutating func add(_ text: String) -> Range<Int> { add(Array(text.utf8)) }

    mutating func add(_ text: [UInt8]) -> Range<Int> {
        let start = bytes.count
        // NUL after each, so that an empty string too has an address in the buffer.
        bytes += text + [0]
        return start..<start + text.count
    }

    func fill(_ question: popover_question, _ body: (UnsafePointer<popover_question>) -> Void) {
        unsafe bytes.withUnsafeBytes { buffer in
            var question = unsafe question
            unsafe question.behavior = unsafe Self.raw(behavior, in: buffer)
            unsafe question.app = unsafe Self.raw(app, in: buffer)
            unsafe question.display = unsafe Self.raw(display, in: buffer)
            unsafe question.popover = unsafe Self.raw(popover, in: buffer)
            unsafe question.key = unsafe Self.raw(key, in: buffer)
            unsafe question.title = unsafe Self.raw(title, in: buffer)
            unsafe question.choice = unsafe Self.raw(choice, in: buffer)
            unsafe withUnsafePointer(to: question, body)
        }
    }

    private static func raw(
        _ range: Range<Int>?, in buffer: UnsafeRawBufferPointer
    ) -> popover_string {
        guard let range, let start = buffer.baseAddress else {
            return unsafe popover_string()
        }
        return unsafe popover_string(
            bytes: (start + range.lowerBound).assumingMemoryBound(to: CChar.self),
            length: UInt64(range.count))
    }
}
