// SPDX-License-Identifier: MIT

/// Numbers. Almost all that is written are whole: lengths on a display, and identifiers.
extension JSONWriter {
    /// Writes a member that is a number. Almost all are whole and have a literal for a name: those
    /// are written in one piece.
    public mutating func member(_ name: JSONName, _ value: Double) {
        guard case .literal(let text) = name.spelling, let whole = value.whole else {
            self.name(name)
            return value.write(to: &self)
        }
        let room = text.utf8CodeUnitCount + Self.mostDigits + 4
        bytes.append(addingCapacity: room) { [needsComma] output in
            if needsComma { output.append(UInt8(ascii: ",")) }
            output.append(UInt8(ascii: "\""))
            Self.append(text, to: &output)
            output.append(UInt8(ascii: "\""))
            output.append(UInt8(ascii: ":"))
            Self.append(whole, to: &output)
        }
        needsComma = true
    }

    /// A number after the literal that names it, with all punctuation before it: at most 10 bytes.
    typealias Labeled = (label: StaticString, number: Double)

    /// Writes an object of numbers in one piece, if all of them are whole; returns whether it did.
    mutating func object(of x: Labeled, _ y: Labeled, _ others: (Labeled, Labeled)? = nil) -> Bool {
        guard let first = x.number.whole, let second = y.number.whole else { return false }
        let (third, fourth) = (others?.0.number.whole, others?.1.number.whole)
        guard others == nil || third != nil && fourth != nil else { return false }
        bytes.append(addingCapacity: 4 * (Self.mostDigits + 10) + 2) { [needsComma] output in
            if needsComma { output.append(UInt8(ascii: ",")) }
            Self.append(x.label, to: &output)
            Self.append(first, to: &output)
            Self.append(y.label, to: &output)
            Self.append(second, to: &output)
            if let others, let third, let fourth {
                Self.append(others.0.label, to: &output)
                Self.append(third, to: &output)
                Self.append(others.1.label, to: &output)
                Self.append(fourth, to: &output)
            }
            output.append(UInt8(ascii: "}"))
        }
        needsComma = true
        return true
    }

    fileprivate mutating func number(_ number: Int64) {
        beginValue()
        if number < 0 { bytes.append(UInt8(ascii: "-")) }
        appendDigits(number.magnitude)
    }

    fileprivate mutating func number(_ number: UInt64) {
        beginValue()
        appendDigits(number)
    }

    private mutating func appendDigits(_ number: UInt64) {
        bytes.append(addingCapacity: Self.mostDigits) { Self.append(number, to: &$0) }
    }

    /// Of a number of 64 bits, and its sign.
    static let mostDigits = 20

    private static func append(_ number: Int64, to output: inout OutputSpan<UInt8>) {
        if number < 0 { output.append(UInt8(ascii: "-")) }
        append(number.magnitude, to: &output)
    }

    static func append(_ number: UInt64, to output: inout OutputSpan<UInt8>) {
        let zero = UInt8(ascii: "0")
        if number < 10 { return output.append(zero + UInt8(truncatingIfNeeded: number)) }
        // Most are lengths on a display.
        if number >= 10_000 { return appendLarge(number, to: &output) }
        let small = UInt32(truncatingIfNeeded: number)
        if small >= 1000 { output.append(zero + UInt8(truncatingIfNeeded: small / 1000)) }
        if small >= 100 { output.append(zero + UInt8(truncatingIfNeeded: small / 100 % 10)) }
        output.append(zero + UInt8(truncatingIfNeeded: small / 10 % 10))
        output.append(zero + UInt8(truncatingIfNeeded: small % 10))
    }

    private static func appendLarge(_ number: UInt64, to output: inout OutputSpan<UInt8>) {
        var digits = InlineArray<20, UInt8>(repeating: UInt8(ascii: "0"))
        var first = digits.count
        var rest = number
        while rest > 0 {
            first -= 1
            digits[first] += UInt8(rest % 10)
            rest /= 10
        }
        for place in first..<digits.count { output.append(digits[place]) }
    }

    // Inlined, so that a literal is copied in words of known number.
    @inline(__always)
    static func append(_ text: StaticString, to output: inout OutputSpan<UInt8>) {
        unsafe output.withUnsafeMutableBufferPointer { room, count in
            unsafe count = room[count...].initialize(
                fromContentsOf: UnsafeBufferPointer(
                    start: text.utf8Start, count: text.utf8CodeUnitCount))
        }
    }
}

extension Int: JSONWritable {
    public func write(to writer: inout JSONWriter) { writer.number(Int64(self)) }
}

extension Int64: JSONWritable {
    public func write(to writer: inout JSONWriter) { writer.number(self) }
}

extension UInt64: JSONWritable {
    public func write(to writer: inout JSONWriter) { writer.number(self) }
}

extension Double: JSONWritable {
    /// Writes the shortest text that reads as the same double; whole numbers to ±2^53 as such.
    /// JSON has neither infinities nor NaN: they become null.
    public func write(to writer: inout JSONWriter) {
        if let whole {
            writer.number(whole)
        } else if isFinite {
            writer.scalar(description)
        } else {
            writer.null()
        }
    }

    /// Itself where it is written as a whole number; not for a negative zero.
    @inline(__always)
    fileprivate var whole: Int64? {
        // Almost all are positive, and smaller than this.
        if self > 0, self < 0x1p31 {
            let whole = Int64(Int32(self))
            return Double(whole) == self ? whole : nil
        }
        return largeWhole
    }

    private var largeWhole: Int64? {
        guard let whole = Int64(exactly: self), whole.magnitude <= 1 << 53,
            whole != 0 || sign == .plus
        else { return nil }
        return whole
    }
}
