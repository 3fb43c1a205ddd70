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
public struct JSONWriter {
    /// The output so far.
    public internal(set) var bytes: [UInt8] = []

    var needsComma = false
    private let appearances: WrittenAppearance?

    public init() { appearances = nil }

    init(keeping appearances: WrittenAppearance) { self.appearances = appearances }

    /// Clears the output, which may be private, and keeps the memory.
    public mutating func removeAll() {
        bytes.erase()
        needsComma = false
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

    /// Appends a message of JSON-RPC 2.0 to an output of lines, instead of to its own.
    mutating func appendLine(to output: inout [UInt8], _ members: (inout JSONWriter) -> Void) {
        swap(&bytes, &output)
        needsComma = false
        append("{\"jsonrpc\":\"2.0\"")
        needsComma = true
        members(&self)
        append("}\n")
        swap(&bytes, &output)
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
    @inline(__always)
    fileprivate mutating func word(_ word: StaticString) {
        bytes.append(addingCapacity: word.utf8CodeUnitCount + 1) { [needsComma] output in
            if needsComma { output.append(UInt8(ascii: ",")) }
            Self.append(word, to: &output)
        }
        needsComma = true
    }

    /// Writes text that needs no escapes and is one value.
    mutating func scalar(_ text: String) {
        beginValue()
        bytes.append(contentsOf: text.utf8)
    }

    /// Writes an identifier as its description has it.
    mutating func value(_ id: some Identifier) {
        let (mark, letter) = (UInt8(ascii: "\""), UInt8(ascii: type(of: id).letter))
        bytes.append(addingCapacity: Self.mostDigits + 4) { [needsComma] output in
            if needsComma { output.append(UInt8(ascii: ",")) }
            output.append(mark)
            output.append(letter)
            Self.append(id.number, to: &output)
            output.append(mark)
        }
        needsComma = true
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
        if let text = appearances?.text(of: value) {
            bytes.append(contentsOf: text)
            return
        }
        let start = bytes.count
        needsComma = false
        object(body)
        appearances?.keep(bytes[start...], of: value)
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

    mutating func beginValue() {
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

    @inline(__always)
    private mutating func append(_ text: StaticString) {
        bytes.append(addingCapacity: text.utf8CodeUnitCount) { Self.append(text, to: &$0) }
    }

    private mutating func appendEscaped(_ text: UnsafeBufferPointer<UInt8>, end: UInt8?) {
        beginValue()
        bytes.append(UInt8(ascii: "\""))
        unsafe text.forEach { appendEscaped($0) }
        bytes.append(UInt8(ascii: "\""))
        if let end { bytes.append(end) }
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
        // What is left is looked at together with what came before, a short text as two halves that may
        // overlap, and a very short one byte by byte.
        if at == 0, text.count >= 4 {
            let first = unsafe text.loadUnaligned(as: UInt32.self)
            let last = unsafe text.loadUnaligned(fromByteOffset: text.count - 4, as: UInt32.self)
            return needsEscape(UInt64(first) << 32 | UInt64(last))
        }
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

/// The appearance that was written last, and its text: a display's is the same in each of its grants.
final class WrittenAppearance {
    private var latest = Appearance()
    /// Empty before the first.
    private var text: [UInt8] = []

    fileprivate func text(of value: Appearance) -> [UInt8]? {
        text.isEmpty || latest != value ? nil : text
    }

    fileprivate func keep(_ text: ArraySlice<UInt8>, of value: Appearance) {
        self.text = Array(text)
        latest = value
    }
}

extension String: JSONWritable {
    public func write(to writer: inout JSONWriter) { writer.string(self) }
}

extension Bool: JSONWritable {
    public func write(to writer: inout JSONWriter) { writer.word(self ? "true" : "false") }
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
