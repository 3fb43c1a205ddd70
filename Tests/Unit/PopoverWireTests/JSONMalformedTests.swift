// SPDX-License-Identifier: MIT
import PopoverWire
import Testing

/// A text that is refused, why, and where.
struct Malformed: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var bytes: [UInt8]
    var error: JSONError

    init(_ text: String, _ kind: JSONError.Kind, at offset: Int) {
        self.init(text, Array(text.utf8), kind, at: offset)
    }

    init(_ name: String, _ bytes: [UInt8], _ kind: JSONError.Kind, at offset: Int) {
        testDescription = name
        self.bytes = bytes
        error = JSONError(kind: kind, offset: offset)
    }
}

private let grammar: [Malformed] = [
    Malformed("", .empty, at: 0),
    Malformed(" \t\r\n ", .empty, at: 0),
    Malformed("[1 2]", .unexpectedCharacter, at: 3),
    Malformed(#"{"a":1 "b":2}"#, .unexpectedCharacter, at: 7),
    Malformed("[1,]", .unexpectedCharacter, at: 3),
    Malformed("[,1]", .unexpectedCharacter, at: 1),
    Malformed("[1,,2]", .unexpectedCharacter, at: 3),
    Malformed(#"{"a":1,}"#, .unexpectedCharacter, at: 7),
    Malformed(#"{,}"#, .unexpectedCharacter, at: 1),
    Malformed(#"{"a"}"#, .unexpectedCharacter, at: 4),
    Malformed(#"{"a":}"#, .unexpectedCharacter, at: 5),
    Malformed(#"{"a" 1}"#, .unexpectedCharacter, at: 5),
    Malformed(#"{"a"::1}"#, .unexpectedCharacter, at: 5),
    Malformed("{1:2}", .unexpectedCharacter, at: 1),
    Malformed("{a:1}", .unexpectedCharacter, at: 1),
    Malformed("{'a':1}", .unexpectedCharacter, at: 1),
    Malformed("['a']", .unexpectedCharacter, at: 1),
    Malformed("[1}", .unexpectedCharacter, at: 2),
    Malformed(#"{"a":1]"#, .unexpectedCharacter, at: 6),
    Malformed("]", .unexpectedCharacter, at: 0),
    Malformed("}", .unexpectedCharacter, at: 0),
    Malformed(":", .unexpectedCharacter, at: 0),
    Malformed(#"{"a":1"#, .unexpectedEnd, at: 6),
    Malformed(#"{"a":"#, .unexpectedEnd, at: 5),
    Malformed(#"{"a""#, .unexpectedEnd, at: 4),
    Malformed("{", .unexpectedEnd, at: 1),
    Malformed("[1,", .unexpectedEnd, at: 3),
    Malformed("{} {}", .trailingContent, at: 3),
    Malformed("{}x", .trailingContent, at: 2),
    Malformed("1 2", .trailingContent, at: 2),
    Malformed("[]]", .trailingContent, at: 2),
    Malformed("[]//", .trailingContent, at: 2),
    Malformed(#""a"b"#, .trailingContent, at: 3),
    Malformed(#""a""b""#, .trailingContent, at: 3),
    Malformed("/**/1", .unexpectedCharacter, at: 0),
    Malformed("[1,\u{0C}2]", .unexpectedCharacter, at: 3),
    Malformed("[1\u{0C}2]", .unexpectedCharacter, at: 2),
    Malformed("[1\u{1A}2]", .unexpectedCharacter, at: 2),
    Malformed("[true\u{0C}2]", .unexpectedCharacter, at: 5),
    Malformed("[null\u{1A}]", .unexpectedCharacter, at: 5),
    Malformed("[\u{A0}1]", .unexpectedCharacter, at: 1),
    Malformed(#"[\"]"#, .unexpectedCharacter, at: 1),
    Malformed(#"[\"a"]"#, .unexpectedCharacter, at: 1),
]

private let words: [Malformed] = [
    Malformed("nul", .invalidLiteral, at: 0),
    Malformed("[nulll]", .invalidLiteral, at: 1),
    Malformed("[tru]", .invalidLiteral, at: 1),
    Malformed("[falsehood]", .invalidLiteral, at: 1),
    Malformed("[true\"\"]", .invalidLiteral, at: 1),
    Malformed("[True]", .unexpectedCharacter, at: 1),
    Malformed("NaN", .unexpectedCharacter, at: 0),
    Malformed("Infinity", .unexpectedCharacter, at: 0),
]

private let numbers: [Malformed] = [
    Malformed("01", .invalidNumber, at: 1),
    Malformed("-01", .invalidNumber, at: 2),
    Malformed("1.", .invalidNumber, at: 2),
    Malformed("[1.]", .invalidNumber, at: 3),
    Malformed("1.e1", .invalidNumber, at: 2),
    Malformed("+1", .unexpectedCharacter, at: 0),
    Malformed(".5", .unexpectedCharacter, at: 0),
    Malformed("-.5", .invalidNumber, at: 1),
    Malformed("1e", .invalidNumber, at: 2),
    Malformed("1e+", .invalidNumber, at: 3),
    Malformed("[1e-]", .invalidNumber, at: 4),
    Malformed("1e1.5", .invalidNumber, at: 3),
    Malformed("-", .invalidNumber, at: 1),
    Malformed("[-]", .invalidNumber, at: 2),
    Malformed("--1", .invalidNumber, at: 1),
    Malformed("-Infinity", .invalidNumber, at: 1),
    Malformed("0x10", .invalidNumber, at: 1),
    Malformed("1_000", .invalidNumber, at: 1),
    Malformed("12a", .invalidNumber, at: 2),
    Malformed("[1\"\"]", .invalidNumber, at: 2),
]

private let strings: [Malformed] = [
    Malformed(#"""#, .unterminatedString, at: 0),
    Malformed(#"{"a":"b"#, .unterminatedString, at: 5),
    Malformed(#"["a\"]"#, .unterminatedString, at: 1),
    Malformed(#"["a\\\"]"#, .unterminatedString, at: 1),
    Malformed("[\"a\tb\"]", .controlCharacter, at: 3),
    Malformed("[\"a\nb\"]", .controlCharacter, at: 3),
    Malformed("[\"\u{1F}\"]", .controlCharacter, at: 2),
    Malformed("[\"\\\u{1F}\"]", .controlCharacter, at: 3),
    Malformed(#"["a\x"]"#, .invalidEscape, at: 3),
    Malformed(#"["\'"]"#, .invalidEscape, at: 2),
    Malformed(#"["\u12g4"]"#, .invalidEscape, at: 2),
    Malformed(#"["\u123"]"#, .invalidEscape, at: 2),
    Malformed(#"["\u"]"#, .invalidEscape, at: 2),
    Malformed(#"["\U0041"]"#, .invalidEscape, at: 2),
    Malformed(#"["\uD800"]"#, .loneSurrogate, at: 2),
    Malformed(#"["\udfff"]"#, .loneSurrogate, at: 2),
    Malformed(#"["ab\uD83Dx"]"#, .loneSurrogate, at: 4),
    Malformed(#"["\uD83D\u0041"]"#, .loneSurrogate, at: 2),
    Malformed(#"["\uD83D\uD83D\uDE00"]"#, .loneSurrogate, at: 2),
    Malformed(#"["\uDE00\uD83D"]"#, .loneSurrogate, at: 2),
    Malformed(#"["\uD83D\n"]"#, .loneSurrogate, at: 2),
    Malformed(#"["\uD83D\u"]"#, .loneSurrogate, at: 2),
    Malformed(#"{"\uD800":1}"#, .loneSurrogate, at: 2),
]

private func quoted(_ bytes: UInt8...) -> [UInt8] { Array("[\"".utf8) + bytes + Array("\"]".utf8) }

private let encodings: [Malformed] = [
    Malformed("BOM", [0xEF, 0xBB, 0xBF] + Array("{}".utf8), .byteOrderMark, at: 0),
    Malformed("BOM alone", [0xEF, 0xBB, 0xBF], .byteOrderMark, at: 0),
    Malformed(
        "BOM later", Array("[".utf8) + [0xEF, 0xBB, 0xBF, 0x5D], .unexpectedCharacter, at: 1),
    Malformed("UTF-16", [0xFF, 0xFE, 0x7B, 0x00], .invalidUTF8, at: 0),
    Malformed("NUL", [0], .rawNUL, at: 0),
    Malformed("NUL in a string", quoted(0x61, 0), .rawNUL, at: 3),
    Malformed("escaped raw NUL", quoted(0x5C, 0), .rawNUL, at: 3),
    Malformed("NUL after a number", Array("[1".utf8) + [0, 0x5D], .rawNUL, at: 2),
    Malformed("NUL between", Array("[1, ".utf8) + [0, 0x5D], .rawNUL, at: 4),
    Malformed("NUL at the end", Array("{}".utf8) + [0], .rawNUL, at: 2),
    Malformed("stray continuation", quoted(0x80), .invalidUTF8, at: 2),
    Malformed("continuation missing", quoted(0xC3), .invalidUTF8, at: 2),
    Malformed("overlong solidus", quoted(0xC0, 0xAF), .invalidUTF8, at: 2),
    Malformed("overlong NUL", quoted(0xC0, 0x80), .invalidUTF8, at: 2),
    Malformed("overlong of three", quoted(0xE0, 0x9F, 0xBF), .invalidUTF8, at: 2),
    Malformed("overlong of four", quoted(0xF0, 0x8F, 0xBF, 0xBF), .invalidUTF8, at: 2),
    Malformed("surrogate as UTF-8", quoted(0xED, 0xA0, 0x80), .invalidUTF8, at: 2),
    Malformed("above U+10FFFF", quoted(0xF4, 0x90, 0x80, 0x80), .invalidUTF8, at: 2),
    Malformed("0xF5", quoted(0x61, 0xF5, 0x80, 0x80, 0x80), .invalidUTF8, at: 3),
    Malformed("0xFF", quoted(0x61, 0x62, 0xFF), .invalidUTF8, at: 4),
    Malformed("cut sequence", Array("\"".utf8) + [0xE2, 0x82], .invalidUTF8, at: 1),
    Malformed("outside a string", Array("[1,".utf8) + [0xFF, 0x5D], .invalidUTF8, at: 3),
]

private let duplicates: [Malformed] = [
    Malformed(#"{"method":"a","method":"b"}"#, .duplicateName, at: 14),
    Malformed(#"{"a":{"b":1,"c":2,"b":3}}"#, .duplicateName, at: 18),
    // The first two share the bit by which most names are told apart.
    Malformed(#"{"a":1,"q":2,"b":3,"q":4}"#, .duplicateName, at: 19),
    Malformed(#"[{"":1,"":2}]"#, .duplicateName, at: 7),
    Malformed(#"{"a":1,"\u0061":2}"#, .duplicateName, at: 7),
    Malformed(#"{"\/":1,"/":2}"#, .duplicateName, at: 8),
    Malformed(#"{"é":1,"\u00e9":2}"#, .duplicateName, at: 8),
    Malformed(#"{"a":0,"b":0,"b":0,"a":0}"#, .duplicateName, at: 13),
    Malformed(
        #"{"a":0,"b":0,"c":0,"d":0,"e":0,"f":0,"g":0,"h":0,"i":0,"c":0,"b":0}"#,
        .duplicateName, at: 55),
]

@Suite("JSON that is refused")
struct JSONMalformedTests {
    @Test(
        "Malformed text is refused with its kind and offset",
        arguments: grammar + words + numbers + strings + encodings + duplicates)
    func refuses(_ row: Malformed) {
        #expect(failure(of: row.bytes) == row.error)
    }

    @Test("An error far inside the text is found where it is", arguments: [40, 63, 64, 65, 1000])
    func longText(padding: Int) {
        let blank = [UInt8](repeating: UInt8(ascii: " "), count: padding)
        for row in grammar + words + numbers + strings + duplicates where row.error.kind != .empty {
            var expected = row.error
            expected.offset += padding
            #expect(failure(of: blank + row.bytes) == expected, "\(row.testDescription)")
        }
    }

    @Test("Every kind of error that a text can cause is in these tables")
    func completeness() {
        let rows = grammar + words + numbers + strings + encodings + duplicates
        let missing = Set(JSONError.Kind.allCases).subtracting(rows.map(\.error.kind))
        #expect(missing == [.tooDeep, .tooLong, .outOfMemory])
    }

    @Test("A line may nest 32 deep and no deeper")
    func depthLimit() {
        func nested(_ depth: Int) -> [UInt8] {
            Array(repeating: UInt8(ascii: "["), count: depth)
                + Array(repeating: UInt8(ascii: "]"), count: depth)
        }
        #expect(failure(of: nested(lineDepth)) == nil)
        #expect(failure(of: nested(lineDepth + 1)) == JSONError(kind: .tooDeep, offset: lineDepth))
        #expect(failure(of: Array("1".utf8), depthLimit: 0) == nil)
        #expect(
            failure(of: Array("[]".utf8), depthLimit: 0) == JSONError(kind: .tooDeep, offset: 0))
        let objects = Array(String(repeating: #"{"a":"#, count: lineDepth + 1).utf8)
        #expect(failure(of: objects) == JSONError(kind: .tooDeep, offset: 5 * lineDepth))
    }

    @Test("200 000 brackets are an error, and nothing recurses")
    func depthBomb() {
        let bomb = [UInt8](repeating: UInt8(ascii: "["), count: 200_000)
        #expect(failure(of: bomb) == JSONError(kind: .tooDeep, offset: lineDepth))
        #expect(failure(of: bomb, depthLimit: .max) == JSONError(kind: .tooDeep, offset: 65_535))
    }

    @Test("A duplicate among very many members is found")
    func manyMembers() {
        let members = (0..<20_000).map { #""n\#($0)":0"# }.joined(separator: ",")
        #expect(failure(of: Array("{\(members)}".utf8)) == nil)
        let twice = Array(#"{\#(members),"n7":0}"#.utf8)
        #expect(
            failure(of: twice)
                == JSONError(kind: .duplicateName, offset: 2 + members.utf8.count))
    }

    @Test("An error says what is wrong and where")
    func description() {
        #expect(
            JSONError(kind: .loneSurrogate, offset: 7).description == "lone surrogate at byte 7")
        let phrases = JSONError.Kind.allCases.map { JSONError(kind: $0, offset: 0).description }
        #expect(Set(phrases).count == phrases.count)
    }
}
