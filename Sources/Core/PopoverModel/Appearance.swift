// SPDX-License-Identifier: MIT

/// The look of a popover: values for the placement, in points, and values for drawing.
public struct Appearance: Codable, Hashable, Sendable {
    /// From the frame to the tip.
    public var arrowLength: Double = 12
    /// At the arrow's base.
    public var arrowWidth: Double = 24
    public var cornerRadius: Double = 8
    /// Kept free at the display's edges where there is room for it.
    public var margin: Double = 8
    /// A display or surface narrower than this is compact. Clients do not learn it.
    public var compactWidth: Double = 480
    /// Of the background (G28).
    public var material = Material.translucent
    public var contrast = Contrast.normal
    /// An accessibility setting: nothing moves. It overrides G19.
    public var reducesMotion = false
    /// Opacity of the scrim, which dims the display behind a modal popover or an alert, from 0 to 1.
    public var scrim = 0.3

    public init() {}

    /// The look on a display; nil: without any. The configuration and the display can turn effects
    /// off. Nothing shows through with high contrast or on a display that cannot blur.
    public func adapted(to display: DisplaySpecification?) -> Appearance {
        if let display { return adapted(to: display) }
        var adapted = self
        if adapted.contrast == .high { adapted.material = .opaque }
        return adapted
    }

    public func adapted(to display: borrowing DisplaySpecification) -> Appearance {
        var adapted = self
        if display.contrast == .high { adapted.contrast = .high }
        if display.reducesMotion { adapted.reducesMotion = true }
        if !display.hasTranslucency || adapted.contrast == .high { adapted.material = .opaque }
        return adapted
    }
}
