// SPDX-License-Identifier: MIT
internal import CSimdJSON

/// The elements of an array in the text that a `JSONReader` read last.
public struct JSONElements: Sequence, IteratorProtocol {
    private let array: JSONNode
    private var index: Int
    private let end: Int

    /// How many there are in all, also while they are iterated.
    public let count: Int

    internal init(of array: JSONNode) {
        self.array = array
        index = array.index + 1
        end = Int(array.record.next)
        count = Int(array.record.count)
    }

    public mutating func next() -> JSONNode? {
        guard index < end else { return nil }
        let element = array.sibling(at: index)
        index = Int(element.record.next)
        return element
    }
}
