// SPDX-License-Identifier: MIT

/// Eight bytes at a time, as one number of which the first byte is the lowest.
extension Span<UInt8> {
    /// The bytes from an offset on; those beyond the end are 0.
    @inline(__always)
    func word(at offset: Int) -> UInt64 {
        guard offset <= count &- 8 else { return lastWord(at: offset) }
        // Of a span that is known to have eight bytes, the compiler loads all at once.
        let bytes = extracting(offset..<offset &+ 8)
        var word: UInt64 = 0
        for index in 0..<8 { word |= UInt64(bytes[index]) &<< UInt64(index &* 8) }
        return word
    }

    /// The byte at an offset; 0 beyond the end.
    @inline(__always)
    func byte(at offset: Int) -> UInt8 { offset < count ? self[offset] : 0 }

    /// A copy of some of the bytes.
    func copy(_ range: Range<Int>) -> [UInt8] {
        let bytes = extracting(range)
        return [UInt8](capacity: bytes.count) { copy in
            for index in bytes.indices { copy.append(bytes[index]) }
        }
    }

    @inline(never)
    private func lastWord(at offset: Int) -> UInt64 {
        var word: UInt64 = 0
        for index in 0..<8 { word |= UInt64(byte(at: offset + index)) << UInt64(index * 8) }
        return word
    }
}

extension UInt64 {
    /// Of eight bytes: the highest bit of those that end a plain string, which are quotes, backslashes
    /// and control characters. Bytes after the first such one may be marked, too.
    @inline(__always)
    var marksOfStops: UInt64 {
        marksOfQuotes | marks(of: "\\") | (self &- Self.each(0x20)) & ~self & Self.each(0x80)
    }

    /// Likewise of quotes alone.
    @inline(__always)
    var marksOfQuotes: UInt64 { marks(of: "\"") }

    /// Where the first byte with a mark begins, in bits; 64 without a mark.
    @inline(__always)
    var firstByte: Int { trailingZeroBitCount & ~7 }

    /// Its bytes up to and with the one that begins at a bit; all others are 0.
    @inline(__always)
    func prefix(through bits: Int) -> UInt64 { self & (.max &>> UInt64(56 &- bits)) }

    /// The value of the first byte as a digit.
    @inline(__always)
    var digit: Int64? {
        let digit = UInt8(truncatingIfNeeded: self) &- UInt8(ascii: "0")
        return digit < 10 ? Int64(digit) : nil
    }

    @inline(__always)
    private func marks(of scalar: Unicode.Scalar) -> UInt64 {
        let others = self ^ Self.each(UInt8(ascii: scalar))
        return (others &- Self.each(1)) & ~others & Self.each(0x80)
    }

    @inline(__always)
    private static func each(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }
}
