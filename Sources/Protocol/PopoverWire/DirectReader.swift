// SPDX-License-Identifier: MIT
internal import PopoverModel

/// Reads the usual spelling of frequent messages straight from the bytes of a line into a request.
///
/// It rejects nothing: at anything unusual it gives up, and the general reader (`JSONReader`, `Member`,
/// `RequestDecoder`) reads the line from its beginning. So each error has one home, and where this
/// reader answers, the general one gives the same answer; `DirectTarget` compares them. Unusual are
///
/// 1. wrong values, and those beyond a limit;
/// 2. unknown, repeated and null members, and a method after its params;
/// 3. escapes in strings, numbers with an exponent or more than 15 digits;
/// 4. space other than blanks after commas and colons.
///
/// The generated part knows the frequent methods, those with the trait `frequent`. It copies nothing
/// but the values that it returns. Every function reads one value and moves past it; after it has
/// given up, the values are of no use.
struct DirectReader {
    /// `true`, `false` and `null`, as `Span.word` reads them.
    private static let `true`: UInt64 = 0x6575_7274
    private static let `false`: UInt64 = 0x65_736c_6166
    private static let null: UInt64 = 0x6c6c_756e

    /// The longest number, in digits: below 2^53, and each power of ten that divides it is exact.
    private static let digits = 15

    /// The next byte that is read.
    var offset = 0
    private(set) var hasGivenUp = false

    mutating func giveUp() { hasGivenUp = true }

    // MARK: Structure

    /// Moves past a byte if it is the next.
    @inline(__always)
    mutating func accept(_ byte: UInt8, _ line: Span<UInt8>) -> Bool {
        guard line.byte(at: offset) == byte else { return false }
        offset &+= 1
        return true
    }

    /// Moves past a text of at most 7 bytes if it is next.
    @inline(__always)
    private mutating func accept(_ text: UInt64, bytes: Int, _ line: Span<UInt8>) -> Bool {
        guard line.word(at: offset) & (1 &<< UInt64(bytes * 8) &- 1) == text else { return false }
        offset &+= bytes
        return true
    }

    @inline(__always)
    mutating func skipBlanks(_ line: Span<UInt8>) {
        while line.byte(at: offset) == UInt8(ascii: " ") { offset &+= 1 }
    }

    /// The name of the next member, whose value is next; nil at the end of the object.
    /// - Parameter names: of the members so far.
    mutating func member(_ line: Span<UInt8>, _ names: inout DirectNames) -> DirectName? {
        var at = offset
        let first = line.byte(at: at)
        at &+= 1
        if names.isEmpty {
            guard first == UInt8(ascii: "{") else { return wrong() }
            if line.byte(at: at) == UInt8(ascii: "}") { return end(after: at) }
        } else if first == UInt8(ascii: ",") {
            while line.byte(at: at) == UInt8(ascii: " ") { at &+= 1 }
        } else {
            return first == UInt8(ascii: "}") ? end(after: at &- 1) : wrong()
        }
        offset = at
        guard let name = DirectName(word(line)), names.insert(name), !hasGivenUp,
            accept(UInt8(ascii: ":"), line)
        else { return wrong() }
        skipBlanks(line)
        return name
    }

    @inline(__always)
    private mutating func end(after bracket: Int) -> DirectName? {
        offset = bracket &+ 1
        return nil
    }

    /// An array, each element read in the same way.
    mutating func list<Element>(
        _ line: Span<UInt8>, most: Int, _ read: (inout DirectReader) -> Element?
    ) -> [Element]? {
        var list: [Element] = []
        guard accept(UInt8(ascii: "["), line) else { return wrong() }
        if accept(UInt8(ascii: "]"), line) { return list }
        repeat {
            skipBlanks(line)
            guard list.count < most, let element = read(&self) else { return wrong() }
            list.append(element)
        } while accept(UInt8(ascii: ","), line)
        return accept(UInt8(ascii: "]"), line) ? list : wrong()
    }

    // MARK: Strings

    /// A string of at most 15 bytes and its closing quote as one number, to be compared with those in
    /// the generated code; all bits of others are set. It may have escapes, which those have not.
    @inline(__always)
    mutating func word(_ line: Span<UInt8>) -> UInt128 {
        let start = offset &+ 1
        guard line.byte(at: offset) == UInt8(ascii: "\"") else { return noWord() }
        let low = line.word(at: start)
        let mark = low.marksOfQuotes
        guard mark != 0 else { return longWord(line, low) }
        let bits = mark.firstByte
        offset = start &+ bits / 8 &+ 1
        return UInt128(low.prefix(through: bits))
    }

    private mutating func longWord(_ line: Span<UInt8>, _ low: UInt64) -> UInt128 {
        let high = line.word(at: offset &+ 9)
        let bits = high.marksOfQuotes.firstByte
        guard bits < 64 else { return noWord() }
        offset &+= 10 &+ bits / 8
        return UInt128(high.prefix(through: bits)) &<< 64 | UInt128(low)
    }

