// SPDX-License-Identifier: MIT

public import PopoverModel

/// A picture as premultiplied ARGB in the machine's order.
public struct Pixels: Hashable, Sendable {
    /// Line by line, from the top.
    public var values: [UInt32] = []
    public var width = 0
    public var height = 0
    /// Values of a line, at least the width.
    public var stride = 0

    public init() {}

    init(values: [UInt32], width: Int, height: Int, stride: Int) {
        self.values = values
        self.width = width
        self.height = height
        self.stride = stride
    }
}

/// What is drawn in a place, as pixels; nil: there is no memory.
func drawnPixels(of place: Rect, scale: Double, _ draw: (Canvas) -> Void) -> Pixels? {
    guard
        let surface = try? CairoSurface(
            width: place.width, height: place.height, format: .png(scale: scale)),
        let canvas = try? Canvas(surface: surface)
    else { return nil }
    canvas.translated(by: Point(x: -place.x, y: -place.y)) { draw(canvas) }
    return surface.pixels()
}

/// The body of a popover with its arrow and its shadow, for a compositor that lays a window upon it.
public struct PopoverBody: Hashable, Sendable {
    /// In points, of any origin.
    public var frame: Rect
    /// The side of the source where it lies, and the tip of its arrow; nil: a sheet or an alert.
    public var arrow: (side: Side, tip: Point)? {
        get { side.flatMap { side in tip.map { (side, $0) } } }
        set { (side, tip) = (newValue?.side, newValue?.tip) }
    }
    public var appearance: Appearance
    private var side: Side?
    private var tip: Point?

    public init(frame: Rect, arrow: (side: Side, tip: Point)?, appearance: Appearance) {
        self.frame = frame
        self.appearance = appearance
        self.arrow = arrow
    }

    /// What its picture covers, with the shadow.
    public var place: Rect {
        let room = 14 + appearance.arrowLength
        return frame.grown(by: room.rounded(.up))
    }

    /// Its picture, as large as `place`; nil: there is no memory.
    ///
    /// - Parameter scale: pixels per point.
    public func pixels(scale: Double) -> Pixels? {
        let shape =
            arrow.map {
                Shape.popover(
                    frame: frame, side: $0.side, tip: $0.tip, appearance: appearance)
            } ?? Shape.rounded(frame, radius: appearance.cornerRadius)
        return drawnPixels(of: place, scale: scale) { canvas in
            canvas.shadow(of: frame, radius: appearance.cornerRadius)
            canvas.fill(shape, Palette.body)
            canvas.stroke(shape, Palette.edge)
        }
    }
}

/// The ring around the control that a keypad's keys act on.
public struct RingPicture: Hashable, Sendable {
    private let control: Rect
    private let width: Double

    /// - Parameter width: of the ring in points: the outer half is white and the inner one black.
    public init(around control: Rect, width: Double) {
        self.control = control
        self.width = width
    }

    public var place: Rect { control.grown(by: 2 * width) }

    /// Its picture, as large as `place`; nil: there is no memory.
    ///
    /// - Parameter scale: pixels per point.
    public func pixels(scale: Double) -> Pixels? {
        drawnPixels(of: place, scale: scale) { canvas in
            let half = width / 2
            canvas.stroke(
                .rectangle(control.grown(by: width * 1.25)), Color(0xFFFFFF), width: half)
            canvas.stroke(.rectangle(control.grown(by: width * 0.75)), Color(0x000000), width: half)
        }
    }
}
