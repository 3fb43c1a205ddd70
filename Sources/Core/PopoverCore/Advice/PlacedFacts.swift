// SPDX-License-Identifier: MIT

import PopoverModel

/// What a placement came to, as far as the guidelines judge it. Everything is in points of the
/// display.
struct PlacedFacts {
    var presentation: Presentation
    /// The behaviour's name.
    var behavior: String
    var avoidsScrolling: Bool
    var wanted: Size
    var widthRange: ClosedRange<Double>
    /// What revealed the popover.
    var source: Rect
    var avoid: [Rect]
    var occluders: [Rect]
    var display: Size
}
