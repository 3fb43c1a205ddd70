// SPDX-License-Identifier: MIT
import PopoverModel
import PopoverWire
import Testing

/// A number's text, and what it is read as.
struct NumberRow: CustomTestStringConvertible, Sendable {
    var text: String
    var double: Double?
    var integer: Int64?

    init(_ text: String, _ double: Double?, _ integer: Int64?) {
        self.text = text
        self.double = double
        self.integer = integer
    }

    var testDescription: String { text }
}

private let numbers: [NumberRow] = [
    NumberRow("0", 0, 0),
    NumberRow("-0", -0.0, 0),
    NumberRow("-1", -1, -1),
    NumberRow("1.5", 1.5, nil),
    NumberRow("0.1", 0.1, nil),
    NumberRow("10", 10, 10),
    NumberRow("10.0", 10, 10),
    NumberRow("1e1", 10, 10),
    NumberRow("1E+1", 10, 10),
    NumberRow("1000e-2", 10, 10),
    NumberRow("0.001e4", 10, 10),
    NumberRow("0.0100e2", 1, 1),
    NumberRow("15e-1", 1.5, nil),
    NumberRow("0e999999999999999999999", 0, 0),
    NumberRow("9007199254740992", 9_007_199_254_740_992, 9_007_199_254_740_992),
    NumberRow("-9007199254740992", -9_007_199_254_740_992, -9_007_199_254_740_992),
    NumberRow("9007199254740992.000", 9_007_199_254_740_992, 9_007_199_254_740_992),
    NumberRow("9007199254740993", 9_007_199_254_740_992, nil),
    NumberRow("-9007199254740993", -9_007_199_254_740_992, nil),
    NumberRow("9007199254740991.5", 9_007_199_254_740_992, nil),
    NumberRow("0.99999999999999999999999", 1, nil),
    NumberRow("1e15", 1e15, 1_000_000_000_000_000),
    NumberRow("1e16", 1e16, nil),
    NumberRow("18446744073709551615", 0x1p64, nil),
    NumberRow("18446744073709551616", 0x1p64, nil),
    NumberRow("123456789012345678901234567890", 1.2345678901234568e29, nil),
    NumberRow("1e308", 1e308, nil),
    NumberRow("1.7976931348623157e308", .greatestFiniteMagnitude, nil),
    NumberRow("1e309", nil, nil),
    NumberRow("-1e309", nil, nil),
    NumberRow("1e99999999999999999999999", nil, nil),
    NumberRow("5e-324", .leastNonzeroMagnitude, nil),
    NumberRow("2.2250738585072014e-308", .leastNormalMagnitude, nil),
    NumberRow("1e-400", 0, nil),
    NumberRow("-1e-99999999999999999999999", -0.0, nil),
]

