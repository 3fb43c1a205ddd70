// SPDX-License-Identifier: MIT

internal import CPangoCairo
internal import PopoverModel

struct TextStyle: Hashable, Sendable {
    var size: Double
    var isBold = false
    var color = Palette.ink
    var alignment = Alignment.leading

    enum Alignment: Hashable, Sendable {
        /// Where a line begins, in the direction of the display, else of the text.
        case leading
        case center
    }
}

/// Text that Pango has laid out: shaped, in visual order, with fonts for its scripts.
@safe
final class TextLayout {
    /// The space that the text may take; it is shortened with an ellipsis.
    enum Room {
        case unlimited
        case line(width: Double)
        /// Lines break between words, or within a word that is wider than a line.
        case lines(Size)
    }

    let pointer: OpaquePointer  // owned; released in deinit

    /// - Parameters:
    ///   - context: a Pango context; its base direction is the display's.
    ///   - direction: of the display; nil: the text has its own.
    init(
        _ text: String, _ style: TextStyle, in room: Room, context: OpaquePointer,
        direction: WritingDirection?
    ) {
        unsafe pointer = unsafe pango_layout_new(context)
        let font = unsafe Self.font(style)
        unsafe pango_layout_set_font_description(pointer, font)
        unsafe pango_font_description_free(font)
        unsafe pango_layout_set_text(pointer, text, -1)
        unsafe pango_layout_set_ellipsize(pointer, PANGO_ELLIPSIZE_END)
        switch room {
        case .unlimited: break
        case .line(let width): unsafe pango_layout_set_width(pointer, Self.units(width))
        case .lines(let size):
            unsafe pango_layout_set_width(pointer, Self.units(size.width))
            unsafe pango_layout_set_height(pointer, Self.units(size.height))
            unsafe pango_layout_set_wrap(pointer, PANGO_WRAP_WORD_CHAR)
        }
        unsafe pango_layout_set_alignment(pointer, alignment(style, direction))
    }

    deinit {
        unsafe g_object_unref(UnsafeMutableRawPointer(pointer))
    }

    /// The advance width, and the height of all lines.
    var size: Size {
        var extents = PangoRectangle()
        unsafe pango_layout_get_extents(pointer, nil, &extents)
        return Size(width: Self.points(extents.width), height: Self.points(extents.height))
    }

    /// From the top to the baseline of the first line.
    var baseline: Double { unsafe Self.points(pango_layout_get_baseline(pointer)) }

    /// Whether a font has every character.
    var isReadable: Bool { unsafe pango_layout_get_unknown_glyphs_count(pointer) == 0 }

    /// The distance from the middle of a line to its baseline, the same for every script, so that names
    /// and values beside each other have one baseline.
    static func drop(of style: TextStyle, context: OpaquePointer) -> Double {
        let font = unsafe font(style)
        defer { unsafe pango_font_description_free(font) }
        let english = unsafe pango_language_from_string("en")
        let metrics = unsafe pango_context_get_metrics(context, font, english)
        defer { unsafe pango_font_metrics_unref(metrics) }
        let ascent = unsafe pango_font_metrics_get_ascent(metrics)
        return unsafe points(ascent - pango_font_metrics_get_descent(metrics)) / 2
    }

    private func alignment(_ style: TextStyle, _ direction: WritingDirection?) -> PangoAlignment {
        guard style.alignment == .leading else { return PANGO_ALIGN_CENTER }
        let line = unsafe pango_layout_get_line_readonly(pointer, 0)
        let isRightToLeft =
            unsafe pango_layout_line_get_resolved_direction(line) == PANGO_DIRECTION_RTL
        // Pango swaps the sides for text against the direction of the display: right if there is none.
        return direction != nil && isRightToLeft ? PANGO_ALIGN_RIGHT : PANGO_ALIGN_LEFT
    }

    private static func font(_ style: TextStyle) -> OpaquePointer? {
        let font = unsafe pango_font_description_new()
        unsafe pango_font_description_set_family(font, "sans-serif")
        unsafe pango_font_description_set_weight(
            font, style.isBold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL)
        unsafe pango_font_description_set_absolute_size(font, style.size * Double(PANGO_SCALE))
        return unsafe font
    }

    /// Pango counts in 1024ths of a point; its numbers have 32 bits.
    private static func units(_ length: Double) -> Int32 {
        Int32(min(max(length, 0), 1_000_000) * Double(PANGO_SCALE))
    }

    private static func points(_ units: Int32) -> Double { Double(units) / Double(PANGO_SCALE) }
}
