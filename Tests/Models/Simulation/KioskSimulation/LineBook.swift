// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel
import PopoverWire

/// What the rules have told one client, held against the lines that it gets: none is lost, doubled
/// or out of order, whatever the sessions do with them on the way.
struct LineBook {
    /// What can be told apart of a line, beside events.
    enum Line: Hashable, Sendable {
        /// Of an id that is no number, nil.
        case answer(Int64?)
        case call(String)
        case notification
    }

    private struct Expected {
        let line: Line
        /// So many events have to come before it, or be told to be lost; nil where it may overtake
        /// them.
        let eventsBefore: Int?
    }

    private var lines = Queue<Expected>()
    private var events = Queue<Int64>()
    private var eventsOrdered = 0
    /// The latest losses that were told: who asks for old events again may lose some of them before
    /// these come, so that a number may stand for either.
    private var gaps: [ClosedRange<Int64>] = []

    /// - Parameter afterEvents: none of the events of before may come after it.
    mutating func expect(_ line: Line, afterEvents: Bool = false) {
        lines.append(Expected(line: line, eventsBefore: afterEvents ? eventsOrdered : nil))
    }

    mutating func expectEvent(_ sequence: Int64) {
        events.append(sequence)
        eventsOrdered += 1
    }

    /// Whether everything has come, or is told to be lost.
    var isEmpty: Bool {
        lines.isEmpty && events.rest.allSatisfy(isLost)
    }
    var count: Int { lines.count + events.count }

    /// A line has come; what is wrong with that.
    ///
    /// - Parameter mayBeSessions: the session itself may have said it, before the rules knew of the
    ///   request.
    mutating func take(_ line: Line, mayBeSessions: Bool) -> String? {
        if let first = lines.first, first.line == line {
            lines.removeFirst()
            guard let before = first.eventsBefore else { return nil }
            let missing = events.rest.prefix(max(0, before - (eventsOrdered - events.count)))
                .first { !isLost($0) }
            return missing.map { "got \(line) before event \($0)" }
        }
        if mayBeSessions { return nil }
        return "got \(line), and expects \(lines.first.map { "\($0.line)" } ?? "nothing")"
    }

    private func isLost(_ event: Int64) -> Bool { gaps.contains { $0 ~= event } }

    mutating func takeEvent(_ sequence: Int64) -> String? {
        while let first = events.first, first != sequence, isLost(first) {
            events.removeFirst()
        }
        guard events.first == sequence else {
            return "got event \(sequence), and expects "
                + (events.first.map { "\($0)" } ?? "none")
        }
        events.removeFirst()
        return nil
    }

    /// Events from `from` to `to` are said to be lost.
    mutating func takeGap(_ from: Int64, _ to: Int64) -> String? {
        guard from <= to else { return "a gap from \(from) to \(to)" }
        gaps.append(from...to)
        if gaps.count > 8 { gaps.removeFirst() }
        return nil
    }
}

/// First in, first out.
struct Queue<Element> {
    private var elements: [Element] = []
    private var start = 0

    var count: Int { elements.count - start }
    var isEmpty: Bool { count == 0 }
    var first: Element? { isEmpty ? nil : elements[start] }
    var rest: ArraySlice<Element> { elements[start...] }

    mutating func append(_ element: Element) { elements.append(element) }

    mutating func removeFirst() {
        start += 1
        guard start > 64, start * 2 > elements.count else { return }
        elements.removeFirst(start)
        start = 0
    }
}
