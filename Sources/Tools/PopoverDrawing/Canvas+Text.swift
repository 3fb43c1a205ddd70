// SPDX-License-Identifier: MIT

internal import CCairo
internal import PopoverModel

struct TextStyle: Hashable, Sendable {
    var size: Double
    var isBold = false
    var color = Palette.ink
    var alignment = Alignment.leading

    enum Alignment: Hashable, Sendable {
        case leading
        case center
        case trailing
    }

    /// The distance between baselines.
    var lineHeight: Double { (size * 1.35).rounded(.up) }
}

extension Canvas {
    /// Draws one line, vertically centered and shortened to the box; nothing if no ellipsis fits.
    func text(_ text: String, in box: Rect, _ style: TextStyle) {
        guard box.height >= style.size, let line = fitted(text, to: box.width, style) else {
            return
        }
        let width = width(of: line, style)
        let x =
            switch style.alignment {
            case .leading: box.minX
            case .center: box.midX - width / 2
            case .trailing: box.maxX - width
            }
        var extents = cairo_font_extents_t()
        unsafe cairo_font_extents(context, &extents)
        use(style.color)
        unsafe cairo_move_to(context, x, box.midY + (extents.ascent - extents.descent) / 2)
        unsafe cairo_show_text(context, line)
    }

    /// Draws words in as many lines as fit; the last line may be shortened.
    func paragraph(_ text: String, in box: Rect, _ style: TextStyle) {
        let room = Int(box.height / style.lineHeight)
        let lines = wrapped(text, to: box.width, atMost: room, style)
        for (index, line) in lines.enumerated() {
            let row = Rect(
                x: box.x, y: box.y + Double(index) * style.lineHeight, width: box.width,
                height: style.lineHeight)
            self.text(line, in: row, style)
        }
    }

    /// The advance width of the text.
    func width(of text: String, _ style: TextStyle) -> Double {
        unsafe cairo_select_font_face(
            context, "sans-serif", CAIRO_FONT_SLANT_NORMAL,
            style.isBold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL)
        unsafe cairo_set_font_size(context, style.size)
        var extents = cairo_text_extents_t()
        unsafe cairo_text_extents(context, text, &extents)
        return extents.x_advance
    }

    /// The text, shortened with an ellipsis if necessary; nil if nothing fits.
    private func fitted(_ text: String, to width: Double, _ style: TextStyle) -> String? {
        // No line of a picture is longer; measuring takes linear time.
        let text = String(text.plain.prefix(512))
        if self.width(of: text, style) <= width { return text.isEmpty ? nil : text }
        var fitting = 0
        var tooMany = text.count
        while tooMany - fitting > 1 {
            let middle = (fitting + tooMany) / 2
            let fits = self.width(of: String(text.prefix(middle)) + "…", style) <= width
            if fits { fitting = middle } else { tooMany = middle }
        }
        return fitting > 0 ? String(text.prefix(fitting)) + "…" : nil
    }

    private func wrapped(
        _ text: String, to width: Double, atMost count: Int, _ style: TextStyle
    ) -> [String] {
        guard count > 0 else { return [] }
        var lines: [String] = []
        var line = ""
        var words = text.plain.split(separator: " ").prefix(512)[...]
        while let word = words.first {
            let longer = line.isEmpty ? String(word) : "\(line) \(word)"
            if line.isEmpty || self.width(of: longer, style) <= width {
                line = longer
                words = words.dropFirst()
            } else if lines.count == count - 1 {
                // The last line gets the rest; drawing shortens it.
                return lines + [line + " " + words.joined(separator: " ")]
            } else {
                lines.append(line)
                line = ""
            }
        }
        return line.isEmpty ? lines : lines + [line]
    }
}
