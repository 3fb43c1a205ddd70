// SPDX-License-Identifier: MIT
public import PopoverModel

/// A value that can be written as JSON.
public protocol JSONWritable {
    /// Writes exactly one value.
    func write(to writer: inout JSONWriter)
}

/// Writes compact JSON straight into a buffer of bytes.
///
/// Values and members come in the order in which they are written; commas come by themselves.
/// Nothing is checked that the caller's code decides (a name before every value of an object, no
/// name twice), everything is escaped that a peer may have chosen.
///
///     var writer = JSONWriter()
///     writer.object { result in
///         result.member("popover", "p1")
///         result.member("scrolls", false)
///     }
///     writer.endLine()
public struct JSONWriter: Sendable {
    /// The output so far.
    public private(set) var bytes: [UInt8] = []

    /// Memory that it keeps for the next line.
    private static let keptBytes = 64 * 1024

    private var needsComma = false
    /// What was written last of those, and how: a display's is the same in each of its grants.
    private var appearance: (of: Appearance, text: [UInt8])?

    public init() {}

    /// Clears the output, which may be private, and keeps the memory.
    public mutating func removeAll() {
        bytes.erase()
        needsComma = false
    }

    /// Gives up the memory of a large line, which its holder then owns alone.
    mutating func releaseLargeLine() {
        if bytes.capacity > Self.keptBytes { bytes = [] }
    }

    /// Makes room for so many bytes more.
    mutating func reserve(_ count: Int) { bytes.reserveCapacity(bytes.count + count) }

    /// Ends a line of the protocol, after which another may begin.
    public mutating func endLine() {
        bytes.append(UInt8(ascii: "\n"))
        needsComma = false
    }

    /// Writes an object whose members the body writes.
    public mutating func object(_ body: (inout JSONWriter) -> Void) {
        container(UInt8(ascii: "{"), UInt8(ascii: "}"), body)
    }

    /// Writes a message of JSON-RPC 2.0, which says so in its first member.
    mutating func message(_ body: (inout JSONWriter) -> Void) {
        beginValue()
        append("{\"jsonrpc\":\"2.0\"")
        body(&self)
        bytes.append(UInt8(ascii: "}"))
    }

    /// Writes an array whose elements the body writes.
    public mutating func array(_ body: (inout JSONWriter) -> Void) {
        container(UInt8(ascii: "["), UInt8(ascii: "]"), body)
    }

    /// Writes a member's name; its value has to follow.
    public mutating func name(_ name: JSONName) {
        let end = UInt8(ascii: ":")
        switch name.spelling {
        case .literal(let text):
            let bytes = unsafe UnsafeBufferPointer(
                start: text.utf8Start, count: text.utf8CodeUnitCount)
            unsafe assert(!Self.needsEscapes(UnsafeRawBufferPointer(bytes)))
            unsafe appendQuoted(bytes, end: end)
        case .text(let text): appendString(text, end: end)
        }
        needsComma = false
    }

    public mutating func member(_ name: JSONName, _ value: some JSONWritable) {
        self.name(name)
        value.write(to: &self)
    }

    /// Writes a member that is a number. Almost all are whole and have a literal for a name: those
    /// are written in one piece.
    public mutating func member(_ name: JSONName, _ value: Double) {
        guard case .literal(let text) = name.spelling, let whole = value.whole else {
            self.name(name)
            return value.write(to: &self)
        }
        let name = unsafe UnsafeBufferPointer(
            start: text.utf8Start, count: text.utf8CodeUnitCount)
        let (digits, first) = Self.digits(of: whole.magnitude)
        bytes.append(addingCapacity: name.count + digits.count + 5) { [needsComma] output in
            if needsComma { output.append(UInt8(ascii: ",")) }
            output.append(UInt8(ascii: "\""))
            unsafe output.withUnsafeMutableBufferPointer { room, count in
                unsafe count = room[count...].initialize(fromContentsOf: name)
            }
            output.append(UInt8(ascii: "\""))
            output.append(UInt8(ascii: ":"))
            if whole < 0 { output.append(UInt8(ascii: "-")) }
            for place in first..<digits.count { output.append(digits[place]) }
        }
        needsComma = true
    }

    /// Writes a member unless there is no value for it.
    public mutating func member(_ name: JSONName, ifPresent value: (some JSONWritable)?) {
        guard let value else { return }
        member(name, value)
    }

    public mutating func value(_ value: some JSONWritable) {
        value.write(to: &self)
    }

    /// Writes the text of a value that a reader has accepted, as it is spelled.
    mutating func validated(_ text: String) { scalar(text) }

    public mutating func null() {
        word("null")
    }

    /// Writes a literal that is one value.
    fileprivate mutating func word(_ word: StaticString) {
        beginValue()
        append(word)
    }

    /// Writes text that needs no escapes and is one value.
    fileprivate mutating func scalar(_ text: String) {
        beginValue()
        bytes.append(contentsOf: text.utf8)
    }

    /// Writes an identifier as its description has it.
    mutating func value(_ id: some Identifier) {
        beginValue()
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: type(of: id).letter.utf8)
        appendDigits(id.number)
        bytes.append(UInt8(ascii: "\""))
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

    fileprivate mutating func string(_ string: String) {
        appendString(string)
        needsComma = true
    }

    fileprivate mutating func text(_ text: JSONText) {
        beginValue()
        bytes.append(contentsOf: text.bytes)
    }

    /// Writes an appearance as it was written before, or as the body does.
    mutating func appearance(_ value: Appearance, _ body: (inout JSONWriter) -> Void) {
        beginValue()
        if let appearance, appearance.of == value {
            bytes.append(contentsOf: appearance.text)
            return
        }
        let start = bytes.count
        needsComma = false
        object(body)
        appearance = (value, Array(bytes[start...]))
    }

