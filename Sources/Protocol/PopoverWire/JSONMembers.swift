// SPDX-License-Identifier: MIT
internal import CSimdJSON

/// The members of an object in the text that a `JSONReader` read last.
public struct JSONMembers: Sequence, IteratorProtocol {
    private let object: JSONNode
    private var index: Int
    private let end: Int

    /// How many there are in all, also while they are iterated.
    public let count: Int

    internal init(of object: JSONNode) {
        self.object = object
        index = object.index + 1
        end = Int(object.record.next)
        count = Int(object.record.count)
    }

    public mutating func next() -> (name: String, value: JSONNode)? {
        guard index < end else { return nil }
        let name = object.reader.string(object.sibling(at: index).record)
        let value = object.sibling(at: index + 1)
        index = Int(value.record.next)
        return (name, value)
    }
}
