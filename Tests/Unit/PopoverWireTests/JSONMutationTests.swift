// SPDX-License-Identifier: MIT
import PopoverModel
import PopoverWire
import Testing

private let line = #"""
    {"jsonrpc":"2.0","id":"7é","method":"popover.open","params":{"behavior":"menu","size":\#
    {"width":240,"height":1.5e2},"modal":false,"draft":null,"title":"a\"\u00e9\ud83d\ude00\n",\#
    "buttons":["x",{"id":"y","rôle":-0.0}],"big":123456789012345678901}}
    """#

/// Reads a text and everything in it; whether it was accepted.
private func readsWhole(_ bytes: [UInt8], with reader: JSONReader) throws -> Bool {
    do throws(JSONError) {
        let node = try reader.parse(bytes, depthLimit: lineDepth)
        let compact = node.compactText.bytes
        let again = JSONReader()
        let reread = try again.parse(compact, depthLimit: lineDepth)
        #expect(reread.compactText.bytes == compact)
        #expect(compact.count <= bytes.count)
        #expect(isWellFormed(node))
        return true
    } catch {
        #expect((0...bytes.count).contains(error.offset), "\(error)")
        return false
    }
}

/// Whether every view below a node answers as exactly one kind.
private func isWellFormed(_ node: JSONNode) -> Bool {
    switch node.kind {
    case .null: node.isNull
    case .bool: node.bool != nil
    case .number: node.numberText?.isEmpty == false
    case .string: node.string?.utf8.count == node.utf8Count
    case .array: node.elements?.allSatisfy(isWellFormed) == true
    case .object:
        node.members?.allSatisfy { name, value in
            isWellFormed(value) && node.member(name)?.offset == value.offset
        } == true
    }
}

@Suite("JSON that is cut and changed")
struct JSONMutationTests {
    @Test("Every truncation of a line is refused, within its bounds")
    func truncations() throws {
        let bytes = Array(line.utf8)
        let reader = JSONReader()
        #expect(try readsWhole(bytes, with: reader))
        for count in 0..<bytes.count {
            #expect(try !readsWhole(Array(bytes[..<count]), with: reader), "\(count) bytes")
        }
    }

    @Test("Changing any byte to anything telling never traps")
    func mutations() throws {
        let telling: [UInt8] =
            Array("\"\\{}[]:,0-.eun \n".utf8) + [0, 0x0C, 0x1F, 0x7F, 0x80, 0xC3, 0xED, 0xFF]
        let reader = JSONReader()
        var accepted = 0
        var refused = 0
        for position in 0..<line.utf8.count {
            for byte in telling {
                var bytes = Array(line.utf8)
                bytes[position] = byte
                if try readsWhole(bytes, with: reader) { accepted += 1 } else { refused += 1 }
            }
        }
        #expect(accepted > 0)
        #expect(refused > accepted)
    }

    @Test("Leaving out or doubling any byte never traps")
    func omissions() throws {
        let bytes = Array(line.utf8)
        let reader = JSONReader()
        for position in bytes.indices {
            var shorter = bytes
            shorter.remove(at: position)
            _ = try readsWhole(shorter, with: reader)
            var longer = bytes
            longer.insert(bytes[position], at: position)
            _ = try readsWhole(longer, with: reader)
        }
    }

    @Test("Text made of JSON's own tokens at random never traps", arguments: [1, 2, 3] as [UInt64])
    func tokens(seed: UInt64) throws {
        let tokens = [
            "{", "}", "[", "]", ":", ",", "\"a\"", "\"\\\"", "\\", "\"", "1", "-", "1e9", "null",
            "true", " ", "\\ud800", "é", "\u{0}",
        ]
        let reader = JSONReader()
        var state = seed
        for _ in 0..<3_000 {
            var text = ""
            for _ in 0..<(state % 12 + 1) {
                // Knuth's MMIX generator: the same texts in every run.
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                text += tokens[Int(state >> 33) % tokens.count]
            }
            _ = try readsWhole(Array(text.utf8), with: reader)
        }
    }
}
