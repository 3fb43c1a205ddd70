// SPDX-License-Identifier: MIT

internal import CPangoCairo
internal import PopoverModel

/// Draws shapes with cairo and text with Pango. All text is shortened with an ellipsis to its box,
/// whatever names clients choose.
@safe
final class Canvas {
    let context: OpaquePointer  // owned; destroyed in deinit
    let fonts: OpaquePointer  // a Pango context; owned; released in deinit
    /// The direction of the display that is being drawn; nil: each text has its own.
    var direction: WritingDirection? {
        didSet {
            unsafe pango_context_set_base_dir(
                fonts, direction == .rtl ? PANGO_DIRECTION_RTL : PANGO_DIRECTION_LTR)
        }
    }
    /// A BCP 47 tag: decides between the shapes of Han characters where several fonts have them.
    var language: String? {
        didSet {
            // Not that of the locale, so that every machine chooses the same fonts.
            unsafe pango_context_set_language(fonts, pango_language_from_string(language ?? "en"))
        }
    }
    /// Texts with characters that no font has: boxes replace them.
    var textsWithoutFont: [String] = []

    init(surface: CairoSurface) throws(DrawingError) {
        guard let context = unsafe cairo_create(surface.pointer) else {
            throw .cairo("out of memory")
        }
        unsafe self.context = unsafe context
        unsafe fonts = unsafe pango_cairo_create_context(context)
        unsafe cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
        // Makes measures independent of the scale, so that PNG and SVG have the same ellipses.
        let options = unsafe cairo_font_options_create()
        unsafe cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
        unsafe cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
        unsafe cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
        unsafe pango_cairo_context_set_font_options(fonts, options)
        unsafe cairo_font_options_destroy(options)
        unsafe pango_context_set_round_glyph_positions(fonts, 0)
        try unsafe CairoSurface.check(cairo_status(context))
    }

    deinit {
        unsafe g_object_unref(UnsafeMutableRawPointer(fonts))
        unsafe cairo_destroy(context)
    }

    func translated(by offset: Point, _ body: () -> Void) {
        unsafe cairo_save(context)
        unsafe cairo_translate(context, offset.x, offset.y)
        body()
        unsafe cairo_restore(context)
    }

    func clipped(to shape: Shape, _ body: () -> Void) {
        unsafe cairo_save(context)
        trace(shape)
        unsafe cairo_clip(context)
        body()
        unsafe cairo_restore(context)
    }

    /// Draws a group with opacity.
    func faded(to alpha: Double, _ body: () -> Void) {
        unsafe cairo_push_group(context)
        body()
        unsafe cairo_pop_group_to_source(context)
        unsafe cairo_paint_with_alpha(context, alpha)
    }

    func fill(_ shape: Shape, _ color: Color) {
        trace(shape)
        use(color)
        unsafe cairo_fill(context)
    }

    func fill(_ rect: Rect, except holes: [Rect], _ color: Color) {
        // In pieces, since not all SVG viewers support clips with holes.
        let pieces = rect.pieces(without: holes).map { Shape.rectangle($0) }
        fill(Shape(elements: pieces.flatMap(\.elements)), color)
    }

    func stroke(_ shape: Shape, _ color: Color, width: Double = 1, dash: [Double] = []) {
        trace(shape)
        use(color)
        unsafe cairo_set_line_width(context, width)
        unsafe cairo_set_dash(context, dash, Int32(dash.count), 0)
        unsafe cairo_stroke(context)
        unsafe cairo_set_dash(context, nil, 0, 0)
    }

    func lines(_ lines: [(Point, Point)], _ color: Color, width: Double = 1) {
        stroke(
            Shape(elements: lines.flatMap { [.move($0.0), .line($0.1)] }), color, width: width)
    }

    /// A soft shadow around a rounded rectangle.
    func shadow(of rect: Rect, radius: Double) {
        for step in stride(from: 10.0, through: 1, by: -1.5) {
            let blurred = rect.offset(by: Point(x: 0, y: 3)).grown(by: step)
            fill(.rounded(blurred, radius: radius + step), Palette.shadow)
        }
    }

    func use(_ color: Color) {
        unsafe cairo_set_source_rgba(context, color.red, color.green, color.blue, color.alpha)
    }

    private func trace(_ shape: Shape) {
        // Text leaves a current point, which would be joined with an arc.
        unsafe cairo_new_path(context)
        shape.elements.forEach(trace)
    }

    private func trace(_ element: Shape.Element) {
        let quarter = Double.pi / 2
        switch element {
        case .move(let point): unsafe cairo_move_to(context, point.x, point.y)
        case .line(let point): unsafe cairo_line_to(context, point.x, point.y)
        case .arc(let center, let radius, let start, let end):
            unsafe cairo_arc(context, center.x, center.y, radius, start * quarter, end * quarter)
        case .close: unsafe cairo_close_path(context)
        }
    }
}
