// SPDX-License-Identifier: MIT

public import PopoverModel

/// The positions of displays in a picture.
public struct PictureLayout: Hashable, Sendable {
    /// A display and the position of its top left corner.
    public struct Place: Hashable, Sendable {
        public var display: SceneDisplay
        public var origin: Point
    }

    public let places: [Place]
    /// The size of the picture in points.
    public let size: Size

    /// The margin around displays.
    static let padding = 28.0
    /// The height of the name above a display.
    static let headerHeight = 40.0
    static let gap = 36.0

    /// - Parameter display: nil for all displays.
    public init(_ scene: Scene, display: String? = nil) throws(DrawingError) {
        let displays = scene.displays.filter {
            display == nil || $0.specification.name == display
        }
        guard !displays.isEmpty else {
            throw display.map { .unknownDisplay($0) } ?? .noDisplays
        }
        var places: [Place] = []
        var x = Self.padding
        var height = 0.0
        for display in displays {
            let origin = Point(x: x, y: Self.padding + Self.headerHeight)
            places.append(Place(display: display, origin: origin))
            x += display.specification.size.width + Self.gap
            height = max(height, display.specification.size.height)
        }
        self.places = places
        size = Size(
            width: x - Self.gap + Self.padding,
            height: 2 * Self.padding + Self.headerHeight + height)
    }
}
