// SPDX-License-Identifier: MIT

import PopoverModel

extension PlacementTableTests {
    private static let window = Rect(x: 0, y: 64, width: 700, height: 400)

    /// Alignment, gap and bounds.
    static let wishExamples = [
        PlacementExample(
            "aligned at the start below its source", source: middle, wants: 320, by: 200,
            alignment: .start, gives: popover(600, 432, 320, 200, .bottom, tip: 640, 420)),
        PlacementExample(
            "aligned at the end", source: middle, wants: 320, by: 200, alignment: .end,
            gives: popover(360, 432, 320, 200, .bottom, tip: 640, 420)),
        PlacementExample(
            "read from right to left, the start is on the right", source: middle, wants: 320,
            by: 200, alignment: .start, isRightToLeft: true,
            gives: popover(360, 432, 320, 200, .bottom, tip: 640, 420)),
        PlacementExample(
            "beside its source, the start is the top in every direction", source: middle,
            wants: 320, by: 200, sides: [.left], alignment: .start, isRightToLeft: true,
            gives: popover(268, 380, 320, 200, .left, tip: 600, 400)),
        PlacementExample(
            "beside its source, the end is the bottom", source: middle, wants: 320, by: 200,
            sides: [.right], alignment: .end,
            gives: popover(692, 220, 320, 200, .right, tip: 680, 400)),
        PlacementExample(
            "the room outweighs the alignment",
            source: Rect(x: 1100, y: 380, width: 80, height: 40), wants: 320, by: 200,
            alignment: .start, gives: popover(952, 432, 320, 200, .bottom, tip: 1140, 420)),
        PlacementExample(
            "the arrow's contact outweighs the alignment",
            source: Rect(x: 600, y: 380, width: 10, height: 40), wants: 320, by: 200,
            alignment: .start, gives: popover(590, 432, 320, 200, .bottom, tip: 610, 420)),
        PlacementExample(
            "a gap between the source and the tip", source: middle, wants: 320, by: 200, gap: 6,
            gives: popover(480, 438, 320, 200, .bottom, tip: 640, 426)),
        PlacementExample(
            "on the left, too", source: middle, wants: 320, by: 200, sides: [.left], gap: 6,
            gives: popover(262, 300, 320, 200, .left, tip: 594, 400)),
        PlacementExample(
            "the gap yields to the minimum", source: Rect(x: 600, y: 600, width: 80, height: 40),
            wants: 320, by: 138, minimum: Size(width: 320, height: 138), sides: [.bottom], gap: 6,
            gives: popover(480, 654, 320, 138, .bottom, tip: 640, 642)),
        PlacementExample(
            "an occluder that is in nobody's way takes nothing of the gap",
            occluders: [Rect(x: 480, y: 300, width: 300, height: 150)],
            source: Rect(x: 100, y: 90, width: 44, height: 44), wants: 320, by: 100,
            sides: [.right], gap: 20,
            gives: popover(176, 62, 320, 100, .right, tip: 164, 112)),
        PlacementExample(
            "the arrow shrinks to nothing before the popover becomes a sheet",
            source: Rect(x: 600, y: 120, width: 44, height: 44), wants: 320, by: 240,
            sides: [.top], gives: popover(462, 0, 320, 120, .top, tip: 622, 120, scrolls: true)),
        PlacementExample(
            "kept within its surface",
            source: Rect(x: 600, y: 100, width: 80, height: 40), wants: 320, by: 200,
            bounds: window, gives: popover(372, 152, 320, 200, .bottom, tip: 640, 140)),
        PlacementExample(
            "the surface's edges are the room's, insets and margin included",
            insets: Insets(top: 70), source: Rect(x: 300, y: 300, width: 80, height: 40),
            wants: 320, by: 240, bounds: window,
            gives: popover(180, 78, 320, 210, .top, tip: 340, 300, scrolls: true)),
        PlacementExample(
            "where the minimum does not fit, the display counts",
            source: Rect(x: 600, y: 100, width: 80, height: 40), wants: 320, by: 200,
            bounds: Rect(x: 500, y: 64, width: 300, height: 400),
            gives: popover(480, 152, 320, 200, .bottom, tip: 640, 140)),
        PlacementExample(
            "bounds off the display are none", source: middle, wants: 320, by: 200,
            bounds: Rect(x: 2000, y: 0, width: 600, height: 600),
            gives: popover(480, 432, 320, 200, .bottom, tip: 640, 420)),
    ]
}
