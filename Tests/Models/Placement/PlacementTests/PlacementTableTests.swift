// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel
import Testing

/// One world and the answer worked out by hand.
struct PlacementExample: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let query: PlacementQuery
    let expected: Placement

    /// On a display of 1280 x 800 points unless the example says otherwise.
    init(
        _ name: String, display: Size = Size(width: 1280, height: 800),
        insets: Insets = Insets(), occluders: [Rect] = [], source: Rect,
        wants width: Double, by height: Double, minimum: Size? = nil,
        widthRange: ClosedRange<Double>? = nil,
        sides: [Side] = [.bottom, .top, .right, .left], alignment: Alignment = .center,
        isRightToLeft: Bool = false, gap: Double = 0, bounds: Rect? = nil, avoid: [Rect] = [],
        currentSide: Side? = nil, isCompact: Bool = false, content: Rect? = nil,
        gives expected: Placement
    ) {
        testDescription = name
        query = PlacementQuery(
            display: display, insets: insets, occluders: occluders, source: source,
            wanted: Size(width: width, height: height), minimum: minimum, widthRange: widthRange,
            sides: sides, alignment: alignment, isRightToLeft: isRightToLeft, gap: gap,
            bounds: bounds, avoid: avoid, currentSide: currentSide, isCompact: isCompact,
            content: content)
        self.expected = expected
    }
}

@Suite("Share of the display")
struct AreaShareTests {
    @Test("the share is not exceeded by a rounding error")
    func lastBit() {
        for width in 321...600 {
            let display = Size(width: 640, height: 400)
            let wanted = Size(width: Double(width), height: 390)
            let placement = PlacementQuery(
                display: display, source: Rect(x: 300, y: 0, width: 1, height: 1), wanted: wanted,
                minimum: Size(width: 1, height: 1), sides: [.bottom]
            ).placement()
            #expect((placement.frame?.size.area ?? 0) <= 0.8 * display.area, "\(placement)")
        }
    }
}

@Suite("Placement tables")
struct PlacementTableTests {
    static let middle = Rect(x: 600, y: 380, width: 80, height: 40)

    @Test(
        "matches a result worked out by hand",
        arguments: plainExamples + weightExamples + arrowExamples + roomExamples + sheetExamples
            + wishExamples)
    func handWorkedPlace(example: PlacementExample) {
        #expect(example.query.placement() == example.expected)
    }

    static func popover(
        _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ side: Side,
        tip tipX: Double, _ tipY: Double, scrolls: Bool = false
    ) -> Placement {
        .popover(
            frame: Rect(x: x, y: y, width: width, height: height), side: side,
            arrow: Point(x: tipX, y: tipY), scrolls: scrolls)
    }

    static let plainExamples = [
        PlacementExample(
            "centered below its source", source: middle, wants: 320, by: 200,
            gives: popover(480, 432, 320, 200, .bottom, tip: 640, 420)),
        PlacementExample(
            "shifted off the left edge, the arrow still on the source's center",
            source: Rect(x: 100, y: 100, width: 80, height: 40), wants: 320, by: 200,
            gives: popover(8, 152, 320, 200, .bottom, tip: 140, 140)),
        PlacementExample(
            "above where there is no room below",
            source: Rect(x: 600, y: 740, width: 80, height: 40), wants: 320, by: 200,
            gives: popover(480, 528, 320, 200, .top, tip: 640, 740)),
        PlacementExample(
            "on the right where that comes first", source: middle, wants: 320, by: 200,
            sides: [.right, .bottom], gives: popover(692, 300, 320, 200, .right, tip: 680, 400)),
        PlacementExample(
            "on the left", source: middle, wants: 320, by: 200, sides: [.left],
            gives: popover(268, 300, 320, 200, .left, tip: 600, 400)),
        PlacementExample(
            "a narrow preferred width is widened to 320", source: middle, wants: 200, by: 100,
            gives: popover(480, 432, 320, 100, .bottom, tip: 640, 420)),
        PlacementExample(
            "a wide preferred width is narrowed to 600", source: middle, wants: 900, by: 300,
            gives: popover(340, 432, 600, 300, .bottom, tip: 640, 420)),
        PlacementExample(
            "a behavior says other widths", source: middle, wants: 100, by: 100,
            widthRange: 200...400, gives: popover(540, 432, 200, 100, .bottom, tip: 640, 420)),
        PlacementExample(
            "a minimum above the preferred width is kept", source: middle, wants: 320, by: 100,
            minimum: Size(width: 640, height: 300),
            gives: popover(320, 432, 640, 300, .bottom, tip: 640, 420)),
        PlacementExample(
            "a source without size", source: Rect(x: 640, y: 400, width: 0, height: 0),
            wants: 320, by: 200, gives: popover(480, 412, 320, 200, .bottom, tip: 640, 400)),
        PlacementExample(
            "a frame too low to keep the arrow off its corners carries it in its middle",
            source: middle, wants: 320, by: 30, sides: [.right],
            gives: popover(692, 385, 320, 30, .right, tip: 680, 400)),
    ]