    private mutating func container(
        _ opening: UInt8, _ closing: UInt8, _ body: (inout JSONWriter) -> Void
    ) {
        beginValue()
        bytes.append(opening)
        needsComma = false
        body(&self)
        bytes.append(closing)
        needsComma = true
    }

    private mutating func beginValue() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    /// Writes a string in its quotes, with the comma before it and the end after it, in one piece:
    /// almost all that is written are short strings without escapes.
    private mutating func appendString(_ string: String, end: UInt8? = nil) {
        var string = string
        string.withUTF8 { text in
            guard unsafe !Self.needsEscapes(UnsafeRawBufferPointer(text)) else {
                return unsafe appendEscaped(text, end: end)
            }
            unsafe appendQuoted(text, end: end)
        }
    }

    /// Writes text that needs no escapes.
    private mutating func appendQuoted(_ text: UnsafeBufferPointer<UInt8>, end: UInt8?) {
        let mark = UInt8(ascii: "\"")
        bytes.append(addingCapacity: text.count + 4) { [needsComma] output in
            if needsComma { output.append(UInt8(ascii: ",")) }
            output.append(mark)
            unsafe output.withUnsafeMutableBufferPointer { room, count in
                unsafe count = room[count...].initialize(fromContentsOf: text)
            }
            output.append(mark)
            if let end { output.append(end) }
        }
    }

    private mutating func append(_ text: StaticString) {
        unsafe bytes.append(
            contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    private mutating func appendEscaped(_ text: UnsafeBufferPointer<UInt8>, end: UInt8?) {
        beginValue()
        bytes.append(UInt8(ascii: "\""))
        unsafe text.forEach { appendEscaped($0) }
        bytes.append(UInt8(ascii: "\""))
        if let end { bytes.append(end) }
    }

    private mutating func appendDigits(_ number: UInt64) {
        guard number >= 10 else { return bytes.append(UInt8(ascii: "0") + UInt8(number)) }
        let (digits, first) = Self.digits(of: number)
        unsafe digits.span.withUnsafeBufferPointer { digits in
            unsafe bytes.append(contentsOf: UnsafeBufferPointer(rebasing: digits[first...]))
        }
    }

    /// From `first` on; the largest number has 20.
    @inline(__always)
    private static func digits(of number: UInt64) -> (InlineArray<20, UInt8>, first: Int) {
        var digits = InlineArray<20, UInt8>(repeating: UInt8(ascii: "0"))
        var first = digits.count - 1
        var rest = number
        while rest >= 10 {
            digits[first] += UInt8(rest % 10)
            rest /= 10
            first -= 1
        }
        digits[first] += UInt8(rest)
        return (digits, first)
    }

    private mutating func appendEscaped(_ byte: UInt8) {
        guard Self.needsEscape(byte) else {
            bytes.append(byte)
            return
        }
        bytes.append(UInt8(ascii: "\\"))
        switch byte {
        case 0x08: bytes.append(UInt8(ascii: "b"))
        case 0x09: bytes.append(UInt8(ascii: "t"))
        case 0x0A: bytes.append(UInt8(ascii: "n"))
        case 0x0C: bytes.append(UInt8(ascii: "f"))
        case 0x0D: bytes.append(UInt8(ascii: "r"))
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
        default:
            bytes.append(contentsOf: "u00".utf8)
            bytes.append(Self.hexDigit(byte >> 4))
            bytes.append(Self.hexDigit(byte & 15))
        }
    }

    /// Whether any of the bytes does; looks at eight at a time.
    private static func needsEscapes(_ text: UnsafeRawBufferPointer) -> Bool {
        var at = 0
        while at + 8 <= text.count {
            let word = unsafe text.loadUnaligned(fromByteOffset: at, as: UInt64.self)
            if needsEscape(word) { return true }
            at += 8
        }
        // What is left is looked at together with what came before, or byte by byte.
        guard at > 0 else { return unsafe text.contains(where: needsEscape) }
        let last = unsafe text.loadUnaligned(fromByteOffset: text.count - 8, as: UInt64.self)
        return needsEscape(last)
    }

    /// Whether any of eight bytes does.
    private static func needsEscape(_ word: UInt64) -> Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let quote = word ^ ones &* UInt64(UInt8(ascii: "\""))
        let backslash = word ^ ones &* UInt64(UInt8(ascii: "\\"))
        // A byte's highest bit is set where the byte is below 32, or zero; bytes after such a one
        // may have it set as well, but none without one before.
        let control = (word &- ones &* 0x20) & ~word
        let found = control | (quote &- ones) & ~quote | (backslash &- ones) & ~backslash
        return found & ones << 7 != 0
    }

    private static func needsEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}

extension String: JSONWritable {
    public func write(to writer: inout JSONWriter) { writer.string(self) }
}

extension Bool: JSONWritable {
    public func write(to writer: inout JSONWriter) { writer.word(self ? "true" : "false") }
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
    fileprivate var whole: Int64? {
        guard let whole = Int64(exactly: self), whole.magnitude <= 1 << 53,
            whole != 0 || sign == .plus
        else { return nil }
        return whole
    }
}

extension JSONText: JSONWritable {
    public func write(to writer: inout JSONWriter) { writer.text(self) }
}

extension Array: JSONWritable where Element: JSONWritable {
    public func write(to writer: inout JSONWriter) {
        writer.array { elements in
            for element in self { elements.value(element) }
        }
    }
}

extension Optional: JSONWritable where Wrapped: JSONWritable {
    /// Writes null for nil.
    public func write(to writer: inout JSONWriter) {
        guard let self else { return writer.null() }
        self.write(to: &writer)
    }
}
