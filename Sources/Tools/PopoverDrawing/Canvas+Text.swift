// SPDX-License-Identifier: MIT

internal import CPangoCairo
internal import PopoverModel

extension Canvas {
    /// Draws one line, vertically centered and shortened to the box; nothing if no ellipsis fits.
    func text(_ text: String, in box: Rect, _ style: TextStyle) {
        guard box.height >= style.size else { return }
        let layout = layout(text, style, in: .line(width: box.width))
        let drop = unsafe TextLayout.drop(of: style, context: fonts)
        draw(layout, style, at: box.midY + drop - layout.baseline, in: box)
    }

    /// Draws words in as many lines as fit; the last line may be shortened.
    func paragraph(_ text: String, in box: Rect, _ style: TextStyle) {
        guard box.height >= style.size else { return }
        let layout = layout(text, style, in: .lines(box.size))
        draw(layout, style, at: box.y, in: box)
    }

    /// The advance width of the text.
    func width(of text: String, _ style: TextStyle) -> Double {
        layout(text, style, in: .unlimited).size.width
    }

    private func layout(_ text: String, _ style: TextStyle, in room: TextLayout.Room) -> TextLayout
    {
        let text = text.plain
        let layout = unsafe TextLayout(text, style, in: room, context: fonts, direction: direction)
        if !layout.isReadable, !textsWithoutFont.contains(text) { textsWithoutFont.append(text) }
        return layout
    }

    private func draw(_ layout: TextLayout, _ style: TextStyle, at y: Double, in box: Rect) {
        guard layout.size.width <= box.width else { return }
        use(style.color)
        unsafe cairo_move_to(context, box.minX, y)
        unsafe pango_cairo_show_layout(context, layout.pointer)
    }
}
