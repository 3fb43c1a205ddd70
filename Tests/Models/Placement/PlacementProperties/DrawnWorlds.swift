// SPDX-License-Identifier: MIT

public import PopoverCore
import PopoverModel
public import PopoverTestSupport

extension PlacementQuery {
    /// A world as a kiosk may meet it, with fractions of points.
    public static func drawn(using generator: inout SeededGenerator) -> PlacementQuery {
        let display = Size(
            width: generator.length(330...1600), height: generator.length(250...1200))
        func rect(atMost side: Double) -> Rect {
            Rect(
                x: generator.length(-100...display.width),
                y: generator.length(-100...display.height),
                width: generator.length(0...side), height: generator.length(0...side))
        }
        let inset = generator.chance(0.3) ? 50.0 : 0
        let lowInset = generator.chance(0.1) ? 50.0 : 0
        var query = PlacementQuery(
            display: display,
            insets: Insets(
                top: generator.length(0...inset), left: generator.length(0...lowInset),
                bottom: generator.length(0...lowInset), right: generator.length(0...inset)),
            source: rect(atMost: 200),
            wanted: Size(width: generator.length(100...700), height: generator.length(20...900)))
        if generator.chance(0.5) {
            query.source.x = min(max(0, query.source.x), display.width - query.source.width)
            query.source.y = min(max(0, query.source.y), display.height - query.source.height)
        }
        if generator.chance(0.3) {
            query.minimum = Size(
                width: generator.length(50...400), height: generator.length(20...400))
        }
        if generator.chance(0.2) {
            let narrowest = generator.length(100...400)
            query.widthRange = narrowest...(narrowest + generator.length(0...300))
        }
        query.isCompact = generator.chance(0.02)
        let sides = generator.chance(0.01) ? 0 : Int.random(in: 1...4, using: &generator)
        query.sides = Array(Side.allCases.shuffled(using: &generator).prefix(sides))
        for _ in 0..<Int.random(in: 0...3, using: &generator) {
            query.occluders.append(rect(atMost: 400))
        }
        for _ in 0..<Int.random(in: 0...3, using: &generator) {
            query.avoid.append(rect(atMost: 500))
        }
        query.alignment = Alignment.allCases.randomElement(using: &generator) ?? .center
        query.isRightToLeft = generator.chance(0.5)
        if generator.chance(0.1) { query.bounds = rect(atMost: 1000) }
        if query.isCompact, generator.chance(0.5) { query.content = rect(atMost: 900) }
        query.currentSide =
            generator.chance(0.3) ? Side.allCases.randomElement(using: &generator) : nil
        return query
    }

    /// A world of numbers that no kiosk has.
    static func odd(using generator: inout SeededGenerator) -> PlacementQuery {
        let odd = [
            0, -0.0, 1, -1, 0.1, 8, 12, 320, 1e9, -1e9, 1e300, -1e300,
            .leastNonzeroMagnitude, .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
        ]
        func length() -> Double { odd[Int.random(in: odd.indices, using: &generator)] }
        func rect() -> Rect {
            Rect(x: length(), y: length(), width: abs(length()), height: abs(length()))
        }
        return PlacementQuery(
            display: Size(width: abs(length()), height: abs(length())),
            insets: Insets(top: abs(length()), left: abs(length())),
            occluders: [rect(), rect()], source: rect(),
            wanted: Size(width: length(), height: length()),
            minimum: generator.chance(0.5) ? Size(width: length(), height: length()) : nil,
            avoid: [rect(), rect()])
    }

    var room: Rect { Rect(origin: Point(x: 0, y: 0), size: display).inset(by: insets) }

    /// The minimum as the rules say it, written down a second time.
    var leastSize: Size {
        let widths = widthRange ?? 320...600
        let width = min(max(wanted.width, widths.lowerBound), widths.upperBound)
        return minimum ?? Size(width: min(320, width), height: min(120, wanted.height))
    }

    /// The source, or the nearest points of the display to it.
    var visibleSource: Rect {
        let left = min(max(0, source.minX), display.width)
        let top = min(max(0, source.minY), display.height)
        return Rect(
            x: left, y: top, width: min(max(0, source.maxX), display.width) - left,
            height: min(max(0, source.maxY), display.height) - top)
    }
}

/// What kind of answer it is.
enum Kind {
    case popover
    case sheet
    case nothing

    init(_ placement: Placement) {
        switch placement {
        case .popover: self = .popover
        case .sheet: self = .sheet
        case .doesNotFit: self = .nothing
        }
    }
}