    static let weightExamples = [
        PlacementExample(
            "the arrow leaves the source's center rather than the frame's straight edge",
            source: Rect(x: 1240, y: 300, width: 30, height: 30), wants: 320, by: 200,
            gives: popover(952, 342, 320, 200, .bottom, tip: 1252, 330)),
        PlacementExample(
            "contact outweighs the order of sides",
            source: Rect(x: 1270, y: 300, width: 10, height: 10), wants: 320, by: 200,
            gives: popover(938, 205, 320, 200, .left, tip: 1270, 305)),
        PlacementExample(
            "where the arrow cannot touch, it comes as near as it can",
            source: Rect(x: 1275, y: 795, width: 5, height: 5), wants: 320, by: 200,
            gives: popover(952, 583, 320, 200, .top, tip: 1252, 795)),
        PlacementExample(
            "the wanted size outweighs the order of sides",
            source: Rect(x: 600, y: 300, width: 80, height: 40), wants: 400, by: 600,
            gives: popover(692, 20, 400, 600, .right, tip: 680, 320)),
        PlacementExample(
            "of two cuts the lesser: 60 off the height rather than 70 off the width",
            source: Rect(x: 525, y: 300, width: 230, height: 200), wants: 575, by: 340,
            sides: [.right, .top],
            gives: popover(352.5, 8, 575, 280, .top, tip: 640, 300, scrolls: true)),
        PlacementExample(
            "of two cuts the lesser: 50 off the width rather than 60 off the height",
            source: Rect(x: 545, y: 300, width: 190, height: 200), wants: 575, by: 340,
            sides: [.top, .right],
            gives: popover(747, 230, 525, 340, .right, tip: 735, 400)),
        PlacementExample(
            "the wanted size outweighs avoided places",
            source: Rect(x: 600, y: 180, width: 80, height: 40), wants: 320, by: 200,
            sides: [.bottom, .top], avoid: [Rect(x: 0, y: 220, width: 1280, height: 580)],
            gives: popover(480, 232, 320, 200, .bottom, tip: 640, 220)),
        PlacementExample(
            "the frame slides off an avoided place while the arrow keeps contact",
            source: middle, wants: 320, by: 200,
            avoid: [Rect(x: 480, y: 432, width: 100, height: 100)],
            gives: popover(580, 432, 320, 200, .bottom, tip: 640, 420)),
        PlacementExample(
            "an avoided place outweighs the order of sides", source: middle, wants: 320, by: 200,
            avoid: [Rect(x: 0, y: 420, width: 1280, height: 380)],
            gives: popover(480, 168, 320, 200, .top, tip: 640, 380)),
        PlacementExample(
            "an avoided place outweighs the present side", source: middle, wants: 320, by: 200,
            avoid: [Rect(x: 0, y: 0, width: 1280, height: 380)], currentSide: .top,
            gives: popover(480, 432, 320, 200, .bottom, tip: 640, 420)),
        PlacementExample(
            "the present side outweighs the order of sides", source: middle, wants: 320, by: 200,
            currentSide: .top, gives: popover(480, 168, 320, 200, .top, tip: 640, 380)),
        PlacementExample(
            "a present side that is not allowed any more does not count", source: middle,
            wants: 320, by: 200, sides: [.right, .left], currentSide: .top,
            gives: popover(692, 300, 320, 200, .right, tip: 680, 400)),
        PlacementExample(
            "the wanted size outweighs the present side",
            source: Rect(x: 600, y: 180, width: 80, height: 40), wants: 320, by: 200,
            currentSide: .top, gives: popover(480, 232, 320, 200, .bottom, tip: 640, 220)),
    ]

