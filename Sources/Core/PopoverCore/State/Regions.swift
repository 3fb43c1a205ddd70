// SPDX-License-Identifier: MIT

import PopoverModel

/// Everything that clients have registered on displays.
struct Regions: Codable, Sendable {
    var surfaces = RegionIndex()
    var sources = RegionIndex()
    var occluders = RegionIndex()
    /// When each occluder came to its present rectangle. Used for lookups only: it has no order.
    var occluderTimes: [RegionKey: Instant] = [:]

    /// The origin of a surface on its display; zero without a surface.
    func origin(of surface: String?, _ client: ClientID) -> Point {
        surface.flatMap {
            surfaces.value(of: RegionKey(client: client, name: $0)) { $0.rect.origin }
        } ?? Point(x: 0, y: 0)
    }

    mutating func removeDisplay(_ display: String) {
        surfaces.removeDisplay(display)
        sources.removeDisplay(display)
        for occluder in occluders.onDisplay(display) { occluderTimes[occluder.key] = nil }
        occluders.removeDisplay(display)
    }
}
