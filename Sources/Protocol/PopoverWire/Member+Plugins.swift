// SPDX-License-Identifier: MIT
internal import PopoverModel

/// Values in messages of plugins.
extension Member {
    /// The most bytes of a plugin's or behavior's name, as for native plugins.
    static let pluginNameBytes = 64

    /// The valid widths of a popover, in points, as for native plugins.
    static let possibleWidths = 1.0...16384.0

    /// The reasons that a plugin may refuse with.
    private static let refusalReasons = [RefusalReason.policy, .notForWarnings]

    /// A plugin's or a behavior's name.
    func pluginName() throws(RequestError) -> String {
        let name = try string()
        guard (1...Self.pluginNameBytes).contains(name.utf8.count),
            name.utf8.allSatisfy(Self.belongsToPluginName)
        else { throw wrong("1 to \(Self.pluginNameBytes) of a-z 0-9 -") }
        return name
    }

    func refusalReason() throws(RequestError) -> RefusalReason {
        guard let reason = node.string.flatMap(RefusalReason.init(rawValue:)),
            Self.refusalReasons.contains(reason)
        else {
            let words = Self.refusalReasons.map(\.rawValue)
            throw wrong("one of " + words.joined(separator: ", "))
        }
        return reason
    }

    /// An object of a least and a greatest width.
    func widths() throws(RequestError) -> ClosedRange<Double> {
        let least = try width("minimum", from: Self.possibleWidths.lowerBound)
        return least...(try width("maximum", from: least))
    }

    private func width(_ name: JSONName, from least: Double) throws(RequestError) -> Double {
        let range = least...Self.possibleWidths.upperBound
        let member = try member(name)
        guard let width = member.node.double, range.contains(width) else {
            throw member.wrong("a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return width
    }

    /// A whole number in a range.
    func integer(in range: ClosedRange<Int>) throws(RequestError) -> Int {
        guard let integer = node.integer.flatMap(Int.init(exactly:)), range.contains(integer)
        else { throw wrong("a whole number from \(range.lowerBound) to \(range.upperBound)") }
        return integer
    }

    /// Milliseconds in a range; they need not be whole.
    func interval(from least: Interval, to most: Interval) throws(RequestError) -> Interval {
        let interval = try interval()
        guard least <= interval, interval <= most else {
            throw wrong(
                "a number of milliseconds from \(least.milliseconds) to \(most.milliseconds)")
        }
        return interval
    }

    private static func belongsToPluginName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "-"):
            true
        default: false
        }
    }
}

extension JSONWriter {
    mutating func widths(ifPresent range: ClosedRange<Double>?) {
        guard let range else { return }
        name("widths")
        object { widths in
            widths.member("minimum", range.lowerBound)
            widths.member("maximum", range.upperBound)
        }
    }
}
