// SPDX-License-Identifier: MIT

import PopoverModel

/// The name of a surface, source or occluder; it is unique within its client.
struct RegionKey: Codable, Hashable, Sendable {
    var client: ClientID
    var name: String

    static func == (left: RegionKey, right: RegionKey) -> Bool {
        left.client == right.client && left.name === right.name
    }
}

/// A surface, source or occluder.
struct Region: Codable, Hashable, Sendable {
    var key: RegionKey
    var display: String
    /// In the display's coordinates; of a source the part within its surface.
    var rect: Rect
    /// The surface that the region follows, and the whole rectangle relative to it.
    var surface: String?
    var rectInSurface: Rect
    /// The edge from which a swipe activates a source.
    var edge: PreferredSide?
    /// What a source has said besides where it is.
    var control: Shared<Control>?
}

/// The surfaces, sources or occluders of all clients, by display in the order of registration. A
/// kiosk may register thousands, and no tap or move may slow down. So each region has a slot, found
/// by its key; slots are linked in rows by display and by client, and indexed by a grid for each
/// display. The cost of an operation does not depend on the number of regions.
struct RegionIndex: Codable, Sendable {
    /// The free slots keep stale regions.
    private var slots: [Region] = []
    private var free: [Int] = []
    private var slotOfKey: [RegionKey: Int] = [:]
    /// The latest registration number.
    private var latest: UInt64 = 0
    private var byDisplay = SlotRows<Name>()
    private var byClient = SlotRows<ClientID>()
    private var grids: [Name: RegionGrid] = [:]

    subscript(key: RegionKey) -> Region? { slotOfKey[key].map { slots[$0] } }

    var count: Int { slotOfKey.count }

    var isEmpty: Bool { slotOfKey.isEmpty }

    /// The position of a region, valid until the next change.
    func index(of key: RegionKey) -> Int? { slotOfKey[key] }

    subscript(at index: Int) -> Region { _read { yield slots[index] } }

    /// A part of a region, read in place.
    func value<Part>(of key: RegionKey, _ part: (borrowing Region) -> Part) -> Part? {
        slotOfKey[key].map { part(slots[$0]) }
    }

    /// From the bottom to the top.
    func onDisplay(_ display: String) -> [Region] {
        byDisplay.slots(in: Name(display)).map { slots[$0] }
    }

    /// The regions of a display, read in place.
    func forEach(on display: String, _ body: (borrowing Region) -> Void) {
        for slot in byDisplay.slots(in: Name(display)) { body(slots[slot]) }
    }

    func count(of client: ClientID) -> Int { byClient.count(in: client) }

    func topmost(at point: Point, on display: String) -> RegionKey? {
        grids[Name(display)]?.topmost(at: point) { slots[$0].rect.contains(point) }
            .map { slots[$0].key }
    }

    /// Registers or moves a region; it keeps its order unless its display changes.
    mutating func set(_ region: Region) {
        if let slot = slotOfKey[region.key], slots[slot].display === region.display {
            if RegionGrid.isFar(slots[slot].rect, region.rect) {
                grids[Name(region.display)]?.move(slot, from: slots[slot].rect, to: region.rect)
            }
            slots[slot] = region
            return
        }
        remove(region.key)
        let slot = claimSlot(for: region)
        latest += 1
        slotOfKey[region.key] = slot
        byDisplay.append(slot, to: Name(region.display))
        byClient.append(slot, to: region.key.client)
        grids[Name(region.display), default: RegionGrid()].insert(
            slot, at: region.rect, order: latest)
    }

    private mutating func claimSlot(for region: Region) -> Int {
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
        byDisplay.remove(slot, from: Name(region.display))
        byClient.remove(slot, from: key.client)
        if byDisplay.count(in: Name(region.display)) == 0 {
            grids[Name(region.display)] = nil
        } else {
            grids[Name(region.display)]?.remove(slot, at: region.rect)
        }
        free.append(slot)
        return region
    }

    /// The regions of a client on these displays, in the order of the displays.
    func of(_ client: ClientID, on displays: [String]) -> [Region] {
        let own = byClient.slots(in: client).map { slots[$0] }
        return displays.flatMap { display in own.filter { $0.display === display } }
    }
}
