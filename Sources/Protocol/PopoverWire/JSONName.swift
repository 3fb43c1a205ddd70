// SPDX-License-Identifier: MIT
internal import CSimdJSON

/// The name of an object's member. Almost all are literals, whose place is known and whose
/// bytes need no escape: writing one is copying it. Others are made of a string: `JSONName(text)`.
public struct JSONName: ExpressibleByStringLiteral, Sendable {
    enum Spelling {
        case literal(StaticString)
        case text(String)
    }

    let spelling: Spelling

    /// - Parameter stringLiteral: without characters that JSON escapes.
    @inlinable
    public init(stringLiteral: StaticString) {
        self.init(literal: stringLiteral)
    }

    @inline(__always)
    func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        switch spelling {
        case .literal(let text):
            return unsafe body(
                UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
        case .text(var text): return text.withUTF8(body)
        }
    }

    /// Of those of `JSONNode.nameBits`: where an object has it not, it has no member of this name.
    @inline(__always)
    var bit: UInt32 {
        unsafe withBytes { unsafe csimdjson_name_bit($0.baseAddress, $0.count) }
    }

    /// As a string, without escapes.
    var text: String {
        switch spelling {
        case .literal(let text): "\(text)"
        case .text(let text): text
        }
    }

    /// Any name; it is escaped where needed.
    public init(_ text: String) {
        spelling = .text(text)
    }

    @usableFromInline
    init(literal: StaticString) {
        spelling = .literal(literal)
    }
}
