// SPDX-License-Identifier: MIT

/// The latest elements, numbered from 1 without gaps. Beyond a number of them, or of their bytes, the oldest
/// are dropped.
struct Latest<Element> {
    /// The elements beyond the limit that are dropped together: moving the rest costs as much as the rest.
    private static var block: Int { 64 }

    private(set) var list: [Element] = []
    private var sizes: [Int] = []
    private var bytes = 0
    private var dropped = 0
    private let limit: Int
    private let byteLimit: Int

    init(limit: Int = .max, byteLimit: Int = .max) {
        self.limit = limit
        self.byteLimit = byteLimit
    }

    /// The number of the latest; 0 before there is one.
    var last: Int { dropped + list.count }
    /// The number of the first that is kept; 0 before there is one.
    var first: Int { list.isEmpty ? 0 : dropped + 1 }

    /// The elements from a number on.
    subscript(from number: Int) -> ArraySlice<Element> {
        list[min(max(0, number - dropped - 1), list.count)...]
    }

    subscript(number: Int) -> Element? {
        list.indices.contains(number - dropped - 1) ? list[number - dropped - 1] : nil
    }

    mutating func append(_ element: Element, bytes size: Int) {
        list.append(element)
        sizes.append(size)
        bytes += size
        guard list.count - limit > Self.block || bytes > byteLimit else { return }
        var surplus = max(0, list.count - limit)
        var rest = bytes - sizes.prefix(surplus).reduce(0, +)
        let most = rest > byteLimit ? byteLimit / 2 : byteLimit
        while rest > most, surplus < list.count - 1 {
            rest -= sizes[surplus]
            surplus += 1
        }
        list.removeFirst(surplus)
        sizes.removeFirst(surplus)
        bytes = rest
        dropped += surplus
    }

    /// Of the same size; there must be one.
    mutating func replaceLast(by element: Element) { list[list.count - 1] = element }
}