/// Text that a strict reader (Python's json with its extensions off) takes, and its compact form.
private let accepted: [(text: String, compact: String)] = [
    ("null", "null"),
    (" true ", "true"),
    ("\t\r\nfalse\n", "false"),
    ("[]", "[]"),
    ("[ ]", "[]"),
    ("{ }", "{}"),
    ("[[],[[]],{}]", "[[],[[]],{}]"),
    (#"{"b":1,"a":[true,false,null]}"#, #"{"b":1,"a":[true,false,null]}"#),
    (" { \"a\" : [ 1 , 2 ] ,\n\"b\" : { } } ", #"{"a":[1,2],"b":{}}"#),
    (#"{"a":{"a":{"a":1}}}"#, #"{"a":{"a":{"a":1}}}"#),
    (#"{"a":1,"A":2,"":3}"#, #"{"a":1,"A":2,"":3}"#),
    (#""""#, #""""#),
    (#""\"\\\/\b\f\n\r\t""#, #""\"\\/\b\f\n\r\t""#),
    (#""\u0000\u001f\u007f""#, "\"\\u0000\\u001f\u{7F}\""),
    (#""\u00e9\u20AC\ud83d\uDE00""#, "\"é€😀\""),
    ("\"é€😀\u{2028}\"", "\"é€😀\u{2028}\""),
    ("\"\u{FFFF}\u{10FFFF}\u{7F}\"", "\"\u{FFFF}\u{10FFFF}\u{7F}\""),
    (#"["[{,:]}","\\","\\\""]"#, #"["[{,:]}","\\","\\\""]"#),
    (#"{"\u0061\n":"\u0062"}"#, #"{"a\n":"b"}"#),
    ("[-0,1E5,1e-7,0.10]", "[-0,1E5,1e-7,0.10]"),
    (
        "[12345678901234567890123456789012345678901234567890]",
        "[12345678901234567890123456789012345678901234567890]"
    ),
]

@Suite("JSON that is read")
struct JSONReaderTests {
    @Test(
        "Names that share the bit by which most are told apart are found and missed by themselves")
    func sharedBit() throws {
        let reader = JSONReader()
        let both = try reader.parse(Array(#"{"a":1,"q":2}"#.utf8), depthLimit: 1)
        #expect(both.member("a")?.integer == 1)
        #expect(both.member("q")?.integer == 2)
        let one = try reader.parse(Array(#"{"a":1,"b":{"q":2}}"#.utf8), depthLimit: 2)
        #expect(one.member("q") == nil)
        #expect(one.member("b")?.member("a") == nil)
        #expect(one.member("b")?.member("q")?.integer == 2)
    }

    @Test("Strict JSON is accepted and returned compact", arguments: accepted)
    func accepts(text: String, compact: String) throws {
        #expect(try compacted(Array(text.utf8)) == compact)
        #expect(try compacted(Array(compact.utf8)) == compact)
    }

    @Test("Numbers keep their text beside their double and integer", arguments: numbers)
    func number(_ row: NumberRow) throws {
        let node = try JSONReader().parse(Array(row.text.utf8), depthLimit: lineDepth)
        #expect(node.kind == .number)
        #expect(node.double?.bitPattern == row.double?.bitPattern)
        #expect(node.integer == row.integer)
        #expect(node.numberText == row.text)
        #expect(node.compactText.bytes == Array(row.text.utf8))
    }

    @Test("A number as long as a line is read")
    func longNumber() throws {
        let digits = String(repeating: "7", count: 250_000)
        let reader = JSONReader()
        #expect(try reader.parse(Array(digits.utf8), depthLimit: 1).numberText == digits)
        #expect(try reader.parse(Array("0.\(digits)".utf8), depthLimit: 1).double == 7.0 / 9)
        #expect(try reader.parse(Array(digits.utf8), depthLimit: 1).double == nil)
        let zeros = String(repeating: "0", count: 250_000)
        let scaled = Array("1\(zeros)e-250000".utf8)
        #expect(try reader.parse(scaled, depthLimit: 1).integer == 1)
    }

    @Test("A view answers only for the kind that it has")
    func kinds() throws {
        let reader = JSONReader()
        let text = #"{"n":null,"b":true,"i":7,"s":"é","a":[1],"o":{"x":2}}"#
        let root = try reader.parse(Array(text.utf8), depthLimit: lineDepth)
        let names = try #require(root.members).map(\.name)
        #expect(names == ["n", "b", "i", "s", "a", "o"])
        let values = try #require(root.members).map(\.value)
        #expect(values.map(\.kind) == [.null, .bool, .number, .string, .array, .object])
        #expect(values.map(\.isNull) == [true, false, false, false, false, false])
        #expect(values.map(\.bool) == [nil, true, nil, nil, nil, nil])
        #expect(values.map(\.integer) == [nil, nil, 7, nil, nil, nil])
        #expect(values.map(\.double) == [nil, nil, 7, nil, nil, nil])
        #expect(values.map(\.numberText) == [nil, nil, "7", nil, nil, nil])
        #expect(values.map(\.string) == [nil, nil, nil, "é", nil, nil])
        #expect(values.map(\.utf8Count) == [nil, nil, nil, 2, nil, nil])
        #expect(values.map(\.depth) == [0, 0, 0, 0, 1, 1])
        #expect(values.map { $0.elements?.count } == [nil, nil, nil, nil, 1, nil])
        #expect(values.map { $0.members?.count } == [nil, nil, nil, nil, nil, 1])
        #expect(values.map { $0.member("x")?.integer } == [nil, nil, nil, nil, nil, 2])
        #expect(values.map(\.offset) == [5, 14, 23, 29, 38, 46])
        #expect(root.depth == 2)
    }

    @Test("Members are found by name, past what others contain")
    func members() throws {
        let reader = JSONReader()
        let text = #"{"a":{"b":1},"":[{"b":2}],"b":3,"\u00fc":4,"c":"b"}"#
        let root = try reader.parse(Array(text.utf8), depthLimit: lineDepth)
        #expect(root.member("b")?.integer == 3)
        #expect(root.member("a")?.member("b")?.integer == 1)
        #expect(root.member("")?.elements?.map { $0.member("b")?.integer } == [2])
        #expect(root.member("ü")?.integer == 4)
        #expect(root.member("d")?.isNull == nil)
        #expect(root.member("c")?.string == "b")
    }

    @Test("A part's compact text is of that part alone")
    func parts() throws {
        let reader = JSONReader()
        let text = #"{ "params" : { "content" : [ { "a\u0062" : "\n" }, [ ], 1e3 ] , "z" : 1 } }"#
        let root = try reader.parse(Array(text.utf8), depthLimit: lineDepth)
        let content = try #require(root.member("params")?.member("content"))
        #expect(content.depth == 2)
        let compact = String(decoding: content.compactText.bytes, as: UTF8.self)
        #expect(compact == #"[{"ab":"\n"},[],1e3]"#)
        let elements = try #require(content.elements).map { $0.compactText }
        #expect(
            elements.map { String(decoding: $0.bytes, as: UTF8.self) }
                == [#"{"ab":"\n"}"#, "[]", "1e3"])
    }

    @Test("A reader reads on after an error, and larger texts after small ones")
    func reuse() throws {
        let reader = JSONReader()
        for size in [1, 10, 5_000, 100, 262_144, 3, 500_000] {
            let text = "[\"\(String(repeating: "x", count: size))\"]"
            let node = try reader.parse(Array(text.utf8), depthLimit: 1)
            #expect(node.elements?.map(\.utf8Count) == [size])
            #expect(throws: JSONError(kind: .unexpectedEnd, offset: 1)) {
                try reader.parse(Array("[".utf8), depthLimit: 1)
            }
        }
    }

    @Test("Slices and spans are read like arrays")
    func slices() throws {
        let bytes = Array("xx[1,2]yy".utf8)
        let reader = JSONReader()
        #expect(try reader.parse(bytes[2..<7], depthLimit: 1).elements?.count == 2)
        let span = bytes.span.extracting(2..<7)
        #expect(try reader.parse(span, depthLimit: 1).elements?.count == 2)
    }

    @Test("A view that outlives its text traps")
    func staleView() async {
        await #expect(processExitsWith: .failure) {
            let reader = JSONReader()
            let node = try reader.parse(Array("1".utf8), depthLimit: 1)
            _ = try reader.parse(Array("2".utf8), depthLimit: 1)
            _ = node.integer
        }
    }
}
