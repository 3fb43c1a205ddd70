// SPDX-License-Identifier: MIT

/// An input, from which decisions are taken one after the other. Where it ends, they are all 0.
struct InputBytes {
    private(set) var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    var isEmpty: Bool { rest.isEmpty }

    mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

    /// From 0 to below so many, of which there may be 256.
    mutating func number(below count: Int) -> Int { Int(byte()) % count }

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[number(below: elements.count)]
    }

    /// As many bytes as there are, up to so many.
    mutating func next(_ count: Int) -> ArraySlice<UInt8> {
        let taken = rest.prefix(count)
        rest = rest.dropFirst(count)
        return taken
    }
}
