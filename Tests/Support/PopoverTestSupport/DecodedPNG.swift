// SPDX-License-Identifier: MIT

import CPangoCairo

/// The pixels of a PNG file, to be looked at one by one.
public struct DecodedPNG {
    public let width: Int
    public let height: Int
    private let stride: Int
    private let pixels: [UInt8]

    public init?(_ bytes: [UInt8]) {
        let source = Source(bytes)
        let surface = unsafe cairo_image_surface_create_from_png_stream(
            { closure, buffer, count in
                guard let closure = unsafe closure, let buffer = unsafe buffer else {
                    return CAIRO_STATUS_READ_ERROR
                }
                let source = unsafe Unmanaged<Source>.fromOpaque(closure).takeUnretainedValue()
                guard source.rest.count >= Int(count) else { return CAIRO_STATUS_READ_ERROR }
                for index in 0..<Int(count) {
                    unsafe buffer[index] = source.rest[source.rest.startIndex + index]
                }
                source.rest = source.rest.dropFirst(Int(count))
                return CAIRO_STATUS_SUCCESS
            }, Unmanaged.passUnretained(source).toOpaque())
        defer { unsafe cairo_surface_destroy(surface) }
        guard unsafe cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS,
            let data = unsafe cairo_image_surface_get_data(surface)
        else { return nil }
        width = unsafe Int(cairo_image_surface_get_width(surface))
        height = unsafe Int(cairo_image_surface_get_height(surface))
        stride = unsafe Int(cairo_image_surface_get_stride(surface))
        pixels = unsafe Array(UnsafeBufferPointer(start: data, count: stride * height))
    }

    /// `0xRRGGBB`
    public func color(_ x: Int, _ y: Int) -> UInt32 {
        let start = y * stride + x * 4
        let parts = pixels[start..<start + 3].reversed()
        return parts.reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// How bright it is, 0 to 765.
    public func brightness(_ x: Int, _ y: Int) -> Int {
        let color = color(x, y)
        return Int(color >> 16 & 0xFF) + Int(color >> 8 & 0xFF) + Int(color & 0xFF)
    }

    private final class Source {
        var rest: ArraySlice<UInt8>
        init(_ bytes: [UInt8]) { rest = bytes[...] }
    }
}
