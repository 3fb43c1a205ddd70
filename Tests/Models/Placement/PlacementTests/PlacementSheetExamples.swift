// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel

extension PlacementTableTests {
    private static let whole = Rect(x: 0, y: 0, width: 1280, height: 800)
    private static let keyboard = Rect(x: 0, y: 500, width: 1280, height: 300)
    private static let window = Rect(x: 100, y: 100, width: 400, height: 500)

    private static func sheet(
        _ x: Double, _ y: Double, _ width: Double, _ height: Double, scrolls: Bool = false
    ) -> Placement {
        .sheet(frame: Rect(x: x, y: y, width: width, height: height), scrolls: scrolls)
    }

    /// Without a place beside the source, and on compact displays.
    static let sheetExamples = [
        PlacementExample(
            "a minimum one point too high for the only side",
            source: Rect(x: 600, y: 600, width: 80, height: 60), wants: 320, by: 141,
            minimum: Size(width: 320, height: 141), sides: [.bottom],
            gives: sheet(0, 659, 1280, 141)),
        PlacementExample(
            "a sheet lies at the bottom of the display minus its insets, as high as wanted",
            insets: Insets(top: 10, left: 20, bottom: 30, right: 40), source: middle,
            wants: 400, by: 300, isCompact: true, gives: sheet(20, 470, 1220, 300)),
        PlacementExample(
            "a sheet lower than wanted scrolls", source: middle, wants: 400, by: 900,
            isCompact: true, gives: sheet(0, 0, 1280, 800, scrolls: true)),
        PlacementExample(
            "a sheet of a higher minimum is as high as that", source: middle, wants: 400, by: 200,
            minimum: Size(width: 320, height: 250), isCompact: true,
            gives: sheet(0, 550, 1280, 250)),
        PlacementExample(
            "a sheet lies above a keyboard", occluders: [keyboard], source: middle, wants: 400,
            by: 200, isCompact: true, gives: sheet(0, 300, 1280, 200)),
        PlacementExample(
            "a sheet scrolls rather than lie under a keyboard", occluders: [keyboard],
            source: middle, wants: 400, by: 600, isCompact: true,
            gives: sheet(0, 0, 1280, 500, scrolls: true)),
        PlacementExample(
            "a sheet lies under a keyboard that leaves no room for the minimum",
            occluders: [Rect(x: 0, y: 100, width: 1280, height: 700)], source: middle, wants: 400,
            by: 200, isCompact: true, gives: sheet(0, 0, 1280, 800)),
        PlacementExample(
            "a sheet loses less below a toast than beside it",
            occluders: [Rect(x: 0, y: 0, width: 400, height: 60)], source: middle, wants: 400,
            by: 780, isCompact: true, gives: sheet(0, 60, 1280, 740, scrolls: true)),
        PlacementExample(
            "of two places that are as large a sheet takes the lower one",
            occluders: [Rect(x: 0, y: 390, width: 1280, height: 20)], source: middle, wants: 400,
            by: 200, isCompact: true, gives: sheet(0, 600, 1280, 200)),
        PlacementExample(
            "a sheet stays in a compact content area", source: middle, wants: 400, by: 200,
            isCompact: true, content: window, gives: sheet(100, 400, 400, 200)),
        PlacementExample(
            "a content area that is narrower than the minimum does not count", source: middle,
            wants: 400, by: 200, isCompact: true,
            content: Rect(x: 100, y: 100, width: 300, height: 500),
            gives: sheet(0, 600, 1280, 200)),
        PlacementExample(
            "a source that fills the display leaves no side", source: whole, wants: 320, by: 200,
            gives: sheet(0, 600, 1280, 200)),
        PlacementExample(
            "occluders over everything leave no side", occluders: [whole], source: middle,
            wants: 320, by: 200, gives: sheet(0, 0, 1280, 800)),
        PlacementExample(
            "no allowed side at all", source: middle, wants: 320, by: 200, sides: [],
            gives: sheet(0, 600, 1280, 200)),
        PlacementExample(
            "a minimum of the whole display is a sheet", source: middle, wants: 320, by: 200,
            minimum: Size(width: 1280, height: 800), gives: sheet(0, 0, 1280, 800)),
        PlacementExample(
            "a minimum wider than the display does not fit", source: middle, wants: 320, by: 200,
            minimum: Size(width: 1281, height: 100), gives: .doesNotFit),
        PlacementExample(
            "insets count for what does not fit", insets: Insets(bottom: 1), source: middle,
            wants: 320, by: 200, minimum: Size(width: 320, height: 800), isCompact: true,
            gives: .doesNotFit),
    ]
}
