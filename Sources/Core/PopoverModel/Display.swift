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
