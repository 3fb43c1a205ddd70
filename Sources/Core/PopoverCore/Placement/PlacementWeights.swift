// SPDX-License-Identifier: MIT

/// What speaks against a frame, in the order of ``Placement``'s essay; the lesser is the better.
/// The third weight has no number: no frame that is considered covers the source.
struct PlacementWeights: Comparable {
    /// 1: how much shorter than it should be the arrow had to become for the minimum to fit.
    private(set) var arrowSqueezed: Double

    /// 1: how much of the margin, both axes together, had to be given up for the minimum to fit.
    private(set) var marginLost: Double

    /// 2: the distance of the tip from the source's facing edge, and how far the arrow's base
    /// reaches into the frame's corners.
    private(set) var contactMissed: Double

    /// 4: width and height below the wanted ones, together.
    private(set) var sizeLost: Double

    /// 5: the area of `avoid` that the frame covers.
    private(set) var avoidCovered: Double

    /// 6: 0 for the side that it already has, then the order given.
    private(set) var sideRank: Int

    /// 7: the distance of the tip from the source's centre, along the facing edge.
    private(set) var arrowOffCentre: Double

    /// 7: the distance of the frame's centre from the source's, along the facing edge.
    private(set) var shift: Double

    init(
        arrowSqueezed: Double, marginLost: Double, contactMissed: Double, sizeLost: Double,
        avoidCovered: Double, sideRank: Int, arrowOffCentre: Double, shift: Double
    ) {
        self.arrowSqueezed = Self.rounded(arrowSqueezed)
        self.marginLost = Self.rounded(marginLost)
        self.contactMissed = Self.rounded(contactMissed)
        self.sizeLost = Self.rounded(sizeLost)
        self.avoidCovered = Self.rounded(avoidCovered)
        self.sideRank = sideRank
        self.arrowOffCentre = Self.rounded(arrowOffCentre)
        self.shift = Self.rounded(shift)
    }

    /// Whether the first five weights are zero, so that only a side of a lower rank, or the same
    /// side, has anything better.
    var lackNothing: Bool {
        arrowSqueezed == 0 && marginLost == 0 && contactMissed == 0 && sizeLost == 0
            && avoidCovered == 0
    }

    /// The distance of the tip from the facing edge beyond which no frame is better; nil where a
    /// better one may be anywhere, because this one had to do without something of the first weight.
    var contactReach: Double? { arrowSqueezed == 0 && marginLost == 0 ? contactMissed : nil }

    /// To 1/1024: lengths are computed in different ways for different sides, and what differs
    /// only by rounding must not decide, or mirrored worlds would get different answers.
    ///
    /// `rounded()` would need the C library's mathematics, which nothing else here does.
    static func rounded(_ weight: Double) -> Double { (weight + grainMaker) - grainMaker }

    /// Doubles of this size are 1/1024 apart: adding it leaves no smaller fraction.
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
        if one.arrowOffCentre != other.arrowOffCentre {
            return one.arrowOffCentre < other.arrowOffCentre
        }
        return one.shift < other.shift
    }
}
