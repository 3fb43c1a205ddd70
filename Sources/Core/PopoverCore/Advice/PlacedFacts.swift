// SPDX-License-Identifier: MIT

import PopoverModel

/// The result of a placement, as far as the guidelines check it, in points of the display.
struct PlacedFacts {
    var presentation: Presentation
    var behavior: String
    var avoidsScrolling: Bool
    /// Buttons are declared, and none of them leaves.
    var lacksWayOut: Bool
    /// Nothing of its source is on the screen.
    var isOutOfSight = false
}
