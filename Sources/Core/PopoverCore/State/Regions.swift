// SPDX-License-Identifier: MIT

import PopoverModel

/// Names a surface, source or occluder: such names belong to one client.
struct RegionKey: Codable, Hashable, Sendable {
    var client: ClientID
    var name: String
}

/// A surface, source or occluder.
struct Region: Codable, Hashable, Sendable {
    var key: RegionKey
    var display: String
    /// In the display's coordinates.
    var rect: Rect
    /// The surface that it follows, and its place in it.
    var surface: String?
    var rectInSurface: Rect
}

/// The surfaces, sources or occluders of all clients, by display in the order of registration.
///
/// A kiosk may register thousands, and a tap or a moved source must not wait for them. So each
/// region has a slot, found by its key, and slots are strung up in rows (by display, by client) and
/// spread over a grid for each display: what is said about one region costs about the same
/// however many there are.
struct Regions: Codable, Sendable {
    /// Those of `free` hold what was there last.
    private var slots: [Region] = []
    private var free: [Int] = []
    private var slotOfKey: [RegionKey: Int] = [:]
    /// Rises with every registration.
    private var latest: UInt64 = 0
    private var byDisplay = SlotRows<String>()
    private var byClient = SlotRows<ClientID>()
    private var grids: [String: RegionGrid] = [:]

    subscript(key: RegionKey) -> Region? { slotOfKey[key].map { slots[$0] } }

    /// Where a region is until the next change.
    func index(of key: RegionKey) -> Int? { slotOfKey[key] }

    subscript(at index: Int) -> Region { _read { yield slots[index] } }

    /// A part of a region, without a copy of all the others.
    func value<Part>(of key: RegionKey, _ part: (borrowing Region) -> Part) -> Part? {
        slotOfKey[key].map { part(slots[$0]) }
    }

    /// From the bottom to the top.
    func onDisplay(_ display: String) -> [Region] {
        byDisplay.slots(in: display).map { slots[$0] }
    }

    func count(of client: ClientID) -> Int { byClient.count(in: client) }

    func topmost(at point: Point, on display: String) -> RegionKey? {
        grids[display]?.topmost(at: point) { slots[$0].rect.contains(point) }
            .map { slots[$0].key }
    }

    /// Registers or moves; one that stays on its display keeps its place in the order.
    mutating func set(_ region: Region) {
        if let slot = slotOfKey[region.key], slots[slot].display == region.display {
            if RegionGrid.isFar(slots[slot].rect, region.rect) {
                grids[region.display]?.move(slot, from: slots[slot].rect, to: region.rect)
            }
            slots[slot] = region
            return
        }
        remove(region.key)
        let slot = takeSlot(for: region)
        latest += 1
        slotOfKey[region.key] = slot
        byDisplay.append(slot, to: region.display)
        byClient.append(slot, to: region.key.client)
        grids[region.display, default: RegionGrid()].insert(slot, at: region.rect, order: latest)
    }

    private mutating func takeSlot(for region: Region) -> Int {
        guard let slot = free.popLast() else {
            slots.append(region)
            return slots.count - 1
        }
        slots[slot] = region
        return slot
    }

    @discardableResult
    mutating func remove(_ key: RegionKey) -> Region? {
        guard let slot = slotOfKey.removeValue(forKey: key) else { return nil }
        let region = slots[slot]
        byDisplay.remove(slot, from: region.display)
        byClient.remove(slot, from: key.client)
        grids[region.display]?.remove(slot, at: region.rect)
        free.append(slot)
        return region
    }

    /// What a client has registered, on these displays, in their order.
    func of(_ client: ClientID, on displays: [String]) -> [Region] {
        let own = byClient.slots(in: client).map { slots[$0] }
        return displays.flatMap { display in own.filter { $0.display == display } }
    }

    mutating func removeDisplay(_ display: String) {
        for region in onDisplay(display) { remove(region.key) }
        grids[display] = nil
    }
}
