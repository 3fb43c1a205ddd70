// SPDX-License-Identifier: MIT

import PopoverModel

/// What belongs to each client, found by the client's number.
///
/// Numbers rise and nobody outside chooses them, so that their lowest bits alone spread them well:
/// a dictionary, which guards itself against chosen keys, takes longer to hash a number than it
/// takes here to find it.
struct ClientTable<Value> {
    private struct Entry {
        let client: ClientID
        var value: Value
    }

    /// A power of two of them, at least twice as many as there are entries; an entry lies at its
    /// number's place, or in one after it with no gap between.
    private var places: [Entry?] = []
    private(set) var count = 0

    private static var fewest: Int { 16 }

    var isEmpty: Bool { count == 0 }

    /// In no order.
    var values: some Sequence<Value> { places.lazy.compactMap { $0?.value } }

    subscript(client: ClientID) -> Value? {
        get {
            guard let place = place(of: client) else { return nil }
            return places[place]?.value
        }
        set {
            if let newValue { set(newValue, for: client) } else { remove(client) }
        }
    }

    private mutating func set(_ value: Value, for client: ClientID) {
        if let place = place(of: client) {
            places[place]?.value = value
            return
        }
        if (count + 1) * 2 > places.count { resize(to: max(Self.fewest, places.count * 2)) }
        insert(Entry(client: client, value: value))
    }

    /// There is room for it, and it is not there.
    private mutating func insert(_ entry: Entry) {
        var place = home(of: entry.client)
        while places[place] != nil { place = next(place) }
        places[place] = entry
        count += 1
    }

    private mutating func remove(_ client: ClientID) {
        guard var gap = place(of: client) else { return }
        places[gap] = nil
        count -= 1
        // What lies behind the gap moves into it where it could not be found any more.
        var place = next(gap)
        while let entry = places[place] {
            let mask = places.count - 1
            if (place - home(of: entry.client)) & mask >= (place - gap) & mask {
                places.swapAt(gap, place)
                gap = place
            }
            place = next(place)
        }
        if places.count > Self.fewest, count * 8 < places.count { resize(to: places.count / 2) }
    }

    private mutating func resize(to size: Int) {
        let entries = places
        places = Array(repeating: nil, count: size)
        count = 0
        for case let entry? in entries { insert(entry) }
    }

    private func place(of client: ClientID) -> Int? {
        guard !places.isEmpty else { return nil }
        var place = home(of: client)
        while let entry = places[place] {
            if entry.client == client { return place }
            place = next(place)
        }
        return nil
    }

    private func home(of client: ClientID) -> Int {
        Int(truncatingIfNeeded: client.number) & (places.count - 1)
    }

    private func next(_ place: Int) -> Int { (place + 1) & (places.count - 1) }
}
