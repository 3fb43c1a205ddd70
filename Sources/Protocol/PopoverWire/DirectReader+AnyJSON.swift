// SPDX-License-Identifier: MIT
internal import PopoverModel

/// Members that take any JSON.
extension DirectReader {
    /// Deeper values are unusual, as are objects with more than 16 members.
    private static let depth = 8

    mutating func anyJSON(_ line: Span<UInt8>, _ limits: Limits) -> JSONText? {
        guard let text = anyJSON(line), text.count <= limits.content else { return wrong() }
        return text
    }

    /// Any value, of any size, as compact text.
    mutating func anyJSON(_ line: Span<UInt8>) -> JSONText? {
        let start = offset
        var blanks = 0
        skipValue(line, depth: Self.depth, &blanks)
        let range = start..<offset
        guard !hasGivenUp, (try? UTF8Span(validating: line.extracting(range))) != nil else {
            return wrong()
        }
        return JSONText(
            validated: blanks == 0 ? line.copy(range) : line.copyWithoutBlanks(range))
    }

    private mutating func skipValue(_ line: Span<UInt8>, depth: Int, _ blanks: inout Int) {
        switch line.byte(at: offset) {
        case UInt8(ascii: "\""): _ = text(line)
        case UInt8(ascii: "{"): skipObject(line, depth: depth, &blanks)
        case UInt8(ascii: "["): skipArray(line, depth: depth, &blanks)
        case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
            if !acceptConstant(line) { giveUp() }
        default: _ = number(line)
        }
    }

    private mutating func skipObject(_ line: Span<UInt8>, depth: Int, _ blanks: inout Int) {
        guard depth > 0, accept(UInt8(ascii: "{"), line) else { return giveUp() }
        if accept(UInt8(ascii: "}"), line) { return }
        var names = InlineArray<16, Range<Int>>(repeating: 0..<0)
        var count = 0
        repeat {
            countBlanks(line, &blanks)
            guard count < names.count, let name = text(line), accept(UInt8(ascii: ":"), line)
            else { return giveUp() }
            for index in 0..<count where line.isEqual(names[index], name) { return giveUp() }
            names[count] = name
            count += 1
            countBlanks(line, &blanks)
            skipValue(line, depth: depth - 1, &blanks)
        } while accept(UInt8(ascii: ","), line)
        if !accept(UInt8(ascii: "}"), line) { giveUp() }
    }

    private mutating func skipArray(_ line: Span<UInt8>, depth: Int, _ blanks: inout Int) {
        guard depth > 0, accept(UInt8(ascii: "["), line) else { return giveUp() }
        if accept(UInt8(ascii: "]"), line) { return }
        repeat {
            countBlanks(line, &blanks)
            skipValue(line, depth: depth - 1, &blanks)
        } while accept(UInt8(ascii: ","), line)
        if !accept(UInt8(ascii: "]"), line) { giveUp() }
    }

    private mutating func countBlanks(_ line: Span<UInt8>, _ blanks: inout Int) {
        let start = offset
        skipBlanks(line)
        blanks += offset - start
    }
}

extension Span<UInt8> {
    fileprivate func isEqual(_ range: Range<Int>, _ other: Range<Int>) -> Bool {
        let distance = other.lowerBound - range.lowerBound
        return range.count == other.count
            && range.allSatisfy { self[$0] == self[$0 + distance] }
    }

    /// A copy of a value without escapes, less the blanks between its parts.
    fileprivate func copyWithoutBlanks(_ range: Range<Int>) -> [UInt8] {
        var isInString = false
        return [UInt8](capacity: range.count) { copy in
            for index in range {
                let byte = self[index]
                if byte == UInt8(ascii: "\"") { isInString.toggle() }
                if isInString || byte != UInt8(ascii: " ") { copy.append(byte) }
            }
        }
    }
}
