// SPDX-License-Identifier: MIT

/// An element of a bounded history.
protocol Remembered: Codable, Sendable {
    /// The capacity of the history, at least one; the oldest elements are evicted.
    static var limit: Int { get }
}

/// The latest elements, oldest first. A full history is a ring buffer: a new element overwrites the
/// oldest, and nothing is moved.
struct Recent<Element: Remembered>: RandomAccessCollection, MutableCollection, Sendable {
    /// Oldest first, starting at `oldest`.
    private var elements: [Element] = []
    private var oldest = 0

    var startIndex: Int { 0 }
    var endIndex: Int { elements.count }

    subscript(index: Int) -> Element {
        _read { yield elements[slot(of: index)] }
        _modify { yield &elements[slot(of: index)] }
    }

    var isFull: Bool { elements.count >= Element.limit }

    mutating func append(_ element: consuming Element) {
        if isFull {
            elements[oldest] = element
            oldest = oldest + 1 == elements.count ? 0 : oldest + 1
        } else {
            elements.append(element)
        }
    }

    private func slot(of index: Int) -> Int {
        let slot = oldest + index
        return slot < elements.count ? slot : slot - elements.count
    }
}

/// The format in recordings: a list, oldest first.
extension Recent: Codable {
    init(from decoder: any Decoder) throws {
        elements = Array(try [Element](from: decoder).suffix(Element.limit))
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        for element in self { try container.encode(element) }
    }
}