    static let arrowExamples = [
        PlacementExample(
            "a side too low for the arrow's base is worse than the next one", source: middle,
            wants: 320, by: 30, sides: [.right, .bottom],
            gives: popover(480, 432, 320, 30, .bottom, tip: 640, 420)),
        PlacementExample(
            "an arrow on the source's center outweighs a lesser shift of the frame",
            occluders: [
                Rect(x: 0, y: 100, width: 260, height: 700),
                Rect(x: 660, y: 100, width: 620, height: 700),
                Rect(x: 0, y: 312, width: 310, height: 488),
                Rect(x: 650, y: 312, width: 630, height: 488),
            ],
            source: Rect(x: 600, y: 60, width: 80, height: 40), wants: 400, by: 260,
            sides: [.bottom],
            gives: popover(260, 112, 400, 200, .bottom, tip: 640, 100, scrolls: true)),
        PlacementExample(
            "of two places that are equally good the left one",
            occluders: [
                Rect(x: 600, y: 430, width: 80, height: 370),
                Rect(x: 0, y: 700, width: 50, height: 100),
            ],
            source: Rect(x: 540, y: 380, width: 200, height: 40), wants: 320, by: 200,
            sides: [.bottom], gives: popover(280, 432, 320, 200, .bottom, tip: 580, 420)),
        PlacementExample(
            "of two places that are equally good the upper one",
            occluders: [
                Rect(x: 350, y: 360, width: 930, height: 80),
                Rect(x: 1200, y: 0, width: 80, height: 50),
            ],
            source: Rect(x: 300, y: 300, width: 40, height: 200), wants: 320, by: 200,
            sides: [.right], gives: popover(352, 160, 320, 200, .right, tip: 340, 340)),
    ]

