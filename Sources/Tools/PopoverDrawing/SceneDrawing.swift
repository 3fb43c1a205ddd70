// SPDX-License-Identifier: MIT

public import PopoverModel

/// Pictures of a scene as SVG and PNG.
///
/// 1. It draws displays side by side in points, so that coordinates in an SVG equal those of the
///    protocol, except for the position of the display.
/// 2. It draws SVG and PNG with the same code (cairo), so that both look the same.
/// 3. It draws text of any script in its direction (Pango), and keeps it in its box, whatever names
///    clients choose. A line begins where the display's `direction` says, else where its text begins.
///
/// Frames and arrows come from the scene. It reads no clock and no file and has no state between
/// pictures. For terminals there is `SceneText`.
public enum SceneDrawing {
    /// The maximum width and height of a PNG in pixels; the scale is reduced if necessary.
    public static let maximumPixels = 8192.0

    /// A file, and what is wrong with it.
    public struct Picture: Hashable, Sendable {
        public let bytes: [UInt8]
        /// The texts with characters that no installed font has, which are drawn as boxes.
        public let textsWithoutFont: [String]

        /// What is wrong, why, and what to do; nil if nothing is.
        public var warning: String? {
            textsWithoutFont.first.map {
                "no font has every character of \"\($0.fitted(toCells: 40))\": the picture shows boxes "
                    + "instead (install a font for this script)"
            }
        }
    }

    /// The scene as an SVG document, in UTF-8.
    /// - Parameter display: nil for all displays.
    public static func svg(
        _ scene: Scene, display: String? = nil
    ) throws(DrawingError) -> Picture {
        let layout = try PictureLayout(scene, display: display)
        return try draw(scene, layout, .svg)
    }

    /// The scene as a PNG file.
    /// - Parameters:
    ///   - display: nil for all displays.
    ///   - scale: pixels per point, above zero.
    public static func png(
        _ scene: Scene, display: String? = nil, scale: Double = 1
    ) throws(DrawingError) -> Picture {
        let layout = try PictureLayout(scene, display: display)
        let longest = max(layout.size.width, layout.size.height)
        let scale = min(scale, maximumPixels / longest)
        return try draw(scene, layout, .png(scale: scale))
    }

    private static func draw(
        _ scene: Scene, _ layout: PictureLayout, _ format: CairoSurface.Format
    ) throws(DrawingError) -> Picture {
        let surface = try CairoSurface(
            width: layout.size.width, height: layout.size.height, format: format)
        var textsWithoutFont: [String] = []
        do {
            let canvas = try Canvas(surface: surface)
            let page = Rect(origin: Point(x: 0, y: 0), size: layout.size)
            canvas.fill(.rectangle(page), Palette.page)
            for place in layout.places {
                let painter = DisplayPainter(canvas, scene, place.display)
                canvas.translated(by: place.origin) { painter.draw() }
            }
            textsWithoutFont = canvas.textsWithoutFont
        }
        return Picture(bytes: try surface.finish(), textsWithoutFont: textsWithoutFont)
    }
}
