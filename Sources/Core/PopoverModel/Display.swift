// SPDX-License-Identifier: MIT

extension DisplaySpecification {
    /// Whether popovers become sheets on the whole display (G21).
    /// - Parameter width: see ``Appearance/compactWidth``.
    public func isCompact(below width: Double) -> Bool { idiom == .phone || size.width < width }

    /// There are popovers here (G25).
    public var supportsPopovers: Bool { idiom != .tv && idiom != .watch }

    public var isLandscape: Bool { size.width > size.height }

    public var frame: Rect { Rect(x: 0, y: 0, width: size.width, height: size.height) }
}

/// A display as clients get it.
public struct DisplayDescription: Codable, Hashable, Sendable {
    /// As the person at it needs it.
    public var specification: DisplaySpecification
    /// Nil once it is removed, and from a daemon of an earlier version.
    public var session: SessionID?
    /// What the person needs of it; nil for nothing.
    public var personal: PersonalSettings?

    public init(
        specification: DisplaySpecification, session: SessionID? = nil,
        personal: PersonalSettings? = nil
    ) {
        self.specification = specification
        self.session = session
        self.personal = personal
    }

    /// Recordings of version 0.1 have the specification alone.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        specification =
            try container.decodeIfPresent(DisplaySpecification.self, forKey: .specification)
            ?? DisplaySpecification(from: decoder)
        session = try container.decodeIfPresent(SessionID.self, forKey: .session)
        personal = try container.decodeIfPresent(PersonalSettings.self, forKey: .personal)
    }
}

extension DisplaySpecification {
    /// What insets leave between opposite edges, in points: a control that a finger meets.
    public static let leastRoom = 44.0

    /// The error of a display whose insets leave people no room; nil for one that has some.
    public var misfit: RequestError? {
        let sides = [
            ("left", "right", insets.left + insets.right, size.width),
            ("top", "bottom", insets.top + insets.bottom, size.height),
        ]
        for (first, second, taken, length) in sides where taken > 0 {
            let most = max(length - Self.leastRoom, 0)
            guard taken > most else { continue }
            return .badParameter(
                member: "insets",
                message: "\(first) and \(second) take \(taken.short) of \(length.short) points, "
                    + "and may take at most \(most.short)")
        }
        return nil
    }
}

extension Double {
    /// A whole number has no fraction: `1280`, `1.5`.
    public var short: String { Int64(exactly: self).map(\.description) ?? description }
}

extension ClosedRange<Double> {
    /// `from 10 to 10000`
    public var words: String { "from \(lowerBound.short) to \(upperBound.short)" }
}