    private mutating func noWord() -> UInt128 {
        giveUp()
        return .max
    }

    /// A string of so many bytes.
    mutating func string(_ line: Span<UInt8>, bytes: ClosedRange<Int>) -> String? {
        guard let range = text(line), bytes.contains(range.count) else { return wrong() }
        return string(line, range)
    }

    /// Where the text of a string is.
    mutating func text(_ line: Span<UInt8>) -> Range<Int>? {
        var at = offset
        guard line.byte(at: at) == UInt8(ascii: "\"") else { return wrong() }
        at &+= 1
        let start = at
        var marks = line.word(at: at).marksOfStops
        while marks == 0 {
            at &+= 8
            marks = line.word(at: at).marksOfStops
        }
        at &+= marks.firstByte / 8
        offset = at &+ 1
        return line.byte(at: at) == UInt8(ascii: "\"") ? start..<at : wrong()
    }

    mutating func string(_ line: Span<UInt8>, _ range: Range<Int>) -> String? {
        guard let text = try? UTF8Span(validating: line.extracting(range)) else { return wrong() }
        return String(copying: text)
    }

    /// One of an enumeration's spellings.
    mutating func choice<Choice: DirectChoice>(_ line: Span<UInt8>) -> Choice? {
        Choice(word(line)) ?? wrong()
    }

    /// A name that the daemon gave out.
    mutating func identifier<ID: Identifier>(_ line: Span<UInt8>) -> ID? {
        guard accept(UInt8(ascii: "\""), line), accept(UInt8(ascii: ID.letter), line),
            let number = digits(line), accept(UInt8(ascii: "\""), line)
        else { return wrong() }
        return ID(number: UInt64(number))
    }

    // MARK: Other scalars

    mutating func flag(_ line: Span<UInt8>) -> Bool? {
        if accept(Self.true, bytes: 4, line) { return true }
        return accept(Self.false, bytes: 5, line) ? false : wrong()
    }

    mutating func integer(_ line: Span<UInt8>) -> Int64? {
        let isNegative = accept(UInt8(ascii: "-"), line)
        guard let digits = digits(line) else { return nil }
        return isNegative ? -digits : digits
    }

    mutating func integer(_ line: Span<UInt8>, from least: Int64) -> Int64? {
        guard let integer = integer(line), integer >= least else { return wrong() }
        return integer
    }

    mutating func number(_ line: Span<UInt8>) -> Double? {
        let isNegative = accept(UInt8(ascii: "-"), line)
        let start = offset
        guard let whole = digits(line) else { return nil }
        var number = Double(whole)
        if accept(UInt8(ascii: "."), line) {
            let places = offset
            var significand = whole
            var divisor = 1.0
            while offset &- start <= Self.digits, let digit = line.word(at: offset).digit {
                significand = significand &* 10 &+ digit
                divisor *= 10
                offset &+= 1
            }
            guard offset > places else { return wrong() }
            // Both are exact, so that their quotient is the nearest number.
            number = Double(significand) / divisor
        }
        return isNegative ? -number : number
    }

    /// A whole number without a sign. What follows the most digits is no end of a value.
    private mutating func digits(_ line: Span<UInt8>) -> Int64? {
        let start = offset
        let end = min(line.count, start &+ Self.digits)
        var at = start
        var number: UInt64 = 0
        while at < end {
            let digit = line[at] &- UInt8(ascii: "0")
            guard digit < 10 else { break }
            number = number &* 10 &+ UInt64(digit)
            at &+= 1
        }
        offset = at
        guard at > start, line[start] != UInt8(ascii: "0") || at == start &+ 1 else {
            return wrong()
        }
        return Int64(truncatingIfNeeded: number)
    }

    mutating func acceptConstant(_ line: Span<UInt8>) -> Bool {
        accept(Self.true, bytes: 4, line) || accept(Self.null, bytes: 4, line)
            || accept(Self.false, bytes: 5, line)
    }

    // MARK: Giving up

    /// Gives up, where a value is missing.
    mutating func wrong<Value>() -> Value? {
        giveUp()
        return nil
    }
}

/// An enumeration of the protocol whose spellings are compared as numbers.
protocol DirectChoice {
    /// - Parameter text: as `DirectReader.word` reads it.
    init?(_ text: UInt128)
}

/// The names of the members that an object has had so far.
struct DirectNames {
    private var bits: UInt64 = 0

    var isEmpty: Bool { bits == 0 }

    func contains(_ name: DirectName) -> Bool { bits & (1 &<< UInt64(name.rawValue)) != 0 }

    /// False if the object has had this name already.
    @inline(__always)
    mutating func insert(_ name: DirectName) -> Bool {
        let bit: UInt64 = 1 &<< UInt64(name.rawValue)
        defer { bits |= bit }
        return bits & bit == 0
    }
}
