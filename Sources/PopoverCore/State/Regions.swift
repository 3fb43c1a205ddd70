// SPDX-License-Identifier: MIT

import PopoverModel

/// Names a surface, source or occluder: such names belong to one client.
struct RegionKey: Hashable, Sendable {
    var client: ClientID
    var name: String
}

/// A surface, source or occluder.
struct Region: Hashable, Sendable {
    var key: RegionKey
    var display: String
    /// In the display's coordinates.
    var rect: Rect
    /// The surface that it follows, and its place in it.
    var surface: String?
    var rectInSurface: Rect
}

/// The surfaces, sources or occluders of all clients, by display in the order of registration.
struct Regions: Sendable {
    /// By display, the one registered last at the end: it lies on top.
    private var layers: [String: [Region]] = [:]
    private var displays: [RegionKey: String] = [:]
    private var counts: [ClientID: Int] = [:]

    subscript(key: RegionKey) -> Region? {
        guard let display = displays[key] else { return nil }
        return layers[display]?.first { $0.key == key }
    }

    /// From the bottom to the top.
    func onDisplay(_ display: String) -> [Region] { layers[display] ?? [] }

    func count(of client: ClientID) -> Int { counts[client] ?? 0 }

    func topmost(at point: Point, on display: String) -> Region? {
        layers[display]?.last { $0.rect.contains(point) }
    }

    /// Registers or moves; one that stays on its display keeps its place in the order.
    mutating func set(_ region: Region) {
        if displays[region.key] == region.display,
            let index = layers[region.display]?.firstIndex(where: { $0.key == region.key })
        {
            layers[region.display]?[index] = region
            return
        }
        remove(region.key)
        displays[region.key] = region.display
        layers[region.display, default: []].append(region)
        counts[region.key.client, default: 0] += 1
    }

    @discardableResult
    mutating func remove(_ key: RegionKey) -> Region? {
        guard let display = displays.removeValue(forKey: key),
            let index = layers[display]?.firstIndex(where: { $0.key == key })
        else { return nil }
        counts[key.client, default: 0] -= 1
        if counts[key.client] == 0 { counts[key.client] = nil }
        return layers[display]?.remove(at: index)
    }

    /// What a client has registered, on these displays, in their order.
    func of(_ client: ClientID, on displays: [String]) -> [Region] {
        guard count(of: client) > 0 else { return [] }
        return displays.flatMap { onDisplay($0).filter { $0.key.client == client } }
    }

    mutating func removeDisplay(_ display: String) {
        for region in onDisplay(display) { remove(region.key) }
        layers[display] = nil
    }
}
