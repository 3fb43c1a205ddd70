// SPDX-License-Identifier: MIT
internal import PopoverModel

/// Values with limited sizes, as the functions of `Member` with the same names have them.
extension DirectReader {
    mutating func name(_ line: Span<UInt8>, _ limits: Limits) -> String? {
        guard let range = text(line), !range.isEmpty, range.count <= limits.key else {
            return wrong()
        }
        return string(line, range)
    }

    mutating func text(_ line: Span<UInt8>, _ limits: Limits) -> String? {
        guard let range = text(line), range.count <= limits.text else { return wrong() }
        return string(line, range)
    }

    mutating func display(_ line: Span<UInt8>) -> String? {
        string(line, bytes: Member.displayBytes)
    }

    mutating func appTopic(_ line: Span<UInt8>, _ limits: Limits) -> String? {
        let prefix: UInt32 = 0x2e70_7061  // `app.`
        let start = UInt32(truncatingIfNeeded: line.word(at: offset &+ 1))
        guard let topic = name(line, limits), start == prefix, topic.utf8.count > 4 else {
            return wrong()
        }
        return topic
    }

    /// Sides without repetitions, best first; at least one.
    mutating func sides(_ line: Span<UInt8>) -> [PreferredSide]? {
        let most = PreferredSide.allCases.count
        let list = list(line, most: most) { reader -> PreferredSide? in reader.choice(line) }
        guard let list, !list.isEmpty else { return wrong() }
        let repeats = list.indices.contains { list[..<$0].contains(list[$0]) }
        return repeats ? wrong() : list
    }

    mutating func rects(_ line: Span<UInt8>, _ limits: Limits) -> [Rect]? {
        list(line, most: limits.rectangles) { $0.rect(line, limits) }
    }

    /// Labels, or objects that have an id: those without one are unusual.
    mutating func popoverButtons(_ line: Span<UInt8>, _ limits: Limits) -> [Button]? {
        list(line, most: limits.buttons) { reader in
            guard line.byte(at: reader.offset) == UInt8(ascii: "\"") else {
                return reader.button(line, limits)
            }
            return reader.text(line, limits).map { Button(id: "", label: $0) }
        }
    }

    // MARK: Numbers

    /// Lengths in points, as `Member` limits those of requests.
    mutating func length(_ line: Span<UInt8>) -> Double? {
        guard let length = number(line), abs(length) <= Member.greatestRequestedLength else {
            return wrong()
        }
        return length
    }

    mutating func extent(_ line: Span<UInt8>) -> Double? {
        guard let length = length(line), length >= 0 else { return wrong() }
        return length
    }

    mutating func positive(_ line: Span<UInt8>) -> Double? {
        guard let length = length(line), length > 0 else { return wrong() }
        return length
    }

    mutating func instant(_ line: Span<UInt8>) -> Instant? {
        integer(line, from: 0).map { Instant(microseconds: $0) }
    }

    mutating func interval(_ line: Span<UInt8>, most: Interval) -> Interval? {
        guard let count = number(line), let interval = Member.interval(of: count),
            interval <= most
        else { return wrong() }
        return interval
    }
}
