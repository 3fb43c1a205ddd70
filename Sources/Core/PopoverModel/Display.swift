// SPDX-License-Identifier: MIT

extension DisplaySpecification {
    /// Whether popovers become sheets on the whole display (G21).
    /// - Parameter width: see ``Appearance/compactWidth``.
    public func isCompact(below width: Double) -> Bool { idiom == .phone || size.width < width }

    /// There are popovers here (G25).
    public var supportsPopovers: Bool { idiom != .tv && idiom != .watch }

    /// The description with what a person needs in its place.
    public func adapted(to person: PersonalSettings) -> DisplaySpecification {
        var adapted = self
        adapted.textScale = person.textScale ?? textScale
        adapted.contrast = person.contrast ?? contrast
        adapted.reducesMotion = person.reducesMotion ?? reducesMotion
        adapted.language = person.language ?? language
        adapted.direction = person.direction ?? direction
        adapted.speaks = person.speaks ?? speaks
        adapted.slowPress = person.slowPress ?? slowPress
        adapted.reach = person.reach ?? reach
        return adapted
    }

    public var isLandscape: Bool { size.width > size.height }

    public var frame: Rect { Rect(x: 0, y: 0, width: size.width, height: size.height) }
}

/// A display as clients are told of it.
public struct DisplayDescription: Codable, Hashable, Sendable {
    public var specification: DisplaySpecification
    /// Nil once it is removed, and from a daemon of an earlier version.
    public var session: SessionID?

    public init(specification: DisplaySpecification, session: SessionID? = nil) {
        self.specification = specification
        self.session = session
    }
}
