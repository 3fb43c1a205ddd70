// SPDX-License-Identifier: MIT

public import PopoverModel

/// A scene for a terminal: every display as a box, with what is on it in its place.
///
/// It shows what `SceneDrawing` shows, as far as character cells can: a cell is about twice as
/// high as wide, and what is smaller than a cell still has one. Names are shortened to their
/// boxes. The shield shows as dimmed text, and only where there is colour.
public enum SceneText {
    /// The scene as lines, each ended by LF.
    /// - Parameters:
    ///   - display: nil shows all of them, below each other.
    ///   - width: columns, at least 20.
    ///   - hasColor: with the escapes of an ANSI terminal.
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
