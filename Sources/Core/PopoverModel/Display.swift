// SPDX-License-Identifier: MIT

extension DisplaySpecification {
    /// Less than this many points wide is compact.
    public static let compactWidth: Double = 480

    /// Popovers become sheets here (G21).
    public var isCompact: Bool { idiom == .phone || size.width < Self.compactWidth }

    /// There are popovers here (G25).
    public var supportsPopovers: Bool { idiom != .tv && idiom != .watch }

    public var isLandscape: Bool { size.width > size.height }

    public var frame: Rect { Rect(x: 0, y: 0, width: size.width, height: size.height) }
}