    static let roomExamples = [
        PlacementExample(
            "cut where the only side is too low, and scrolls",
            source: Rect(x: 600, y: 300, width: 80, height: 40), wants: 400, by: 600,
            sides: [.bottom],
            gives: popover(440, 352, 400, 440, .bottom, tip: 640, 340, scrolls: true)),
        PlacementExample(
            "never more than 80 % of the display: the height gives way",
            display: Size(width: 640, height: 900),
            source: Rect(x: 300, y: 0, width: 40, height: 20), wants: 600, by: 880,
            sides: [.bottom],
            gives: popover(20, 32, 600, 768, .bottom, tip: 320, 20, scrolls: true)),
        PlacementExample(
            "on a display narrower than the preferred width, the share is that of the width it gets",
            display: Size(width: 500, height: 400),
            source: Rect(x: 230, y: 0, width: 40, height: 20), wants: 600, by: 330,
            sides: [.bottom], gives: popover(8, 32, 484, 330, .bottom, tip: 250, 20)),
        PlacementExample(
            "insets make that width smaller, and the share of it higher",
            display: Size(width: 500, height: 400), insets: Insets(left: 84),
            source: Rect(x: 230, y: 0, width: 40, height: 20), wants: 600, by: 360,
            sides: [.bottom], gives: popover(92, 32, 400, 360, .bottom, tip: 250, 20)),
        PlacementExample(
            "80 % of the display never cuts below the minimum",
            display: Size(width: 640, height: 900),
            source: Rect(x: 300, y: 0, width: 40, height: 20), wants: 600, by: 880,
            minimum: Size(width: 400, height: 800), sides: [.bottom],
            gives: popover(20, 32, 600, 800, .bottom, tip: 320, 20, scrolls: true)),
        PlacementExample(
            "a keyboard sends it above",
            occluders: [Rect(x: 0, y: 500, width: 1280, height: 300)],
            source: Rect(x: 600, y: 400, width: 80, height: 40), wants: 320, by: 200,
            gives: popover(480, 188, 320, 200, .top, tip: 640, 400)),
        PlacementExample(
            "an occluder without area is none",
            occluders: [Rect(x: 500, y: 500, width: 300, height: 0)],
            source: middle, wants: 320, by: 200,
            gives: popover(480, 432, 320, 200, .bottom, tip: 640, 420)),
        PlacementExample(
            "beside an occluder that leaves room along the source",
            occluders: [Rect(x: 650, y: 420, width: 300, height: 380)],
            source: middle, wants: 320, by: 200, sides: [.bottom],
            gives: popover(330, 432, 320, 200, .bottom, tip: 630, 420)),
        PlacementExample(
            "beyond an occluder right below the source, the arrow as near as it can",
            occluders: [Rect(x: 400, y: 150, width: 480, height: 100)],
            source: Rect(x: 600, y: 100, width: 80, height: 40), wants: 320, by: 200,
            sides: [.bottom], gives: popover(480, 250, 320, 200, .bottom, tip: 640, 238)),
        PlacementExample(
            "out of the insets, though the source lies in them",
            insets: Insets(top: 40), source: Rect(x: 600, y: 0, width: 80, height: 30),
            wants: 320, by: 200, gives: popover(480, 48, 320, 200, .bottom, tip: 640, 36)),
        PlacementExample(
            "of a source off the display the nearest point counts",
            source: Rect(x: -100, y: 380, width: 50, height: 40), wants: 320, by: 200,
            gives: popover(12, 300, 320, 200, .right, tip: 0, 400)),
        PlacementExample(
            "the margin shrinks only as far as the minimum needs",
            source: Rect(x: 600, y: 600, width: 80, height: 60), wants: 320, by: 125,
            minimum: Size(width: 320, height: 125), sides: [.bottom],
            gives: popover(480, 672, 320, 125, .bottom, tip: 640, 660)),
        PlacementExample(
            "a side that keeps the margin outweighs the order of sides",
            source: Rect(x: 600, y: 600, width: 80, height: 60), wants: 320, by: 125,
            minimum: Size(width: 320, height: 125),
            gives: popover(480, 463, 320, 125, .top, tip: 640, 600)),
        PlacementExample(
            "a minimum that has just no room for its arrow squeezes it",
            source: Rect(x: 600, y: 600, width: 80, height: 60), wants: 320, by: 130,
            minimum: Size(width: 320, height: 130), sides: [.bottom],
            gives: popover(480, 670, 320, 130, .bottom, tip: 640, 660)),
    ]

    @Test("the arrow's rectangle lies between frame and tip", arguments: Side.allCases)
    func arrowRectangle(side: Side) throws {
        let placement = PlacementQuery(
            display: Size(width: 1280, height: 800), source: Self.middle,
            wanted: Size(width: 320, height: 200), sides: [side]
        ).placement()
        let frame = try #require(placement.frame)
        let arrow = try #require(placement.arrow)
        let expected: [Side: Rect] = [
            .bottom: Rect(x: 628, y: 420, width: 24, height: 12),
            .top: Rect(x: 628, y: 368, width: 24, height: 12),
            .right: Rect(x: 680, y: 388, width: 12, height: 24),
            .left: Rect(x: 588, y: 388, width: 12, height: 24),
        ]
        let rect = PlacementStyle.standard.arrowRect(frame: frame, side: side, arrow: arrow)
        #expect(placement.side == side)
        #expect(rect == expected[side])
    }
}
