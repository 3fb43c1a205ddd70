// SPDX-License-Identifier: MIT

import PopoverModel

/// Everything that clients have registered on displays.
struct Regions: Codable, Sendable {
    enum Kind {
        case surface, source, occluder
    }

    private(set) var surfaces = RegionIndex()
    private(set) var sources = RegionIndex()
    private(set) var occluders = RegionIndex()
    /// The few sources with an edge, oldest first.
    private(set) var edges: [RegionKey] = []
    /// When each occluder came to its present rectangle. Used for lookups only: it has no order.
    var occluderTimes: [RegionKey: Instant] = [:]

    var count: Int { surfaces.count + sources.count + occluders.count }

    /// The frame of a surface on its display; nil without a surface.
    func frame(of surface: String?, _ client: ClientID) -> Rect? {
        guard let surface else { return nil }
        return surfaces.value(of: RegionKey(client: client, name: surface)) { $0.rect }
    }

    /// The origin of a surface on its display; zero without a surface.
    func origin(of surface: String?, _ client: ClientID) -> Point {
        frame(of: surface, client)?.origin ?? Point(x: 0, y: 0)
    }

    /// Where a rectangle lies on its display; one without a surface is the display's already.
    func place(_ rect: Rect, on surface: String?, _ client: ClientID) -> Rect {
        frame(of: surface, client).map(rect.placed) ?? rect
    }

    /// Registers or moves a region.
    mutating func set(_ region: Region, as kind: Kind) {
        switch kind {
        case .surface: surfaces.set(region)
        case .source:
            sources.set(region)
            let isKnown = edges.contains(region.key)
            if region.edge == nil, isKnown { edges.removeAll { $0 == region.key } }
            if region.edge != nil, !isKnown { edges.append(region.key) }
        case .occluder: occluders.set(region)
        }
    }

    mutating func remove(_ key: RegionKey, _ kind: Kind) -> Region? {
        switch kind {
        case .surface: return surfaces.remove(key)
        case .source:
            edges.removeAll { $0 == key }
            return sources.remove(key)
        case .occluder: return occluders.remove(key)
        }
    }
}

extension Rect {
    /// Where a rectangle of a surface lies on its display: nothing of a surface shows beyond its edges.
    func placed(on surface: Rect) -> Rect {
        offset(by: surface.origin).nearestPart(in: surface)
    }
}
