// SPDX-License-Identifier: MIT

public import PopoverModel

/// A scene as text for a terminal, with a box for each display: as `SceneDrawing`, in character
/// cells about twice as high as wide. Smaller objects have one cell, names are shortened to their
/// boxes, and the shield is dimmed text, with color only.
public enum SceneText {
    /// The scene as lines that end with a newline.
    /// - Parameters:
    ///   - display: nil for all displays, below each other.
    ///   - width: columns, at least 20.
    ///   - hasColor: whether to use ANSI escape sequences.
    public static func render(
        _ scene: Scene, display: String? = nil, width: Int = 80, hasColor: Bool = false
    ) throws(DrawingError) -> String {
        let layout = try PictureLayout(scene, display: display)
        return layout.places.map { place in
            let painter = TextPainter(scene, place.display, columns: max(20, width))
            return painter.draw().text(hasColor: hasColor)
        }.joined(separator: "\n")
    }
}
