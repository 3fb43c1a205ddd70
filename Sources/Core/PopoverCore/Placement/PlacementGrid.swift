// SPDX-License-Identifier: MIT

import PopoverModel

/// The pixels of a display: a frame that begins between two of them has blurry text.
struct PlacementGrid {
    /// In pixels per point.
    let scale: Double

    /// The length of a pixel, in points.
    var pixel: Double { 1 / scale }

    /// Differences of this many pixels are rounding errors.
    private static let rounding = 1e-6
    /// Doubles of this size are whole: adding it rounds, without the C library's mathematics.
    private static let wholeMaker = 0x1.8p52

    /// The last edge of a pixel up to a place.
    func edge(upTo place: Double) -> Double {
        let pixels = place * scale + Self.rounding
        let whole = (pixels + Self.wholeMaker) - Self.wholeMaker
        return (whole > pixels ? whole - 1 : whole) / scale
    }

    /// The first edge of a pixel from a place on.
    func edge(from place: Double) -> Double { 0 - edge(upTo: 0 - place) }

    /// The nearest edge of a pixel; of two that are as near, the lower one.
    func edge(nearest place: Double) -> Double { edge(from: place - pixel / 2) }

    /// Whether a frame begins on a pixel, and nothing of it was cut; see `frame`.
    func holds(_ frame: Rect, least: (width: Double?, height: Double?)) -> Bool {
        least == (nil, nil)
            && edge(nearest: frame.x) == frame.x && edge(nearest: frame.y) == frame.y
    }

    /// Moves a frame onto the pixels, by less than one.
    /// - Parameters:
    ///   - least: how far its width and height may be cut to whole pixels; nil for a length that was
    ///     asked for, which stays as it is.
    ///   - limits: where it has to lie, the first with room for it on the pixels; an axis without such
    ///     room stays as it is.
    func frame(
        _ frame: Rect, least: (width: Double?, height: Double?), within limits: PlacementRegion,
        else wider: PlacementRegion? = nil
    ) -> Rect {
        let x =
            place(frame.x, frame.width, least: least.width, within: limits.x)
            ?? wider.flatMap { place(frame.x, frame.width, least: least.width, within: $0.x) }
            ?? (frame.x, frame.width)
        let y =
            place(frame.y, frame.height, least: least.height, within: limits.y)
            ?? wider.flatMap { place(frame.y, frame.height, least: least.height, within: $0.y) }
            ?? (frame.y, frame.height)
        return Rect(x: x.low, y: y.low, width: x.length, height: y.length)
    }

    private func place(
        _ low: Double, _ length: Double, least: Double?, within limits: PlacementSpan
    ) -> (low: Double, length: Double)? {
        var whole = length
        if let least { whole = max(least, edge(upTo: length)) }
        let first = edge(from: limits.low)
        if let least, edge(upTo: limits.high - whole) < first {
            whole = max(least, whole - pixel)
        }
        let last = edge(upTo: limits.high - whole)
        guard first <= last else { return nil }
        let wanted = whole == length ? low : low + (length - whole) / 2
        let place = max(first, min(edge(nearest: wanted), last))
        // The rounding above must not lead out of the limits.
        return (max(limits.low, min(place, limits.high - whole)), whole)
    }
}
