// SPDX-License-Identifier: MIT

internal import CPangoCairo

/// A cairo surface that draws into memory.
@safe
final class CairoSurface {
    enum Format {
        case svg
        /// Pixels per point.
        case png(scale: Double)
    }

    let pointer: OpaquePointer  // owned; destroyed in deinit
    private let sink: ByteSink
    private let format: Format

    /// Width and height are in points, at least 1.
    init(width: Double, height: Double, format: Format) throws(DrawingError) {
        let sink = ByteSink()
        let surface: OpaquePointer?
        switch format {
        case .svg:
            unsafe surface = cairo_svg_surface_create_for_stream(
                Self.write, Unmanaged.passUnretained(sink).toOpaque(), width, height)
            // Pixels, not typographic points, so that coordinates equal those of the display.
            unsafe cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_PX)
        case .png(let scale):
            unsafe surface = cairo_image_surface_create(
                CAIRO_FORMAT_ARGB32, Int32((width * scale).rounded(.up)),
                Int32((height * scale).rounded(.up)))
            unsafe cairo_surface_set_device_scale(surface, scale, scale)
        }
        guard let surface = unsafe surface else { throw .cairo("out of memory") }
        unsafe pointer = unsafe surface
        self.sink = sink
        self.format = format
        try unsafe Self.check(cairo_surface_status(surface))
    }

    deinit {
        // The sink outlives the surface, which may write until it is destroyed.
        unsafe cairo_surface_destroy(pointer)
    }

    func finish() throws(DrawingError) -> [UInt8] {
        switch format {
        case .svg:
            unsafe cairo_surface_finish(pointer)
            try unsafe Self.check(cairo_surface_status(pointer))
        case .png:
            try unsafe Self.check(
                cairo_surface_write_to_png_stream(
                    pointer, Self.write, Unmanaged.passUnretained(sink).toOpaque()))
        }
        return sink.bytes
    }

    static func check(_ status: cairo_status_t) throws(DrawingError) {
        guard status != CAIRO_STATUS_SUCCESS else { return }
        throw .cairo(unsafe String(cString: cairo_status_to_string(status)))
    }

    /// What is drawn so far, as premultiplied ARGB in the machine's order; empty for SVG.
    func pixels() -> Pixels {
        unsafe cairo_surface_flush(pointer)
        guard let data = unsafe cairo_image_surface_get_data(pointer) else { return Pixels() }
        let height = Int(unsafe cairo_image_surface_get_height(pointer))
        let stride = Int(unsafe cairo_image_surface_get_stride(pointer)) / 4
        let values = unsafe data.withMemoryRebound(to: UInt32.self, capacity: height * stride) {
            unsafe Array(UnsafeBufferPointer(start: $0, count: height * stride))
        }
        return Pixels(
            values: values, width: Int(unsafe cairo_image_surface_get_width(pointer)),
            height: height, stride: stride)
    }

    private static let write: cairo_write_func_t = { closure, data, count in
        guard let closure = unsafe closure else { return CAIRO_STATUS_WRITE_ERROR }
        let sink = unsafe Unmanaged<ByteSink>.fromOpaque(closure).takeUnretainedValue()
        unsafe sink.bytes.append(
            contentsOf: UnsafeBufferPointer(start: data, count: Int(count)))
        return CAIRO_STATUS_SUCCESS
    }
}

private final class ByteSink {
    var bytes: [UInt8] = []
}
