// SPDX-License-Identifier: MIT

/// A screen, as a client or the configuration describes it.
public struct DisplaySpecification: Codable, Hashable, Sendable {
    /// 1 to 128 bytes.
    public var name: String
    /// In points.
    public var size: Size
    /// Pixels a point.
    public var scale: Double
    public var insets: Insets
    public var idiom: Idiom
    /// It can blur the background of a popover.
    public var hasTranslucency: Bool
    public var contrast: Appearance.Contrast
    /// An accessibility setting: nothing moves on it.
    public var reducesMotion: Bool

    public init(
        name: String, size: Size, scale: Double = 1, insets: Insets = Insets(),
        idiom: Idiom = .kiosk, hasTranslucency: Bool = true,
        contrast: Appearance.Contrast = .normal, reducesMotion: Bool = false
    ) {
        self.name = name
        self.size = size
        self.scale = scale
        self.insets = insets
        self.idiom = idiom
        self.hasTranslucency = hasTranslucency
        self.contrast = contrast
        self.reducesMotion = reducesMotion
    }

    /// What kind of machine a display belongs to.
    public enum Idiom: String, CaseIterable, Codable, Hashable, Sendable {
        case kiosk
        case desktop
        case tablet
        case phone
        case tv
        case watch
    }

    /// Less than this many points wide is compact.
    public static let compactWidth: Double = 480

    /// Popovers become sheets here (G21).
    public var isCompact: Bool { idiom == .phone || size.width < Self.compactWidth }

    /// There are popovers here (G25).
    public var supportsPopovers: Bool { idiom != .tv && idiom != .watch }

    public var isLandscape: Bool { size.width > size.height }

    public var frame: Rect { Rect(x: 0, y: 0, width: size.width, height: size.height) }
}
