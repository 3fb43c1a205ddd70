// SPDX-License-Identifier: MIT

/// What a popover looks like: what placement must know, in points, and what its owner draws by.
public struct Appearance: Codable, Hashable, Sendable {
    /// From the frame to the tip.
    public var arrowLength: Double = 12
    /// At the arrow's base.
    public var arrowWidth: Double = 24
    public var cornerRadius: Double = 8
    /// Kept free at the display's edges where there is room for it.
    public var margin: Double = 8
    /// Of the background (G28).
    public var material = Material.translucent
    public var contrast = Contrast.normal
    /// People's own wish: nothing moves, which wins over G19.
    public var reducesMotion = false

    public init() {}

    public enum Material: String, CaseIterable, Codable, Hashable, Sendable {
        /// What is behind shows through, blurred.
        case translucent
        case opaque
    }

    public enum Contrast: String, CaseIterable, Codable, Hashable, Sendable {
        case normal
        case high
    }

    /// What holds on a display; with nil, what holds before any display has a say.
    ///
    /// Less is enough: what either the configuration or the display does without, people are
    /// spared. Nothing shows through where contrast is high, or where the display cannot blur.
    public func adapted(to display: DisplaySpecification?) -> Appearance {
        var adapted = self
        if display?.contrast == .high { adapted.contrast = .high }
        if display?.reducesMotion == true { adapted.reducesMotion = true }
        if display?.hasTranslucency == false || adapted.contrast == .high {
            adapted.material = .opaque
        }
        return adapted
    }
}
