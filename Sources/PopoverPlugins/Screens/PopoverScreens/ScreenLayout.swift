// SPDX-License-Identifier: MIT

public import PopoverModel

/// The positions of displays on an X screen, which several outputs share.
public struct ScreenLayout: Hashable, Sendable {
    public struct Tile: Hashable, Sendable {
        public var display: String
        /// In pixels of the screen.
        public var place: Rect
        /// Pixels per point.
        public var scale: Double

        public init(display: String, place: Rect, scale: Double) {
            self.display = display
            self.place = place
            self.scale = scale
        }

        /// In points.
        public var size: Size {
            Size(width: place.width / scale, height: place.height / scale)
        }
    }

    public var tiles: [Tile]

    public init(tiles: [Tile] = []) {
        self.tiles = tiles
    }

    /// The display at a pixel, and the position on it in points; nil: none.
    public func locate(_ pixel: Point) -> (display: String, point: Point)? {
        let tile = tiles.first { tile in
            pixel.x >= tile.place.minX && pixel.x < tile.place.maxX
                && pixel.y >= tile.place.minY && pixel.y < tile.place.maxY
        }
        guard let tile else { return nil }
        let point = Point(
            x: (pixel.x - tile.place.minX) / tile.scale,
            y: (pixel.y - tile.place.minY) / tile.scale)
        return (tile.display, point)
    }

    /// A display's rectangle in pixels, clipped to the display; nil: outside.
    public func pixels(_ rect: Rect, of tile: Tile) -> Rect? {
        let whole = unclippedPixels(rect, of: tile)
        let left = max(tile.place.minX, whole.minX), right = min(tile.place.maxX, whole.maxX)
        let top = max(tile.place.minY, whole.minY), bottom = min(tile.place.maxY, whole.maxY)
        guard left < right, top < bottom else { return nil }
        return Rect(x: left, y: top, width: right - left, height: bottom - top)
    }

    /// A display's rectangle in pixels, also outside of the display.
    package func unclippedPixels(_ rect: Rect, of tile: Tile) -> Rect {
        let left = (tile.place.minX + rect.minX * tile.scale).rounded()
        let top = (tile.place.minY + rect.minY * tile.scale).rounded()
        let right = (tile.place.minX + rect.maxX * tile.scale).rounded()
        let bottom = (tile.place.minY + rect.maxY * tile.scale).rounded()
        return Rect(x: left, y: top, width: right - left, height: bottom - top)
    }

    /// A rectangle in pixels, clipped to a display and in its points; nil: outside.
    package func points(_ pixels: Rect, on tile: Tile) -> Rect? {
        let left = max(tile.place.minX, pixels.minX), right = min(tile.place.maxX, pixels.maxX)
        let top = max(tile.place.minY, pixels.minY), bottom = min(tile.place.maxY, pixels.maxY)
        guard left < right, top < bottom else { return nil }
        return Rect(
            x: (left - tile.place.minX) / tile.scale, y: (top - tile.place.minY) / tile.scale,
            width: (right - left) / tile.scale, height: (bottom - top) / tile.scale)
    }
}

/// The shielded displays, and the holes of their shields.
public struct Shields: Hashable, Sendable {
    /// By display; rectangles in points of it.
    private var holes: [Name: [Rect]] = [:]

    public init() {}

    /// Nil removes the shield.
    public mutating func set(_ display: String, except: [Rect]?) { holes[Name(display)] = except }

    package func isOn(_ display: String) -> Bool { holes[Name(display)] != nil }

    /// The frame of what is on top, in points: a shield's first hole.
    package func frame(on display: String) -> Rect? { holes[Name(display)]?.first }

    /// Whether the shield of a display covers a point of it.
    package func covers(_ point: Point, on display: String) -> Bool {
        guard let holes = holes[Name(display)] else { return false }
        return !holes.contains { $0.contains(point) }
    }

    /// The areas to cover and the holes in them, in pixels.
    public func areas(in layout: ScreenLayout) -> (covers: [Rect], holes: [Rect]) {
        var areas: (covers: [Rect], holes: [Rect]) = ([], [])
        for tile in layout.tiles {
            guard let except = holes[Name(tile.display)] else { continue }
            areas.covers.append(tile.place)
            areas.holes += except.compactMap { layout.pixels($0, of: tile) }
        }
        return areas
    }
}
