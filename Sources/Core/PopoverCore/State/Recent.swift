// SPDX-License-Identifier: MIT

/// What is remembered of some kind of thing, up to a limit; the oldest give way.
protocol Remembered: Codable, Sendable {
    /// How many are remembered; at least one.
    static var limit: Int { get }
}

/// The latest of something, oldest first.
///
/// Once there are as many as may be, each takes the place of the oldest: nothing is moved.
struct Recent<Element: Remembered>: RandomAccessCollection, MutableCollection, Sendable {
    /// In the order in which they came, beginning at `oldest`.
    private var elements: [Element] = []
    private var oldest = 0

    var startIndex: Int { 0 }
    var endIndex: Int { elements.count }

    subscript(index: Int) -> Element {
        _read { yield elements[place(of: index)] }
        _modify { yield &elements[place(of: index)] }
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

    private func place(of index: Int) -> Int {
        let place = oldest + index
        return place < elements.count ? place : place - elements.count
    }
}

/// As it is told: a list, wherever it begins.
extension Recent: Codable {
    init(from decoder: any Decoder) throws {
        elements = Array(try [Element](from: decoder).suffix(Element.limit))
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        for element in self { try container.encode(element) }
    }
}
