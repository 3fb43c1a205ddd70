// SPDX-License-Identifier: MIT

public import PopoverModel

/// Pictures of a scene: what is on the displays of a kiosk, and why.
///
/// It
///
/// 1. draws every display that it is asked for side by side, in points, so that the numbers in an
///    SVG are those of the protocol but for the display's place in the picture,
/// 2. draws with one code for SVG and PNG (cairo), so that both show the same,
/// 3. keeps every text in its box, whatever clients call themselves.
///
/// It decides nothing: frames and arrows come from the scene. It reads no clock and no file, and
/// keeps nothing between two pictures. For terminals there is `SceneText`.
public enum SceneDrawing {
    /// The most pixels of a PNG's side; the scale gives way.
    public static let maximumPixels = 8192.0

    /// The scene as an SVG document, in UTF-8.
    /// - Parameter display: nil draws all of them.
    public static func svg(
        _ scene: Scene, display: String? = nil
    ) throws(DrawingError) -> [UInt8] {
        let layout = try PictureLayout(scene, display: display)
        return try draw(scene, layout, .svg)
    }

    /// The scene as a PNG file.
    /// - Parameters:
    ///   - display: nil draws all of them.
    ///   - scale: pixels for each point, above zero.
    public static func png(
        _ scene: Scene, display: String? = nil, scale: Double = 1
    ) throws(DrawingError) -> [UInt8] {
        let layout = try PictureLayout(scene, display: display)
        let longest = max(layout.size.width, layout.size.height)
        let scale = min(scale, maximumPixels / longest)
        return try draw(scene, layout, .png(scale: scale))
    }

    private static func draw(
        _ scene: Scene, _ layout: PictureLayout, _ format: CairoSurface.Format
    ) throws(DrawingError) -> [UInt8] {
        let surface = try CairoSurface(
            width: layout.size.width, height: layout.size.height, format: format)
        do {
            let canvas = try Canvas(surface: surface)
            let page = Rect(origin: Point(x: 0, y: 0), size: layout.size)
            canvas.fill(.rectangle(page), Palette.page)
            for place in layout.places {
                let painter = DisplayPainter(canvas, scene, place.display)
                canvas.translated(by: place.origin) { painter.draw() }
            }
        }
        return try surface.finish()
    }
}
