// SPDX-License-Identifier: MIT
import PopoverModel
import PopoverWire
import Testing

private let doubles: [(value: Double, text: String)] = [
    (0, "0"),
    (-0.0, "-0.0"),
    (1, "1"),
    (-240, "-240"),
    (0.1, "0.1"),
    (1.5, "1.5"),
    (1e-7, "1e-07"),
    (100_000, "100000"),
    (9_007_199_254_740_992, "9007199254740992"),
    (-9_007_199_254_740_992, "-9007199254740992"),
    (9_007_199_254_740_994, "9.007199254740994e+15"),
    (1e16, "1e+16"),
    (.greatestFiniteMagnitude, "1.7976931348623157e+308"),
    (.leastNonzeroMagnitude, "5e-324"),
    (.infinity, "null"),
    (-.infinity, "null"),
    (.nan, "null"),
]

private let strings: [(value: String, text: String)] = [
    ("", #""""#),
    ("plain", #""plain""#),
    ("é€😀\u{2028}\u{7F}", "\"é€😀\u{2028}\u{7F}\""),
    ("\"\\/", #""\"\\/""#),
    ("\u{8}\t\n\u{C}\r", #""\b\t\n\f\r""#),
    ("\u{0}\u{B}\u{1F}", #""\u0000\u000b\u001f""#),
    ("a\nb", #""a\nb""#),
]

@Suite("JSON that is written")
struct JSONWriterTests {
    @Test("An appearance is written as it is, whichever was written before")
    func appearances() {
        var other = Appearance()
        other.margin = 0.5
        let text = written {
            $0.array { list in
                for appearance in [Appearance(), other, other, Appearance()] {
                    list.value(appearance)
                }
            }
        }
        let (first, second) = (written { $0.value(Appearance()) }, written { $0.value(other) })
        #expect(first != second)
        #expect(text == "[\(first),\(second),\(second),\(first)]")
        let member = written {
            $0.object { object in
                for name in ["a", "b"] as [JSONName] { object.member(name, other) }
            }
        }
        #expect(member == #"{"a":\#(second),"b":\#(second)}"#)
    }

    @Test("Doubles are written as briefly as they can be read back", arguments: doubles)
    func double(value: Double, text: String) throws {
        #expect(written { $0.value(value) } == text)
        let read = try JSONReader().parse(Array(text.utf8), depthLimit: 0).double
        #expect(read?.bitPattern == (value.isFinite ? value.bitPattern : nil))
    }

    @Test("Strings are escaped where JSON demands it and nowhere else", arguments: strings)
    func string(value: String, text: String) throws {
        #expect(written { $0.value(value) } == text)
        #expect(written { $0.object { $0.member(JSONName(value), 1) } } == "{\(text):1}")
        #expect(try JSONReader().parse(Array(text.utf8), depthLimit: 0).string == value)
        #expect(try compacted(Array(text.utf8)) == text)
    }

    @Test("A character that needs an escape is found at every position", arguments: UInt8(0)...127)
    func anyPlace(byte: UInt8) throws {
        let character = Character(Unicode.Scalar(byte))
        for before in 0...17 {
            for around in ["\u{7F}", " ", "é", "\u{80}"] {
                let value =
                    String(repeating: around, count: before) + String(character)
                    + String(repeating: around, count: 9)
                let text = written { $0.value(value) }
                #expect(try JSONReader().parse(Array(text.utf8), depthLimit: 0).string == value)
            }
        }
    }

    @Test("Any double survives writing and reading", arguments: [1, 2, 3] as [UInt64])
    func anyDouble(seed: UInt64) throws {
        let reader = JSONReader()
        var state = seed
        for _ in 0..<2_000 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let value = Double(bitPattern: state ^ state >> 29)
            guard value.isFinite else { continue }
            let text = written { $0.value(value) }
            let read = try reader.parse(Array(text.utf8), depthLimit: 0).double
            #expect(read?.bitPattern == value.bitPattern, "\(text)")
        }
    }

    @Test("Objects and arrays get their commas, and only those")
    func containers() {
        let text = written { writer in
            writer.object { root in
                root.member("a", 1)
                root.name("b")
                root.array { list in
                    list.value(true)
                    list.object { _ in }
                    list.array { _ in }
                    list.null()
                    list.value(["x", "y"])
                }
                root.member("c", JSONText(validated: Array(#"{"d":[1]}"#.utf8)))
                root.member("e", ifPresent: Int?.none)
                root.member("f", ifPresent: 2.5)
                root.member("g", String?.none)
                root.member("h", [Int]())
            }
        }
        let expected =
            #"{"a":1,"b":[true,{},[],null,["x","y"]],"c":{"d":[1]},"f":2.5,"g":null,"h":[]}"#
        #expect(text == expected)
    }

    @Test("Integers are written whole")
    func integers() {
        let text = written { writer in
            writer.array { list in
                list.value(Int.min)
                list.value(Int64.max)
                list.value(UInt64.max)
            }
        }
        #expect(text == "[-9223372036854775808,9223372036854775807,18446744073709551615]")
    }

    @Test("Lines follow each other in one buffer, which can be used again")
    func lines() {
        var writer = JSONWriter()
        for number in 1...2 {
            writer.object { $0.member("n", number) }
            writer.endLine()
        }
        #expect(writer.bytes == Array("{\"n\":1}\n{\"n\":2}\n".utf8))
        writer.value(3)
        writer.removeAll()
        writer.value(4)
        #expect(writer.bytes == Array("4".utf8))
    }
}
