// SPDX-License-Identifier: MIT

/// The weights of a frame, in the order of ``Placement``; smaller is better. The third has no
/// number: no considered frame covers the source.
struct PlacementWeights: Comparable {
    /// 1: how much the arrow was shortened to make the minimum fit.
    private(set) var arrowSqueezed: Double

    /// 1: how much of the margins, on both axes together, was given up to make the minimum fit.
    private(set) var marginLost: Double

    /// 2: the tip's distance from the facing edge, plus the arrow base's reach into the corners.
    private(set) var contactMissed: Double

    /// 4: the lost width and height, together.
    private(set) var sizeLost: Double

    /// 5: the area of `avoid` that the frame covers.
    private(set) var avoidCovered: Double

    /// 6: 0 for the current side, then the order given.
    private(set) var sideRank: Int

    /// 7: how much of the wanted gap the minimum took.
    private(set) var gapLost: Double

    /// 8: the distance of the tip from the source's center, along the facing edge.
    private(set) var arrowOffCenter: Double

    /// 8: the distance of the frame's center from the source's, along the facing edge.
    private(set) var shift: Double

    init(
        arrowSqueezed: Double, marginLost: Double, contactMissed: Double, sizeLost: Double,
        avoidCovered: Double, sideRank: Int, gapLost: Double,
        arrowOffCenter: Double, shift: Double
    ) {
        self.arrowSqueezed = Self.rounded(arrowSqueezed)
        self.marginLost = Self.rounded(marginLost)
        self.contactMissed = Self.rounded(contactMissed)
        self.sizeLost = Self.rounded(sizeLost)
        self.avoidCovered = Self.rounded(avoidCovered)
        self.sideRank = sideRank
        self.gapLost = Self.rounded(gapLost)
        self.arrowOffCenter = Self.rounded(arrowOffCenter)
        self.shift = Self.rounded(shift)
    }

    /// Whether the first five weights are zero: only the same side or a better rank can improve.
    var lackNothing: Bool {
        arrowSqueezed == 0 && marginLost == 0 && contactMissed == 0 && sizeLost == 0
            && avoidCovered == 0
    }

    /// The distance of the tip from the facing edge beyond which no frame is better; nil where the
    /// first weight is not zero, so that any distance may be.
    var contactReach: Double? { arrowSqueezed == 0 && marginLost == 0 ? contactMissed : nil }

    /// Rounds to 1/1024: the sides compute lengths in different ways, and rounding errors must not
    /// decide, or mirrored worlds would differ. `rounded()` would need the C library's mathematics,
    /// which nothing else here does.
    static func rounded(_ weight: Double) -> Double { (weight + grainMaker) - grainMaker }

    /// Doubles of this size are 1/1024 apart: adding it drops every smaller fraction.
    private static let grainMaker = 0x1.8p42

    static func < (one: PlacementWeights, other: PlacementWeights) -> Bool {
        if one.arrowSqueezed != other.arrowSqueezed {
            return one.arrowSqueezed < other.arrowSqueezed
        }
        if one.marginLost != other.marginLost { return one.marginLost < other.marginLost }
        if one.contactMissed != other.contactMissed {
            return one.contactMissed < other.contactMissed
        }
        if one.sizeLost != other.sizeLost { return one.sizeLost < other.sizeLost }
        if one.avoidCovered != other.avoidCovered { return one.avoidCovered < other.avoidCovered }
        if one.sideRank != other.sideRank { return one.sideRank < other.sideRank }
        if one.gapLost != other.gapLost { return one.gapLost < other.gapLost }
        if one.arrowOffCenter != other.arrowOffCenter {
            return one.arrowOffCenter < other.arrowOffCenter
        }
        return one.shift < other.shift
    }
}
