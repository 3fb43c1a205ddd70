// SPDX-License-Identifier: MIT

public import PopoverModel

/// The contrast of text and background, by WCAG 2.1
/// (https://www.w3.org/TR/WCAG21/#dfn-contrast-ratio).
public enum Contrast {
    /// The minimum for text of a usual size (success criterion 1.4.3).
    public static let least = 4.5

    /// The ratio from 1 (no difference) to 21 (black on white); alpha is ignored.
    public static func ratio(_ one: DeclaredColor, _ other: DeclaredColor) -> Double {
        let luminances = (luminance(of: one), luminance(of: other))
        return (max(luminances.0, luminances.1) + 0.05) / (min(luminances.0, luminances.1) + 0.05)
    }

    /// A ratio below the minimum with two decimals, never rounded up to it.
    static func text(below ratio: Double) -> String {
        let hundredths = min(449, Int(ratio * 100 + 0.5))
        let rest = hundredths % 100
        return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
    }

    /// Relative luminance: 0 for black to 1 for white.
    private static func luminance(of color: DeclaredColor) -> Double {
        0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue)
    }

    private static func linear(_ part: UInt8) -> Double {
        let value = Double(part) / 255
        // No 8-bit value lies between this bound of sRGB and the 0.03928 in the text of WCAG.
        guard value > 0.04045 else { return value / 12.92 }
        let base = (value + 0.055) / 1.055
        // base^2.4 by arithmetic alone, so that every machine gets the same bits.
        return base * base * fifthRoot(of: base * base)
    }

    /// - Parameter value: from 0.008, the least that occurs, to 1.
    private static func fifthRoot(of value: Double) -> Double {
        var root = 1.0
        // Newton's method from above: twelve steps are more than the least value needs.
        for _ in 0..<12 {
            let square = root * root
            root = (4 * root + value / (square * square)) / 5
        }
        return root
    }
}

extension DeclaredColor {
    var opaque: DeclaredColor { DeclaredColor(red: red, green: green, blue: blue) }
}
